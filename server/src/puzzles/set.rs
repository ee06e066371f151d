//! The set that is part of the program: a file a game in `server/puzzles`, made by `cydonia puzzles` (`docs/puzzles.md`).

use std::sync::LazyLock;

use cydonia_rules::GameKind;
use uuid::Uuid;

use super::PuzzleRecord;

/// Each file, which is read when somebody first asks for a puzzle.
const FILES: [&str; 6] = [
    include_str!("../../puzzles/martian-chess.jsonl"),
    include_str!("../../puzzles/martian-go.jsonl"),
    include_str!("../../puzzles/martian-mud-wrestling.jsonl"),
    include_str!("../../puzzles/branches-twigs-thorns.jsonl"),
    include_str!("../../puzzles/martian-frisby.jsonl"),
    include_str!("../../puzzles/martian-backgammon.jsonl"),
];

static SET: LazyLock<Vec<PuzzleRecord>> = LazyLock::new(|| {
    let lines = FILES.iter().flat_map(|file| file.lines());
    let read = |line: &str| {
        let read = PuzzleRecord::read(line);
        read.inspect_err(|error| tracing::error!(%error, "a puzzle of this program is none")).ok()
    };
    lines.filter_map(read).collect()
});

/// The places of all in [`SET`], in the order of their days.
static DAYS: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let of_game = |kind: &GameKind| {
        let mut places: Vec<usize> = (0..SET.len()).filter(|place| SET[*place].game == kind.id()).collect();
        // By their ids, which say nothing of how hard they are.
        places.sort_by_key(|place| SET[*place].id);
        places
    };
    let games: Vec<Vec<usize>> = GameKind::ALL.iter().map(of_game).collect();
    let most = games.iter().map(Vec::len).max().unwrap_or_default();
    (0..most).flat_map(|round| games.iter().filter_map(move |game| game.get(round).copied())).collect()
});

/// Every puzzle of the set, game by game, the easier first.
pub(crate) fn all() -> &'static [PuzzleRecord] {
    &SET
}

/// The puzzle with that id, if it is of the set.
pub(crate) fn find(id: Uuid) -> Option<&'static PuzzleRecord> {
    SET.iter().find(|puzzle| puzzle.id == id)
}

/// The puzzle of a day, counted since 1970: one game after the other, and none a second time before all have had their day. None
/// if there are no puzzles.
pub(crate) fn of_day(day: i64) -> Option<&'static PuzzleRecord> {
    let place = day.rem_euclid(i64::try_from(DAYS.len()).ok().filter(|count| *count > 0)?);
    SET.get(*DAYS.get(usize::try_from(place).ok()?)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cydonia_players::{Never, analyse};

    use super::*;

    /// Puzzles a game, at least.
    const FEWEST: usize = 10;

    /// Nodes with which a sample is looked at once more: a debug build has them within a second.
    const NODES: u64 = 6_000;

    /// Reading plays them through: each line leads to its position, and the solution can be played there.
    #[test]
    fn every_line_of_every_file_is_a_puzzle_of_its_game() {
        let mut ids = BTreeSet::new();
        assert_eq!(FILES.len(), GameKind::ALL.len());
        for file in FILES {
            let puzzles: Vec<PuzzleRecord> =
                file.lines().map(|line| PuzzleRecord::read(line).expect("a puzzle")).collect();
            assert!(puzzles.len() >= FEWEST, "{} of {}", puzzles.len(), puzzles[0].game);
            assert!(puzzles.iter().all(|puzzle| puzzle.game == puzzles[0].game));
            assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "the easier first");
            assert!(puzzles.iter().all(|puzzle| puzzle.values[0] - puzzle.values[1] > 0.098));
            ids.extend(puzzles.iter().map(|puzzle| puzzle.id));
        }
        assert_eq!((ids.len(), all().len()), (FILES.iter().flat_map(|file| file.lines()).count(), ids.len()));
    }

    #[test]
    fn the_search_still_finds_what_is_easy_in_each_game() {
        for kind in GameKind::ALL {
            let sample: Vec<_> = all().iter().filter(|puzzle| puzzle.game == kind.id()).take(4).collect();
            let solved = sample.iter().filter(|puzzle| {
                let game = puzzle.position().expect("a position");
                let analysis = analyse(&game, NODES, 1, &Never).expect("somebody is to act");
                puzzle.is_solved_by(&analysis.best[0].action)
            });
            assert!(solved.count() * 2 > sample.len(), "{}", kind.id());
        }
    }

    #[test]
    fn no_puzzle_comes_a_second_time_before_all_have_had_their_day() {
        let count = i64::try_from(all().len()).expect("few");
        for first in [-count, 0, 20_000] {
            let days: BTreeSet<_> = (first..first + count).flat_map(of_day).map(|puzzle| puzzle.id).collect();
            assert_eq!(days.len(), all().len(), "from day {first}");
            assert_eq!(of_day(first + count), of_day(first));
        }
    }

    #[test]
    fn what_is_no_puzzle_is_refused_for_what_is_wrong() {
        let line = FILES[0].lines().next().expect("a puzzle");
        let whole: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let wrong = |field: &str, value: serde_json::Value| {
            let mut record = whole.clone();
            record[field] = value;
            PuzzleRecord::read(&record.to_string()).expect_err(field).to_string()
        };
        let seat = 1 - whole["seat"].as_u64().expect("a seat");
        assert_eq!(wrong("game", "chess".into()), "there is no such game");
        assert_eq!(wrong("players", 9.into()), "this game is for 2 to 6 players");
        assert!(wrong("line", serde_json::json!([{ "act": "a1-z9" }])).starts_with("its line: "));
        assert_eq!(wrong("seat", seat.into()), "its seat is not to act");
        assert_eq!(wrong("solution", serde_json::json!([])), "it has no solution");
        assert_eq!(wrong("id", Uuid::nil().to_string().into()), "its id is another puzzle's");
        assert!(wrong("more", 1.into()).contains("unknown field"));
        let mut late = whole["solution"].clone();
        late.as_array_mut().expect("a list").push("b3-b3".into());
        assert!(wrong("solution", late).starts_with("its solution: "));
    }
}
