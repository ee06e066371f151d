//! Sessions: people with names, from many addresses.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};

use cydonia_protocol::{Session, SessionRequest, VERSION};

use crate::wire::{Wire, source};

/// Addresses that people come from: so many that a house's usual limits let thousands in.
pub(crate) const SOURCES: usize = 250;

/// Gives names to whoever comes from some addresses.
pub(crate) struct Guests {
    house: SocketAddr,
    clients: HashMap<IpAddr, reqwest::Client>,
    sources: usize,
}

/// Somebody who may play.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// Where they come from.
    pub(crate) from: IpAddr,
    /// What opens their session.
    pub(crate) token: String,
}

impl Guest {
    /// Opens a socket of theirs.
    ///
    /// # Errors
    /// If it is refused.
    pub(crate) async fn open(&self, house: SocketAddr) -> Result<Wire, String> {
        Wire::open(house, self.from, &format!("/ws?protocol={VERSION}"), Some(&self.token)).await
    }
}

impl Guests {
    /// So many who come to a house.
    ///
    /// # Errors
    /// If there are no clients to be had.
    pub(crate) fn of(house: SocketAddr, people: usize) -> Result<Self, String> {
        let sources = people.min(SOURCES);
        let client = |number| {
            let from = source(number);
            let client = reqwest::Client::builder()
                .local_address(from)
                .pool_max_idle_per_host(1)
                .build()
                .map_err(|error| error.to_string())?;
            Ok((from, client))
        };
        let clients = (0..sources).map(client).collect::<Result<_, String>>()?;
        Ok(Self { house, clients, sources })
    }

    /// Has somebody come.
    ///
    /// # Errors
    /// If they get no name.
    pub(crate) async fn come(&self, number: usize) -> Result<Guest, String> {
        let from = source(number % self.sources);
        let request = SessionRequest { name: format!("Player {number}"), bearer: true };
        let answer = self.clients[&from]
            .post(format!("http://{}/api/v1/session", self.house))
            .json(&request)
            .send()
            .await
            .and_then(reqwest::Response::error_for_status)
            .map_err(|error| format!("no session: {error}"))?;
        let session: Session = answer.json().await.map_err(|error| format!("no session: {error}"))?;
        Ok(Guest { from, token: session.token.ok_or("a session without a token")? })
    }
}
