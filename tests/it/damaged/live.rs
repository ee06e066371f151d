//! Tables that were open or on.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, LobbyFilter};
use cydonia_rules::Turn;
use cydonia_tests::{Guest, Hand, Outside, TestClient, TestServer, on};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Deed, INFO, JOURNAL, change, id, possible, stored};
use crate::log::Log;
use crate::support::{create_game, database, sit, watch};

/// What happened to a table whose journal is: two sat down, start, roll, act.
const DAMAGE: &[(&str, Deed)] = &[
    ("an action that is none", Deed::Json(JOURNAL, |all| add(all, json!({"act":{"action":"somewhere"}})))),
    ("an action that is not legal", Deed::Json(JOURNAL, |all| add(all, json!({"act":{"action":"pass"}})))),
    ("an action while dice are due", Deed::Json(JOURNAL, |all| remove(all, 5))),
    ("a roll of sevens", Deed::Json(JOURNAL, |all| all[5][1]["roll"]["dice"] = json!([7, 7]))),
    ("three dice", Deed::Json(JOURNAL, |all| all[5][1]["roll"]["dice"] = json!([1, 2, 3]))),
    ("a roll out of phase", Deed::Json(JOURNAL, |all| add(all, json!({"roll":{"dice":[1,2]}})))),
    ("nothing to take back", Deed::Json(JOURNAL, |all| all[6] = json!([0, {"undo":{}}]))),
    (
        "an absent seat that leaves",
        Deed::Json(JOURNAL, |all| add(all, json!({"leave":{"seat":2,"reason":"resigned"}}))),
    ),
    (
        "a seat that leaves for no known reason",
        Deed::Json(JOURNAL, |all| add(all, json!({"leave":{"seat":1,"reason":"bored"}}))),
    ),
    ("rules of another version", Deed::Json(JOURNAL, |all| all[4][1]["start"]["rules"] = json!(99))),
    ("a second start", Deed::Json(JOURNAL, |all| add(all, json!({"start":{"rules":1}})))),
    ("no start", Deed::Json(JOURNAL, |all| remove(all, 4))),
    (
        "a roll after the end",
        Deed::Json(JOURNAL, |all| {
            end(all);
            add(all, json!({"roll":{"dice":[1,2]}}));
        }),
    ),
    (
        "a second end",
        Deed::Json(JOURNAL, |all| {
            end(all);
            add(all, json!({"finish":{}}));
        }),
    ),
    ("an end too early", Deed::Json(JOURNAL, |all| add(all, json!({"finish":{}})))),
    (
        "a game that is over and has no end",
        Deed::Json(JOURNAL, |all| add(all, json!({"leave":{"seat":0,"reason":"resigned"}}))),
    ),
    ("a seat that the table has not", Deed::Json(JOURNAL, |all| all[1][1]["sit"]["seat"] = json!(7))),
    ("a record of an unknown kind", Deed::Json(JOURNAL, |all| add(all, json!({"jump":{}})))),
    ("a time that is none", Deed::Json(JOURNAL, |all| all[5][0] = json!("yesterday"))),
    ("broken JSON", Deed::Sql("UPDATE events SET body = substr(body, 1, 40) WHERE table_number = $1")),
    ("an append that is no list", Deed::Json(JOURNAL, |all| *all = json!({}))),
    ("an append of nothing", Deed::Json(JOURNAL, |all| *all = json!([]))),
    ("bytes that are no text", Deed::Sqlite("UPDATE events SET body = x'ff00fe' WHERE table_number = $1")),
    ("a journal without its beginning", Deed::Sql("UPDATE events SET seq = 2 WHERE table_number = $1")),
    (
        "a journal with a hole",
        Deed::Sql(
            r#"INSERT INTO events (table_number, seq, body) VALUES ($1, 9, '[[0,{"roll":{"dice":[1,2]}}]]')"#,
        ),
    ),
    ("a journal without its end", Deed::Json(JOURNAL, |all| all.as_array_mut().expect("a list").truncate(4))),
    ("no key of its dice", Deed::Sql("DELETE FROM dice_keys WHERE table_number = $1")),
    ("another key of its dice", Deed::DiceKey(&[0; 32])),
    ("half a key of its dice", Deed::DiceKey(&[0; 16])),
    ("no journal", Deed::Sql("DELETE FROM events WHERE table_number = $1")),
    ("a row of broken JSON", Deed::Sql("UPDATE tables SET info = '{' WHERE number = $1")),
    ("a row of bytes", Deed::Sqlite("UPDATE tables SET info = x'ff00fe' WHERE number = $1")),
    (
        "a row without a field",
        Deed::Json(INFO, |info| drop(info.as_object_mut().expect("an object").remove("seats"))),
    ),
    ("an unknown game", Deed::Json(INFO, |info| info["game"] = json!("chess"))),
    ("an unknown option", Deed::Json(INFO, |info| info["options"] = json!({"speed":"fast"}))),
    ("a first seat that is none", Deed::Json(INFO, |info| info["first"] = json!(2))),
    ("a seat too few", Deed::Json(INFO, |info| remove(&mut info["seats"], 1))),
    ("a table that is said to be open", Deed::Json(INFO, |info| info["status"] = json!("open"))),
];

/// Adds a record.
fn add(all: &mut Value, record: Value) {
    all.as_array_mut().expect("a list").push(Value::Array(vec![json!(0), record]));
}

/// Takes an entry away.
fn remove(all: &mut Value, place: usize) {
    all.as_array_mut().expect("a list").remove(place);
}

/// Has seat 0 give up, which ends the game.
fn end(all: &mut Value) {
    add(all, json!({"leave":{"seat":0,"reason":"resigned"}}));
    add(all, json!({"finish":{}}));
}

/// Copies the table of number 1, journal, key and all; returns the copy's number.
async fn copy(database: &mut Outside, id: Uuid) -> i64 {
    let number = database
        .number(
            "INSERT INTO tables (id, private, info) SELECT $1, private, info FROM tables WHERE number = 1
             RETURNING number",
            Some(id),
        )
        .await;
    change(database, INFO, number, |info| info["id"] = json!(id)).await;
    for copied in [
        // All records in one append, as if they had come together.
        "INSERT INTO events (table_number, seq, body)
         SELECT $1, 1, '[' || string_agg(substr(body, 2, length(body) - 2), ',' ORDER BY seq) || ']'
         FROM events WHERE table_number = 1",
        "INSERT INTO dice_keys (table_number, dice_key)
         SELECT $1, dice_key FROM dice_keys WHERE table_number = 1",
    ] {
        on!(*database, |c| sqlx::query(copied).bind(number).execute(c).await.map(drop)).expect("copied");
    }
    number
}

/// Two at a table of Martian Frisby that has just begun, both watching it.
async fn two_at_a_table(server: &TestServer, guests: &[Guest; 2]) -> (Uuid, [TestClient; 2]) {
    let mut ada = server.connect(Some(&guests[0])).await;
    let mut ben = server.connect(Some(&guests[1])).await;
    let table = ada.call(create_game("martian-frisby", 2)).await.expect("a table").table.expect("its id");
    ada.call(watch(table)).await.expect("watching");
    ben.call(watch(table)).await.expect("watching");
    ben.call(sit(table)).await.expect("a seat");
    // They add nothing to the dice, which are therefore rolled by themselves.
    for player in [&mut ada, &mut ben] {
        player.hand = Hand::Plain;
        player.ready(table).await.expect("ready");
    }
    ada.until(table, |table| table.view.is_some()).await;
    (table, [ada, ben])
}

async fn refused(client: &mut TestClient, command: Command, what: &str) {
    let refusal = client.call(command.clone()).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::Damaged, "{what}: {command:?}: {}", refusal.message);
    assert!(refusal.message.contains("damaged"), "{}", refusal.message);
}

#[tokio::test]
async fn tables_that_do_not_replay_are_told_logged_and_left_as_they_are() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let (model, [mut ada, ben]) = two_at_a_table(&server, &guests).await;
    ada.play(model, |_| 0).await.expect("legal");
    let (healthy, players) = two_at_a_table(&server, &guests).await;
    drop((ada, ben, players));
    let damage = possible(DAMAGE, server.data());
    let (whole, request) = (id(damage.len()), Uuid::from_u128(7));
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let mut database = data.open().await;
            copy(&mut database, whole).await;
            for (place, (_, deed)) in damage.iter().enumerate() {
                let number = copy(&mut database, id(place)).await;
                deed.be_done(&mut database, number).await;
            }
            // The wish that the first of them was set up for.
            on!(database, |c| sqlx::query(
                "INSERT INTO wishes (player, request, table_id) VALUES ($1, $2, $3)"
            )
            .bind(guests[0].player.id)
            .bind(request)
            .bind(id(0))
            .execute(c)
            .await
            .map(drop))
            .expect("a wish");
        })
        .await;

    let (log, _guard) = Log::keep();
    let mut database = database(&server).await;
    let before = stored(&mut database).await;
    let mut ada = server.connect(Some(&guests[0])).await;
    let mut ben = server.connect(Some(&guests[1])).await;
    ben.call(watch(healthy)).await.expect("a table that is whole");
    ada.call(watch(model)).await.expect("a table that is whole");
    ada.call(watch(whole)).await.expect("its copy");
    assert_eq!(ada.tables[&whole].view, ada.tables[&model].view);
    for (place, (what, _)) in damage.iter().enumerate() {
        let table = id(place);
        refused(&mut ada, watch(table), what).await;
        refused(&mut ada, Command::Watch { table, since: Some(2), key: None, quiet: false }, what).await;
        assert!(!ada.tables.contains_key(&table), "{what}");
        let at = ada.tables[&model].at;
        for command in [
            Command::Act { table, at, action: "a1-a2".to_owned(), share: None },
            Command::Ready { table, pledge: None },
            Command::Undo { table, at },
            Command::Resign { table },
            Command::Stand { table },
            Command::Rematch { table },
            sit(table),
        ] {
            refused(&mut ada, command, what).await;
        }
        let named = format!("table{{id={table}}}");
        assert!(log.has_error(&[&named, "what is stored is damaged"]), "{what} is logged");
    }
    let mut wish = create_game("martian-frisby", 2);
    if let Command::Create { request: own, .. } = &mut wish {
        *own = request;
    }
    refused(&mut ada, wish, "a wish that was carried out before").await;
    assert_eq!(stored(&mut database).await, before, "nothing was written");

    // Whoever sits elsewhere notices nothing: not in the lobby, not at the table.
    ben.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    while !ben.lobby.iter().any(|table| table.info.id == healthy) {
        ben.next().await;
    }
    (ada.hand, ben.hand) = (Hand::Plain, Hand::Plain);
    ada.call(watch(healthy)).await.expect("watching");
    while matches!(ada.tables[&healthy].view.as_ref().map(|view| view.turn), Some(Turn::Act { seat: 0 })) {
        ada.play(healthy, |_| 0).await.expect("legal");
    }
    ben.until(healthy, |table| table.rolls == 2).await;
}

#[tokio::test]
async fn damage_to_the_journal_of_a_table_awake_ends_no_game_halfway() {
    let (log, _guard) = Log::keep();
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let (table, players) = two_at_a_table(&server, &guests).await;
    drop(players);
    // A house that was closed has sorted its journals.
    let server = server.restart().await;
    let mut ada = server.connect(Some(&guests[0])).await;
    let mut ben = server.connect(Some(&guests[1])).await;
    for player in [&mut ada, &mut ben] {
        player.call(watch(table)).await.expect("watching");
    }
    let mut database = database(&server).await;
    database.run("UPDATE events SET body = '[' WHERE seq = 2").await;
    let before = stored(&mut database).await;
    // A game that ends is packed from its journal, and that is read again.
    refused(&mut ben, Command::Resign { table }, "a game that ends").await;
    refused(&mut ada, Command::Resign { table }, "a game that ends").await;
    assert_eq!(stored(&mut database).await, before, "nothing was written");
    assert!(log.has_error(&[&format!("table{{id={table}}}"), "events.body of "]));
    ada.call(Command::Ping {}).await.expect("the sockets are as good as before");
    ada.call(create_game("martian-frisby", 2)).await.expect("another table");
}

#[tokio::test]
async fn conflicting_records_are_told_at_every_start_and_stop_no_other_table() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let (hurt, players) = two_at_a_table(&server, &guests).await;
    let (healthy, others) = two_at_a_table(&server, &guests).await;
    drop((players, others));
    let mut server = server
        .restart_with(Duration::ZERO, async |data| {
            let statement = r#"INSERT INTO intake (ms, body) SELECT 1, '[[1,' || CAST(max(seq) AS TEXT) ||
                ',[[1,{"stand":{"seat":0}}]]]]' FROM events WHERE table_number = 1"#;
            data.open().await.run(statement).await;
        })
        .await;
    let mut before = None;
    for _ in 0..2 {
        let (log, _guard) = Log::keep();
        server = server.restart_with(Duration::ZERO, async |_| {}).await;
        assert!(log.has_error(&["table=1 ", "seq=", "something else stands", "both are kept"]));
        assert!(!log.has_error(&["table=2 "]), "nobody else is concerned");
        let mut ada = server.connect(Some(&guests[0])).await;
        refused(&mut ada, watch(hurt), "its place was taken").await;
        refused(&mut ada, Command::Resign { table: hurt }, "its place was taken").await;
        ada.call(watch(healthy)).await.expect("watching");
        ada.play(healthy, |_| 0).await.expect("legal");
        let journal = database(&server).await.journal(1).await;
        assert_eq!(before.get_or_insert_with(|| journal.clone()), &journal, "nothing is written over");
        let waits = "SELECT count(*) FROM intake WHERE body LIKE '{%'";
        assert_eq!(database(&server).await.number(waits, None).await, 1);
    }
}
