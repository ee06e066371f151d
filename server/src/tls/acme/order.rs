//! Order: one certificate, from the names that it is for to what the authority gives (RFC 8555, 7.1).

use instant_acme::{Account, AuthorizationStatus, ChallengeType, Identifier, NewOrder, Order, OrderStatus};
use rcgen::{CertificateParams, DistinguishedName, KeyPair};

use super::AcmeError;
use super::client::AcmeClient;
use crate::clock::Clock;
use crate::limits;
use crate::tls::issued::Issued;

/// Gets a certificate for these names: its key and it, in PEM.
pub(super) async fn obtain(
    account: &Account,
    client: &AcmeClient,
    domains: &[String],
    issued: &Issued,
    clock: &Clock,
) -> Result<String, AcmeError> {
    let identifiers: Vec<Identifier> = domains.iter().cloned().map(Identifier::Dns).collect();
    let mut order = account.new_order(&NewOrder::new(&identifiers)).await?;
    prove(&mut order, domains, issued).await?;
    let mut waited = Waited { polls: 0, clock, client };
    loop {
        match order.refresh().await?.status {
            OrderStatus::Ready => break,
            OrderStatus::Pending | OrderStatus::Processing => waited.wait().await?,
            // It was never asked for, so that it is no certificate of ours.
            OrderStatus::Invalid | OrderStatus::Valid => return Err(why_invalid(&mut order).await),
        }
    }
    // Drawn anew each time, so that a key that has got about is of use for as long as its certificate. As all of TLS is, it is drawn by
    // the system: a test that scripts chance has no part in it.
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(domains)?;
    params.distinguished_name = DistinguishedName::new();
    order.finalize_csr(params.serialize_request(&key)?.der()).await?;
    loop {
        match order.certificate().await? {
            // The key goes first: what an authority sends is not taken for one.
            Some(chain) => return Ok(key.serialize_pem() + &chain),
            None => waited.wait().await?,
        }
    }
}

/// Answers the challenge of each name, and has the authority look.
async fn prove(order: &mut Order, domains: &[String], issued: &Issued) -> Result<(), AcmeError> {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        let domain = match authorization.identifier().identifier {
            Identifier::Dns(name) if domains.contains(name) => name.clone(),
            other => return Err(AcmeError::Foreign(format!("{other:?}"))),
        };
        match authorization.status {
            AuthorizationStatus::Pending => {}
            // It was proved a while ago, and the authority remembers.
            AuthorizationStatus::Valid => continue,
            _ => return Err(AcmeError::Invalid(Some(format!("{domain} cannot be proved any more")))),
        }
        let challenge = authorization.challenge(ChallengeType::TlsAlpn01);
        let mut challenge = challenge.ok_or_else(|| AcmeError::NoChallenge(domain.clone()))?;
        let digest = challenge.key_authorization().digest();
        let digest = digest.as_ref().try_into().map_err(|_other| AcmeError::NoChallenge(domain.clone()))?;
        issued.answer(&domain, digest)?;
        challenge.set_ready().await?;
    }
    Ok(())
}

/// What the authority found wrong: it says so of the order, or of the challenge that was answered.
async fn why_invalid(order: &mut Order) -> AcmeError {
    if let Some(problem) = &order.state().error {
        return AcmeError::Invalid(Some(problem.to_string()));
    }
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { break };
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.as_ref()) {
            return AcmeError::Invalid(Some(format!("{}: {problem}", state.identifier())));
        }
    }
    AcmeError::Invalid(None)
}

/// Waiting for an authority to decide.
struct Waited<'a> {
    polls: u32,
    clock: &'a Clock,
    client: &'a AcmeClient,
}

impl Waited<'_> {
    async fn wait(&mut self) -> Result<(), AcmeError> {
        if self.polls == limits::ACME_POLLS {
            return Err(AcmeError::Undecided);
        }
        let growing = limits::ACME_POLL.saturating_mul(1 << self.polls.min(16));
        self.polls += 1;
        tracing::debug!("the authority has not decided yet");
        let pause = self.client.retry_after().unwrap_or(growing);
        self.clock.sleep(pause.clamp(limits::ACME_POLL, limits::ACME_POLL_LONGEST)).await;
        Ok(())
    }
}
