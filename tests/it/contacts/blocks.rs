//! Blocks: who does not sit with, follow, challenge or talk to whom.

use cydonia_protocol::{
    BlockList, Command, ErrorCode, FollowList, OwnGameEvent, Phrase, Room, SeatState, TimeControl, Words,
};
use cydonia_tests::{Guest, TestServer, fresh_id};
use reqwest::Method;
use uuid::Uuid;

use super::{ask, block, challenge, challenge_to, code, fill, fine, follow, follows, unblock};
use crate::own_games;
use crate::schema::{assert_fits, closed};
use crate::support::{create, refused, say, seated_guests, sit, watch};

fn hello(table: Uuid, room: Room) -> Command {
    say(table, room, Words::Phrase { phrase: Phrase::Hello })
}

#[tokio::test]
async fn neither_sits_down_where_the_other_sits_until_the_block_is_taken_back() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    let list: BlockList = fine(block(&server, &ada, &ben)).await;
    assert_fits(&closed("block-list"), &serde_json::to_value(&list).expect("JSON"));
    assert_eq!((list.blocks.len(), &list.blocks[0].player), (1, &ben.player));
    let of_hers = hers.call(create(2)).await.expect("a table").table.expect("its id");
    let of_his = his.call(create(2)).await.expect("a table").table.expect("its id");
    refused(&mut his, sit(of_hers), ErrorCode::Blocked).await;
    refused(&mut hers, sit(of_his), ErrorCode::Blocked).await;
    refused(&mut his, challenge(&ada), ErrorCode::Blocked).await;
    refused(&mut hers, challenge(&ben), ErrorCode::Blocked).await;
    assert_eq!(code(follow(&server, &ben, &ada)).await, ErrorCode::Blocked);
    assert_eq!(code(follow(&server, &ada, &ben)).await, ErrorCode::Blocked);
    let left: BlockList = fine(unblock(&server, &ada, &ben)).await;
    assert!(left.blocks.is_empty());
    his.call(sit(of_hers)).await.expect("a seat");
}

#[tokio::test]
async fn a_block_takes_challenges_between_the_two_away() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    let (mut hers, mut other) = (server.connect(Some(&ada)).await, server.connect(Some(&eve)).await);
    let mut lines = own_games::follow(&server, &ada).await;
    own_games::tables(&mut lines).await;
    let of_eve = other.call(challenge(&ada)).await.expect("a table").table.expect("its id");
    own_games::events(&mut lines, of_eve, &[OwnGameEvent::Seat]).await;
    let of_ada = hers.call(challenge(&eve)).await.expect("a table").table.expect("its id");
    own_games::events(&mut lines, of_ada, &[OwnGameEvent::Seat]).await;
    hers.call(watch(of_ada)).await.expect("she waits");
    fine::<BlockList>(block(&server, &ada, &eve)).await;
    own_games::events(&mut lines, of_eve, &[OwnGameEvent::Gone]).await;
    hers.until(of_ada, |folded| folded.info.seats[1] == SeatState::Free {}).await;
    refused(&mut other, sit(of_ada), ErrorCode::NoTable).await;
}

#[tokio::test]
async fn nobody_who_is_blocked_takes_the_company_of_whoever_is_challenged() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.guest("Ada").await, server.guest("Eve").await);
    fine::<BlockList>(block(&server, &ada, &eve)).await;
    let mut carl = server.join("Carl").await;
    let wish = challenge_to(create(3), &[(1, ada.player.id)]);
    let table = carl.call(wish).await.expect("a table").table.expect("its id");
    refused(&mut server.connect(Some(&eve)).await, sit(table), ErrorCode::Blocked).await;
    server.connect(Some(&ada)).await.call(sit(table)).await.expect("her seat");
}

#[tokio::test]
async fn a_quick_match_goes_by_a_table_of_whoever_is_blocked() {
    let server = TestServer::start().await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    let forever = TimeControl::None {};
    fine::<BlockList>(block(&server, &ada, &ben)).await;
    let mut tables = Vec::new();
    let mut waiting = Vec::new();
    for guest in [&ada, &cleo] {
        let mut client = server.connect(Some(guest)).await;
        let table = client.call(create(2)).await.expect("a table").table.expect("its id");
        client.call(watch(table)).await.expect("watching");
        tables.push(table);
        waiting.push(client);
    }
    let mut his = server.connect(Some(&ben)).await;
    let game = "martian-chess".to_owned();
    let quick = Command::Quick { request: fresh_id(), game, seats: 2, clock: forever, rated: false };
    let found = his.call(quick).await.expect("a table").table;
    assert_eq!(found, Some(tables[1]), "hers was open for longer");
}

#[tokio::test]
async fn a_game_goes_on_but_there_is_no_rematch_and_nobody_follows() {
    let server = TestServer::start().await;
    let (table, [ada, ben], mut players) = seated_guests(&server, create(2)).await;
    fine::<FollowList>(follow(&server, &ada, &ben)).await;
    fine::<FollowList>(follow(&server, &ben, &ada)).await;
    fine::<BlockList>(block(&server, &ben, &ada)).await;
    assert!(follows(&server, &ada).await.is_empty() && follows(&server, &ben).await.is_empty());
    players[0].play(table, |_| 0).await.expect("a move");
    // Whoever plays is heard: the other's page shows it not.
    players[0].call(hello(table, Room::Players)).await.expect("said");
    players[1].call(Command::Resign { table }).await.expect("resigned");
    // Once it is over, she is not.
    refused(&mut players[0], hello(table, Room::Players), ErrorCode::Blocked).await;
    for player in &mut players {
        refused(player, Command::Rematch { table }, ErrorCode::Blocked).await;
    }
}

#[tokio::test]
async fn whoever_is_blocked_by_a_player_says_nothing_as_a_watcher() {
    let server = TestServer::start().await;
    let (table, [ada, _], _players) = seated_guests(&server, create(2)).await;
    let (cleo, dan) = (server.guest("Cleo").await, server.guest("Dan").await);
    let mut watchers = [server.connect(Some(&cleo)).await, server.connect(Some(&dan)).await];
    for watcher in &mut watchers {
        watcher.call(watch(table)).await.expect("watching");
    }
    fine::<BlockList>(block(&server, &ada, &cleo)).await;
    // Whom he has blocked himself may sit there.
    fine::<BlockList>(block(&server, &dan, &ada)).await;
    refused(&mut watchers[0], hello(table, Room::Watchers), ErrorCode::Blocked).await;
    watchers[1].call(hello(table, Room::Watchers)).await.expect("said");
    assert!(!watchers[1].chat.values().flatten().any(|line| line.player == cleo.player));
}

#[tokio::test]
async fn there_is_a_number_of_people_whom_one_follows_and_blocks() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let (cleo, dan) = (server.guest("Cleo").await, server.guest("Dan").await);
    fine::<BlockList>(block(&server, &ada, &cleo)).await;
    fine::<FollowList>(follow(&server, &ada, &dan)).await;
    for list in ["follows", "blocks"] {
        fill(&server, list, &ada).await;
        let put = |of: &Guest| ask(&server, &ada, Method::PUT, &format!("/api/v1/{list}/{}", of.player.id));
        assert_eq!(code(put(&ben)).await, ErrorCode::TooMany, "{list}");
    }
    // Whoever is on the list already is no further one.
    fine::<FollowList>(follow(&server, &ada, &dan)).await;
    fine::<BlockList>(block(&server, &ada, &cleo)).await;
}
