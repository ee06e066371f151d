//! Mutes and bans of players.

use std::time::Duration;

use cydonia_protocol::{
    AuditPage, Command, ErrorCode, ModeratorAction, Phrase, PlayerFile, Presence, Room, Sanction,
    SanctionKind, SanctionPage, SanctionRequest, SanctionTarget, SeatState, TimeControl, Words,
};
use cydonia_server::limits;
use cydonia_tests::{TestServerBuilder, fresh_id};
use uuid::Uuid;

use super::{
    LOG, SANCTIONS, against, code, command, done, fine, get, house, impose, imposed, keeping, lift, standing,
};
use crate::contacts::challenge_to;
use crate::schema::{assert_fits, closed};
use crate::support::{create, refused, say, seated_guests, sit, watch, wish};

const HOUR: Duration = Duration::from_secs(60 * 60);

fn hello(table: Uuid, room: Room) -> Command {
    say(table, room, Words::Phrase { phrase: Phrase::Hello })
}

#[tokio::test]
async fn whoever_is_muted_says_nothing_and_plays_on_until_it_ends_or_is_lifted() {
    let (server, mia) = house().await;
    let (table, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    players[0].call(hello(table, Room::Players)).await.expect("said");
    let sanction = imposed(&server, &mia, &against(SanctionKind::Mute, &ada, Some(2))).await;
    assert_fits(&closed("sanction"), &serde_json::to_value(&sanction).expect("JSON"));
    assert_eq!((sanction.player.as_ref(), &sanction.by), (Some(&ada.player), &mia.player));
    assert_eq!(sanction.until_ms, Some(server.now_ms() + 2 * HOUR.as_millis() as i64));
    let refusal = players[0].call(hello(table, Room::Players)).await.expect_err("she is muted");
    assert_eq!(refusal.code, ErrorCode::Muted);
    assert_eq!(
        refusal.message,
        "you may not talk here until 2026-01-01T02:00:00Z: Insults (Write to the house.)"
    );
    players[0].play(table, |_| 0).await.expect("she plays on");
    players[1].call(hello(table, Room::Players)).await.expect("he is not meant");
    let told = standing(&server, &ada).await;
    assert_fits(&closed("standing"), &serde_json::to_value(&told).expect("JSON"));
    assert_eq!((told.sanctions[0].kind, told.sanctions[0].until_ms), (SanctionKind::Mute, sanction.until_ms));
    assert_eq!((told.appeals.as_deref(), told.moderator), (Some("Write to the house."), false));
    let his = standing(&server, &ben).await;
    assert!(his.sanctions.is_empty() && his.appeals.is_none());
    assert!(standing(&server, &mia).await.moderator);

    let lifted: Sanction = fine(lift(&server, &mia, sanction.number)).await;
    assert_eq!(lifted.lifted_ms, Some(server.now_ms()));
    assert_eq!(code(lift(&server, &mia, sanction.number)).await, ErrorCode::NoSanction);
    players[0].call(hello(table, Room::Players)).await.expect("said");

    let again = imposed(&server, &mia, &against(SanctionKind::Mute, &ada, Some(1))).await;
    refused(&mut players[0], hello(table, Room::Players), ErrorCode::Muted).await;
    server.pass(&mut players, HOUR).await;
    players[0].call(hello(table, Room::Players)).await.expect("its time is over");
    assert_eq!(code(lift(&server, &mia, again.number)).await, ErrorCode::NoSanction);
    let log: AuditPage = fine(get(&server, &mia, LOG)).await;
    let actions: Vec<_> = log.entries.iter().map(|entry| entry.action).collect();
    assert_eq!(actions, [ModeratorAction::Muted, ModeratorAction::Lifted, ModeratorAction::Muted]);
}

#[tokio::test]
async fn whoever_is_banned_resigns_and_watches_and_does_nothing_else_on_any_line() {
    let (server, mia) = house().await;
    let (table, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    let open = players[0].call(create(3)).await.expect("a table").table.expect("its id");
    players[1].call(watch(open)).await.expect("watching");
    players[1].call(sit(open)).await.expect("a seat");
    imposed(&server, &mia, &against(SanctionKind::Ban, &ada, None)).await;
    // Where no game is on, her seat is another's.
    players[1].until(open, |folded| folded.info.seats[0] == SeatState::Free {}).await;
    let refusal = players[0].call(create(2)).await.expect_err("she is banned");
    assert_eq!(refusal.code, ErrorCode::Banned);
    assert_eq!(refusal.message, "you may not play or talk here: Insults (Write to the house.)");
    let act = players[0].play(table, |_| 0).await.expect_err("she is banned");
    assert_eq!(act.code, ErrorCode::Banned);
    for talk in [hello(table, Room::Players), hello(open, Room::Watchers)] {
        refused(&mut players[0], talk, ErrorCode::Banned).await;
    }
    // On a line that she opens now, by plain HTTP, and for her seat alone on another device.
    let mut anew = server.connect(Some(&ada)).await;
    anew.call(watch(table)).await.expect("anybody may look on");
    refused(&mut anew, sit(open), ErrorCode::Banned).await;
    assert_eq!(code(command(&server, &ada, "", &create(2))).await, ErrorCode::Banned);
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |folded| folded.outcome.is_some()).await;
    refused(&mut players[0], Command::Rematch { table }, ErrorCode::Banned).await;
    // He is not meant.
    done(command(&server, &ben, "", &create(2))).await;
}

#[tokio::test]
async fn what_holds_is_found_again_after_a_restart() {
    let (server, mia) = house().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    imposed(&server, &mia, &against(SanctionKind::Ban, &ada, None)).await;
    let muted = imposed(&server, &mia, &against(SanctionKind::Mute, &ben, Some(1))).await;
    fine::<Sanction>(lift(&server, &mia, muted.number)).await;
    let data = server.close().await;
    let server = TestServerBuilder::new().seed(3).conduct(keeping(&mia)).start_on(data).await;
    refused(&mut server.connect(Some(&ada)).await, create(2), ErrorCode::Banned).await;
    server.connect(Some(&ben)).await.call(create(2)).await.expect("a table");
    assert!(standing(&server, &ben).await.sanctions.is_empty());
    let page: SanctionPage = fine(get(&server, &mia, SANCTIONS)).await;
    assert_fits(&closed("sanction-page"), &serde_json::to_value(&page).expect("JSON"));
    let held: Vec<_> = page.sanctions.iter().map(|one| one.player.clone()).collect();
    assert_eq!(held, [Some(ada.player.clone())]);
    // A file tells of what is over, too.
    let file: PlayerFile =
        fine(get(&server, &mia, &format!("/api/v1/moderation/players/{}", ben.player.id))).await;
    assert_fits(&closed("player-file"), &serde_json::to_value(&file).expect("JSON"));
    assert_eq!((file.sanctions.len(), file.sanctions[0].lifted_ms.is_some()), (1, true));
    // Of a ban that is lifted nothing is left.
    fine::<Sanction>(lift(&server, &mia, page.sanctions[0].number)).await;
    server.connect(Some(&ada)).await.call(create(2)).await.expect("a table");
}

#[tokio::test]
async fn people_alone_are_meant_and_no_moderators() {
    let (server, mia) = house().await;
    let ada = server.guest("Ada").await;
    let of = |player| SanctionRequest {
        kind: SanctionKind::Ban,
        target: SanctionTarget::Player { player },
        hours: None,
        reason: "Insults".to_owned(),
    };
    assert_eq!(code(impose(&server, &mia, &of(mia.player.id))).await, ErrorCode::BadSanction);
    assert_eq!(
        code(impose(&server, &mia, &of(cydonia_protocol::COMPUTERS[0]))).await,
        ErrorCode::BadSanction
    );
    assert_eq!(code(impose(&server, &mia, &of(fresh_id()))).await, ErrorCode::NoPlayer);
    for hours in [0, limits::SANCTION_HOURS + 1, u32::MAX] {
        let request = against(SanctionKind::Ban, &ada, Some(hours));
        assert_eq!(code(impose(&server, &mia, &request)).await, ErrorCode::BadSanction, "{hours}");
    }
    for reason in [String::new(), " ".to_owned(), "x".repeat(501), "a\0b".to_owned()] {
        let request = SanctionRequest { reason, ..against(SanctionKind::Ban, &ada, None) };
        assert_eq!(code(impose(&server, &mia, &request)).await, ErrorCode::BadText, "{}", request.reason);
    }
    // Whoever would ban without being asked to is refused, whatever they say.
    assert_eq!(code(impose(&server, &ada, &of(mia.player.id))).await, ErrorCode::NoModerator);
    assert_eq!(code(lift(&server, &ada, 1)).await, ErrorCode::NoModerator);
    let log: AuditPage = fine(get(&server, &mia, LOG)).await;
    assert!(log.entries.is_empty());
}

#[tokio::test]
async fn in_a_game_without_a_clock_whoever_is_banned_is_away_and_need_not_be_waited_for() {
    let (server, mia) = house().await;
    let wish = wish("martian-chess", 2, TimeControl::None {});
    let (table, [ada, _], mut players) = seated_guests(&server, wish).await;
    players[0].play(table, |_| 0).await.expect("a move");
    players[1].play(table, |_| 0).await.expect("a move");
    imposed(&server, &mia, &against(SanctionKind::Ban, &ada, None)).await;
    // Though her page is open.
    while !matches!(players[1].presence[&table][0], Presence::Away { .. }) {
        players[1].next().await;
    }
    refused(&mut players[1], Command::Claim { table, seat: 0 }, ErrorCode::NotAbsent).await;
    server.pass(&mut players, limits::CLAIM_AFTER).await;
    players[1].call(Command::Claim { table, seat: 0 }).await.expect("she is not waited for");
    players[1].until(table, |folded| folded.outcome.is_some()).await;
    refused(&mut players[1], Command::Rematch { table }, ErrorCode::Banned).await;
    let challenge = challenge_to(create(2), &[(1, ada.player.id)]);
    refused(&mut players[1], challenge, ErrorCode::NoChallenges).await;
}

#[tokio::test]
async fn a_command_that_was_refused_is_carried_out_once_that_is_over() {
    let (server, mia) = house().await;
    let ada = server.guest("Ada").await;
    let muted = imposed(&server, &mia, &against(SanctionKind::Ban, &ada, None)).await;
    let again = || command(&server, &ada, "", &create(2)).header("idempotency-key", "one");
    let first = again();
    let (once, twice) = (first.try_clone().expect("a request"), first);
    assert_eq!(code(once).await, ErrorCode::Banned);
    fine::<Sanction>(lift(&server, &mia, muted.number)).await;
    done(twice).await;
}
