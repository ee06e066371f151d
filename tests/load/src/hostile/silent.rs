//! Slow clients: connections that say nothing, or half of something, and stay.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cydonia_protocol::VERSION;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::timeout;

use super::{aloof, requests};
use crate::house::{Descriptors, House};
use crate::latency::Latency;
use crate::moves::Manner;
use crate::play::Window;
use crate::report::Figures;
use crate::wire::Wire;

/// Those who are silent.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Silence {
    /// Connections that say nothing, half a head, half a body, or half a body in chunks, all from one address.
    #[arg(long, default_value_t = 1100)]
    pub(crate) silent: usize,
    /// Files that the house may have open: what a shell or a service manager allows it unasked.
    #[arg(long, default_value_t = 1024)]
    pub(crate) descriptors: u64,
    /// It cannot allow itself more either.
    #[arg(long)]
    pub(crate) firmly: bool,
    /// Seconds until somebody else comes.
    #[arg(long, default_value_t = 5.0)]
    pub(crate) soon: f64,
    /// Seconds until somebody else comes again.
    #[arg(long, default_value_t = 35.0)]
    pub(crate) later: f64,
}

/// What each kind says: nothing, and half of what would be answered.
const WORDS: [&str; 4] = [
    "",
    "GET /healthz HTTP/1.1\r\nHost: silent\r\n",
    "POST /api/v1/session HTTP/1.1\r\nHost: silent\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"name\"",
    "POST /api/v1/session HTTP/1.1\r\nHost: silent\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"name",
];

/// How often somebody else tries each of the three.
const TRIES: usize = 10;
/// Between two tries.
const BETWEEN: Duration = Duration::from_millis(100);
/// As long as they wait for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

impl Silence {
    /// Puts them on, beside two who play.
    pub(super) async fn run(self, house: &mut House, seconds: f64) -> Result<Figures, String> {
        house.kill().await?;
        house.descriptors = Some(Descriptors { number: self.descriptors, firmly: self.firmly });
        house.start().await?;
        let mut aside = super::Aside::seat(house.address, Manner::default().terms()?).await?;
        let alone = aside.play(Window::of(seconds)).await?;
        let mut figures = Figures::default();
        let open = Arc::new(AtomicUsize::new(0));
        let hold = aloof()?;
        for number in 0..self.silent {
            let words = WORDS[number % WORDS.len()];
            hold.spawn(keep(house.address, requests::source_of(0), words, open.clone()));
        }
        let began = Instant::now();
        let until = Window::at_once(self.later);
        let strangers = async {
            for (after, names) in [(self.soon, &SOON), (self.later, &LATER)] {
                tokio::time::sleep_until((began + Duration::from_secs_f64(after)).into()).await;
                figures.add(names[0], open.load(Ordering::Relaxed) as f64, "");
                come(house.address, &mut figures, names).await;
            }
        };
        let (beside, ()) = tokio::join!(aside.play(until), strangers);
        let beside = beside?;
        figures.add_known("descriptors of the server", house.open_files(), "");
        hold.shutdown_background();
        super::aside::tell(&mut figures, &alone, &beside);
        let after = house.usage().map(|usage| usage.peak as f64 / 1e6);
        figures.add_known("resident at most", after, "MB");
        Ok(figures)
    }
}

/// The names of what somebody else finds at first, and later.
const SOON: [&str; 6] = [
    "silent and open, soon",
    "healthz without an answer, soon",
    "lists without an answer, soon",
    "sockets without a hello, soon",
    "answer p50, soon",
    "longest answer, soon",
];
const LATER: [&str; 6] = [
    "silent and open, later",
    "healthz without an answer, later",
    "lists without an answer, later",
    "sockets without a hello, later",
    "answer p50, later",
    "longest answer, later",
];

/// Opens a connection, says what there is to say, and keeps it for as long as it is let.
async fn keep(house: SocketAddr, from: IpAddr, words: &str, open: Arc<AtomicUsize>) {
    let opened = async {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        let mut stream = socket.connect(house).await?;
        stream.write_all(words.as_bytes()).await?;
        std::io::Result::Ok(stream)
    };
    let Ok(mut stream) = opened.await else { return };
    open.fetch_add(1, Ordering::Relaxed);
    // An answer that it was too slow is no end yet.
    while stream.read(&mut [0; 1024]).await.is_ok_and(|read| read > 0) {}
    open.fetch_sub(1, Ordering::Relaxed);
}

/// What somebody finds who comes from another address.
async fn come(house: SocketAddr, figures: &mut Figures, names: &[&'static str; 6]) {
    let from = requests::source_of(1);
    let get = async |path: &str| {
        let client = reqwest::Client::builder().local_address(from).build().map_err(drop)?;
        let answer = client.get(format!("http://{house}{path}")).send().await.map_err(drop)?;
        answer.error_for_status().map_err(drop)?.bytes().await.map(drop).map_err(drop)
    };
    let hello = async || {
        let mut line =
            Wire::open(house, from, &format!("/ws?protocol={VERSION}"), None).await.map_err(drop)?;
        line.hear().await.map(drop).map_err(drop)
    };
    let mut times = Vec::new();
    let mut unanswered = [0.0; 3];
    let tries = (0..TRIES).map(|number| async move {
        tokio::time::sleep(BETWEEN * number as u32).await;
        tokio::join!(timed(get("/healthz")), timed(get("/api/v1/matches")), timed(hello()),)
    });
    for (health, list, hello) in futures_util::future::join_all(tries).await {
        for (missing, took) in unanswered.iter_mut().zip([health, list, hello]) {
            match took {
                Some(took) => times.push(took),
                None => *missing += 1.0,
            }
        }
    }
    for (name, missing) in names[1..4].iter().zip(unanswered) {
        figures.add(name, missing, "of 10");
    }
    if !times.is_empty() {
        let times = Latency::of(times);
        figures.add(names[4], times.quantile_ms(0.5), "ms");
        figures.add(names[5], times.quantile_ms(1.0), "ms");
    }
}

/// How long it took, if it was answered in time.
async fn timed(answer: impl Future<Output = Result<(), ()>>) -> Option<Duration> {
    let asked = Instant::now();
    timeout(PATIENCE, answer).await.is_ok_and(|answer| answer.is_ok()).then(|| asked.elapsed())
}
