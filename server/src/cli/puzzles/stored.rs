//! Stored games: puzzles out of the finished games of a house, which keeps them. Each is kept as it is found: whoever is stopped
//! half-way has those, and finds no other when they begin again.

use cydonia_protocol::{Event, EventKind};
use cydonia_rules::{AnyGame, GameKind, Setup};
use cydonia_table::Table;
use uuid::Uuid;

use super::candidate::Demands;
use crate::clock::Clock;
use crate::puzzles::{Input, Origin, PuzzleRecord, Source};
use crate::store::{AddPuzzle, Added, MatchFilter, Store, StoreError};

/// Games that are looked up at a time.
const PAGE: usize = 20;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Games that were looked through.
    pub games: u64,
    /// Those that cannot be read.
    pub damaged: u64,
    /// Puzzles in them.
    pub found: usize,
    /// Of those, that were not known before.
    pub added: usize,
}

/// Looks through the newest public games for so many puzzles that are not known yet, and tells of each game.
///
/// # Errors
/// If the database fails.
pub(super) async fn find(
    store: &Store,
    clock: &Clock,
    kind: Option<GameKind>,
    demands: &Demands,
    (count, games, seed): (usize, u64, u64),
    mut tell: impl FnMut(Tally),
) -> Result<Tally, StoreError> {
    let filter = MatchFilter { game: kind.map(|kind| kind.id().to_owned()), ..MatchFilter::default() };
    let mut tally = Tally::default();
    let mut after = None;
    loop {
        let page = store.look_up(&filter, after, PAGE).await?;
        for summary in page.games {
            if tally.games == games || tally.added == count {
                return Ok(tally);
            }
            tally.games += 1;
            match of_game(store, summary.id, demands, seed).await {
                Ok(Some(puzzle)) => {
                    tally.found += 1;
                    match store.write(AddPuzzle { puzzle, now_ms: clock.now_ms() }).await? {
                        Added::New => tally.added += 1,
                        Added::Known => {}
                        Added::Full => return Ok(tally),
                    }
                }
                Ok(None) => {}
                // It hides no other.
                Err(StoreError::Damaged(error)) => {
                    eprintln!("game {}: {error}", summary.id);
                    tally.damaged += 1;
                }
                Err(error) => return Err(error),
            }
            tell(tally);
        }
        let Some(next) = page.next else { return Ok(tally) };
        after = Some(next);
    }
}

/// The first puzzle of a game.
async fn of_game(
    store: &Store,
    id: Uuid,
    demands: &Demands,
    seed: u64,
) -> Result<Option<PuzzleRecord>, StoreError> {
    let Some(kept) = store.kept(id).await? else { return Ok(None) };
    let finished = kept.read()?;
    let (table, events) = Table::of_finished(&finished, || {})?;
    let info = table.info();
    let Some(kind) = GameKind::from_id(&info.game) else { return Ok(None) };
    let seats = u8::try_from(info.seats.len()).unwrap_or(u8::MAX);
    let setup = Setup { seats, options: info.options, first: info.first };
    let inputs = standing(&events);
    let Ok(mut game) = AnyGame::start(kind, &setup) else { return Ok(None) };
    for (place, input) in inputs.iter().enumerate() {
        let origin = Origin { kind, setup: &setup, line: &inputs[..place] };
        let puzzle = demands.puzzle(&game, &origin, Source::Match { id }, seed);
        if puzzle.is_some() {
            return Ok(puzzle);
        }
        if input.play(&mut game).is_err() {
            break;
        }
    }
    Ok(None)
}

/// What stands of a game's line, up to the first who left: nothing that was taken back.
fn standing(events: &[Event]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for event in events {
        match &event.what {
            EventKind::Act { action, .. } => inputs.push(Input::Act(action.clone())),
            EventKind::Roll { dice, .. } => inputs.push(Input::Roll(*dice)),
            EventKind::Undo { .. } => drop(inputs.pop()),
            EventKind::Takeback { actions, .. } => {
                inputs.truncate(inputs.len().saturating_sub(*actions as usize));
            }
            EventKind::Leave { .. } => break,
            _ => {}
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use cydonia_rules::ViewDiff;

    use super::*;

    fn event(what: EventKind) -> Event {
        Event::tried(1, what, ViewDiff::default(), Vec::new())
    }

    fn act(action: &str) -> Event {
        event(EventKind::Act { seat: 0, action: action.to_owned(), share: None, lag_ms: 0 })
    }

    #[test]
    fn what_was_taken_back_and_what_follows_a_leaver_does_not_stand() {
        let events = [
            act("a"),
            act("b"),
            event(EventKind::Undo { seat: 0 }),
            act("c"),
            act("d"),
            event(EventKind::Takeback { seat: 0, actions: 2 }),
            act("e"),
            event(EventKind::Leave { seat: 1, reason: cydonia_rules::LeaveReason::Resigned }),
            act("f"),
        ];
        assert_eq!(standing(&events), ["a", "e"].map(|action| Input::Act(action.to_owned())));
    }
}
