//! Accounts and orders: what an authority does once it has looked who asks.

use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use serde_json::{Value, json};

use super::{Account, Manner, Order, Refusal, Shared, malformed, refused};
use crate::acme::jws::AccountKey;
use crate::acme::proof::{Request, is_proved};

pub(super) fn new_account(shared: &Shared, key: AccountKey, said: &Value) -> Result<Response, Refusal> {
    if said["termsOfServiceAgreed"] != true {
        return Err(refused("userActionRequired", "agree first", StatusCode::FORBIDDEN));
    }
    let mut books = shared.books();
    let url = shared.url(&format!("/account/{}", books.requests));
    books.accounts.insert(url.clone(), Account { key, contact: said["contact"].clone() });
    Ok((StatusCode::CREATED, [(header::LOCATION, url)], json!({"status": "valid"}).to_string())
        .into_response())
}

pub(super) fn new_order(shared: &Shared, manner: Manner, said: &Value) -> Result<Response, Refusal> {
    let names = said["identifiers"].as_array().into_iter().flatten();
    let domains: Vec<String> = names.filter_map(|name| name["value"].as_str().map(str::to_owned)).collect();
    if domains.is_empty() {
        return Err(malformed("an order without names"));
    }
    let undecided = usize::from(manner == Manner::Slow);
    let mut books = shared.books();
    let number = books.orders.len();
    let order = Order { proofs: vec![None; domains.len()], domains, undecided, certificate: None };
    let told = told_order(shared, number, &order).to_string();
    books.orders.push(order);
    Ok((StatusCode::CREATED, [(header::LOCATION, shared.url(&format!("/order/{number}")))], told)
        .into_response())
}

pub(super) fn told_order(shared: &Shared, number: usize, order: &Order) -> Value {
    let authorization = |at| shared.url(&format!("/authorization/{number}/{at}"));
    json!({
        "status": order.status(),
        "identifiers": order.domains.iter().map(|name| json!({"type": "dns", "value": name})).collect::<Vec<_>>(),
        "authorizations": (0..order.domains.len()).map(authorization).collect::<Vec<_>>(),
        "finalize": shared.url(&format!("/finalize/{number}")),
        "certificate": order.certificate.is_some().then(|| shared.url(&format!("/certificate/{number}"))),
    })
}

fn told_challenge(shared: &Shared, kind: &str, number: usize, at: usize, proof: Option<bool>) -> Value {
    let error =
        json!({"type": "urn:ietf:params:acme:error:unauthorized", "detail": "the wrong\ncertificate"});
    json!({
        "type": kind,
        "url": shared.url(&format!("/challenge/{number}/{at}")),
        "token": token(number, at),
        "status": match proof { None => "pending", Some(true) => "valid", Some(false) => "invalid" },
        "error": if proof == Some(false) { error } else { Value::Null },
    })
}

fn token(number: usize, at: usize) -> String {
    format!("token-{number}-{at}")
}

pub(super) fn authorization(
    shared: &Shared,
    manner: Manner,
    number: usize,
    at: usize,
) -> Result<Response, Refusal> {
    let books = shared.books();
    let order = books.orders.get(number).ok_or_else(|| malformed("no order"))?;
    let proof = *order.proofs.get(at).ok_or_else(|| malformed("no such name"))?;
    let kinds: &[&str] =
        if manner == Manner::OtherChallenges { &["http-01", "dns-01"] } else { &["http-01", "tls-alpn-01"] };
    let told = json!({
        "status": match proof { None => "pending", Some(true) => "valid", Some(false) => "invalid" },
        "identifier": {"type": "dns", "value": order.domains[at]},
        "challenges": kinds.iter().map(|kind| told_challenge(shared, kind, number, at, proof)).collect::<Vec<_>>(),
    });
    Ok(told.to_string().into_response())
}

/// Looks whether a name is proved, before it answers.
pub(super) async fn challenged(
    shared: &Shared,
    manner: Manner,
    key: &AccountKey,
    number: usize,
    at: usize,
) -> Result<Response, Refusal> {
    let domain = shared.books().orders.get(number).and_then(|order| order.domains.get(at).cloned());
    let domain = domain.ok_or_else(|| malformed("no such name"))?;
    let house = *shared.house.clone().wait_for(Option::is_some).await.expect("the test goes on");
    let house = house.expect("waited for");
    let proof = is_proved(house, &domain, &format!("{}.{}", token(number, at), key.thumbprint())).await;
    assert!(proof.is_ok(), "the house answers every challenge: {proof:?}");
    shared.books().orders[number].proofs[at] = Some(manner != Manner::Doubtful);
    // What became of it is told by the order.
    Ok(told_challenge(shared, "tls-alpn-01", number, at, None).to_string().into_response())
}

pub(super) fn finalize(
    shared: &Shared,
    manner: Manner,
    number: usize,
    said: &Value,
) -> Result<Response, Refusal> {
    let mut books = shared.books();
    let day = books.day;
    let order = books.orders.get_mut(number).ok_or_else(|| malformed("no order"))?;
    if order.status() != "ready" {
        return Err(refused("orderNotReady", order.status(), StatusCode::FORBIDDEN));
    }
    let request = URL_SAFE_NO_PAD.decode(said["csr"].as_str().unwrap_or_default()).unwrap_or_default();
    let request = Request::read(&request).ok_or_else(|| malformed("no request for a certificate"))?;
    let (mut wanted, mut asked) = (order.domains.clone(), request.names.clone());
    wanted.sort();
    asked.sort();
    if wanted != asked {
        return Err(malformed("a request for other names"));
    }
    let names =
        if manner == Manner::OtherName { vec!["other.example".to_owned()] } else { order.domains.clone() };
    let mut params = CertificateParams::new(names).expect("names");
    let days = |days: u32| Duration::from_secs(u64::from(days) * 24 * 60 * 60);
    let life = if manner == Manner::Ended { 0 } else { 90 };
    params.not_before = date_time_ymd(2026, 1, 1) + days(day);
    params.not_after = params.not_before + days(life);
    let own = KeyPair::generate().expect("a key");
    let certificate = match manner {
        Manner::OtherKey => params.signed_by(&own, &shared.issuer),
        _ => params.signed_by(&request, &shared.issuer),
    };
    order.certificate = Some(certificate.expect("a certificate").pem() + &shared.issuer.pem());
    order.undecided = usize::from(manner == Manner::Slow);
    Ok(told_order(shared, number, order).to_string().into_response())
}
