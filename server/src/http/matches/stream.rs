//! `GET /api/v1/matches.ndjson`: a whole list of finished games, a line each. Page after page is read as fast as it is
//! taken, so that a list of any length begins at once and needs no more memory than a page.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use cydonia_protocol::{ErrorCode, MatchRecord, MatchSummary};
use futures_util::stream;
use schemars::JsonSchema;

use super::filter::{self, OfStream, Wanted};
use super::one::whole;
use crate::app::App;
use crate::http::openapi::{Chapter, Operation};
use crate::http::{ApiError, Who};
use crate::limits;
use crate::store::{Damage, StoreError};
use crate::table::Table;

/// A line: a game as lists show it, or whole.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for what is written, in the document")]
enum Line {
    Whole(MatchRecord),
    Listed(MatchSummary),
}

pub(super) fn operation() -> Operation {
    Operation::get(Chapter::Matches, "/api/v1/matches.ndjson", "streamMatches", all)
        .says(
            "Finished games, all at once",
            "The same lists without pages: a game on each line, from the first at once. If something goes wrong on the \
             way, the connection is cut before its end.",
        )
        .query_by(filter::of_stream)
        .gives_as::<Line>("application/x-ndjson", "A game on each line; this is the schema of one.")
        .refuses([ErrorCode::BadQuery])
        .knows_session()
}

/// How far a list was read.
struct Reading {
    app: Arc<App>,
    wanted: Wanted,
    /// Games of the last page that are still to be told.
    ahead: VecDeque<MatchSummary>,
    is_over: bool,
}

async fn all(
    State(app): State<Arc<App>>,
    Who(visitor): Who,
    OfStream(mut wanted): OfStream,
) -> Result<impl IntoResponse, ApiError> {
    wanted.filter.with_private =
        wanted.filter.player.is_some() && wanted.filter.player == visitor.own().map(|own| own.player.id);
    let mut reading = Reading { app, wanted, ahead: VecDeque::new(), is_over: false };
    // A store that does not answer is told as a problem, while that can still be told.
    let first = reading.next().await?;
    let lines = stream::try_unfold((first, reading), async |(ahead, mut reading)| {
        let lines = match ahead {
            Some(lines) => Some(lines),
            None => {
                reading.next().await.inspect_err(|error| tracing::error!(%error, "a list was cut short"))?
            }
        };
        Ok::<_, StoreError>(lines.map(|lines| (lines, (None, reading))))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}

impl Reading {
    /// The next lines; none at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        loop {
            if self.wanted.whole {
                if let Some(game) = self.ahead.pop_front() {
                    if let Some(line) = self.whole(&game).await? {
                        return Ok(Some(line));
                    }
                    continue;
                }
            } else if !self.ahead.is_empty() {
                let mut lines = Vec::new();
                for game in self.ahead.drain(..) {
                    write(&mut lines, &game)?;
                }
                return Ok(Some(lines.into()));
            }
            if self.is_over {
                return Ok(None);
            }
            let (_, most) = limits::PAGE;
            let found = self.app.store.look_up(&self.wanted.filter, self.wanted.after, most).await?;
            self.ahead = found.games.into();
            self.is_over = found.next.is_none();
            self.wanted.after = found.next;
        }
    }

    /// A game with its line; none if that does not replay, which must not hide all that come after.
    async fn whole(&self, game: &MatchSummary) -> Result<Option<Bytes>, StoreError> {
        let played = self.app.store.finished(game.id).await.and_then(|kept| {
            let kept = kept.ok_or(Damage::Value("row"))?;
            let (_, events) = Table::of_finished(&kept)?;
            Ok(whole(kept, events))
        });
        let played = match played {
            Ok(played) => played,
            Err(StoreError::Damaged(damage)) => {
                tracing::error!(number = game.number, %damage, "a game is left out of the list");
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let mut line = Vec::new();
        write(&mut line, &played)?;
        Ok(Some(line.into()))
    }
}

fn write(lines: &mut Vec<u8>, game: &impl serde::Serialize) -> Result<(), StoreError> {
    serde_json::to_writer(&mut *lines, game).map_err(|_| StoreError::Unwritable("game"))?;
    lines.push(b'\n');
    Ok(())
}
