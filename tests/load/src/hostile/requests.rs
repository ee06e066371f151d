//! Request floods: requests that are asked again as soon as they are answered, without a session.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use reqwest::{Client, Request, Response, StatusCode};
use uuid::Uuid;

use super::{PAUSE, With};
use crate::guests::SOURCES;
use crate::latency::Latency;
use crate::past;
use crate::play::Window;
use crate::report::Figures;
use crate::wire::source;

/// What is asked.
pub(super) struct Question(Request);

impl Question {
    /// What a kind asks, once it has been answered as it should be; none for those on sockets.
    ///
    /// # Errors
    /// If it is not answered.
    pub(super) async fn of(
        with: With,
        house: SocketAddr,
        bloated: Option<Uuid>,
    ) -> Result<Option<Self>, String> {
        let client = Client::new();
        let root = format!("http://{house}");
        let game = format!("{root}/api/v1/matches/{}", bloated.unwrap_or_default());
        let get = |address: String| client.get(address);
        let request = match with {
            With::Mute | With::Garbage | With::Flood | With::Silent => return Ok(None),
            With::Assets => get(script(&client, &root).await?).header(ACCEPT_ENCODING, "gzip"),
            With::Documents => get(format!("{root}/api/v1/openapi.json")).header(ACCEPT_ENCODING, "gzip"),
            With::Proofs => get(format!("{game}/dice")),
            With::Replays => get(format!("{game}/replay")),
            With::Tags => {
                let answer =
                    ask(&client, get(game.clone()).build().map_err(|error| error.to_string())?).await?;
                let tag = answer.headers().get(ETAG).ok_or("a game without a tag")?.clone();
                get(game).header(IF_NONE_MATCH, tag)
            }
            With::Checks => client
                .post(format!("{root}/api/v1/check-record"))
                .header(CONTENT_TYPE, "text/plain")
                .body(past::dear_record(LONGEST_RECORD)?),
            With::Lists => get(format!("{root}/api/v1/matches?limit=100")),
            With::Streams => get(format!("{root}/api/v1/matches.ndjson?whole=true")),
        };
        let question = Self(request.build().map_err(|error| error.to_string())?);
        // What is refused at once would measure nothing.
        ask(&client, question.again()?).await?;
        Ok(Some(question))
    }

    fn again(&self) -> Result<Request, String> {
        self.0.try_clone().ok_or_else(|| "a request that cannot be asked twice".to_owned())
    }
}

/// The longest text of a game that a house checks.
const LONGEST_RECORD: usize = 128 * 1024;

async fn ask(client: &Client, request: Request) -> Result<Response, String> {
    let address = request.url().clone();
    let answer = client.execute(request).await.map_err(|error| error.to_string())?;
    match answer.status() {
        status if status.is_success() || status == StatusCode::NOT_MODIFIED => Ok(answer),
        status => Err(format!("{address}: {status}")),
    }
}

/// Where the page has its script.
async fn script(client: &Client, root: &str) -> Result<String, String> {
    let page = client
        .get(format!("{root}/"))
        .send()
        .await
        .map_err(|error| error.to_string())?
        .text()
        .await
        .map_err(|error| error.to_string())?;
    let named = page.split('"').find(|text| text.contains("assets/") && text.ends_with(".js"));
    let path = named.ok_or("a page without a script: was the web client built?")?;
    Ok(format!("{root}/{}", path.trim_start_matches("./").trim_start_matches('/')))
}

/// The address of those who ask that has that number.
pub(super) fn source_of(number: usize) -> IpAddr {
    // Behind those of everybody who plays.
    source(SOURCES + 1 + number)
}

/// What was answered.
#[derive(Default)]
pub(super) struct Answers(Mutex<Vec<(Option<StatusCode>, Duration)>>);

/// The answers of one window, with how long each took.
pub(super) struct Answered(Vec<(Option<StatusCode>, Duration)>);

impl Answers {
    fn note(&self, status: Option<StatusCode>, took: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((status, took));
    }

    fn take(&self) -> Vec<(Option<StatusCode>, Duration)> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Those that come within a window.
    pub(super) async fn within(&self, window: Window) -> Answered {
        window.begins().await;
        self.take();
        window.ends().await;
        Answered(self.take())
    }
}

impl Answered {
    /// How many there were a second, by what they said, and how long they took.
    pub(super) fn tell(&self, figures: &mut Figures, seconds: f64) {
        let mut rate = |name, holds: &dyn Fn(Option<u16>) -> bool| {
            let count =
                self.0.iter().filter(|(status, _)| holds(status.map(|status| status.as_u16()))).count();
            figures.add(name, count as f64 / seconds, "/s");
        };
        rate("answers 200", &|status| status == Some(200));
        rate("answers 304", &|status| status == Some(304));
        rate("answers 429", &|status| status == Some(429));
        rate("answers 5xx", &|status| status.is_some_and(|status| status >= 500));
        rate("answers else", &|status| {
            status.is_some_and(|status| status < 500 && ![200, 304, 429].contains(&status))
        });
        rate("cut off", &|status| status.is_none());
        let took = Latency::of(self.0.iter().filter(|(status, _)| status.is_some()).map(|(_, took)| *took));
        figures.add("answer p50", took.quantile_ms(0.5), "ms");
        figures.add("answer p99", took.quantile_ms(0.99), "ms");
    }
}

/// Asks, and asks again as soon as it is answered, over a connection of its own.
pub(super) async fn insist(question: Arc<Question>, from: IpAddr, answers: Arc<Answers>) {
    let client = Client::builder().local_address(from).pool_max_idle_per_host(1).build();
    let Ok(client) = client else { return };
    while let Ok(request) = question.again() {
        let asked = Instant::now();
        let answer = async {
            let mut answer = client.execute(request).await?;
            while answer.chunk().await?.is_some() {}
            Ok::<_, reqwest::Error>(answer.status())
        };
        let status = answer.await.ok();
        answers.note(status, asked.elapsed());
        if status.is_none() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}
