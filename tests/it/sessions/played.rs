//! Ada and Ben at a table, and Ada's link to her seat there.

use cydonia_protocol::{Command, SeatKey, TimeControl};
use cydonia_tests::{Guest, TestClient, TestServer};
use reqwest::Client;
use uuid::Uuid;

use crate::support::{database, hidden, watch, wish};

pub(crate) async fn key(server: &TestServer, guest: &Guest, table: Uuid) -> String {
    let request = Client::new().post(server.url(&format!("/api/v1/tables/{table}/seat-key")));
    let answer = request.bearer_auth(&guest.token).send().await.expect("an answer");
    let SeatKey { key } = answer.json().await.expect("a key");
    key
}

/// Ada and Ben at a table, and Ada's link to her seat there.
pub(super) struct Played {
    pub(super) server: TestServer,
    pub(super) ada: Guest,
    pub(super) table: Uuid,
    pub(super) sockets: [TestClient; 2],
    pub(super) link: String,
}

pub(super) async fn private_wish() -> Command {
    hidden(wish("martian-chess", 2, TimeControl::default()))
}

pub(super) async fn sit_down(sockets: &mut [TestClient; 2], wish: Command) -> Uuid {
    let made = sockets[0].call(wish).await.expect("a table");
    let table = made.table.expect("its id");
    sockets[1].call(Command::Sit { table, seat: None, key: made.key }).await.expect("a seat");
    for socket in sockets {
        socket.call(watch(table)).await.expect("watching");
    }
    table
}

pub(super) async fn played(server: TestServer) -> Played {
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut sockets = [server.connect(Some(&ada)).await, server.connect(Some(&ben)).await];
    let table = sit_down(&mut sockets, private_wish().await).await;
    let link = key(&server, &ada, table).await;
    Played { server, ada, table, sockets, link }
}

/// A private game of both that is over.
pub(super) async fn earlier(played: &mut Played) -> Uuid {
    let earlier = sit_down(&mut played.sockets, private_wish().await).await;
    played.sockets[0].call(Command::Resign { table: earlier }).await.expect("it ends");
    earlier
}

pub(super) async fn rows(server: &TestServer) -> i64 {
    database(server).await.number("SELECT count(*) FROM sessions", None).await
}
