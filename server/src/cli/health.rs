//! `cydonia health`: asks a running house whether it answers, for what keeps containers and has no other program there.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use axum::body::Body;
use hyper::header::HOST;
use hyper::{Request, StatusCode};
use tokio::net::TcpStream;

use super::CommandError;
use super::bot::HouseUrl;
use crate::clock::Clock;
use crate::exchange::exchange;

/// How long it may take to answer.
const WITHIN: Duration = Duration::from_secs(5);

/// Why a house is not well.
#[derive(Debug, thiserror::Error)]
pub(super) enum HealthError {
    #[error(
        "a house is asked by http, as http://127.0.0.1:8080/: one that speaks TLS answers plainly at its --metrics address"
    )]
    Address,
    #[error("it cannot be reached: {0}")]
    Connect(#[from] io::Error),
    #[error("it does not speak HTTP: {0}")]
    Http(#[from] hyper::Error),
    #[error("it gave no answer within {} seconds", WITHIN.as_secs())]
    Late,
    #[error("it answers {0}")]
    Status(StatusCode),
}

/// Asks it.
pub(super) async fn run(house: &str) -> Result<ExitCode, CommandError> {
    let clock = Clock::system();
    tokio::select! {
        asked = ask(house) => asked?,
        () = clock.sleep(WITHIN) => return Err(HealthError::Late.into()),
    }
    println!("ok");
    Ok(ExitCode::SUCCESS)
}

async fn ask(house: &str) -> Result<(), HealthError> {
    let house: HouseUrl = house.parse().map_err(|_no_address| HealthError::Address)?;
    if house.is_secure {
        return Err(HealthError::Address);
    }
    let line = TcpStream::connect(house.host_and_port()).await?;
    let request = Request::get(house.path("/healthz")).header(HOST, &house.authority).body(Body::empty());
    let request = request.map_err(|_no_address| HealthError::Address)?;
    let status = exchange(line, |mut sender| async move {
        Ok::<_, HealthError>(sender.send_request(request).await?.status())
    })
    .await?;
    // One that is asked under a name that is not its own says so, and so is well.
    if status.is_success() || status == StatusCode::MISDIRECTED_REQUEST {
        return Ok(());
    }
    Err(HealthError::Status(status))
}
