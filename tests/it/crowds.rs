//! What one address or one player can fill: neither the list of tables, nor the seats, nor a table's journal.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{
    Command, ErrorCode, ListedTable, LobbyFilter, LobbyStanding, OfferKind, ServerMessage, TablePage,
    TimeControl,
};
use cydonia_server::limits::{self, Limits};
use cydonia_tests::{TestClient, TestServer, ample};
use uuid::Uuid;

use crate::company::{offer, offered};
use crate::support::{create, create_game, database, refused, seated_with, sit, until_listed, watch, wish};

const BY_POST: TimeControl = TimeControl::Correspondence { days: 3 };

/// Forty players of one address with fifty tables each, as fast as they can.
async fn flood(server: &TestServer) {
    for number in 0..40 {
        let guest = server.guest(&format!("Griefer {number}")).await;
        let mut griefer = TestClient::connect_from(server.address, "203.0.113.9", &guest).await;
        server.advance(std::time::Duration::from_millis(1));
        let mut last = 0;
        for _ in 0..50 {
            last = griefer.send(wish("martian-chess", 2, BY_POST)).await;
        }
        griefer.answer(Some(last)).await.expect("a table");
    }
}

async fn lists(server: &TestServer, table: Uuid) {
    let chess = LobbyFilter { game: Some("martian-chess".to_owned()), ..LobbyFilter::default() };
    let open = LobbyFilter { standing: Some(LobbyStanding::Open), ..chess.clone() };
    for (filter, query) in [
        (LobbyFilter::default(), ""),
        (chess, "?game=martian-chess"),
        (open, "?game=martian-chess&standing=open"),
    ] {
        let mut onlooker = server.connect(None).await;
        onlooker.call(Command::Lobby { on: true, filter }).await.expect("a list");
        assert!(onlooker.lobby.iter().any(|listed| listed.info.id == table), "over a socket, {query}");
        let page: TablePage = server.get(&format!("/api/v1/tables{query}")).await;
        assert!(page.tables.iter().any(|listed| listed.info.id == table), "by request, {query}");
    }
}

#[tokio::test]
async fn two_thousand_tables_of_one_address_bury_no_other() {
    let Limits { listed_a_player, listed_an_address, .. } = Limits::default();
    let limits = Limits { behind_proxy: true, listed_a_player, listed_an_address, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let mut honest = server.join("Honest").await;
    let older = honest.call(wish("martian-chess", 2, BY_POST)).await.expect("a table").table.expect("its id");
    flood(&server).await;
    lists(&server, older).await;
    let newer = honest.call(create(2)).await.expect("a table").table.expect("its id");
    honest.call(watch(newer)).await.expect("watching");
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    until_listed(&mut onlooker, &server, |lobby| lobby.iter().any(|listed| listed.info.id == newer)).await;
    assert_eq!(onlooker.lobby_total, 2_002, "how many there are is told all the same");
}

#[tokio::test]
async fn three_hundred_wishes_at_once_make_as_many_tables_as_one_may_have() {
    let server = TestServer::start_with_limits(Limits { tables: 50, ..ample() }).await;
    let ada = server.guest("Ada").await;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(server.connect(Some(&ada)).await);
    }
    for socket in &mut sockets {
        for _ in 0..15 {
            socket.send(create(2)).await;
        }
    }
    let mut made = 0;
    for socket in &mut sockets {
        for _ in 0..15 {
            loop {
                match socket.next().await {
                    ServerMessage::Ok { .. } => made += 1,
                    ServerMessage::Error { code: ErrorCode::TooMany, .. } => {}
                    _ => continue,
                }
                break;
            }
        }
    }
    assert_eq!(made, 50);
    assert_eq!(database(&server).await.number("SELECT count(*) FROM tables", None).await, 50);
}

/// Asks until it is refused; how often it was not.
async fn until_refused(client: &mut TestClient, ask: impl Fn(u8) -> Command, code: ErrorCode) -> u32 {
    for taken in 0..100 {
        if let Err(refusal) = client.call(ask(taken as u8)).await {
            assert_eq!(refusal.code, code, "{}", refusal.message);
            return taken;
        }
    }
    100
}

#[tokio::test]
async fn one_player_sits_and_stands_and_is_ready_only_so_often() {
    let limits = Limits { seatings: Limits::default().seatings, ..ample() };
    let server = TestServer::start_with_limits(limits).await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    let come_and_go = |turn: u8| if turn.is_multiple_of(2) { sit(table) } else { Command::Stand { table } };
    assert_eq!(until_refused(&mut ben, come_and_go, ErrorCode::TooFast).await, 30);
    let pledge = |turn| Command::Ready { table, pledge: Some(Bytes32([turn; 32])) };
    assert_eq!(until_refused(&mut ada, pledge, ErrorCode::TooFast).await, 30);
}

#[tokio::test]
async fn one_player_sits_at_as_many_tables_of_others_as_one_may_set_up() {
    let server = TestServer::start_with_limits(Limits { tables: 2, ..ample() }).await;
    let mut squatter = server.join("Squatter").await;
    let mut tables = Vec::new();
    for number in 0..3 {
        let mut host = server.join(&format!("Host {number}")).await;
        tables.push(host.call(create(3)).await.expect("a table").table.expect("its id"));
    }
    for table in &tables[..2] {
        squatter.call(sit(*table)).await.expect("a seat");
    }
    squatter.call(create(3)).await.expect("one's own are counted apart");
    refused(&mut squatter, sit(tables[2]), ErrorCode::TooMany).await;
    squatter.call(Command::Stand { table: tables[0] }).await.expect("stood up");
    squatter.call(sit(tables[2])).await.expect("there is room");
}

/// How it was written down is no way round it: somebody else's name neither.
#[tokio::test]
async fn a_table_that_was_not_begun_is_spoilt_by_nobody() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    let come_and_go = |turn: u8| if turn.is_multiple_of(2) { sit(table) } else { Command::Stand { table } };
    let mut names = 0;
    while ada.tables[&table].n < limits::OPEN_RECORDS {
        names += 1;
        let mut griefer = server.join(&format!("Griefer {names}")).await;
        let mut taken = 0;
        while taken < 300 && until_refused(&mut griefer, come_and_go, ErrorCode::TooMany).await == 100 {
            taken += 100;
        }
        assert!(taken < 300, "a hundred seats, and each given up again");
        ada.call(watch(table)).await.expect("watching");
    }
    // From here on each who comes has a few.
    let mut griefer = server.join("One more").await;
    assert_eq!(until_refused(&mut griefer, come_and_go, ErrorCode::TooMany).await, 8);
    let mut ben = server.join("Ben").await;
    ben.call(watch(table)).await.expect("watching");
    ada.ready(table).await.expect("the host is ready");
    ben.call(sit(table)).await.expect("who is new sits down");
    ben.ready(table).await.expect("and is ready");
    ada.until(table, |table| table.view.is_some()).await;
}

#[tokio::test]
async fn the_lobby_lists_live_tables_then_correspondence_then_games() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let mut tables = Vec::new();
    for clock in [TimeControl::None {}, BY_POST, BY_POST, TimeControl::None {}, TimeControl::None {}] {
        server.advance(std::time::Duration::from_millis(1));
        tables.push(ada.call(wish("martian-chess", 2, clock)).await.expect("a table").table.expect("its id"));
    }
    // The oldest two and the last but one are attended; the last is played at.
    for table in [tables[0], tables[1], tables[3], tables[4]] {
        ada.call(watch(table)).await.expect("watching");
    }
    ben.call(sit(tables[4])).await.expect("a seat");
    let wanted = [3, 1, 0, 2, 4].map(|place: usize| tables[place]);
    let page: TablePage = server.get("/api/v1/tables").await;
    let listed = |tables: &[ListedTable]| tables.iter().map(|listed| listed.info.id).collect::<Vec<_>>();
    assert_eq!(listed(&page.tables), wanted);
    let attended: Vec<bool> = page.tables.iter().map(|listed| listed.attended).collect();
    assert_eq!(attended, [true, true, true, false, false]);
    let mut onlooker = server.connect(None).await;
    onlooker.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    assert_eq!(listed(&onlooker.lobby), wanted);
}

/// Two who play together can offer, agree and go on without end, and no move is made.
#[tokio::test]
async fn offers_in_one_game_come_to_an_end() {
    let server = TestServer::start().await;
    let clock = TimeControl::Fischer { initial_s: 60, increment_s: 0 };
    let (table, mut players) = seated_with(&server, "martian-chess", 2, clock).await;
    for _ in 0..200 {
        let number = offered(&mut players[0], table, OfferKind::Pause).await;
        players[1].call(Command::Answer { table, offer: number, agree: true }).await.expect("agreed");
        players[0].call(Command::Resume { table }).await.expect("on it goes");
    }
    refused(&mut players[0], offer(table, OfferKind::Pause), ErrorCode::TooMany).await;
    players[1].call(offer(table, OfferKind::Pause)).await.expect("the other has not");
}
