//! Tables that were open or on.

use std::time::Duration;

use cydonia_protocol::{Command, ErrorCode, LobbyFilter};
use cydonia_rules::Turn;
use cydonia_tests::{Guest, Hand, TestClient, TestServer};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::{Log, id, stored};
use crate::support::{create_game, database, database_in, sit, watch};

/// What happened to a table whose journal is: two sat down, start, roll, act. `$1` is its number.
const DAMAGE: &[(&str, &str)] = &[
    (
        "an action that is none",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"act":{"action":"somewhere"}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "an action that is not legal",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"act":{"action":"pass"}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "an action while dice are due",
        r#"UPDATE events SET body = json_remove(body, '$[5]') WHERE table_number = $1"#,
    ),
    (
        "a roll of sevens",
        r#"UPDATE events SET body = json_set(body, '$[5][1].roll.dice', json('[7,7]')) WHERE table_number = $1"#,
    ),
    (
        "three dice",
        r#"UPDATE events SET body = json_set(body, '$[5][1].roll.dice', json('[1,2,3]')) WHERE table_number = $1"#,
    ),
    (
        "a roll out of phase",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"roll":{"dice":[1,2]}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "nothing to take back",
        r#"UPDATE events SET body = json_set(body, '$[6]', json('[0,{"undo":{}}]')) WHERE table_number = $1"#,
    ),
    (
        "an absent seat that leaves",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"leave":{"seat":2,"reason":"resigned"}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "a seat that leaves for no known reason",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"leave":{"seat":1,"reason":"bored"}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "rules of another version",
        r#"UPDATE events SET body = json_set(body, '$[4][1].start.rules', 99) WHERE table_number = $1"#,
    ),
    (
        "a second start",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"start":{"rules":1}}]'))
           WHERE table_number = $1"#,
    ),
    ("no start", r#"UPDATE events SET body = json_remove(body, '$[4]') WHERE table_number = $1"#),
    (
        "a roll after the end",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"leave":{"seat":0,"reason":"resigned"}}]'),
           '$[#]', json('[0,{"finish":{}}]'), '$[#]', json('[0,{"roll":{"dice":[1,2]}}]')) WHERE table_number = $1"#,
    ),
    (
        "a second end",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"leave":{"seat":0,"reason":"resigned"}}]'),
           '$[#]', json('[0,{"finish":{}}]'), '$[#]', json('[0,{"finish":{}}]')) WHERE table_number = $1"#,
    ),
    (
        "an end too early",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"finish":{}}]')) WHERE table_number = $1"#,
    ),
    (
        "a game that is over and has no end",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"leave":{"seat":0,"reason":"resigned"}}]'))
           WHERE table_number = $1"#,
    ),
    (
        "a seat that the table has not",
        r#"UPDATE events SET body = json_set(body, '$[1][1].sit.seat', 7) WHERE table_number = $1"#,
    ),
    (
        "a record of an unknown kind",
        r#"UPDATE events SET body = json_insert(body, '$[#]', json('[0,{"jump":{}}]')) WHERE table_number = $1"#,
    ),
    (
        "a time that is none",
        r#"UPDATE events SET body = json_set(body, '$[5][0]', 'yesterday') WHERE table_number = $1"#,
    ),
    ("broken JSON", "UPDATE events SET body = substr(body, 1, 40) WHERE table_number = $1"),
    ("an append that is no list", "UPDATE events SET body = '{}' WHERE table_number = $1"),
    ("an append of nothing", "UPDATE events SET body = '[]' WHERE table_number = $1"),
    ("bytes that are no text", "UPDATE events SET body = x'ff00fe' WHERE table_number = $1"),
    ("a journal without its beginning", "UPDATE events SET seq = 2 WHERE table_number = $1"),
    (
        "a journal with a hole",
        r#"INSERT INTO events (table_number, seq, body) VALUES ($1, 9, '[[0,{"roll":{"dice":[1,2]}}]]')"#,
    ),
    (
        "a journal without its end",
        "UPDATE events SET body = json_remove(body, '$[6]', '$[5]', '$[4]') WHERE table_number = $1",
    ),
    ("no key of its dice", "DELETE FROM dice_keys WHERE table_number = $1"),
    ("another key of its dice", "UPDATE dice_keys SET dice_key = zeroblob(32) WHERE table_number = $1"),
    ("half a key of its dice", "UPDATE dice_keys SET dice_key = zeroblob(16) WHERE table_number = $1"),
    ("no journal", "DELETE FROM events WHERE table_number = $1"),
    ("a row of broken JSON", "UPDATE tables SET info = '{' WHERE number = $1"),
    ("a row of bytes", "UPDATE tables SET info = x'ff00fe' WHERE number = $1"),
    ("a row without a field", "UPDATE tables SET info = json_remove(info, '$.seats') WHERE number = $1"),
    ("an unknown game", "UPDATE tables SET info = json_set(info, '$.game', 'chess') WHERE number = $1"),
    (
        "an unknown option",
        r#"UPDATE tables SET info = json_set(info, '$.options', json('{"speed":"fast"}')) WHERE number = $1"#,
    ),
    ("a first seat that is none", "UPDATE tables SET info = json_set(info, '$.first', 2) WHERE number = $1"),
    ("a seat too few", "UPDATE tables SET info = json_remove(info, '$.seats[1]') WHERE number = $1"),
    (
        "a table that is said to be open",
        "UPDATE tables SET info = json_set(info, '$.status', 'open') WHERE number = $1",
    ),
];

/// Copies the table of number 1, journal, key and all; returns the copy's number.
async fn copy(database: &mut SqliteConnection, id: Uuid) -> i64 {
    let (number,) = sqlx::query_as(
        "INSERT INTO tables (id, private, info)
         SELECT $1, private, json_set(info, '$.id', $2) FROM tables WHERE number = 1 RETURNING number",
    )
    .bind(id)
    .bind(id.to_string())
    .fetch_one(&mut *database)
    .await
    .expect("a table");
    // All records in one append, as if they had come together.
    sqlx::query(
        "INSERT INTO events (table_number, seq, body)
         SELECT $1, 1, '[' || group_concat(substr(body, 2, length(body) - 2), ',' ORDER BY seq) || ']'
         FROM events WHERE table_number = 1",
    )
    .bind(number)
    .execute(&mut *database)
    .await
    .expect("a journal");
    sqlx::query("INSERT INTO dice_keys (table_number, dice_key) SELECT $1, dice_key FROM dice_keys WHERE table_number = 1")
        .bind(number)
        .execute(database)
        .await
        .expect("the key of its dice");
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
async fn tables_whose_journals_do_not_replay_are_told_and_logged_and_left_as_they_are() {
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let (model, [mut ada, ben]) = two_at_a_table(&server, &guests).await;
    ada.play(model, |_| 0).await.expect("legal");
    let (healthy, players) = two_at_a_table(&server, &guests).await;
    drop((ada, ben, players));
    let (whole, request) = (id(DAMAGE.len()), Uuid::from_u128(7));
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let mut database = database_in(data).await;
            copy(&mut database, whole).await;
            for (place, (_, sql)) in DAMAGE.iter().enumerate() {
                let number = copy(&mut database, id(place)).await;
                let done = sqlx::query(*sql).bind(number).execute(&mut database).await.expect("damaged");
                assert_eq!(done.rows_affected(), 1);
            }
            // The wish that the first of them was set up for.
            sqlx::query("INSERT INTO wishes (player, request, table_id) VALUES ($1, $2, $3)")
                .bind(guests[0].player.id)
                .bind(request)
                .bind(id(0))
                .execute(&mut database)
                .await
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
    for (place, (what, _)) in DAMAGE.iter().enumerate() {
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
async fn a_journal_that_is_damaged_while_its_table_is_awake_ends_no_game_halfway() {
    let (log, _guard) = Log::keep();
    let server = TestServer::start().await;
    let guests = [server.guest("Ada").await, server.guest("Ben").await];
    let (table, [mut ada, mut ben]) = two_at_a_table(&server, &guests).await;
    let mut database = database(&server).await;
    sqlx::query("UPDATE events SET body = '[' WHERE seq = 2").execute(&mut database).await.expect("damaged");
    let before = stored(&mut database).await;
    // A game that ends is packed from its journal, and that is read again.
    refused(&mut ben, Command::Resign { table }, "a game that ends").await;
    refused(&mut ada, Command::Resign { table }, "a game that ends").await;
    assert_eq!(stored(&mut database).await, before, "nothing was written");
    assert!(log.has_error(&[&format!("table{{id={table}}}"), "its journal cannot be read"]));
    ada.call(Command::Ping {}).await.expect("the sockets are as good as before");
    ada.call(create_game("martian-frisby", 2)).await.expect("another table");
}
