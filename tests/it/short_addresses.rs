//! Short addresses: a code that stands for a table's id, and for no more than that.

use cydonia_protocol::{Command, ErrorCode, Problem, TableCode};
use cydonia_tests::TestServer;
use reqwest::{Client, StatusCode};
use uuid::Uuid;

use crate::support::{hidden, seated, wish};

async fn give(server: &TestServer, table: Uuid) -> String {
    let answer = Client::new().post(server.url(&format!("/api/v1/tables/{table}/code"))).send().await;
    let TableCode { code, table: its } = answer.expect("an answer").json().await.expect("a code");
    assert_eq!(its, table);
    code
}

#[tokio::test]
async fn a_code_leads_to_its_table_for_ever() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let code = give(&server, table).await;
    assert_eq!(code.len(), 5, "{code}");
    assert!(code.bytes().all(|letter| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(&letter)), "{code}");
    assert_eq!(give(&server, table).await, code, "it has one already");
    let spoken = format!("{}-{}", &code[..2].to_lowercase(), &code[2..]);
    for written in [&code, &spoken] {
        let found: TableCode = server.get(&format!("/api/v1/codes/{written}")).await;
        assert_eq!(found, TableCode { code: code.clone(), table });
    }
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[1].until(table, |table| table.outcome.is_some()).await;
    assert_eq!(give(&server, table).await, code, "of a game that is over");
    let (other, _) = seated(&server, 2).await;
    assert_ne!(give(&server, other).await, code);
}

/// A private table's code tells its id, with which nobody comes in.
#[tokio::test]
async fn a_private_tables_code_opens_nothing() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let wish = hidden(wish("martian-chess", 2, Default::default()));
    let table = ada.call(wish).await.expect("a table").table.expect("its id");
    let code = give(&server, table).await;
    let found: TableCode = server.get(&format!("/api/v1/codes/{code}")).await;
    assert_eq!(found.table, table);
    let answer = reqwest::get(server.url(&format!("/api/v1/tables/{table}"))).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let mut ben = server.join("Ben").await;
    let refusal = ben.call(Command::Watch { table, since: None, key: None, quiet: false }).await;
    assert_eq!(refusal.expect_err("refused").code, ErrorCode::NoTable);
}

#[tokio::test]
async fn what_is_no_code_is_told_plainly() {
    let server = TestServer::start().await;
    for wrong in ["7QK3U", "0", "00000", "00000000000000000000000", "%E2%84%AA%FF", "..%2f", "7QK3F%00"] {
        let answer = reqwest::get(server.url(&format!("/api/v1/codes/{wrong}"))).await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{wrong}");
        let Problem { code, detail, .. } = answer.json().await.expect("a problem");
        assert_eq!((code, detail.as_str()), (ErrorCode::NoTable, "no table has this code"), "{wrong}");
    }
}
