//! Line notes: a follower of the kept games that replays each public one once and keeps what that works out of its line, by which it
//! is told whole from then on. It goes on behind the last game that has notes, and so brings in those from before there were any.

use std::sync::Arc;

use super::{Follower, follow};
use crate::background::yield_core;
use crate::context::Context;
use crate::limits;
use crate::store::{KeepLineNotes, KeptLine, MatchFilter, Order, StoreError, left_out};

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Notes::default()).await;
}

#[derive(Default)]
struct Notes {
    /// The number of the last game that was looked at, once that is known.
    through: Option<i64>,
}

impl Follower for Notes {
    const FAILED: &str = "no notes could be made of games";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        let store = &context.store;
        let from = match self.through {
            Some(through) => through,
            None => store.noted_through().await?,
        };
        let oldest = MatchFilter { order: Order::Oldest, ..MatchFilter::default() };
        let found = store.look_up(&oldest, Some(from), limits::LINES_NOTED).await?;
        let Some(through) = found.reached() else { return Ok(false) };
        let lines = store.with_lines(found.games).await?;
        let notes = async move { lines.into_iter().filter_map(note).collect::<Vec<_>>() };
        let notes = store.background().carry(notes).await.ok_or(StoreError::Unavailable)?;
        if !notes.is_empty() {
            store.write(KeepLineNotes { notes }).await?;
        }
        self.through = Some(through);
        Ok(true)
    }
}

/// The notes of a game by its number; none, and a word to the log, if it is damaged.
fn note(line: KeptLine) -> Option<(i64, String)> {
    let number = line.summary.number;
    match line.note(yield_core) {
        Ok(Some(notes)) => Some((number, notes)),
        Ok(None) => {
            tracing::warn!(
                number,
                "a game cannot be told by notes of its line: it is replayed whenever it is asked for"
            );
            None
        }
        Err(damage) => {
            left_out(number, "the notes of lines", &damage);
            None
        }
    }
}
