//! Cydonia's server: lobby, tables, journal, web client.
//!
//! ```no_run
//! # async fn example(config: cydonia_server::Config) -> Result<(), Box<dyn std::error::Error>> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! cydonia_server::Server::new(config).await?.serve(listener, async {}).await?;
//! # Ok(()) }
//! ```

mod accounts;
mod admission;
mod analysis;
mod background;
mod base_path;
mod bus;
pub mod cli;
mod clock;
mod config;
mod connections;
mod context;
mod digest;
mod dumps;
mod entropy;
mod exchange;
mod finished_games;
mod followers;
mod gaps;
mod glicko;
mod gossip;
mod http;
pub mod limits;
mod lobby;
mod mail;
mod metrics;
mod moderation;
mod node;
mod outbox;
mod own_games;
mod patience;
mod peers;
mod proof;
mod push;
mod puzzles;
mod rejection;
mod review;
mod server;
mod sessions;
mod socket;
mod store;
mod table;
mod text;
mod thinker;
mod timer;
mod tls;
mod tournaments;
mod traces;
mod visitor;
mod workers;

pub use base_path::BasePath;
pub use bus::BusError;
pub use clock::{Clock, ClockHand};
pub use config::{
    ChatSetting, Conduct, ConductError, ConductSettings, Config, Database, DatabaseUrl, DatabaseUrlError,
    MailFrom, MailFromError, MailHouse, MailLinks, MailLinksError, MailRelay, MailRelayError, MailSettings,
    MailSettingsError, NatsServers, NatsServersError, NodeSettings, PushContact, PushKey, PushService,
    PushSettings,
};
pub use connections::raise_descriptors;
pub use cydonia_table::DiceSecrets;
pub use cydonia_table::journal::{CorruptData, ReplayError};
pub use entropy::Entropy;
pub use glicko::{Estimate, Met, pair_weight, rate_period};
pub use server::{Server, StartError};
pub use store::{Archive, Recomputed, StoreError, Unique, recompute_ratings};
pub use thinker::Thinker;
pub use tls::{
    AcmeContact, AcmeContactError, AcmeDirectory, AcmeDirectoryError, AcmeDomain, AcmeDomainError,
    AcmeSettings, Tls, TlsError, TlsFiles,
};
pub use traces::{OtlpEndpoint, OtlpEndpointError};
