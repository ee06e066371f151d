//! Explorer: a follower of the kept games that takes the positions of each into the index for search by position. It works batch after
//! batch on threads of low priority, takes up where it stopped, and so brings in games from before there was an index, too.

use std::collections::HashSet;
use std::sync::Arc;

use cydonia_protocol::{COMPUTERS, GameResult, MatchSeat, MatchSummary, PositionKey};
use cydonia_table::{Acted, Table};

use super::{Follower, follow};
use crate::background::yield_core;
use crate::context::Context;
use crate::limits;
use crate::store::{Explored, IndexGames, KeptLine, MatchFilter, Order, StoreError, left_out};

/// Runs until the server stops.
pub(crate) async fn run(context: Arc<Context>) {
    follow(&context, Explorer).await;
}

struct Explorer;

impl Follower for Explorer {
    const FAILED: &str = "games could not be taken into the explorer";

    async fn step(&mut self, context: &Context) -> Result<bool, StoreError> {
        index_some(context).await
    }
}

/// Takes in the next few games; whether there may be more.
async fn index_some(context: &Context) -> Result<bool, StoreError> {
    let store = &context.store;
    let from = store.explored_through().await?;
    let oldest = MatchFilter { order: Order::Oldest, ..MatchFilter::default() };
    let found = store.look_up(&oldest, Some(from), limits::EXPLORER_BATCH).await?;
    let Some(through) = found.reached() else { return Ok(false) };
    let lines = store.with_lines(found.games).await?;
    let explored = async move { lines.into_iter().flat_map(positions).collect() };
    let explored = store.background().carry(explored).await.ok_or(StoreError::Unavailable)?;
    store.write(IndexGames { from, through, explored }).await?;
    Ok(true)
}

/// What was played in the first positions of a game; nothing, and a word to the log, if it is damaged.
fn positions(line: KeptLine) -> Vec<Explored> {
    let number = line.summary.number;
    let told = line.read().and_then(|game| {
        let (acted, _) = Table::acted(&game, yield_core)?;
        Ok(explored(&game.summary, &acted))
    });
    match told {
        Ok(explored) => explored,
        Err(damage) => {
            left_out(number, "the explorer", &damage);
            Vec::new()
        }
    }
}

fn explored(summary: &MatchSummary, acted: &[Acted]) -> Vec<Explored> {
    let seats = &summary.seats;
    let mut won = [false; 6];
    for (won, seat) in won.iter_mut().zip(seats) {
        *won = seat.result == GameResult::Won;
    }
    let computers = seats.iter().any(|seat| COMPUTERS.contains(&seat.player.id));
    let drawn = seats.iter().any(|seat| seat.result == GameResult::Drawn);
    let mut known = HashSet::new();
    let of_one = |Acted { seat, game, action, .. }: &Acted| {
        let position = PositionKey::at(game)?;
        // The first time that it stood.
        known.insert(position).then(|| Explored {
            number: summary.number,
            position,
            action: action.clone(),
            computers,
            drawn,
            won,
            rating: seats.get(usize::from(*seat)).and_then(rating_before),
        })
    };
    acted.iter().take(limits::EXPLORED_ACTIONS).filter_map(of_one).collect()
}

/// The rating with which somebody came to a rated game, if they had one.
fn rating_before(seat: &MatchSeat) -> Option<i32> {
    Some(seat.rating.as_ref()?.before.as_ref()?.rating)
}
