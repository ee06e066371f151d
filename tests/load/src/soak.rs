//! Soak: the load of a long day: millions of moves, and then every game is looked at.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use cydonia_protocol::MatchRecord;
use cydonia_rules::{AnyGame, GameKind, Outcome, Setup};
use uuid::Uuid;

use crate::house::House;
use crate::load::Load;
use crate::moves::Manner;
use crate::play::{self, Window};
use crate::report::{Figures, median};
use crate::script::Script;

/// Games played one after another, and at last every stored one replayed by the rules.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Soak {
    /// Moves in all, at least.
    #[arg(long, default_value_t = 10_000_000)]
    pub(crate) moves: u64,
    /// Tables at once.
    #[arg(long, default_value_t = 100)]
    pub(crate) tables: usize,
}

/// Seconds between two looks at the memory.
const LOOK: f64 = 2.0;
/// Seconds until everything has come to its size.
const SETTLING: f64 = 90.0;
/// Seconds over which memory is taken in the middle.
const STRETCH: f64 = 30.0;

impl Load for Soak {
    async fn run(&self, house: &mut House) -> Result<Figures, String> {
        let terms = Manner::BRIEF.terms()?;
        let mut pairs = play::seat(house, self.tables, &terms).await?;
        let mut ended = HashMap::new();
        let (mut moves, mut doubled, mut memory) = (0, 0, Vec::new());
        while moves < self.moves {
            let played = play::saturate(pairs, Window::at_once(LOOK)).await?;
            moves += played.moves;
            for one in played.ended {
                doubled += u64::from(ended.insert(one.table, one.script).is_some());
            }
            memory.extend(house.usage().map(|usage| usage.resident as f64 / 1e6));
            pairs = played.pairs;
        }
        drop(pairs);
        let games = ended.len() as f64;
        let wrong = check(house, ended, &terms.scripts).await?;
        let mut figures = Figures::default();
        figures.add("moves", moves as f64, "");
        figures.add("games", games, "");
        figures.add("lost", wrong.lost as f64, "");
        figures.add("wrong", (wrong.wrong + doubled) as f64, "");
        // Tables leave memory a minute after their end: before that it can only grow.
        let look = |seconds: f64| (seconds / LOOK) as usize;
        if memory.len() > look(SETTLING + 2.0 * STRETCH) {
            let early = median(memory[look(SETTLING)..look(SETTLING + STRETCH)].to_vec());
            let late = median(memory[memory.len() - look(STRETCH)..].to_vec());
            figures.add("resident early", early, "MB");
            figures.add("resident late", late, "MB");
            figures.add("growth", late / early, "");
        }
        Ok(figures)
    }
}

/// What is not as it was played.
struct Wrong {
    /// Games that ended and are not there.
    lost: usize,
    /// Games that are there otherwise.
    wrong: u64,
}

/// Reads all games that the house has kept, and plays them through.
async fn check(house: &House, mut ended: HashMap<Uuid, usize>, scripts: &[Script]) -> Result<Wrong, String> {
    let address = format!("http://{}/api/v1/matches.ndjson?whole=true&order=oldest", house.address);
    let mut answer = reqwest::get(address)
        .await
        .and_then(reqwest::Response::error_for_status)
        .map_err(|error| error.to_string())?;
    let (mut ahead, mut wrong) = (Vec::new(), 0);
    while let Some(more) = answer.chunk().await.map_err(|error| format!("the list was cut: {error}"))? {
        ahead.extend_from_slice(&more);
        let whole = ahead.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        for line in ahead[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let record: MatchRecord = serde_json::from_slice(line).map_err(|error| error.to_string())?;
            match ended.entry(record.summary.id) {
                Entry::Occupied(entry) => {
                    let script = &scripts[entry.remove()];
                    wrong += u64::from(!is_as_played(&record, script));
                }
                // It ended after the last look: it has to be right in itself.
                Entry::Vacant(_) => wrong += u64::from(replay(&record).is_none()),
            }
        }
        ahead.drain(..whole);
    }
    Ok(Wrong { lost: ended.len(), wrong })
}

/// Whether a stored game is the one that was played, and comes to the result it is stored with.
fn is_as_played(record: &MatchRecord, script: &Script) -> bool {
    let same =
        record.line.len() == script.plies.len()
            && record.line.iter().zip(&script.plies).all(|(stored, (seat, action))| {
                stored.seat == *seat && stored.action.as_ref() == Some(action)
            });
    same && replay(record).as_ref() == Some(&script.outcome)
}

/// The result a stored game comes to by the rules, if it is also the one it is stored with.
fn replay(record: &MatchRecord) -> Option<Outcome> {
    let summary = &record.summary;
    let seats = u8::try_from(summary.seats.len()).ok()?;
    let setup = Setup { seats, options: summary.options.clone(), first: summary.first };
    let mut game = AnyGame::start(GameKind::from_id(&summary.game)?, &setup).ok()?;
    for entry in &record.line {
        match (&entry.action, entry.left) {
            (Some(action), _) => drop(game.play(action).ok()?),
            (None, Some(reason)) => game.leave(entry.seat, reason).ok()?,
            (None, None) => return None,
        }
    }
    let outcome = game.outcome()?;
    let scores = summary.seats.iter().map(|seat| seat.score).eq(outcome.scores.iter().copied());
    let ranks = summary.seats.iter().map(|seat| seat.rank).eq(outcome.ranks.iter().copied());
    (scores && ranks && summary.reason == outcome.reason).then_some(outcome)
}
