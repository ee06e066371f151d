//! Whole games: what a program is told, and that what it answers is played.

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{MatchRecord, OfferKind, TableStatus};
use cydonia_rules::Reason;
use cydonia_server::cli::referee::Referee;
use cydonia_tests::{TestServer, fresh_id};
use serde_json::Value;

use super::*;
use crate::support::sit;

#[tokio::test]
async fn a_program_plays_to_the_end_at_somebodys_table() {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-go").await;
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&["--table", &link, "--name", "Line"], FIRST);
    begun(&mut host, table).await;
    plays_on(&mut host, table, usize::MAX).await;
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    let kept: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let reason = kept.summary.reason.name();
    assert!(end.output[1].starts_with(&format!("the game is over as {reason}: ")), "{end:?}");
    assert_ne!(reason, Reason::RESIGNED.name());
    assert_eq!((kept.summary.seats[1].player.name.as_str(), end.errors.as_str()), ("Line", ""));
}

/// Plays some turns of a game with dice against a bot with these flags; what is kept of the dice.
async fn with_dice(flags: &[&str]) -> DiceReport {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-frisby").await;
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&[&["--table", &link], flags].concat(), FIRST);
    host.ready(table).await.expect("ready");
    begun(&mut host, table).await;
    plays_on(&mut host, table, 12).await;
    if host.tables[&table].info.status == TableStatus::Playing {
        resign(&mut host, table).await;
    }
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    server.get(&format!("/api/v1/matches/{table}/dice")).await
}

#[tokio::test]
async fn a_bot_adds_its_part_to_the_dice() {
    let report = with_dice(&[]).await;
    assert!(report.fits, "{}", report.sentence);
    assert!(report.proof.rolls.len() > 4, "{:?}", report.proof.rolls.len());
    assert!(report.proof.pledges.iter().all(Option::is_some), "both have pledged");
}

#[tokio::test]
async fn a_bot_that_adds_nothing_is_rolled_for() {
    let report = with_dice(&["--plain"]).await;
    assert!(report.fits, "{}", report.sentence);
    let adds: Vec<bool> = report.proof.pledges.iter().map(Option::is_some).collect();
    assert_eq!(adds, [true, false]);
}

#[tokio::test]
async fn a_bot_sets_a_table_up_that_others_find_by_its_link() {
    let server = TestServer::start().await;
    let url = server.url("");
    let flags = ["--url", &url, "--create", "martian-chess", "--option", "rules=arcade", "--private"];
    let mut bot = BotProcess::start(&[&flags[..], &["--clock", "300+5", "--seat", "1"]].concat(), FIRST);
    let (table, key) = of_link(&bot.sits().await);
    assert!(key.is_some(), "a private table has a key");
    let mut guest = server.join("Ada").await;
    let follow = Command::Watch { table, since: None, key: key.clone(), quiet: false };
    guest.call(follow).await.expect("the key opens it");
    guest.call(Command::Sit { table, seat: None, key }).await.expect("a free seat");
    begun(&mut guest, table).await;
    let info = &guest.tables[&table].info;
    let clock = cydonia_protocol::TimeControl::Fischer { initial_s: 300, increment_s: 5 };
    assert_eq!((guest.seat(table), info.clock, info.options.len()), (0, clock, 1));
    plays_on(&mut guest, table, 3).await;
    resign(&mut guest, table).await;
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    assert!(end.output[0].contains("over as resigned"), "{end:?}");
}

/// Keeps all that it is told in a file, and plays on.
fn keeping(file: &std::path::Path) -> String {
    let file = file.to_str().expect("a path");
    FIRST.replace("case \"$line\"", &format!("printf '%s\\n' \"$line\" >>'{file}'; case \"$line\""))
}

#[tokio::test]
async fn what_is_told_is_what_the_referee_takes_and_answers() {
    let server = TestServer::start().await;
    let file = tempfile::NamedTempFile::new().expect("a file");
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&["--table", &link, "--agree", "takeback"], &keeping(file.path()));
    begun(&mut host, table).await;
    plays_on(&mut host, table, 3).await;
    // The bot declines what it was not told to agree to. On its own turn it might act first, and whatever is on offer would lapse.
    let seat = host.seat(table);
    host.until(table, |known| known.owes() == Some(seat)).await;
    for what in [OfferKind::Draw, OfferKind::Takeback] {
        let offer = Command::Offer { table, request: fresh_id(), what, computer: None };
        host.call(offer).await.expect("it is offered");
        host.until(table, |known| known.offers.is_empty()).await;
    }
    assert!(host.tables[&table].line.iter().any(|entry| entry.contains("takes back")), "it agreed to that");
    assert_eq!(host.tables[&table].outcome, None, "and not to a draw");
    plays_on(&mut host, table, 2).await;
    resign(&mut host, table).await;
    assert!(bot.ends().await.status.success());

    let told = std::fs::read_to_string(file.path()).expect("it was kept");
    let (mut referee, mut last) = (Referee::default(), Value::Null);
    let (mut games, mut asked) = (0, 0);
    for line in told.lines() {
        let value: Value = serde_json::from_str(line).expect("JSON");
        if value.get("phase").is_none() {
            games += usize::from(value.get("new").is_some());
            last = serde_json::from_str(&referee.answer(line)).expect("JSON");
            assert!(last.get("error").is_none(), "{line}: {last}");
            continue;
        }
        assert_eq!(value["you"], 1);
        let is_asked = value["yours"] == true;
        asked += usize::from(is_asked);
        assert_eq!(value["within_ms"], if is_asked { Value::from(10_000) } else { Value::Null });
        for field in ["phase", "seat", "actions", "dice", "scores", "result"] {
            assert_eq!(value[field], last[field], "{field} in {line}");
        }
    }
    assert_eq!(
        (games, last["phase"].as_str()),
        (2, Some("over")),
        "the game was told anew when a turn was taken back"
    );
    assert!(asked >= 5, "{told}");
}

#[tokio::test]
async fn a_program_may_resign() {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    let script = FIRST.replace("{\\\"act\\\":\\\"${rest%%\\\"*}\\\"}", "{\\\"resign\\\":true}");
    assert_ne!(script, FIRST);
    let bot = BotProcess::start(&["--table", &link], &script);
    begun(&mut host, table).await;
    plays_on(&mut host, table, usize::MAX).await;
    let end = bot.ends().await;
    assert!(end.status.success() && end.errors.is_empty(), "{end:?}");
    let outcome = host.tables[&table].outcome.clone().expect("it is over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::RESIGNED, vec![1, 2]));
}

#[tokio::test]
async fn two_bots_play_each_other() {
    let server = TestServer::start().await;
    let url = server.url("");
    let mut one = BotProcess::start(&["--url", &url, "--create", "martian-mud-wrestling"], FIRST);
    let link = one.sits().await;
    let other = BotProcess::start(&["--table", &link], FIRST);
    let (one, other) = (one.ends().await, other.ends().await);
    assert!(one.status.success() && other.status.success(), "{one:?} {other:?}");
    assert_eq!(one.output.last(), other.output.last());
}

#[tokio::test]
async fn one_of_more_seats_that_resigns_is_out_while_others_play_on() {
    let server = TestServer::start().await;
    let mut host = server.join("Ada").await;
    let table = host.call(create_game("martian-go", 3)).await.expect("a table").table.expect("its id");
    host.call(watch(table)).await.expect("it is there");
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&["--table", &link, "--strikes", "1"], "read -r line; read -r line; exit");
    host.until(table, |known| known.info.seats[1].sitter().is_some()).await;
    let mut third = server.join("Cid").await;
    third.call(sit(table)).await.expect("a seat");
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(1), "{end:?}");
    host.until(table, |known| known.line.iter().any(|entry| entry.contains("1 Resigned"))).await;
    assert_eq!(host.tables[&table].info.status, TableStatus::Playing);
}
