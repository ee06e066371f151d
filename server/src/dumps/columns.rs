//! The tables of a dump: each column with what it means and how it is read of a game. The Parquet schema, the rows and the data
//! dictionary are all made of this one list.

use cydonia_protocol::{GameResult, MatchRecord, RecordedMove, TimeControl};
use cydonia_rules::Reason;
use serde_json::{Value, json};

/// A table of a dump.
pub(super) struct TableColumns {
    /// The file that holds it.
    pub file: &'static str,
    /// What a row is.
    pub meaning: &'static str,
    /// The rows of a game, by what tells them apart in it.
    pub rows: fn(&MatchRecord) -> Vec<usize>,
    /// In order.
    pub columns: &'static [Column],
    /// Rows in a group: some megabytes while they are gathered.
    pub group: usize,
}

/// A column.
pub(super) struct Column {
    pub name: &'static str,
    /// In what it is told, if that is a measure.
    pub unit: Option<&'static str>,
    pub meaning: &'static str,
    pub read: Read,
}

/// What kind of value it holds, and how that is read of a row of a game.
pub(super) enum Read {
    Flag(fn(&MatchRecord, usize) -> bool),
    Number(fn(&MatchRecord, usize) -> i64),
    MaybeNumber(fn(&MatchRecord, usize) -> Option<i64>),
    MaybeReal(fn(&MatchRecord, usize) -> Option<f64>),
    Text(fn(&MatchRecord, usize) -> String),
    MaybeText(fn(&MatchRecord, usize) -> Option<String>),
    Time(fn(&MatchRecord, usize) -> i64),
}

impl Read {
    /// Its type, by the name that Parquet's own tools have for it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Flag(_) => "boolean",
            Self::Number(_) | Self::MaybeNumber(_) => "int64",
            Self::MaybeReal(_) => "double",
            Self::Text(_) | Self::MaybeText(_) => "string",
            Self::Time(_) => "timestamp",
        }
    }

    pub(super) fn is_optional(&self) -> bool {
        matches!(self, Self::MaybeNumber(_) | Self::MaybeReal(_) | Self::MaybeText(_))
    }
}

const fn column(name: &'static str, meaning: &'static str, read: Read) -> Column {
    Column { name, unit: None, meaning, read }
}

const fn measured(name: &'static str, unit: &'static str, meaning: &'static str, read: Read) -> Column {
    Column { name, unit: Some(unit), meaning, read }
}

/// The game that a row belongs to: what joins the tables.
const NUMBER: Column = column(
    "number",
    "The game: its place in the order of finishing, from 1. It joins the tables.",
    Read::Number(|game, _| game.summary.number),
);

/// Every table of a dump.
pub(super) static TABLES: [TableColumns; 4] = [GAMES, SEATS, LINE, RATING_CHANGES];

const GAMES: TableColumns = TableColumns {
    file: "games.parquet",
    meaning: "A finished public game.",
    rows: |_| vec![0],
    group: 20_000,
    columns: &[
        NUMBER,
        column("id", "Its table's id.", Read::Text(|game, _| game.summary.id.to_string())),
        column("game", "Which game, by its id.", Read::Text(|game, _| game.summary.game.clone())),
        column(
            "options",
            "Every option as it stood, as a JSON object.",
            Read::Text(|game, _| serde_json::to_string(&game.summary.options).unwrap_or_default()),
        ),
        column("seats", "How many seats it had.", Read::Number(|game, _| game.summary.seats.len() as i64)),
        column("first", "The seat that began.", Read::Number(|game, _| game.summary.first.into())),
        column(
            "clock",
            "Its kind of clock: none, fischer or correspondence.",
            Read::Text(|game, _| clock_kind(game.summary.clock).to_owned()),
        ),
        measured(
            "initial_s",
            "seconds",
            "How much each seat had for the whole game; with a fischer clock.",
            Read::MaybeNumber(|game, _| match game.summary.clock {
                TimeControl::Fischer { initial_s, .. } => Some(initial_s.into()),
                _ => None,
            }),
        ),
        measured(
            "increment_s",
            "seconds",
            "How much each turn brought; with a fischer clock.",
            Read::MaybeNumber(|game, _| match game.summary.clock {
                TimeControl::Fischer { increment_s, .. } => Some(increment_s.into()),
                _ => None,
            }),
        ),
        measured(
            "days",
            "days",
            "How much each turn had; by correspondence.",
            Read::MaybeNumber(|game, _| match game.summary.clock {
                TimeControl::Correspondence { days } => Some(days.into()),
                _ => None,
            }),
        ),
        column("rated", "Whether it counts for ratings.", Read::Flag(|game, _| game.summary.rated)),
        column(
            "pie",
            "Whether the second player could take the first one's side.",
            Read::Flag(|game, _| game.pie),
        ),
        column(
            "series",
            "The id of the series that it was part of, if it was of one.",
            Read::MaybeText(|game, _| game.summary.series.as_ref().map(|series| series.id.to_string())),
        ),
        column(
            "series_game",
            "Which game of that series it was, from 1.",
            Read::MaybeNumber(|game, _| game.summary.series.as_ref().map(|series| series.number.into())),
        ),
        column("reason", "Why it ended.", Read::Text(|game, _| game.summary.reason.name().to_owned())),
        column(
            "plies",
            "How many actions it took, those taken back not counted, and leavings.",
            Read::Number(|game, _| game.summary.plies.into()),
        ),
        measured("started", "UTC", "When it started.", Read::Time(|game, _| game.summary.started_ms)),
        measured("finished", "UTC", "When it ended.", Read::Time(|game, _| game.summary.finished_ms)),
        measured(
            "duration_ms",
            "milliseconds",
            "How long it took, pauses and outages included.",
            Read::Number(|game, _| game.summary.duration_ms),
        ),
        column(
            "rules_version",
            "The version of the rules it was played under.",
            Read::Number(|game, _| game.rules_version.into()),
        ),
        column(
            "rematch_of",
            "The table that it was a rematch of, or the one before in its series.",
            Read::MaybeText(|game, _| game.summary.rematch_of.map(|id| id.to_string())),
        ),
    ],
};

const SEATS: TableColumns = TableColumns {
    file: "seats.parquet",
    meaning: "A seat of a game, as it was at the end.",
    rows: |game| (0..game.summary.seats.len()).collect(),
    group: 50_000,
    columns: &[
        NUMBER,
        column("seat", "The seat, from 0.", Read::Number(|_, seat| seat as i64)),
        column(
            "player",
            "Who sat there, by id.",
            Read::Text(|game, seat| game.summary.seats[seat].player.id.to_string()),
        ),
        column(
            "name",
            "As they were called at that table.",
            Read::Text(|game, seat| game.summary.seats[seat].player.name.clone()),
        ),
        column(
            "computer",
            "The level of a computer, from 1 to 8; null for people.",
            Read::MaybeNumber(|game, seat| game.summary.seats[seat].player.computer.map(i64::from)),
        ),
        measured(
            "score",
            "points of the game",
            "Its score.",
            Read::Number(|game, seat| game.summary.seats[seat].score.into()),
        ),
        column(
            "rank",
            "Its rank, 1 is best.",
            Read::Number(|game, seat| game.summary.seats[seat].rank.into()),
        ),
        column(
            "result",
            "What the game was to it: won, drawn or lost.",
            Read::Text(|game, seat| result(game.summary.seats[seat].result).to_owned()),
        ),
        column(
            "team",
            "Its team, where there are teams.",
            Read::MaybeNumber(|game, seat| game.summary.seats[seat].team.map(i64::from)),
        ),
    ],
};

const LINE: TableColumns = TableColumns {
    file: "line.parquet",
    meaning: "An entry of a game's line: an action, or what else changed the position.",
    rows: |game| (0..game.line.len()).collect(),
    group: 50_000,
    columns: &[
        NUMBER,
        column("entry", "Its place in the line, from 0.", Read::Number(|_, entry| entry as i64)),
        column("seat", "Whose it was.", Read::Number(|game, entry| game.line[entry].seat.into())),
        column(
            "kind",
            "What it was: action, roll, undo, swap, lost, takeback, left or takeover.",
            Read::Text(|game, entry| kind(&game.line[entry]).to_owned()),
        ),
        column(
            "action",
            "The action's notation.",
            Read::MaybeText(|game, entry| game.line[entry].action.clone()),
        ),
        column(
            "die1",
            "The first die of a roll.",
            Read::MaybeNumber(|game, entry| game.line[entry].roll.map(|[die, _]| die.into())),
        ),
        column(
            "die2",
            "The second.",
            Read::MaybeNumber(|game, entry| game.line[entry].roll.map(|[_, die]| die.into())),
        ),
        measured(
            "takeback",
            "actions",
            "How many were taken back by consent.",
            Read::MaybeNumber(|game, entry| game.line[entry].takeback.map(i64::from)),
        ),
        column(
            "left",
            "Why the seat left.",
            Read::MaybeText(|game, entry| {
                game.line[entry].left.map(|left| Reason::from(left).name().to_owned())
            }),
        ),
        column(
            "takeover_of",
            "Who sat there until a computer took the seat over, by id.",
            Read::MaybeText(|game, entry| {
                game.line[entry].takeover_of.as_ref().map(|who| who.id.to_string())
            }),
        ),
        measured("at", "UTC", "When it came.", Read::Time(|game, entry| game.line[entry].ms)),
        measured(
            "credit_ms",
            "milliseconds",
            "What its clock got back for the way through the net, and for the wait in the house.",
            Read::Number(|game, entry| game.line[entry].credit_ms.into()),
        ),
    ],
};

const RATING_CHANGES: TableColumns = TableColumns {
    file: "rating_changes.parquet",
    meaning: "What a rated game did to the rating of who sat at a seat.",
    rows: |game| {
        let rated = |seat: &usize| game.summary.seats[*seat].rating.is_some();
        (0..game.summary.seats.len()).filter(rated).collect()
    },
    group: 50_000,
    columns: &[
        NUMBER,
        column("seat", "The seat, from 0.", Read::Number(|_, seat| seat as i64)),
        measured(
            "before",
            "Glicko-2, round 1500",
            "The rating as it was, to a whole number; null for somebody's first rated game.",
            Read::MaybeNumber(|game, seat| {
                Some(game.summary.seats[seat].rating.as_ref()?.before?.rating.into())
            }),
        ),
        measured(
            "before_deviation",
            "Glicko-2",
            "Its deviation as it was, to a whole number.",
            Read::MaybeNumber(|game, seat| {
                Some(game.summary.seats[seat].rating.as_ref()?.before?.deviation.into())
            }),
        ),
        measured(
            "rating",
            "Glicko-2, round 1500",
            "The rating as the game left it, to two decimals.",
            Read::MaybeReal(|game, seat| Some(game.summary.seats[seat].rating.as_ref()?.exact?.rating)),
        ),
        measured(
            "deviation",
            "Glicko-2",
            "Its deviation, to two decimals.",
            Read::MaybeReal(|game, seat| Some(game.summary.seats[seat].rating.as_ref()?.exact?.deviation)),
        ),
        measured(
            "volatility",
            "Glicko-2",
            "Its volatility, to six decimals.",
            Read::MaybeReal(|game, seat| Some(game.summary.seats[seat].rating.as_ref()?.exact?.volatility)),
        ),
    ],
};

fn clock_kind(clock: TimeControl) -> &'static str {
    match clock {
        TimeControl::None {} => "none",
        TimeControl::Fischer { .. } => "fischer",
        TimeControl::Correspondence { .. } => "correspondence",
    }
}

fn result(result: GameResult) -> &'static str {
    match result {
        GameResult::Won => "won",
        GameResult::Drawn => "drawn",
        GameResult::Lost => "lost",
    }
}

fn kind(entry: &RecordedMove) -> &'static str {
    match entry {
        RecordedMove { action: Some(_), .. } => "action",
        RecordedMove { roll: Some(_), .. } => "roll",
        RecordedMove { takeback: Some(_), .. } => "takeback",
        RecordedMove { left: Some(_), .. } => "left",
        RecordedMove { takeover_of: Some(_), .. } => "takeover",
        RecordedMove { undo: true, .. } => "undo",
        RecordedMove { swap: true, .. } => "swap",
        RecordedMove { .. } => "lost",
    }
}

/// The data dictionary of a dump.
pub(super) fn dictionary() -> Value {
    let column = |column: &Column| {
        json!({
            "name": column.name,
            "type": column.read.kind(),
            "optional": column.read.is_optional(),
            "unit": column.unit,
            "meaning": column.meaning,
        })
    };
    let table = |table: &TableColumns| {
        let columns: Vec<Value> = table.columns.iter().map(column).collect();
        json!({ "file": table.file, "row": table.meaning, "columns": columns })
    };
    json!({
        "lines": { "file": super::write::LINES, "line": "A finished public game, by `match-record.schema.json`." },
        "tables": TABLES.iter().map(table).collect::<Vec<_>>(),
    })
}
