//! What a dump promises: its tables read back as its lines tell, and its dictionary tells of every column.

use std::fs;
use std::io::Read as _;

use cydonia_protocol::MatchRecord;
use cydonia_protocol::schema::documents;
use flate2::read::GzDecoder;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::columns::{Column, Read, TABLES, dictionary};
use super::write::DumpWriter;
use super::*;

/// Games in which everything occurs that a column tells of.
fn games() -> Vec<MatchRecord> {
    let game = |number: i64| {
        let change = json!({
            "before": (number > 1).then(|| json!({ "rating": 1510, "deviation": 90, "provisional": false })),
            "after": { "rating": 1520, "deviation": 88, "provisional": false },
            "exact": { "rating": 1519.75, "deviation": 88.25, "volatility": 0.06 },
        });
        let clock = match number % 3 {
            0 => json!({ "type": "none" }),
            1 => json!({ "type": "fischer", "initial_s": 600, "increment_s": 10 }),
            _ => json!({ "type": "correspondence", "days": 3 }),
        };
        let seat = |seat: i64| {
            json!({
                "player": { "id": uuid::Uuid::from_u128(seat.unsigned_abs().into()), "name": format!("Ådä {seat}") },
                "score": -seat, "rank": seat + 1, "result": if seat == 0 { "won" } else { "lost" },
                "rating": (number % 2 == 0).then_some(&change),
            })
        };
        let line = json!([
            { "seat": 0, "ms": 1_000 + number, "action": "b2-c3", "credit_ms": 5 },
            { "seat": 1, "ms": 2_000, "roll": [3, 5] },
            { "seat": 1, "ms": 2_001, "undo": true },
            { "seat": 1, "ms": 2_002, "swap": true },
            { "seat": 1, "ms": 2_003, "lost": true },
            { "seat": 0, "ms": 2_004, "takeback": 2 },
            { "seat": 1, "ms": 2_005, "takeover_of": { "id": uuid::Uuid::from_u128(7), "name": "Cy" } },
            { "seat": 0, "ms": 2_006, "left": "resigned" },
        ]);
        serde_json::from_value(json!({
            "number": number, "id": uuid::Uuid::from_u128(100), "game": "martian-chess", "options": { "rules": "arcade" },
            "first": 1, "clock": clock, "private": false, "rated": number % 2 == 0, "seats": [seat(0), seat(1)],
            "series": { "id": uuid::Uuid::from_u128(8), "number": 2, "games": 4, "score": [60, 0] },
            "reason": "resigned", "plies": 3, "started_ms": 900, "finished_ms": 2_006, "duration_ms": 1_106, "winners": [0],
            "rules_version": 1, "line": line, "pie": true,
        }))
        .expect("a game")
    };
    (1..=500).map(game).collect()
}

/// Rows in a group, here.
const GROUP: usize = 100;

/// What a column holds of a row, as it is read by the library.
fn field(column: &Column, game: &MatchRecord, row: usize) -> Field {
    match column.read {
        Read::Flag(read) => Field::Bool(read(game, row)),
        Read::Number(read) => Field::Long(read(game, row)),
        Read::MaybeNumber(read) => read(game, row).map_or(Field::Null, Field::Long),
        Read::MaybeReal(read) => read(game, row).map_or(Field::Null, Field::Double),
        Read::Text(read) => Field::Str(read(game, row)),
        Read::MaybeText(read) => read(game, row).map_or(Field::Null, Field::Str),
        Read::Time(read) => Field::TimestampMillis(read(game, row)),
    }
}

#[test]
fn tables_read_back_as_the_games_are_in_groups_that_are_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("dump");
    let mut writer = DumpWriter::in_groups(&place, GROUP).expect("begun");
    let games = games();
    for game in &games {
        writer.add(game).expect("written");
    }
    let dump = writer.finish("dump".to_owned(), 0, 500).expect("finished");
    assert_eq!(dump.games, 500);

    let packed = fs::File::open(place.join("games.ndjson.gz")).expect("lines");
    let mut lines = String::new();
    GzDecoder::new(packed).read_to_string(&mut lines).expect("text");
    let read: Vec<MatchRecord> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    assert_eq!(read, games);

    for table in &TABLES {
        let file = fs::File::open(place.join(table.file)).expect("a table");
        let reader = SerializedFileReader::new(file).expect("it reads");
        let groups = reader.metadata().row_groups();
        assert!(groups.iter().all(|group| group.num_rows() <= GROUP as i64), "{}", table.file);
        assert!(groups.iter().rev().skip(1).all(|group| group.num_rows() == GROUP as i64), "{}", table.file);
        assert!(groups.len() > 3, "{}", table.file);
        let mut rows = reader.get_row_iter(None).expect("rows");
        for game in &games {
            for row in (table.rows)(game) {
                let read = rows.next().expect("as many rows").expect("a row").into_columns();
                let expected =
                    table.columns.iter().map(|column| (column.name.to_owned(), field(column, game, row)));
                assert!(
                    read.into_iter().eq(expected),
                    "{} {row} of game {}",
                    table.file,
                    game.summary.number
                );
            }
        }
        assert!(rows.next().is_none(), "{}: no more rows", table.file);
    }
    for file in &dump.files {
        let bytes = fs::read(place.join(&file.name)).expect("a file");
        assert_eq!(
            (bytes.len() as u64, hex::encode(Sha256::digest(&bytes))),
            (file.bytes, file.sha256.clone())
        );
    }
    let sums = fs::read_to_string(place.join("SHA256SUMS")).expect("sums");
    let others = dump.files.iter().filter(|file| file.name != "SHA256SUMS");
    let expected: String = others.map(|file| format!("{}  {}\n", file.sha256, file.name)).collect();
    assert_eq!(sums, expected);
    let schema: Value =
        serde_json::from_slice(&fs::read(place.join("match-record.schema.json")).expect("a schema"))
            .expect("JSON");
    assert!(documents().contains(&("match-record", schema)));
    let told: Value =
        serde_json::from_slice(&fs::read(place.join("dictionary.json")).expect("a file")).expect("JSON");
    assert_eq!(told, dictionary());
}

/// Every column of every table stands in the page about dumps, as the dictionary has it.
#[test]
fn the_page_about_dumps_lists_every_column() {
    let page = include_str!("../../../docs/dumps.md");
    for table in &TABLES {
        assert!(page.contains(&format!("### `{}`", table.file)), "{}", table.file);
        for Column { name, unit, meaning, read } in table.columns {
            let optional = if read.is_optional() { ", or null" } else { "" };
            let unit = unit.unwrap_or_default();
            let line = format!("| `{name}` | {}{optional} | {unit} | {meaning} |\n", read.kind());
            assert!(page.contains(&line), "{line}");
        }
    }
}

#[test]
fn names_are_times_and_sort_as_these_do() {
    assert_eq!(name_at(1_767_225_900_999), "2026-01-01T00-05-00Z");
    assert!(is_name(&name_at(0)) && name_at(0) < name_at(1_000));
    for none in ["", "..", UNFINISHED, "2026-01-01T00-05-00", "2026-01-01T00-05-00Zx", "2026/01-01T00-05-00Z"]
    {
        assert!(!is_name(none), "{none}");
    }
}

#[test]
fn what_is_not_whole_is_in_no_list_and_is_cleared_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let dumps = Dumps::of(folder.path().to_owned());
    assert_eq!(Dumps::of(folder.path().join("none")).list().expect("none yet"), []);
    let finish = |second: i64| {
        let (name, place) = (name_at(second * 1_000), folder.path().join(name_at(second * 1_000)));
        DumpWriter::begin(&place).expect("begun").finish(name, second * 1_000, 0).expect("finished")
    };
    let made: Vec<_> = (0..5).map(finish).collect();
    // Of one a file is short, of one the manifest is missing, one tells of another.
    let short = folder.path().join(&made[4].name).join("line.parquet");
    fs::write(&short, b"PAR1").expect("written");
    fs::remove_file(folder.path().join(&made[3].name).join(MANIFEST)).expect("removed");
    let other = folder.path().join(&made[2].name).join(MANIFEST);
    fs::write(&other, serde_json::to_vec(&made[1]).expect("JSON")).expect("written");
    // And one was stopped half-way.
    let half = folder.path().join(UNFINISHED);
    let _stopped = DumpWriter::begin(&half).expect("begun");
    assert_eq!(dumps.list().expect("a list"), [made[1].clone(), made[0].clone()]);
    let (file, path) = dumps.file(&made[1].name, "line.parquet").expect("read").expect("a file");
    assert_eq!(
        (file, path),
        (made[1].files[3].clone(), folder.path().join(&made[1].name).join("line.parquet"))
    );
    for (dump, file) in [
        (made[4].name.as_str(), "games.parquet"),
        (made[1].name.as_str(), "../SHA256SUMS"),
        (made[1].name.as_str(), MANIFEST),
        ("..", "SHA256SUMS"),
        (UNFINISHED, "games.parquet"),
    ] {
        assert!(dumps.file(dump, file).expect("read").is_none(), "{dump} {file}");
    }
    dumps.tidy(1).expect("tidied");
    assert_eq!(dumps.list().expect("a list"), [made[1].clone()]);
    assert!(!half.exists());
}
