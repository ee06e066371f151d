//! Moderation: who is reported, muted and banned, by whom, and how that is found out afterwards.

mod fair_play;
mod names;
mod ranges;
mod reports;
mod sanctions;

use cydonia_protocol::{
    CommandAnswer, ErrorCode, OwnData, OwnDataLine, Problem, ReportReceipt, ReportRequest, Sanction,
    SanctionKind, SanctionRequest, SanctionTarget, Standing,
};
use cydonia_server::ConductSettings;
use cydonia_server::limits::Limits;
use cydonia_tests::{Guest, TestServer, TestServerBuilder, ample};
use reqwest::{Client, Method, RequestBuilder};
use serde::de::DeserializeOwned;

use crate::contacts::ask;

pub(crate) const REPORTS: &str = "/api/v1/moderation/reports";
pub(crate) const SANCTIONS: &str = "/api/v1/moderation/sanctions";
pub(crate) const LOG: &str = "/api/v1/moderation/log";

/// A house with a moderator, and them.
pub(crate) async fn house() -> (TestServer, Guest) {
    house_with(ample()).await
}

/// The same with limits of its own.
pub(crate) async fn house_with(limits: Limits) -> (TestServer, Guest) {
    let server = TestServer::start().await;
    let mia = server.guest("Mia").await;
    // Whoever keeps the house has read her id off her page.
    let data = server.close().await;
    let builder = TestServerBuilder::new().seed(2).limits(limits).conduct(keeping(&mia));
    (builder.start_on(data).await, mia)
}

/// How a house is kept that she moderates.
fn keeping(mia: &Guest) -> ConductSettings {
    ConductSettings {
        moderators: vec![mia.player.id],
        appeals: Some("Write to the house.".to_owned()),
        ..ConductSettings::default()
    }
}

async fn fine<T: DeserializeOwned>(request: RequestBuilder) -> T {
    let answer = request.send().await.expect("an answer");
    let status = answer.status();
    let text = answer.text().await.expect("a text");
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).expect("a document")
}

async fn code(request: RequestBuilder) -> ErrorCode {
    request.send().await.expect("an answer").json::<Problem>().await.expect("a refusal").code
}

fn get(server: &TestServer, by: &Guest, path: &str) -> RequestBuilder {
    ask(server, by, Method::GET, path)
}

fn report(server: &TestServer, by: &Guest, report: &ReportRequest) -> RequestBuilder {
    ask(server, by, Method::POST, "/api/v1/reports").json(report)
}

async fn reported(server: &TestServer, by: &Guest, request: &ReportRequest) -> i64 {
    fine::<ReportReceipt>(report(server, by, request)).await.report
}

pub(crate) fn impose(server: &TestServer, by: &Guest, request: &SanctionRequest) -> RequestBuilder {
    ask(server, by, Method::POST, SANCTIONS).json(request)
}

fn lift(server: &TestServer, by: &Guest, number: i64) -> RequestBuilder {
    ask(server, by, Method::DELETE, &format!("{SANCTIONS}/{number}"))
}

pub(crate) fn against(kind: SanctionKind, player: &Guest, hours: Option<u32>) -> SanctionRequest {
    let target = SanctionTarget::Player { player: player.player.id };
    SanctionRequest { kind, target, hours, reason: "Insults".to_owned() }
}

pub(crate) fn from_range(kind: SanctionKind, range: &str, hours: Option<u32>) -> SanctionRequest {
    let target = SanctionTarget::Addresses { range: range.to_owned() };
    SanctionRequest { kind, target, hours, reason: "A flood of names".to_owned() }
}

async fn imposed(server: &TestServer, by: &Guest, request: &SanctionRequest) -> Sanction {
    fine(impose(server, by, request)).await
}

async fn standing(server: &TestServer, of: &Guest) -> Standing {
    fine(get(server, of, "/api/v1/session/standing")).await
}

/// What somebody is told who does something over plain HTTP, from an address behind the house's proxy.
fn command(
    server: &TestServer,
    by: &Guest,
    from: &str,
    command: &cydonia_protocol::Command,
) -> RequestBuilder {
    let request = ask(server, by, Method::POST, "/api/v1/commands").header("x-forwarded-for", from);
    request.json(command)
}

async fn done(request: RequestBuilder) -> CommandAnswer {
    fine(request).await
}

/// All that is kept of somebody but their games.
async fn own_data(server: &TestServer, of: &Guest) -> OwnData {
    let answer = get(server, of, "/api/v1/account/data").send().await.expect("an answer");
    let text = answer.text().await.expect("lines");
    match serde_json::from_str(text.lines().next().expect("a line")).expect("own data") {
        OwnDataLine::Own(own) => *own,
        OwnDataLine::Game(_) => panic!("the first line is of oneself"),
    }
}

async fn name_from(server: &TestServer, from: &str, name: &str) -> Result<Guest, ErrorCode> {
    let body = serde_json::json!({ "name": name, "bearer": true });
    let request = Client::new().post(server.url("/api/v1/session")).header("x-forwarded-for", from);
    let answer = request.json(&body).send().await.expect("an answer");
    if answer.status() != 200 {
        return Err(answer.json::<Problem>().await.expect("a refusal").code);
    }
    let session: cydonia_protocol::Session = answer.json().await.expect("a session");
    Ok(Guest { player: session.player.expect("a player"), token: session.token.expect("a token") })
}
