//! Every way in which the server says no: each is provoked here once, for every message and request that can be refused
//! so, and `docs/protocol.md` lists exactly these.

mod accounts;
mod anywhere;
mod closes;
mod clubs;
mod company;
mod conduct;
mod contacts;
mod mail;
mod merging;
mod messages;
mod moderation;
mod oauth;
mod requests;
mod sides;
mod thought;
mod tokens;
mod tournaments;

use std::collections::BTreeSet;

use cydonia_protocol::ErrorCode;
use cydonia_tests::{Tape, TestServer};

use crate::recordings::exchanges;
pub(crate) use thought::thoughts;

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The codes that no message over a socket is answered with: they are about requests over HTTP alone.
pub(crate) const REQUESTS_ONLY: [ErrorCode; 40] = [
    ErrorCode::BadSubscription,
    ErrorCode::BadName,
    ErrorCode::NameTaken,
    ErrorCode::NoNewcomers,
    ErrorCode::NoModerator,
    ErrorCode::BadSanction,
    ErrorCode::NoReport,
    ErrorCode::NoSanction,
    ErrorCode::BadPassword,
    ErrorCode::BadPasskey,
    ErrorCode::WrongCredentials,
    ErrorCode::SeatedAsGuest,
    ErrorCode::NoAccount,
    ErrorCode::NotFresh,
    ErrorCode::LastCredential,
    ErrorCode::StillSeated,
    ErrorCode::BadMerge,
    ErrorCode::NoAnalysis,
    ErrorCode::BadQuery,
    ErrorCode::BadRecord,
    ErrorCode::BadProof,
    ErrorCode::NoProof,
    ErrorCode::NoPuzzle,
    ErrorCode::BadMailAddress,
    ErrorCode::NoMail,
    ErrorCode::WrongCode,
    ErrorCode::BadTournament,
    ErrorCode::NoTournament,
    ErrorCode::TournamentOver,
    ErrorCode::BadClub,
    ErrorCode::ClubNameTaken,
    ErrorCode::NoClub,
    ErrorCode::NotMember,
    ErrorCode::NotOwner,
    ErrorCode::Expelled,
    ErrorCode::TooLarge,
    ErrorCode::BadOrigin,
    ErrorCode::BadHost,
    ErrorCode::NotFound,
    ErrorCode::BadMethod,
];

/// What is refused, by its name in the page, and the code.
type Refusals = BTreeSet<(String, &'static str)>;

/// What the page says of everything whose name is such: the codes in the last cell of its rows. What follows a `?` is
/// no part of a name.
fn documented(is_name: impl Fn(&str) -> bool) -> Refusals {
    let mut refusals = Refusals::new();
    for row in PAGE.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2);
        let names = quoted(cells[0]).filter_map(|name| name.split('?').next()).filter(|name| is_name(name));
        for name in names {
            let codes = quoted(cells[cells.len() - 1]);
            let known = codes.filter_map(|text| ErrorCode::ALL.iter().find(|code| code.name() == text));
            refusals.extend(known.map(|code| (name.to_owned(), code.name())));
        }
    }
    refusals
}

fn assert_same(seen: &Refusals, documented: &Refusals) {
    let (untold, unseen): (Vec<_>, Vec<_>) =
        (seen.difference(documented).collect(), documented.difference(seen).collect());
    assert!(untold.is_empty() && unseen.is_empty(), "not in the page: {untold:?}; not seen: {unseen:?}");
}

/// Has a server say no over its sockets in every way there is, and another that admits little in all others; both on
/// one tape.
pub(crate) async fn provoke(server: &TestServer, tape: &Tape) -> TestServer {
    company::provoke(server).await;
    contacts::provoke(server).await;
    sides::provoke(server).await;
    messages::provoke(server).await;
    tokens::provoke(server).await;
    crate::review::provoke(server).await;
    let mut strict = TestServer::start_with_limits(company::tight()).await;
    strict.record_on(tape);
    company::provoke_tight(&strict).await;
    thought::provoke(tape).await;
    conduct::provoke(tape).await;
    moderation::provoke(tape).await;
    strict
}

#[tokio::test]
async fn every_refusal_says_why_in_a_sentence() {
    let mut server = TestServer::start().await;
    let tape = server.record();
    provoke(&server, &tape).await;
    let refused = exchanges(&tape).into_iter().filter(|said| said.code.is_some());
    let sentences: Vec<String> = refused.map(|said| said.sentence.expect("some words")).collect();
    assert!(sentences.len() > ErrorCode::ALL.len(), "{}", sentences.len());
    let short: Vec<_> = sentences.iter().filter(|sentence| sentence.len() <= 10).collect();
    assert!(short.is_empty(), "{short:?}");
}

#[tokio::test]
async fn everything_is_refused_as_the_page_says_and_every_code_is_told() {
    let mut server = TestServer::start().await;
    let tape = server.record();
    let strict = provoke(&server, &tape).await;
    let told: Vec<_> =
        exchanges(&tape).into_iter().filter_map(|said| Some((said.kind, said.code?))).collect();
    // That it cannot be read goes for any message.
    let readable = told.iter().filter(|(_, code)| *code != ErrorCode::BadMessage);
    let seen = readable.map(|(kind, code)| (kind.clone().expect("it was read"), code.name())).collect();
    assert_same(
        &seen,
        &documented(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')),
    );
    let mut codes: BTreeSet<&str> = told.iter().map(|(_, code)| code.name()).collect();
    assert!(REQUESTS_ONLY.iter().all(|code| !codes.contains(code.name())), "messages alone: {codes:?}");

    let mut told = requests::provoke(&server).await;
    told.extend(requests::provoke_side_lines(&server).await);
    told.extend(accounts::provoke().await);
    told.extend(merging::provoke().await);
    told.extend(requests::provoke_tight(&strict).await);
    told.extend(thought::provoke_requests().await);
    told.extend(conduct::provoke_requests().await);
    told.extend(moderation::provoke_requests().await);
    told.extend(tournaments::provoke().await);
    told.extend(clubs::provoke().await);
    told.extend(mail::provoke().await);
    let seen = told.iter().map(|(name, code)| ((*name).to_owned(), code.name())).collect();
    assert_same(&seen, &documented(|name| name.contains(" /")));
    codes.extend(told.iter().map(|(_, code)| code.name()));
    codes.extend(anywhere::provoke(&server).await.iter().map(|code| code.name()));
    assert_eq!(codes, ErrorCode::ALL.iter().map(|code| code.name()).collect());
}
