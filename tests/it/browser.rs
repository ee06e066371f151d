//! A browser, as far as who one is goes: it keeps the cookies that it is given and brings them along.

use std::collections::BTreeMap;

use cydonia_tests::{Guest, TestClient, TestServer};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

/// Somebody's browser.
#[derive(Default)]
pub(crate) struct Browser {
    pub(crate) cookies: BTreeMap<String, String>,
    /// By what name it has found the house, if not by its address.
    pub(crate) host: Option<String>,
}

impl Browser {
    /// One whose visitor has said a name.
    pub(crate) async fn of(server: &TestServer, name: &str) -> Self {
        let mut browser = Self::default();
        let (status, _) = browser.ask(server, Method::POST, "/api/v1/session", json!({ "name": name })).await;
        assert_eq!(status, StatusCode::OK);
        browser
    }

    /// One that has opened a seat's link.
    pub(crate) async fn at_seat(server: &TestServer, table: Uuid, key: &str) -> Self {
        let mut browser = Self::default();
        assert_eq!(browser.open_seat(server, table, key).await, StatusCode::OK);
        browser
    }

    /// The same, as a program would have it.
    pub(crate) async fn guest_at_seat(server: &TestServer, table: Uuid, key: &str) -> Guest {
        let mut browser = Self::at_seat(server, table, key).await;
        let (_, session) = browser.get(server, "/api/v1/session").await;
        let token = browser.cookies.into_values().next().expect("a token");
        Guest { player: serde_json::from_value(session["player"].clone()).expect("a player"), token }
    }

    pub(crate) async fn open_seat(&mut self, server: &TestServer, table: Uuid, key: &str) -> StatusCode {
        let body = json!({ "table": table, "key": key });
        self.ask(server, Method::POST, "/api/v1/session/seat", body).await.0
    }

    /// Everything that it brings along.
    pub(crate) fn cookie(&self) -> String {
        self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    /// A request of its page; a body that is null is none.
    pub(crate) async fn ask(
        &mut self,
        server: &TestServer,
        method: Method,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let mut request = Client::new().request(method, server.url(path));
        let host = self.host.clone().unwrap_or_else(|| server.address.to_string());
        request = request.header("origin", format!("http://{host}")).header("host", host);
        if !self.cookies.is_empty() {
            request = request.header("cookie", self.cookie());
        }
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.expect("an answer");
        for cookie in response.headers().get_all("set-cookie") {
            let text = cookie.to_str().expect("text");
            let (name, value) = text.split(';').next().and_then(|pair| pair.split_once('=')).expect("a pair");
            if text.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let status = response.status();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&mut self, server: &TestServer, path: &str) -> (StatusCode, Value) {
        self.ask(server, Method::GET, path, Value::Null).await
    }

    pub(crate) async fn delete(&mut self, server: &TestServer, path: &str) -> (StatusCode, Value) {
        self.ask(server, Method::DELETE, path, Value::Null).await
    }

    /// By what name it is known, if by any.
    pub(crate) async fn name(&mut self, server: &TestServer) -> Option<String> {
        let (_, session) = self.get(server, "/api/v1/session").await;
        session["player"]["name"].as_str().map(str::to_owned)
    }

    /// Its page's socket.
    pub(crate) async fn socket(&self, server: &TestServer) -> TestClient {
        TestClient::open_as_browser(server.address, &self.cookie()).await
    }
}
