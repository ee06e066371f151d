//! Authorization requests (OAuth 2): what an app asks a player for, checked before anybody is asked. Apps are not registered, as
//! whoever runs a house would have to vouch for them: a player is told the name that an app gives itself and where they are sent, and a code is
//! worth nothing without the secret that its app began with (PKCE).

use std::net::Ipv4Addr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cydonia_protocol::{AuthorizationRequest, Scope};
use sha2::{Digest, Sha256};
use url::{Host, Url};

use crate::limits;
use crate::store::Scopes;

/// What is wrong with a request.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AuthorizationError {
    /// The app has no name that can be shown.
    #[error("client_id is 1 to {} visible ASCII characters", limits::CLIENT_ID)]
    ClientId,
    /// Nobody is to be sent there with a code.
    #[error(
        "redirect_uri is an address of https, of http on this machine (localhost, 127.0.0.1, [::1]), or of a scheme \
         that is a domain's name backwards, with no more than {} characters, no user and no part behind #",
        limits::REDIRECT_URI
    )]
    RedirectUri,
    /// It is no SHA-256.
    #[error("code_challenge is the SHA-256 of the verifier, in base64url without padding")]
    CodeChallenge,
    /// There is no such scope.
    #[error("{0:?} is no scope: there are read, play and chat")]
    Scope(String),
    /// It is more than an app needs to know its request by.
    #[error("state has {} characters at most", limits::AUTHORIZATION_STATE)]
    State,
}

/// What an app has asked for, as it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authorization {
    /// What the app calls itself.
    pub client_id: String,
    /// What its token would be good for.
    pub scopes: Scopes,
    /// The address as it was written: it must be told again as it was.
    redirect_uri: String,
    redirect: Url,
    challenge: [u8; 32],
    state: Option<String>,
}

impl Authorization {
    /// Checks what an app asks for.
    ///
    /// # Errors
    /// If something of it is not what it must be.
    pub(crate) fn of(request: AuthorizationRequest) -> Result<Self, AuthorizationError> {
        let AuthorizationRequest { client_id, redirect_uri, code_challenge, scope, state, .. } = request;
        let is_name = client_id.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_name || client_id.is_empty() || client_id.len() > limits::CLIENT_ID {
            return Err(AuthorizationError::ClientId);
        }
        let challenge = URL_SAFE_NO_PAD.decode(code_challenge).ok().and_then(|hash| hash.try_into().ok());
        let challenge = challenge.ok_or(AuthorizationError::CodeChallenge)?;
        let redirect = redirect(&redirect_uri).ok_or(AuthorizationError::RedirectUri)?;
        let scopes = scopes(scope.as_deref().unwrap_or_default())?;
        if state.as_deref().is_some_and(|state| state.chars().count() > limits::AUTHORIZATION_STATE) {
            return Err(AuthorizationError::State);
        }
        Ok(Self { client_id, scopes, redirect_uri, redirect, challenge, state })
    }

    /// Where the browser would go, in the words that a player can judge it by: a host with its port, or a scheme.
    pub(crate) fn redirect_to(&self) -> String {
        match (self.redirect.host_str(), self.redirect.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (Some(host), None) => host.to_owned(),
            (None, _) => self.redirect.scheme().to_owned(),
        }
    }

    /// Where the browser goes with an answer from that house.
    pub(crate) fn answer(&self, issuer: &str, name: &str, value: &str) -> String {
        let mut answer = self.redirect.clone();
        {
            let mut query = answer.query_pairs_mut();
            query.append_pair(name, value);
            if let Some(state) = &self.state {
                query.append_pair("state", state);
            }
            query.append_pair("iss", issuer);
        }
        answer.into()
    }

    /// Whether whoever brings a code is the app that it was given for.
    pub(super) fn is_of(&self, client_id: &str, redirect_uri: &str, verifier: &str) -> bool {
        let is_same = self.client_id == client_id && self.redirect_uri == redirect_uri;
        is_same && <[u8; 32]>::from(Sha256::digest(verifier)) == self.challenge
    }
}

/// An address to which a browser may be sent with a code: one that nobody in between reads, and that no script is.
fn redirect(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= limits::REDIRECT_URI)?;
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_taken = match url.scheme() {
        "https" => true,
        "http" => is_local,
        scheme => scheme.contains('.') && url.host().is_none(),
    };
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    (is_taken && is_plain).then_some(url)
}

/// Reading is part of all.
fn scopes(text: &str) -> Result<Scopes, AuthorizationError> {
    let named = text.split(' ').filter(|word| !word.is_empty()).map(|word| {
        let scope = Scope::ALL.iter().copied().find(|scope| scope.name() == word);
        scope.ok_or_else(|| AuthorizationError::Scope(word.chars().take(limits::CLIENT_ID).collect()))
    });
    named.chain([Ok(Scope::Read)]).collect()
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::{CodeChallengeMethod, ResponseType};

    use super::*;

    /// The pair of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn request() -> AuthorizationRequest {
        AuthorizationRequest {
            response_type: ResponseType::Code,
            client_id: "org.example.board".to_owned(),
            redirect_uri: "https://board.example/back?from=here".to_owned(),
            code_challenge: CHALLENGE.to_owned(),
            code_challenge_method: CodeChallengeMethod::S256,
            scope: Some("play".to_owned()),
            state: Some("a&b".to_owned()),
        }
    }

    #[test]
    fn a_browser_is_sent_back_with_all_that_an_app_needs_to_know_its_request() {
        let asked = Authorization::of(request()).expect("all is well");
        assert_eq!(asked.scopes.iter().collect::<Vec<_>>(), [Scope::Read, Scope::Play]);
        assert_eq!(asked.redirect_to(), "board.example");
        assert_eq!(
            asked.answer("https://games.example/mars", "code", "x y"),
            "https://board.example/back?from=here&code=x+y&state=a%26b&iss=https%3A%2F%2Fgames.example%2Fmars"
        );
        let native = AuthorizationRequest {
            redirect_uri: "org.example.board:/back".to_owned(),
            state: None,
            scope: None,
            ..request()
        };
        let native = Authorization::of(native).expect("all is well");
        assert_eq!(native.scopes.iter().collect::<Vec<_>>(), [Scope::Read]);
        assert_eq!(native.redirect_to(), "org.example.board");
        assert_eq!(
            native.answer("http://h", "code", "x"),
            "org.example.board:/back?code=x&iss=http%3A%2F%2Fh"
        );
    }

    #[test]
    fn browsers_are_sent_to_no_address_that_others_read_or_that_is_a_script() {
        for (uri, is_taken) in [
            ("https://board.example", true),
            ("https://board.example:8443/a/b?c=d", true),
            ("http://localhost:5000/", true),
            ("http://127.0.0.1:5000/", true),
            ("http://[::1]:5000/", true),
            ("org.example.board:/back", true),
            ("http://127.0.0.2:5000/", false),
            ("http://board.example/", false),
            ("http://localhost.board.example/", false),
            ("http://127.0.0.1.board.example/", false),
            ("https://games.example@board.example/", false),
            ("https://board.example/#here", false),
            ("javascript:alert(1)", false),
            ("java\tscript:alert(1)", false),
            ("data:text/html,hello", false),
            ("org.example.board://host/back", false),
            ("/back", false),
            ("//board.example/", false),
            ("", false),
        ] {
            let asked = Authorization::of(AuthorizationRequest { redirect_uri: uri.to_owned(), ..request() });
            assert_eq!(asked.is_ok(), is_taken, "{uri}");
        }
        let long = format!("https://board.example/{}", "a".repeat(limits::REDIRECT_URI));
        let asked = Authorization::of(AuthorizationRequest { redirect_uri: long, ..request() });
        assert_eq!(asked, Err(AuthorizationError::RedirectUri));
    }

    #[test]
    fn what_an_app_says_of_itself_is_checked() {
        let wrong = |change: fn(&mut AuthorizationRequest)| {
            let mut request = request();
            change(&mut request);
            Authorization::of(request).expect_err("refused")
        };
        assert_eq!(wrong(|one| one.client_id = String::new()), AuthorizationError::ClientId);
        assert_eq!(wrong(|one| one.client_id = "Your bank".to_owned()), AuthorizationError::ClientId);
        assert_eq!(wrong(|one| one.client_id = "\u{430}pp".to_owned()), AuthorizationError::ClientId);
        assert_eq!(wrong(|one| one.client_id = "a".repeat(65)), AuthorizationError::ClientId);
        assert_eq!(wrong(|one| one.code_challenge = "short".to_owned()), AuthorizationError::CodeChallenge);
        assert_eq!(wrong(|one| one.code_challenge.push('=')), AuthorizationError::CodeChallenge);
        let none = AuthorizationError::Scope("Account".to_owned());
        assert_eq!(wrong(|one| one.scope = Some("play  Account".to_owned())), none);
        assert_eq!(wrong(|one| one.state = Some("a".repeat(513))), AuthorizationError::State);
    }

    #[test]
    fn a_code_is_its_apps_alone() {
        let asked = Authorization::of(request()).expect("all is well");
        let uri = "https://board.example/back?from=here";
        assert!(asked.is_of("org.example.board", uri, VERIFIER));
        assert!(!asked.is_of("org.example.other", uri, VERIFIER));
        assert!(!asked.is_of("org.example.board", "https://board.example/back", VERIFIER));
        assert!(!asked.is_of("org.example.board", uri, CHALLENGE));
    }
}
