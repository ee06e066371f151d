//! `cydonia`: the server, and the referee for programs.

use std::io::{BufWriter, Write, stdin, stdout};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cydonia_server::{BasePath, Clock, Config, Entropy, Server, referee};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// An online house for the pyramid games of Mars.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Program>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Program {
    /// Referee games line by line, as JSON on standard input and output.
    Referee,
}

#[derive(Debug, clap::Args)]
struct Serve {
    /// The address to listen on.
    #[arg(long, env = "CYDONIA_LISTEN", default_value = "0.0.0.0:8080")]
    listen: SocketAddr,
    /// The folder that holds the database.
    #[arg(long, env = "CYDONIA_DATA", default_value = "data")]
    data: PathBuf,
    /// Where the house lives under its host.
    #[arg(long, env = "CYDONIA_BASE", default_value = "/")]
    base: BasePath,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        Some(Program::Referee) => referee_lines().map_err(|error| error.to_string()),
        None => serve(arguments.serve),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cydonia: {message}");
            ExitCode::FAILURE
        }
    }
}

fn referee_lines() -> std::io::Result<()> {
    let mut output = BufWriter::new(stdout().lock());
    referee::run(stdin().lock(), &mut output)?;
    output.flush()
}

#[tokio::main]
async fn serve(settings: Serve) -> Result<(), String> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).init();
    let config = Config {
        data: settings.data,
        base: settings.base,
        clock: Clock::system(),
        entropy: Entropy::system(),
    };
    let base = config.base.clone();
    let server = Server::new(config).await.map_err(|error| error.to_string())?;
    let listener = TcpListener::bind(settings.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", settings.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    tracing::info!("open on http://localhost:{}{}", address.port(), base.href());
    server.serve(listener, shutdown()).await.map_err(|error| error.to_string())
}

/// Until someone asks the process to end.
async fn shutdown() {
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "cannot listen for Ctrl-C");
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
    tracing::info!("closing");
}
