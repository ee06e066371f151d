//! Reports, and what moderators see of them.

use cydonia_protocol::{
    AuditPage, ErrorCode, ModeratorAction, Player, PlayerFile, ReportOutcome, ReportPage, ReportReason,
    ReportReceipt, ReportRequest, Room, SanctionKind, Words,
};
use cydonia_protocol::{CloseReport, Phrase};
use cydonia_server::limits;
use cydonia_tests::{Guest, TestServer, fresh_id};
use reqwest::{Client, Method, RequestBuilder};

use super::{
    LOG, REPORTS, SANCTIONS, against, code, fine, from_range, get, house, imposed, own_data, report, reported,
};
use crate::contacts::ask;
use crate::schema::{assert_fits, closed};
use crate::support::{create, database, say, seated_guests};

fn of(player: &Guest, text: Option<&str>) -> ReportRequest {
    let text = text.map(str::to_owned);
    ReportRequest { player: player.player.id, reason: ReportReason::Insults, table: None, text }
}

fn close(server: &TestServer, by: &Guest, number: i64, outcome: ReportOutcome) -> RequestBuilder {
    let closing = CloseReport { outcome, note: Some("A word to the log".to_owned()) };
    ask(server, by, Method::POST, &format!("{REPORTS}/{number}")).json(&closing)
}

async fn open(server: &TestServer, mia: &Guest) -> ReportPage {
    fine(get(server, mia, REPORTS)).await
}

#[tokio::test]
async fn a_report_comes_with_what_was_said_and_is_closed_by_a_moderator() {
    let (server, mia) = house().await;
    let (table, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    for phrase in [Phrase::Hello, Phrase::Oh] {
        players[1].call(say(table, Room::Players, Words::Phrase { phrase })).await.expect("said");
    }
    players[0].call(say(table, Room::Players, Words::Phrase { phrase: Phrase::Hello })).await.expect("said");
    let request = ReportRequest { table: Some(table), ..of(&ben, Some(" He insults me.\nAll the time. ")) };
    let number = reported(&server, &ada, &request).await;
    let page = open(&server, &mia).await;
    assert_fits(&closed("report-page"), &serde_json::to_value(&page).expect("JSON"));
    let [seen] = &page.reports[..] else { panic!("one report: {page:?}") };
    assert_eq!((seen.number, &seen.player, &seen.by), (number, &ben.player, &ada.player));
    assert_eq!(seen.text.as_deref(), Some("He insults me.\nAll the time."));
    assert_eq!((seen.table, &seen.closed), (Some(table), &None));
    let said: Vec<Words> = seen.said.iter().map(|line| line.words.clone()).collect();
    let words = [Phrase::Hello, Phrase::Oh].map(|phrase| Words::Phrase { phrase });
    assert_eq!(said, words, "his own words, in their order");

    let receipt: ReportReceipt = fine(close(&server, &mia, number, ReportOutcome::Upheld)).await;
    assert_eq!(receipt.report, number);
    assert!(open(&server, &mia).await.reports.is_empty());
    assert_eq!(code(close(&server, &mia, number, ReportOutcome::Dismissed)).await, ErrorCode::NoReport);
    let shut: ReportPage = fine(get(&server, &mia, &format!("{REPORTS}?closed=true"))).await;
    let found = shut.reports[0].closed.as_ref().expect("it is closed");
    assert_eq!((&found.by, found.outcome), (&mia.player, ReportOutcome::Upheld));
    let log: AuditPage = fine(get(&server, &mia, LOG)).await;
    assert_fits(&closed("audit-page"), &serde_json::to_value(&log).expect("JSON"));
    let [entry] = &log.entries[..] else { panic!("one entry: {log:?}") };
    assert_eq!((entry.action, entry.player.as_ref()), (ModeratorAction::Upheld, Some(&ben.player)));
    assert_eq!(entry.text.as_deref(), Some("A word to the log"));
}

#[tokio::test]
async fn whoever_reports_somebody_again_says_it_anew_until_it_was_looked_at() {
    let (server, mia) = house().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let first = reported(&server, &ada, &of(&ben, Some("first"))).await;
    assert_eq!(reported(&server, &ada, &of(&ben, Some("second"))).await, first);
    let page = open(&server, &mia).await;
    assert_eq!((page.reports.len(), page.reports[0].text.as_deref()), (1, Some("second")));
    // Another's is another.
    assert_ne!(reported(&server, &mia, &of(&ben, None)).await, first);
    fine::<ReportReceipt>(close(&server, &mia, first, ReportOutcome::Dismissed)).await;
    assert_ne!(reported(&server, &ada, &of(&ben, None)).await, first);
}

#[tokio::test]
async fn people_alone_are_reported_and_not_without_end() {
    let (server, _mia) = house().await;
    let ada = server.guest("Ada").await;
    assert_eq!(code(report(&server, &ada, &of(&ada, None))).await, ErrorCode::BadContact);
    let by_id = |player| ReportRequest { player, ..of(&ada, None) };
    assert_eq!(code(report(&server, &ada, &by_id(fresh_id()))).await, ErrorCode::NoPlayer);
    assert_eq!(
        code(report(&server, &ada, &by_id(cydonia_protocol::COMPUTERS[0]))).await,
        ErrorCode::BadContact
    );
    let ben = server.guest("Ben").await;
    for bad in ["x".repeat(501), "a\u{202e}b".to_owned()] {
        assert_eq!(code(report(&server, &ada, &of(&ben, Some(&bad)))).await, ErrorCode::BadText, "{bad}");
    }
    let silent = ReportRequest { reason: ReportReason::Other, ..of(&ben, None) };
    assert_eq!(code(report(&server, &ada, &silent)).await, ErrorCode::BadText, "other than what?");
    server.advance(limits::DAY);
    for turn in 0..limits::REPORTS_A_DAY.get() {
        // Whoever says it anew has said it once more.
        let other = server.guest(&format!("Guest {}", turn / 2)).await;
        reported(&server, &ada, &of(&other, None)).await;
    }
    assert_eq!(code(report(&server, &ada, &of(&ben, None))).await, ErrorCode::TooMany);
    server.advance(limits::DAY);
    reported(&server, &ada, &of(&ben, None)).await;
}

#[tokio::test]
async fn what_was_said_goes_along_as_far_as_it_was_heard_and_is_not_lost() {
    let (server, mia) = house().await;
    let (table, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    players[1].call(say(table, Room::Players, Words::Phrase { phrase: Phrase::Oh })).await.expect("said");
    let request = ReportRequest { table: Some(table), ..of(&ben, Some("He sighs.")) };
    let eve = server.guest("Eve").await;
    for by in [&eve, &mia] {
        reported(&server, by, &request).await;
    }
    let heard = async || {
        let reports = open(&server, &mia).await.reports;
        reports.into_iter().map(|report| (report.by.name, report.said.len(), report.text)).collect::<Vec<_>>()
    };
    let text = || Some("He sighs.".to_owned());
    let unheard = [("Mia".to_owned(), 0, text()), ("Eve".to_owned(), 0, text())];
    assert_eq!(heard().await, unheard, "who was not there heard nothing");
    reported(&server, &ada, &request).await;
    assert_eq!(heard().await[0], ("Ada".to_owned(), 1, text()));
    // Said anew without the table: what was there stays.
    reported(&server, &ada, &of(&ben, None)).await;
    assert_eq!(heard().await[0], ("Ada".to_owned(), 1, text()));
}

#[tokio::test]
async fn reports_and_the_log_have_pages() {
    let (server, mia) = house().await;
    let ada = server.guest("Ada").await;
    let mut numbers = Vec::new();
    for turn in 0..5 {
        numbers.push(reported(&server, &ada, &of(&server.guest(&format!("Guest {turn}")).await, None)).await);
    }
    numbers.reverse();
    let (mut seen, mut path) = (Vec::new(), format!("{REPORTS}?limit=2"));
    loop {
        let page: ReportPage = fine(get(&server, &mia, &path)).await;
        seen.extend(page.reports.iter().map(|report| report.number));
        let Some(next) = page.next else { break };
        path = format!("{REPORTS}?limit=2&cursor={next}");
    }
    assert_eq!(seen, numbers);
    // A place in one list is none in another.
    let page: ReportPage = fine(get(&server, &mia, &format!("{REPORTS}?limit=1"))).await;
    let next = page.next.expect("there are more");
    for other in [format!("{REPORTS}?closed=true"), format!("{LOG}?limit=1"), format!("{SANCTIONS}?limit=1")]
    {
        let path = format!("{other}&cursor={next}");
        assert_eq!(code(get(&server, &mia, &path)).await, ErrorCode::BadQuery, "{path}");
    }
    for number in &numbers {
        fine::<ReportReceipt>(close(&server, &mia, *number, ReportOutcome::Dismissed)).await;
    }
    let first: AuditPage = fine(get(&server, &mia, &format!("{LOG}?limit=3"))).await;
    let path = format!("{LOG}?limit=3&cursor={}", first.next.expect("there are more"));
    let second: AuditPage = fine(get(&server, &mia, &path)).await;
    assert_eq!((first.entries.len(), second.entries.len(), second.next), (3, 2, None));
}

#[tokio::test]
async fn a_report_is_forgotten_after_a_year_and_addresses_after_three_months() {
    let (server, mia) = house().await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    let number = reported(&server, &ada, &of(&ben, Some("him"))).await;
    reported(&server, &ada, &of(&cleo, None)).await;
    fine::<ReportReceipt>(close(&server, &mia, number, ReportOutcome::Dismissed)).await;
    let range = from_range(SanctionKind::Ban, "203.0.113.0/24", Some(1));
    let shut_out = imposed(&server, &mia, &range).await.number;
    imposed(&server, &mia, &against(SanctionKind::Ban, &ben, Some(1))).await;
    let shut =
        async || fine::<ReportPage>(get(&server, &mia, &format!("{REPORTS}?closed=true"))).await.reports;
    let told = async || {
        let log: AuditPage = fine(get(&server, &mia, LOG)).await;
        log.entries.into_iter().filter_map(|entry| entry.addresses).collect::<Vec<_>>()
    };
    server.advance(limits::ADDRESSES_KEPT);
    loop {
        let kept = told().await;
        if kept == [""] {
            break;
        }
        assert_eq!(kept, ["203.0.113.0/24"]);
        server.advance(limits::TIDY_EVERY);
    }
    let mut store = database(&server).await;
    assert_eq!(store.number("SELECT count(*) FROM sanctions", None).await, 1, "the player's own stays");
    assert_eq!(store.number("SELECT max(number) FROM sanctions", None).await, shut_out + 1);
    assert_eq!(shut().await.len(), 1);
    server.advance(limits::REPORTS_KEPT);
    while !shut().await.is_empty() {
        server.advance(limits::TIDY_EVERY);
    }
    assert!(open(&server, &mia).await.reports.is_empty(), "those that nobody has closed, too");
}

#[tokio::test]
async fn what_was_reported_is_among_ones_own_data_and_goes_with_whoever_is_deleted() {
    let (server, mia) = house().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (of_ben, of_ada) = (of(&ben, Some("her words")), of(&ada, Some("his words")));
    let (hers, his) = (reported(&server, &ada, &of_ben).await, reported(&server, &ben, &of_ada).await);
    imposed(&server, &mia, &against(SanctionKind::Mute, &ada, None)).await;
    let own = own_data(&server, &ada).await;
    assert_eq!((own.reports.len(), own.reports[0].text.as_deref()), (1, Some("her words")));
    assert_eq!((own.sanctions.len(), own.sanctions[0].reason.as_str()), (1, "Insults"));

    let gone = Client::new().delete(server.url("/api/v1/account")).bearer_auth(&ada.token);
    assert_eq!(gone.send().await.expect("an answer").status(), 200);
    let page = open(&server, &mia).await;
    let left: Vec<_> = page.reports.iter().map(|report| (report.number, report.text.clone())).collect();
    assert_eq!(left, [(hers, None)], "{his} was about her, and {hers} in her words");
    assert!(page.reports[0].by.is_deleted());
    let log: AuditPage = fine(get(&server, &mia, LOG)).await;
    let [entry] = &log.entries[..] else { panic!("one entry: {log:?}") };
    assert!(entry.player.as_ref().is_some_and(Player::is_deleted) && entry.text.is_none());
    let file: PlayerFile =
        fine(get(&server, &mia, &format!("/api/v1/moderation/players/{}", ada.player.id))).await;
    assert!(file.reports.is_empty() && file.sanctions.is_empty());
    assert_eq!(code(report(&server, &ben, &of_ada)).await, ErrorCode::BadContact);
}
