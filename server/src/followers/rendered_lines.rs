//! Rendered lines: a follower of the kept games that replays each public one once and keeps the JSON that its line is told in, by which
//! it is told whole from then on. It goes on behind the last game that has one, and so brings in those from before there were any.

use std::sync::Arc;

use cydonia_table::LineDetail;

use super::{Follower, follow};
use crate::background::yield_core;
use crate::context::Context;
use crate::limits;
use crate::store::{KeepRenderedLines, KeptLine, MatchFilter, Order, RenderedLine, StoreError, left_out};

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Rendering::default()).await;
}

#[derive(Default)]
struct Rendering {
    /// The number of the last game that was looked at, once that is known.
    through: Option<i64>,
}

impl Follower for Rendering {
    const FAILED: &str = "no lines of games could be rendered";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        let store = &context.store;
        let from = match self.through {
            Some(through) => through,
            None => store.rendered_through().await?,
        };
        let oldest = MatchFilter { order: Order::Oldest, ..MatchFilter::default() };
        let found = store.look_up(&oldest, Some(from), limits::LINES_RENDERED).await?;
        let Some(through) = found.reached() else { return Ok(false) };
        let kept = store.with_lines(found.games).await?;
        let lines = async move { kept.into_iter().filter_map(rendered).collect::<Vec<_>>() };
        let lines = store.background().carry(lines).await.ok_or(StoreError::Unavailable)?;
        if !lines.is_empty() {
            store.write(KeepRenderedLines { lines }).await?;
        }
        self.through = Some(through);
        Ok(true)
    }
}

/// The rendered line of a game by its number. None if it is to be replayed whenever it is asked for; or if it is damaged, which the log
/// is told.
fn rendered(kept: KeptLine) -> Option<(i64, RenderedLine)> {
    let number = kept.summary.number;
    let replayed = kept.replayed(LineDetail::default(), yield_core);
    let whole = replayed.inspect_err(|damage| left_out(number, "the rendered lines", damage)).ok()?;
    let line = RenderedLine::of(&whole)?;
    yield_core();
    Some((number, line))
}
