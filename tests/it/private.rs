//! Private tables: found by their key, listed nowhere.

use cydonia_protocol::{Command, ErrorCode, LobbyFilter, MatchPage, MatchRecord};
use cydonia_tests::TestServer;
use uuid::Uuid;

use crate::support::{sit, watch};

#[tokio::test]
async fn a_private_table_wants_its_key_and_is_listed_nowhere() {
    let server = TestServer::start().await;
    let ada_is = server.guest("Ada").await;
    let mut ada = server.connect(Some(&ada_is)).await;
    let wish = Command::Create {
        request: Uuid::from_u128(1),
        game: "martian-chess".to_owned(),
        seats: 2,
        options: Default::default(),
        clock: Default::default(),
        private: true,
        rated: false,
        seat: 1,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    };
    let made = ada.call(wish).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    assert!(key.len() >= 32, "a key that cannot be guessed");

    let mut ben = server.join("Ben").await;
    for wrong in [None, Some(String::new()), Some("0".repeat(32)), Some(key.to_uppercase() + "0")] {
        let refusal = ben
            .call(Command::Watch { table, since: None, key: wrong.clone(), quiet: false })
            .await
            .expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::NoTable);
        let refusal = ben.call(Command::Sit { table, seat: None, key: wrong }).await.expect_err("refused");
        assert_eq!(refusal.code, ErrorCode::NoTable);
    }
    // Who sits there needs no key any more.
    ada.call(watch(table)).await.expect("her own table");
    ben.call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("the lobby");
    assert!(ben.lobby.is_empty());

    ben.call(Command::Watch { table, since: None, key: Some(key.clone()), quiet: false })
        .await
        .expect("let in");
    ben.call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    assert_eq!(ben.call(sit(table)).await.expect_err("refused").code, ErrorCode::AlreadySeated);
    ada.call(Command::Resign { table }).await.expect("resigned");

    let page: MatchPage = server.get("/api/v1/matches").await;
    assert!(page.matches.is_empty(), "private games are in no public list");
    let http = reqwest::Client::new();
    let one = || http.get(server.url(&format!("/api/v1/matches/{table}")));
    assert_eq!(one().send().await.expect("an answer").status(), 404);
    assert_eq!(one().header("x-table-key", "wrong").send().await.expect("an answer").status(), 404);
    let record: MatchRecord =
        one().header("x-table-key", &key).send().await.expect("an answer").json().await.expect("the game");
    assert_eq!(record.summary.id, table);
    let own = one().bearer_auth(&ada_is.token).send().await.expect("an answer");
    assert_eq!(own.status(), 200, "her own game");

    let refusal = server.join("Eve").await.call(Command::Rematch { table }).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::NoTable, "not even that it exists");
    // The rematch lets in whoever was let in here.
    let next = ada.call(Command::Rematch { table }).await.expect("a rematch");
    assert_eq!(next.key, Some(key));
}
