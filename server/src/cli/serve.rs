//! `cydonia`: the server, until somebody asks the process to end.

use std::env;
use std::net::SocketAddr;
use std::process::ExitCode;

use cydonia_table::DiceSecrets;
use listenfd::ListenFd;
use tokio::net::TcpListener;
use tracing::{Level, Metadata};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, fmt, registry};

use super::arguments::{LogFormat, Serve};
use super::{CommandError, tls};
use crate::clock::Clock;
use crate::config::{Conduct, Config, NodeSettings};
use crate::connections::raise_descriptors;
use crate::dumps::Dumps;
use crate::entropy::Entropy;
use crate::http::HTTPS_PORT;
use crate::server::Server;
use crate::thinker::Thinker;
use crate::traces::Traces;

/// The name under which the program itself logs.
const LOG_TARGET: &str = "cydonia";

pub(super) async fn run(settings: Serve) -> Result<ExitCode, CommandError> {
    let filter = log_filter(env::var("RUST_LOG").ok().as_deref());
    // What goes over a socket word for word, as its library would tell with RUST_LOG=trace, holds the keys of private tables.
    let is_no_secret =
        |about: &Metadata<'_>| !about.target().contains("tungstenite") || *about.level() <= Level::INFO;
    // What is told and what is sent are chosen apart: a span may be sent of which the log says nothing.
    let told = filter.and(filter_fn(is_no_secret));
    let log: Box<dyn Layer<Registry> + Send + Sync> = match settings.log_format {
        LogFormat::Text => fmt::layer().boxed(),
        LogFormat::Json => fmt::layer().json().boxed(),
    };
    let clock = Clock::system();
    let traces = match &settings.otlp_endpoint {
        Some(endpoint) => Some(Traces::start(endpoint, &clock).await?),
        None => None,
    };
    registry().with(log.with_filter(told)).with(traces.as_ref().map(Traces::layer)).init();
    raise_descriptors();
    let tls = tls::of(&settings)?;
    let is_by_acme = !settings.acme.acme_domain.is_empty();
    let scheme = if tls.is_some() { "https" } else { "http" };
    let config = Config {
        database: settings.data.database()?,
        tls,
        public_port: settings.public_port,
        base: settings.base,
        limits: settings.limits,
        clock,
        entropy: Entropy::system(),
        key_entropy: Entropy::system(),
        dice_secrets: DiceSecrets::honest(),
        thinker: Thinker::players(),
        conduct: Conduct::read(settings.conduct)?,
        push: settings.push,
        mail: settings.mail.whole()?,
        service_worker: !settings.no_service_worker,
        dumps: settings.dumps,
        nodes: settings.nats.map(|nats| NodeSettings { nats, weight: settings.weight }),
    };
    if let Some(folder) = config.dumps.clone() {
        // Rather now than at midnight.
        Dumps::of(folder).prepare()?;
    }
    let base = config.base.clone();
    let mut server = Server::new(config).await?;
    if let Some(address) = settings.metrics {
        server = server.with_metrics(listen(address).await?);
    }
    if let Some(address) = settings.redirect {
        server = server.with_redirects(listen(address).await?);
    }
    let listener = match handed_over()? {
        Some(listener) => listener,
        None => listen(settings.listen).await?,
    };
    let address = listener.local_addr()?;
    let reached_by = settings.public_port.unwrap_or(address.port());
    if is_by_acme && reached_by != HTTPS_PORT {
        // An authority of one's own may come to another: that is no reason not to open.
        tracing::warn!(
            target: LOG_TARGET,
            "authorities come to port {HTTPS_PORT}, and this house is reached by {reached_by}: if something hands the one on to the other, say so (--public-port)"
        );
    }
    tracing::info!(target: LOG_TARGET, "open on {scheme}://localhost:{}{}", address.port(), base.href());
    let served = server.serve(listener, shutdown()).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    served?;
    Ok(ExitCode::SUCCESS)
}

async fn listen(address: SocketAddr) -> Result<TcpListener, CommandError> {
    TcpListener::bind(address).await.map_err(|error| CommandError::Listen { address, error })
}

/// Socket activation: the listener that whoever has started the program holds open for it, if they do (`LISTEN_FDS`). It stays while the
/// program is started anew, and whoever comes meanwhile waits in its queue.
fn handed_over() -> Result<Option<TcpListener>, CommandError> {
    let listener = ListenFd::from_env().take_tcp_listener(0).map_err(CommandError::HandedOver)?;
    let Some(listener) = listener else { return Ok(None) };
    listener.set_nonblocking(true)?;
    tracing::info!(target: LOG_TARGET, "listening where it was handed a socket, and not at --listen");
    Ok(Some(TcpListener::from_std(listener)?))
}

/// What `RUST_LOG` asks for: levels, for everything or for single modules. Without it, or if it says nothing that can be read, what is told
/// by default.
fn log_filter(said: Option<&str>) -> Targets {
    let default = Targets::new().with_default(Level::INFO);
    // Without the comma too many, which would be read as a level.
    let said: Vec<&str> =
        said.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if said.is_empty() {
        return default;
    }
    said.join(",").parse().unwrap_or_else(|error| {
        eprintln!("cydonia: RUST_LOG is left out, as it cannot be read: {error}");
        default
    })
}

/// Until someone asks the process to end.
pub(super) async fn shutdown() {
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(target: LOG_TARGET, %error, "cannot listen for Ctrl-C");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
    tracing::info!(target: LOG_TARGET, "closing");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_tells_by_default_what_a_filter_that_says_nothing_leaves() {
        let default = Targets::new().with_default(Level::INFO);
        for said in [None, Some(""), Some(" , "), Some("[request]=nonsense"), Some("info,")] {
            assert_eq!(log_filter(said), default, "{said:?}");
        }
        let single = Targets::new().with_default(Level::WARN).with_target("cydonia_server", Level::DEBUG);
        assert_eq!(log_filter(Some("warn,cydonia_server=debug,")), single);
    }
}
