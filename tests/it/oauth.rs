//! OAuth 2 with PKCE: an app of somebody else's gets a token if its player consents in person, and by no other way.

use cydonia_protocol::{
    AccessToken, AuthorizationResponse, AuthorizationServer, Close, ConsentPrompt, OAuthError,
    OAuthErrorCode, OwnToken, Scope, Session, TokenList,
};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::seat_keys;
use crate::sockets::assert_closed;
use crate::support::create;
use crate::tokens::token;

/// The pair of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const APP: &str = "org.example.board";
const BACK: &str = "https://board.example/back?from=mars";

pub(crate) const AUTHORIZE: &str = "/api/v1/oauth/authorize";
const TOKEN: &str = "/api/v1/oauth/token";
const REVOKE: &str = "/api/v1/oauth/revoke";

/// What an app asks for.
pub(crate) fn request() -> Value {
    json!({
        "response_type": "code",
        "client_id": APP,
        "redirect_uri": BACK,
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "scope": "play",
        "state": "a&b=c",
    })
}

/// Consents to what an app asks for.
pub(crate) fn consent(server: &TestServer, request: &Value) -> RequestBuilder {
    Client::new().post(server.url(AUTHORIZE)).json(request)
}

fn form(server: &TestServer, path: &str, fields: &[(&str, &str)]) -> RequestBuilder {
    Client::new().post(server.url(path)).form(fields)
}

/// The form by which the app exchanges a code, one field of it another.
fn exchange(server: &TestServer, code: &str, (field, other): (&str, &str)) -> RequestBuilder {
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", BACK),
        ("client_id", APP),
        ("code_verifier", VERIFIER),
    ];
    form(server, TOKEN, &fields.map(|(name, value)| (name, if name == field { other } else { value })))
}

/// Where a browser is sent, by name.
fn told(redirect: &str, name: &str) -> Option<String> {
    let url = Url::parse(redirect).expect("an address");
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The code that an app is given after a player's consent.
async fn code(server: &TestServer, player: &Guest) -> String {
    let answer = consent(server, &request()).bearer_auth(&player.token).send().await.expect("an answer");
    let answer: AuthorizationResponse = answer.json().await.expect("where to go");
    told(&answer.redirect_uri, "code").expect("a code")
}

async fn refused(request: RequestBuilder) -> OAuthErrorCode {
    let answer = request.send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let error: OAuthError = answer.json().await.expect("an error");
    assert!(!error.error_description.is_empty());
    error.error
}

async fn tokens(server: &TestServer, owner: &Guest) -> Vec<OwnToken> {
    let list = Client::new().get(server.url("/api/v1/tokens")).bearer_auth(&owner.token);
    list.send().await.expect("an answer").json::<TokenList>().await.expect("a list").tokens
}

async fn whose(server: &TestServer, token: &str) -> (StatusCode, Value) {
    let asked = Client::new().get(server.url("/api/v1/session")).bearer_auth(token);
    let answer = asked.send().await.expect("an answer");
    (answer.status(), answer.json().await.expect("JSON"))
}

#[tokio::test]
async fn an_app_is_let_in_by_its_player_and_shown_out_by_itself() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let house: AuthorizationServer = server.get("/.well-known/oauth-authorization-server").await;
    assert_eq!(house.issuer, server.url(""));
    assert_eq!(house.authorization_endpoint, server.url("/authorize"));
    assert_eq!(house.token_endpoint, server.url(TOKEN));
    assert_eq!(house.revocation_endpoint, server.url(REVOKE));

    let asked = Client::new().get(
        Url::parse_with_params(
            &server.url(AUTHORIZE),
            request()
                .as_object()
                .expect("fields")
                .iter()
                .map(|(name, value)| (name, value.as_str().expect("text"))),
        )
        .expect("an address"),
    );
    let prompt: ConsentPrompt = asked.send().await.expect("an answer").json().await.expect("a prompt");
    assert_eq!((prompt.client_id.as_str(), prompt.redirect_to.as_str()), (APP, "board.example"));
    assert_eq!(prompt.scopes, [Scope::Read, Scope::Play]);
    assert_eq!(told(&prompt.denied_uri, "error").as_deref(), Some("access_denied"));

    let answer = consent(&server, &request()).bearer_auth(&ada.token).send().await.expect("an answer");
    let AuthorizationResponse { redirect_uri } = answer.json().await.expect("where to go");
    assert!(redirect_uri.starts_with(&format!("{BACK}&code=")), "{redirect_uri}");
    for uri in [&redirect_uri, &prompt.denied_uri] {
        assert_eq!(told(uri, "state").as_deref(), Some("a&b=c"));
        assert_eq!(told(uri, "iss"), Some(house.issuer.clone()));
    }
    // Consent alone is no token yet.
    assert_eq!(tokens(&server, &ada).await, []);
    let code = told(&redirect_uri, "code").expect("a code");
    let answer = exchange(&server, &code, ("", "")).send().await.expect("an answer");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let AccessToken { access_token, scope, .. } = answer.json().await.expect("a token");
    assert!(access_token.starts_with("cydonia_"), "{access_token}");
    assert_eq!(scope, "read play");

    let (_, session) = whose(&server, &access_token).await;
    let session: Session = serde_json::from_value(session).expect("a session");
    assert_eq!(
        (session.player, session.scopes),
        (Some(ada.player.clone()), Some(vec![Scope::Read, Scope::Play]))
    );
    let [listed] = &tokens(&server, &ada).await[..] else { panic!("one token") };
    assert_eq!((listed.name.as_str(), listed.scopes.as_slice()), (APP, &[Scope::Read, Scope::Play][..]));
    let app = Guest { player: ada.player.clone(), token: access_token.clone() };
    let mut socket = server.connect(Some(&app)).await;
    socket.call(create(2)).await.expect("it may play");

    // It gives its token back, twice over; and no session goes that way.
    for token in [&access_token, &access_token, &ada.token] {
        let answer = form(&server, REVOKE, &[("token", token)]).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
    }
    assert_closed(&mut socket, Close::Ended).await;
    assert_eq!(whose(&server, &access_token).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(whose(&server, &ada.token).await.0, StatusCode::OK);
    assert_eq!(tokens(&server, &ada).await, []);
}

#[tokio::test]
async fn a_code_is_good_once_within_a_minute_and_for_its_own_app() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    for other in [
        ("code_verifier", CHALLENGE),
        ("client_id", "org.example.other"),
        ("redirect_uri", "https://board.example/back"),
    ] {
        let code = code(&server, &ada).await;
        assert_eq!(refused(exchange(&server, &code, other)).await, OAuthErrorCode::InvalidGrant, "{other:?}");
        // Whoever has guessed once has spent it.
        assert_eq!(refused(exchange(&server, &code, ("", ""))).await, OAuthErrorCode::InvalidGrant);
    }
    let late = code(&server, &ada).await;
    server.advance(limits::AUTHORIZATION_CODE);
    assert_eq!(refused(exchange(&server, &late, ("", ""))).await, OAuthErrorCode::InvalidGrant);
    assert_eq!(refused(exchange(&server, "none", ("", ""))).await, OAuthErrorCode::InvalidGrant);
    // Of many the oldest go; what others have consented to is no matter of that.
    let bens = code(&server, &server.guest("Ben").await).await;
    let first = code(&server, &ada).await;
    let second = code(&server, &ada).await;
    for _ in 1..limits::AUTHORIZATION_CODES_A_PLAYER {
        code(&server, &ada).await;
    }
    assert_eq!(refused(exchange(&server, &first, ("", ""))).await, OAuthErrorCode::InvalidGrant);
    assert_eq!(tokens(&server, &ada).await, []);
    let mut given = Vec::new();
    for good in [&second, &bens] {
        let answer = exchange(&server, good, ("", "")).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK);
        given.push(answer.json::<AccessToken>().await.expect("a token").access_token);
    }
    assert_eq!(tokens(&server, &ada).await.len(), 1);
    // A code that comes twice is in two hands, and so may its token be: that opens nothing any more.
    assert_eq!(
        refused(exchange(&server, &second, ("code_verifier", CHALLENGE))).await,
        OAuthErrorCode::InvalidGrant
    );
    assert_eq!(tokens(&server, &ada).await, []);
    let statuses = [whose(&server, &given[0]).await.0, whose(&server, &given[1]).await.0];
    assert_eq!(statuses, [StatusCode::UNAUTHORIZED, StatusCode::OK]);
}

#[tokio::test]
async fn what_is_no_exchange_is_refused_in_the_words_of_the_standard() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let code = code(&server, &ada).await;
    let unsupported = OAuthErrorCode::UnsupportedGrantType;
    for grant in ["", "password", "refresh_token", "client_credentials", "Authorization_Code"] {
        assert_eq!(refused(exchange(&server, &code, ("grant_type", grant))).await, unsupported, "{grant}");
    }
    let invalid = OAuthErrorCode::InvalidRequest;
    for missing in ["code", "redirect_uri", "client_id", "code_verifier"] {
        assert_eq!(refused(exchange(&server, &code, (missing, ""))).await, invalid, "{missing}");
    }
    for odd in ["short", &"a".repeat(129), &format!("{}+", "a".repeat(43))] {
        assert_eq!(refused(exchange(&server, &code, ("code_verifier", odd))).await, invalid, "{odd}");
    }
    let post = |path: &str| Client::new().post(server.url(path));
    let typed = |path: &str, body: &'static str| {
        post(path).header("content-type", "application/x-www-form-urlencoded").body(body)
    };
    for odd in [
        post(TOKEN).json(&json!({ "grant_type": "authorization_code", "code": code })),
        post(TOKEN),
        typed(TOKEN, "grant_type=authorization_code&code=a&code=b"),
        post(REVOKE).json(&json!({ "token": "a" })),
        typed(REVOKE, "token=a&token=b"),
        typed(REVOKE, "token="),
        typed(REVOKE, ""),
    ] {
        assert_eq!(refused(odd).await, invalid);
    }
    let by_address = format!("{TOKEN}?grant_type=authorization_code&code={code}&code_verifier={VERIFIER}");
    let by_address = post(&by_address).send().await.expect("an answer");
    assert_eq!(
        by_address.json::<Value>().await.expect("a problem")["code"],
        "bad_query",
        "a secret in an address"
    );
    assert_eq!(tokens(&server, &ada).await, []);
    // None of that has spent the code; a field that nobody knows is none.
    let form = format!(
        "grant_type=authorization_code&code={code}&redirect_uri={}&client_id={APP}&code_verifier={VERIFIER}&resource=x",
        "https%3A%2F%2Fboard.example%2Fback%3Ffrom%3Dmars"
    );
    let answer = post(TOKEN).header("content-type", "application/x-www-form-urlencoded").body(form);
    assert_eq!(answer.send().await.expect("an answer").status(), StatusCode::OK);
}

#[tokio::test]
async fn nobody_but_the_player_in_person_lets_an_app_in() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let table =
        server.connect(Some(&ada)).await.call(create(2)).await.expect("a table").table.expect("its id");
    let key = seat_keys::key(&server, &ada, table).await;
    let by_link = Browser::guest_at_seat(&server, table, &key).await;
    let by_token = token(&server, &ada, &[Scope::Play]).await;
    let code_of = async |request: RequestBuilder| {
        let answer = request.send().await.expect("an answer");
        let problem: Value = answer.json().await.expect("a problem");
        problem["code"].as_str().expect("a code").to_owned()
    };
    for (session, code) in
        [(None, "no_session"), (Some(&by_link), "seat_only"), (Some(&by_token), "no_scope")]
    {
        let asked = consent(&server, &request());
        let asked = match session {
            Some(guest) => asked.bearer_auth(&guest.token),
            None => asked,
        };
        assert_eq!(code_of(asked).await, code);
    }
    // A page of another site cannot use a visitor's cookie, nor press the button in a frame.
    let foreign = consent(&server, &request())
        .header("cookie", format!("cydonia_session={}", ada.token))
        .header("origin", "https://board.example");
    assert_eq!(code_of(foreign).await, "bad_origin");
    let page = Client::new().get(server.url("/authorize")).send().await.expect("a page");
    let policy = page.headers()["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    // Nor does an address: what changes something is asked by POST.
    let get = server.url(&format!("{AUTHORIZE}?response_type=code"));
    assert_eq!(code_of(Client::new().get(get).bearer_auth(&ada.token)).await, "bad_query");
    for (field, odd) in [
        ("response_type", json!("token")),
        ("code_challenge_method", json!("plain")),
        ("redirect_uri", json!("javascript:alert(1)")),
        ("scope", json!("account")),
        ("nonce", json!("1")),
    ] {
        let mut asked = request();
        asked[field] = odd;
        assert_eq!(code_of(consent(&server, &asked).bearer_auth(&ada.token)).await, "bad_message", "{field}");
    }
    assert_eq!(tokens(&server, &ada).await.len(), 1, "the one that was made by hand");
}

#[tokio::test]
async fn whoever_has_as_many_tokens_as_one_may_is_told_before_the_app_is() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let code = code(&server, &ada).await;
    for _ in 0..limits::TOKENS {
        token(&server, &ada, &[]).await;
    }
    let asked = consent(&server, &request()).bearer_auth(&ada.token).send().await.expect("an answer");
    assert_eq!(asked.json::<Value>().await.expect("a problem")["code"], "too_many");
    // Who had consented before that cannot have one more either.
    assert_eq!(refused(exchange(&server, &code, ("", ""))).await, OAuthErrorCode::InvalidGrant);
    assert_eq!(tokens(&server, &ada).await.len() as i64, limits::TOKENS);
}
