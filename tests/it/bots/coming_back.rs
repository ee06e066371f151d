//! Lines that are cut and houses that start again: the bot comes back by itself and goes on.

use cydonia_tests::{CuttingLine, Guest, KeptPort, Process, TestDatabase, TestServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

#[tokio::test]
async fn a_bot_plays_to_the_end_over_a_line_that_is_cut_again_and_again() {
    let server = TestServer::start().await;
    for game in ["martian-go", "martian-frisby"] {
        let (mut host, table) = hosted(&server, game).await;
        let guest = server.guest("Line").await;
        let line = CuttingLine::lasting(server.address, [10_000, 300, 3_000]).await;
        let link = format!("http://{}/t/{table}", line.address);
        let bot = BotProcess::start(&["--table", &link, "--token", &guest.token], FIRST);
        if game == "martian-frisby" {
            host.ready(table).await.expect("ready");
        }
        begun(&mut host, table).await;
        plays_on(&mut host, table, 60).await;
        if host.tables[&table].info.status == TableStatus::Playing {
            resign(&mut host, table).await;
        }
        let end = bot.ends().await;
        assert!(end.status.success(), "{end:?}");
        assert!(line.cuts() >= 3, "{}: {end:?}", line.cuts());
        assert!(end.errors.contains("the line is cut"), "{end:?}");
        assert!(!end.errors.contains("strike"), "its program is not to blame: {end:?}");
    }
}

#[tokio::test]
async fn a_bot_goes_on_when_the_house_was_killed_and_starts_again() {
    let (data, port) = (TestDatabase::new().await, KeptPort::free());
    let mut house = Process::start(&data, port.number()).await;
    let url = format!("http://{}", house.address);
    let mut bot = BotProcess::start(&["--url", &url, "--create", "martian-frisby"], FIRST);
    let (table, _) = of_link(&bot.sits().await);
    let guest = Guest::arrive(&url, "Ada").await;
    let mut ada = TestClient::connect(house.address, "", Some(&guest)).await;
    ada.call(watch(table)).await.expect("it is there");
    ada.call(crate::support::sit(table)).await.expect("a seat");
    ada.ready(table).await.expect("ready");
    begun(&mut ada, table).await;
    for _ in 0..3 {
        plays_on(&mut ada, table, 4).await;
        house.kill().await;
        house = Process::start(&data, port.number()).await;
        ada.come_back(house.address, &guest).await.expect("it is open again");
        let since = Some(ada.tables[&table].n);
        ada.call(Command::Watch { table, since, key: None, quiet: false }).await.expect("it is there");
    }
    plays_on(&mut ada, table, 4).await;
    if ada.tables[&table].info.status == TableStatus::Playing {
        resign(&mut ada, table).await;
    }
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    assert!(end.errors.contains("the line is cut") && !end.errors.contains("strike"), "{end:?}");
}

#[tokio::test]
async fn a_bot_that_was_killed_goes_on_with_its_token() {
    let server = TestServer::start().await;
    let guest = server.guest("Line").await;
    let (mut host, table) = hosted(&server, "martian-frisby").await;
    let link = format!("{}/t/{table}", server.url(""));
    let flags = ["--table", &link, "--token", &guest.token];
    let mut bot = BotProcess::start(&flags, FIRST);
    host.ready(table).await.expect("ready");
    begun(&mut host, table).await;
    plays_on(&mut host, table, 4).await;
    bot.child.kill().await.expect("it was running");
    // What it had pledged is gone with it: it says so, once, and goes on.
    let bot = BotProcess::start(&flags, FIRST);
    plays_on(&mut host, table, 12).await;
    assert!(
        host.tables[&table].line.iter().any(|entry| entry.starts_with("lost")),
        "{:?}",
        host.tables[&table].line
    );
    resign(&mut host, table).await;
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
}

#[tokio::test]
async fn a_bot_gives_up_on_a_house_that_stays_away() {
    let (data, port) = (TestDatabase::new().await, KeptPort::free());
    let mut house = Process::start(&data, port.number()).await;
    let url = format!("http://{}", house.address);
    let flags = ["--url", &url, "--create", "martian-chess", "--patience", "0"];
    let mut bot = BotProcess::start(&flags, FIRST);
    bot.sits().await;
    house.kill().await;
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(2), "{end:?}");
    assert!(end.errors.contains("was not to be reached again within 0 s"), "{end:?}");
}

#[tokio::test]
async fn a_bot_whose_session_ends_ends_with_it() {
    let server = TestServer::start().await;
    let guest = server.guest("Line").await;
    let url = server.url("");
    let mut bot =
        BotProcess::start(&["--url", &url, "--create", "martian-chess", "--token", &guest.token], FIRST);
    bot.sits().await;
    let request = reqwest::Client::new().delete(format!("{url}/api/v1/session")).bearer_auth(&guest.token);
    assert!(request.send().await.expect("an answer").status().is_success());
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(2), "{end:?}");
    assert!(end.errors.contains("the session has ended"), "{end:?}");
}

#[tokio::test]
async fn a_bot_waits_for_a_house_that_is_not_up_yet() {
    let (data, port) = (TestDatabase::new().await, KeptPort::free());
    let mut house = Process::start(&data, port.number()).await;
    let url = format!("http://{}", house.address);
    let token = Guest::arrive(&url, "Line").await.token;
    house.kill().await;
    for more in [&[][..], &["--token", &token]] {
        let flags = [&["--url", &url, "--create", "martian-chess"], more].concat();
        let mut bot = BotProcess::start(&flags, FIRST);
        bot.says("the house is not to be reached yet").await;
        let mut house = Process::start(&data, port.number()).await;
        bot.sits().await;
        house.kill().await;
    }
}

#[tokio::test]
async fn a_bot_asks_again_for_what_passes_and_not_for_what_does_not() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let bot = BotProcess::start(&["--url", &url, "--create", "martian-chess", "--token", "any"], FIRST);
    for status in ["503 Service Unavailable", "429 Too Many Requests", "401 Unauthorized"] {
        let (mut line, _) = listener.accept().await.expect("it asks");
        let mut read = [0; 4096];
        let _ = line.read(&mut read).await.expect("a request");
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
        line.write_all(answer.as_bytes()).await.expect("it is taken");
    }
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(2), "{end:?}");
    assert!(end.errors.contains("refuses the socket with status 401"), "{end:?}");
}
