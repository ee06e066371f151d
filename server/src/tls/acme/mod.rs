//! ACME (RFC 8555): the house gets its certificate from an authority by itself, and renews it. It proves its names on the port on which it
//! listens anyway (TLS-ALPN-01): [`order`] asks for one over [`client`], and [`kept`] has it after a restart. Whatever goes wrong is told to
//! the log, and the certificate that there is stays.

mod client;
mod kept;
mod order;
mod settings;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use instant_acme::{Account, NewAccount};
use tokio::sync::OnceCell;
use tokio::task;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{self, ServerConfig};

use super::TlsError;
use super::certificate::{Certificate, CertificateError};
use super::issued::{AnswerError, Issued};
use super::trust::{trust_file, trust_system};
use crate::clock::Clock;
use crate::limits;
use client::AcmeClient;
use kept::{Kept, KeptAccount, KeptError};
pub use settings::{
    AcmeContact, AcmeContactError, AcmeDirectory, AcmeDirectoryError, AcmeDomain, AcmeDomainError,
    AcmeSettings,
};

/// A house's dealings with an authority.
pub(super) struct Acme {
    domains: Vec<String>,
    contact: Option<String>,
    directory: String,
    kept: Kept,
    issued: Arc<Issued>,
    config: Arc<ServerConfig>,
    /// Whom to believe of the authority: the root that was named, or what the system trusts, which is read when it is first needed.
    trust: OnceCell<TlsConnector>,
}

/// Why a try came to no certificate.
#[derive(Debug, thiserror::Error)]
enum AcmeError {
    /// The authority refuses, cannot be reached, or says what nobody understands.
    #[error("{0}")]
    Authority(#[from] instant_acme::Error),
    /// There is no trusted line to it.
    #[error("no trusted line to the authority: {0}")]
    Trust(#[from] rustls::Error),
    /// It wants to see something proved that it was not asked for.
    #[error("the authority asks about {0}, which was not ordered")]
    Foreign(String),
    /// It does not look for proofs the one way that the house gives them.
    #[error("the authority offers no challenge of the kind tls-alpn-01 for {0}")]
    NoChallenge(String),
    /// A challenge cannot be answered.
    #[error("a challenge cannot be answered: {0}")]
    Answer(#[from] AnswerError),
    /// It did not believe the house.
    #[error("the order is invalid: {}", .0.as_deref().unwrap_or("the authority does not say why"))]
    Invalid(Option<String>),
    /// It does not come to a decision.
    #[error("the authority has not decided in time")]
    Undecided,
    /// A key or a request for a certificate cannot be made.
    #[error("a key or a request cannot be made: {0}")]
    Request(#[from] rcgen::Error),
    /// What it gave is of no use.
    #[error("what the authority gave is of no use: {0}")]
    Certificate(#[from] CertificateError),
    /// The account cannot be kept or found again.
    #[error("the account cannot be kept: {0}")]
    Account(#[from] KeptError),
}

impl AcmeError {
    /// Whether the authority has no such account any more, as one that was set up anew.
    fn is_of_no_account(&self) -> bool {
        let Self::Authority(instant_acme::Error::Api(problem)) = self else { return false };
        problem.r#type.as_deref() == Some("urn:ietf:params:acme:error:accountDoesNotExist")
    }
}

impl std::fmt::Debug for Acme {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Acme({:?} of {})", self.domains, self.directory)
    }
}

impl Acme {
    pub(super) fn new(settings: &AcmeSettings, folder: &Path) -> Result<Self, TlsError> {
        let mut domains: Vec<String> = Vec::new();
        for domain in &settings.acme_domain {
            if !domains.iter().any(|known| known == domain.as_str()) {
                domains.push(domain.as_str().to_owned());
            }
        }
        let trust = match &settings.acme_root {
            Some(file) => OnceCell::new_with(Some(trust_file(file)?)),
            None => OnceCell::new(),
        };
        let kept = Kept::new(folder.join(settings.acme_directory.folder()));
        let issued = Arc::new(Issued::default());
        let config = Arc::clone(&issued).config()?;
        let contact = settings.acme_contact.as_ref().map(|contact| contact.as_str().to_owned());
        let directory = settings.acme_directory.as_str().to_owned();
        let acme = Self { domains, contact, directory, kept, issued, config, trust };
        acme.find();
        Ok(acme)
    }

    /// Until when the certificate holds, in milliseconds since 1970; none before there is one.
    pub(super) fn until_ms(&self) -> Option<i64> {
        self.issued.current().map(|certificate| certificate.until_ms())
    }

    pub(super) fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.config)
    }

    /// Takes the certificate that was kept. Even one that has ended is better than none: whoever comes is told what is wrong.
    fn find(&self) {
        match self.kept.certificate() {
            Ok(Some(pem)) => match Certificate::read(&pem) {
                Ok(certificate) => self.issued.show(certificate),
                Err(error) => {
                    let file = self.kept.certificate_path();
                    tracing::error!(file = %file.display(), %error, "the kept certificate is of no use");
                }
            },
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "the kept certificate cannot be read"),
        }
    }

    /// Renews the certificate whenever that is due, for as long as the house is open.
    pub(super) async fn run(&self, clock: &Clock) {
        let domains = self.domains.join(", ");
        match self.issued.current() {
            Some(found) => {
                tracing::info!(
                    domains,
                    hours_left = found.hours_left(clock.now_ms()),
                    "the kept certificate is shown"
                );
            }
            None => tracing::warn!(
                domains,
                "there is no certificate yet: nobody gets in before the authority gives one"
            ),
        }
        let mut failures = 0;
        loop {
            let wait_ms = self.due_ms(clock.now_ms()).saturating_sub(clock.now_ms());
            if let Ok(wait_ms @ 1..) = u64::try_from(wait_ms) {
                clock.sleep(Duration::from_millis(wait_ms).min(limits::ACME_LOOKED_AT)).await;
                continue;
            }
            let (obtained, retry_after) = self.attempt(clock).await;
            let pause = match obtained {
                Ok(hours_left) => {
                    failures = 0;
                    tracing::info!(domains, hours_left, "a certificate was obtained");
                    limits::ACME_LOOKED_AT
                }
                Err(error) => {
                    failures += 1;
                    let pause = pause_after(failures, retry_after);
                    let error = brief(&error.to_string());
                    tracing::error!(
                        domains,
                        error,
                        again_in_s = pause.as_secs(),
                        "no certificate could be obtained"
                    );
                    pause
                }
            };
            clock.sleep(pause).await;
        }
    }

    /// When a certificate is to be asked for: at once, if there is none that is for all the names.
    fn due_ms(&self, now_ms: i64) -> i64 {
        match self.issued.current() {
            Some(current) if current.check(&self.domains, now_ms).is_ok() => current.renewal_ms(),
            _ => now_ms,
        }
    }

    /// Asks for a certificate once; for how many hours it holds, and how long the authority wants to be left alone.
    async fn attempt(&self, clock: &Clock) -> (Result<i64, AcmeError>, Option<Duration>) {
        let trust = match self.trust.get_or_try_init(trust_system).await {
            Ok(trust) => trust.clone(),
            Err(error) => return (Err(error.into()), None),
        };
        let client = AcmeClient::new(clock.clone(), trust);
        let obtained = self.obtain(&client, clock).await;
        self.issued.end_challenges();
        (obtained, client.retry_after())
    }

    async fn obtain(&self, client: &AcmeClient, clock: &Clock) -> Result<i64, AcmeError> {
        let obtained = async {
            let account = self.account(client).await?;
            order::obtain(&account, client, &self.domains, &self.issued, clock).await
        };
        let obtained = obtained.await;
        if let Err(error) = &obtained
            && error.is_of_no_account()
        {
            // The next try opens another.
            self.on_disk(Kept::forget_account).await?;
        }
        let pem = obtained?;
        let certificate = Certificate::read(&pem)?;
        certificate.check(&self.domains, clock.now_ms())?;
        let hours_left = certificate.hours_left(clock.now_ms());
        self.issued.show(certificate);
        // It is good whether it is kept or not.
        if let Err(error) = self.on_disk(move |kept| kept.keep_certificate(&pem)).await {
            tracing::error!(%error, "the certificate cannot be kept: after a restart another is asked for");
        }
        Ok(hours_left)
    }

    /// The account that is kept, or a new one. Who names a domain agrees to the authority's terms of service.
    async fn account(&self, client: &AcmeClient) -> Result<Account, AcmeError> {
        let contacts: Vec<&str> = self.contact.iter().map(String::as_str).collect();
        let builder = Account::builder_with_http(Box::new(client.clone()));
        let (account, credentials) = match self.on_disk(Kept::account).await? {
            Some(KeptAccount { contact, credentials }) if contact == self.contact => {
                return Ok(builder.from_credentials(credentials).await?);
            }
            Some(KeptAccount { credentials, .. }) => {
                let again = copy(&credentials)?;
                let account = builder.from_credentials(credentials).await?;
                account.update_contacts(&contacts).await?;
                (account, again)
            }
            None => {
                let new = NewAccount {
                    contact: &contacts,
                    terms_of_service_agreed: true,
                    only_return_existing: false,
                };
                builder.create(&new, self.directory.clone(), None).await?
            }
        };
        let contact = self.contact.clone();
        self.on_disk(move |kept| kept.keep_account(&KeptAccount { contact, credentials })).await?;
        Ok(account)
    }

    /// Disks take their time, and sockets do not wait for them.
    async fn on_disk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Kept) -> Result<T, KeptError> + Send + 'static,
    ) -> Result<T, KeptError> {
        let kept = self.kept.clone();
        let path = kept.certificate_path();
        let done = task::spawn_blocking(move || work(&kept)).await;
        done.unwrap_or_else(|error| Err(KeptError::Io { path, error: error.into() }))
    }
}

/// Credentials say themselves to a file alone.
fn copy(
    credentials: &instant_acme::AccountCredentials,
) -> Result<instant_acme::AccountCredentials, AcmeError> {
    let copied = serde_json::to_value(credentials).and_then(serde_json::from_value);
    Ok(copied.map_err(instant_acme::Error::from)?)
}

/// How long to wait after so many tries in a row that came to nothing.
fn pause_after(failures: u32, retry_after: Option<Duration>) -> Duration {
    let growing = limits::ACME_RETRY.saturating_mul(4_u32.saturating_pow(failures.saturating_sub(1)));
    let asked = retry_after.unwrap_or_default().min(limits::ACME_RETRY_AFTER_LONGEST);
    growing.min(limits::ACME_RETRY_LONGEST).max(asked)
}

/// What an authority says of an error comes from outside: the log is told its beginning, in one line.
fn brief(said: &str) -> String {
    let plain = said.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(limits::ACME_TOLD).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_an_authority_may_ask_for_a_longer_one() {
        let pauses: Vec<u64> = (1..=6).map(|failures| pause_after(failures, None).as_secs()).collect();
        assert_eq!(pauses, [60, 240, 960, 3840, 15_360, 21_600]);
        assert_eq!(pause_after(u32::MAX, None), limits::ACME_RETRY_LONGEST);
        let asking = |seconds| pause_after(1, Some(Duration::from_secs(seconds))).as_secs();
        assert_eq!([asking(5), asking(7200), asking(u64::MAX)], [60, 7200, 86_400]);
    }

    #[test]
    fn what_an_authority_says_is_told_in_one_line() {
        assert_eq!(brief("a\nb\u{1b}[31mc"), "a b [31mc");
        assert_eq!(brief(&"ö".repeat(10_000)).chars().count(), limits::ACME_TOLD);
    }
}
