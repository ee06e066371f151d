//! What a server is told that is one of several nodes of a house.

use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;

/// How a server is one of several nodes.
#[derive(Clone, Debug)]
pub struct NodeSettings {
    /// What carries messages between them.
    pub nats: NatsServers,
    /// Its share of the tables, beside those of others; with 0 it owns none and holds sockets only.
    pub weight: u32,
}

/// Servers of NATS, any of which will do, as `nats://user:password@host:port,nats://…`.
#[derive(Clone)]
pub struct NatsServers(Vec<ServerAddr>);

impl NatsServers {
    pub(crate) fn addresses(&self) -> Vec<ServerAddr> {
        self.0.clone()
    }
}

/// Without the passwords.
impl fmt::Debug for NatsServers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            self.0.iter().map(|server| format!("{}://{}:{}", server.scheme(), server.host(), server.port()));
        formatter.debug_list().entries(shown).finish()
    }
}

/// Why something is no [`NatsServers`].
#[derive(Debug, thiserror::Error)]
#[error("it names servers as nats://host:port, or tls://host:port, with commas between them")]
pub struct NatsServersError;

impl FromStr for NatsServers {
    type Err = NatsServersError;

    fn from_str(list: &str) -> Result<Self, NatsServersError> {
        let read = |server: &str| server.trim().parse::<ServerAddr>().map_err(|_unreadable| NatsServersError);
        let servers: Vec<_> = list.split(',').map(read).collect::<Result<_, _>>()?;
        // A server without a name is no server, and WebSockets are not spoken here.
        let is_one =
            |server: &ServerAddr| !server.host().is_empty() && ["nats", "tls"].contains(&server.scheme());
        if servers.iter().all(is_one) { Ok(Self(servers)) } else { Err(NatsServersError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_named_with_commas_between_them() {
        let servers: NatsServers =
            "nats://name:secret@one:4222, tls://two:4333".parse().expect("two servers");
        assert_eq!(format!("{servers:?}"), r#"["nats://one:4222", "tls://two:4333"]"#);
        for none in ["", ",", "http://one:80", "ws://one", "nats://"] {
            assert!(none.parse::<NatsServers>().is_err(), "{none:?}");
        }
    }
}
