//! Fixture: finished games that there are before anybody comes, one of them as dear to read as may be.

use std::path::Path;

use cydonia_rules::{AnyGame, GameKind, Setup};
use cydonia_server::{Clock, Database};
use rusqlite::Connection;
use serde_json::Value;
use uuid::Uuid;

use crate::fill::{Chance, Filling, fill};
use crate::house::House;

/// The finished games of a house.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Past {
    /// Finished games that there are, if what is asked has to do with any.
    #[arg(long, default_value_t = 600)]
    pub(crate) finished: usize,
    /// Events of one of them that were taken back, and the taking back: what one guest makes in some minutes.
    #[arg(long, default_value_t = 23_000)]
    pub(crate) bloat: usize,
}

/// The game that is bloated: its turns are of several actions, which can be taken back.
const BLOATED: GameKind = GameKind::MartianFrisby;

impl Past {
    /// Closes a house, fills its store, and opens it again; the game that is bloated.
    ///
    /// # Errors
    /// If the house is not one that was started here on an empty store of SQLite.
    pub(crate) async fn make(self, house: &mut House) -> Result<Uuid, String> {
        let folder = house.sqlite_folder().ok_or("a past is made on SQLite only")?.to_owned();
        house.kill().await?;
        let games = self.finished;
        let filling =
            Filling { games, copies: 1, players: games.div_ceil(10), until_ms: Clock::system().now_ms() };
        let database = Database::Sqlite { folder: folder.clone(), most_megabytes: None };
        fill(&database, filling, Chance::of_seed(2026), |_| {}).await.map_err(|error| error.to_string())?;
        let game = bloat(&folder, self.bloat).map_err(|error| format!("no game was bloated: {error}"))?;
        house.start().await?;
        Ok(game)
    }
}

/// Has somebody at one of the games act and take it back, so that it has so many events more. It is written where it is
/// kept, as a house need not let anybody do so.
fn bloat(folder: &Path, events: usize) -> Result<Uuid, Box<dyn std::error::Error>> {
    let connection = Connection::open(folder.join("cydonia.db"))?;
    let mut games = connection.prepare(
        "SELECT number, id, record FROM matches JOIN match_lines USING (number) WHERE game = ?1 AND NOT private",
    )?;
    let mut rows = games.query([BLOATED.id()])?;
    while let Some(row) = rows.next()? {
        let (number, id, record): (i64, Vec<u8>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let mut record: Value = serde_json::from_str(&record)?;
        if !record["dice"].is_null() && bloat_line(&mut record, events).is_some() {
            connection.execute(
                "UPDATE match_lines SET record = ?1 WHERE number = ?2",
                (record.to_string(), number),
            )?;
            return Ok(Uuid::from_slice(&id)?);
        }
    }
    Err("there is no game that is fit for it".into())
}

/// Puts the events before the first move of a packed line; none if it has none, or if events are known by their numbers.
fn bloat_line(record: &mut Value, events: usize) -> Option<()> {
    let line = record.get("line")?.as_str()?;
    let entries: Vec<_> = line.split(' ').collect();
    if entries.iter().any(|entry| entry.starts_with("offer")) {
        return None;
    }
    let place = entries.iter().position(|entry| entry.contains('-') && !entry.contains([':', '*', '~']))?;
    let back_and_forth = [entries[place], "undo"].repeat(events / 2);
    let count = back_and_forth.len();
    let (before, after) = entries.split_at(place);
    let bloated = [before, &back_and_forth, after].concat().join(" ");
    record["line"] = bloated.into();
    // In no time at all: no clock is to run out.
    record.get_mut("pauses_ms")?.as_array_mut()?.splice(place..place, vec![0.into(); count]);
    Some(())
}

/// A game's text that takes a house as long to check as any of that length that was found: an action that is looked up
/// among many, written as short as can be, and taken back again and again.
///
/// # Errors
/// If the rules have changed so that there is no such game.
pub(crate) fn dear_record(longest: usize) -> Result<String, String> {
    let dice = [3, 5];
    let refused = |refusal| format!("{refusal:?}");
    let mut game = AnyGame::start(BLOATED, &Setup::for_seats(2)).map_err(|error| error.to_string())?;
    game.roll(dice).map_err(refused)?;
    let actions = game.actions();
    let action = actions.first().ok_or("nothing to do")?;
    let [one, two] = dice;
    let mut text = format!("[Game \"{}\"]\n[Seats \"2\"]\n\nroll {one} {two}\n", BLOATED.id());
    let back_and_forth = format!("{action}\nundo\n");
    let times = longest.saturating_sub(text.len()) / back_and_forth.len();
    text.push_str(&back_and_forth.repeat(times));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::record::GameRecord;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_dear_record_is_true_and_as_long_as_may_be() {
        let text = dear_record(10_000).expect("a game");
        assert!((9_900..=10_000).contains(&text.len()), "{}", text.len());
        GameRecord::check(&text).map(drop).expect("it plays through");
    }

    #[test]
    fn a_line_is_bloated_before_its_first_move() {
        let mut record =
            json!({ "line": "share roll:3:5 a1-a4 a4-a8 end*", "pauses_ms": [1, 2, 3, 4, 5, 6] });
        bloat_line(&mut record, 4).expect("a line with a move");
        assert_eq!(
            record,
            json!({
                "line": "share roll:3:5 a1-a4 undo a1-a4 undo a1-a4 a4-a8 end*",
                "pauses_ms": [1, 2, 0, 0, 0, 0, 3, 4, 5, 6],
            })
        );
        let mut numbered = json!({ "line": "a1-a4 offer:0:draw yes:1:5", "pauses_ms": [1, 2, 3, 4] });
        assert!(bloat_line(&mut numbered, 4).is_none());
    }
}
