//! `cydonia tournament`, the real program: small tournaments, and a refusal for each thing that cannot be meant.

use std::path::Path;
use std::process::{Command, Stdio};

use cydonia_tests::program;

/// What it came to: the exit code, what it told, and what it told on the way or complained about.
fn tournament(arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(program());
    command.arg("tournament").args(arguments.split_whitespace()).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The tables of one that must come out well.
fn tables(arguments: &str) -> String {
    let (code, told, complained) = tournament(arguments);
    assert_eq!(code, Some(0), "{arguments}: {complained}");
    told
}

/// It refuses in one sentence that has these words in it, and plays nothing.
fn is_refused(arguments: &str, words: &str) {
    let (code, told, complained) = tournament(arguments);
    assert_eq!((code, told.as_str()), (Some(2), ""), "{arguments}: {complained}");
    assert!(complained.contains(words), "{arguments}: {complained}");
    assert!(!complained.contains("games\n"), "nothing was played: {complained}");
}

#[test]
fn everybody_plays_everybody_from_every_seat() {
    let told = tables("--game martian-go --players level-3@30,greedy,random --rounds 2");
    assert!(told.starts_with("martian-go 2: 12 games, seed 1\n"), "{told}");
    for row in ["| level-3@30 | greedy | 4 |", "| level-3@30 | random | 4 |", "| greedy | random | 4 |"] {
        assert!(told.contains(row), "{row}: {told}");
    }
    assert!(told.contains("| board-full | 12 | 100.0 % | 30.0 |"), "{told}");
    // Both seats' parts make all of it.
    let parts: Vec<f64> = ["\n| 1 | ", "\n| 2 | "]
        .iter()
        .map(|seat| {
            told.split_once(seat)
                .and_then(|(_, rest)| rest.split_once(" %"))
                .expect("a row")
                .0
                .parse()
                .expect("a figure")
        })
        .collect();
    assert!((parts[0] + parts[1] - 100.0).abs() < 0.11, "{told}");
}

/// The last figures of a pairing's row are its player's part from each seat.
#[test]
fn the_parts_from_all_seats_come_to_the_part_of_the_pairing() {
    let told = tables("--game branches-twigs-thorns --seats 3 --pair level-2@20:random --rounds 3");
    let row = told.lines().find(|line| line.starts_with("| level-2@20 | random | 9 |")).expect("a row");
    let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
    let part: f64 = cells[6].trim_end_matches(" %").parse().expect("a figure");
    let from: Vec<f64> = cells[8].split(" : ").map(|figure| figure.parse().expect("a figure")).collect();
    assert_eq!(from.len(), 3, "{row}");
    assert!((from.iter().sum::<f64>() / 3.0 - part).abs() < 0.6, "{row}");
}

#[test]
fn with_more_seats_one_is_among_others() {
    let told = tables("--game branches-twigs-thorns --seats 4 --pair level-8@60:random --rounds 2");
    assert!(told.contains("| level-8@60 | random | 8 |"), "{told}");
    assert!(told.contains("| player | one among |"), "{told}");
    let arcade = "--game martian-chess --seats 4 --option rules=arcade --option teams=true";
    let told = tables(&format!("{arcade} --players random,greedy --rounds 1"));
    assert!(told.starts_with("martian-chess 4 rules=arcade teams=true: 8 games, seed 1\n"), "{told}");
}

#[test]
fn it_comes_out_the_same_however_many_threads_there_are_and_not_for_another_seed() {
    let asked = "--game martian-backgammon --players level-2@10,random --rounds 2 --seed 5";
    let one = tables(asked);
    assert_eq!(one, tables(&format!("{asked} --threads 3")));
    let other = tables("--game martian-backgammon --players level-2@10,random --rounds 2 --seed 6");
    assert_ne!(one.replace("seed 5", ""), other.replace("seed 6", ""));
}

#[test]
fn the_tables_are_written_into_their_section_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("players.md");
    let page = "# Players\n<!-- tournament: martian-go 2 -->\nold\n<!-- end of tournament -->\nwords\n";
    std::fs::write(&file, page).expect("it is written");
    let asked = "--game martian-go --pair greedy:random --rounds 1";
    let told = tables(&format!("{asked} --write {}", file.display()));
    let written = std::fs::read_to_string(&file).expect("text");
    let command =
        "```sh\ncydonia tournament --game martian-go --seats 2 --pair greedy:random --rounds 1 --seed 1\n```";
    assert_eq!(written, page.replace("old\n", &format!("{command}\n\n{told}")));
    // Written once more, it is the same.
    tables(&format!("{asked} --write {}", file.display()));
    assert_eq!(std::fs::read_to_string(&file).expect("text"), written);
    is_refused(&format!("{asked} --write {} --section other", file.display()), "has no section “other”");
    assert_eq!(std::fs::read_to_string(&file).expect("text"), written);
    is_refused(
        &format!("{asked} --write {}", Path::new("/no/such/page.md").display()),
        "cannot be read or written",
    );
}

#[test]
fn what_cannot_be_meant_is_refused() {
    is_refused("--game chess --players greedy,random", "there is no game “chess”; there are martian-chess,");
    is_refused("--game martian-go --seats 7 --players greedy,random", "this game is for 2 to 6 players");
    is_refused("--game martian-go --option setup --players greedy,random", "“setup” is not NAME=VALUE");
    is_refused("--game martian-go --option size=3 --players greedy,random", "no option “size”");
    is_refused("--game martian-go --option setup=no --players greedy,random", "“setup” has no such choice");
    is_refused(
        "--game martian-chess --seats 4 --option teams=2 --players greedy,random",
        "that kind of value",
    );
    is_refused(
        "--game martian-go --option setup=nulls --option setup=nulls --players greedy,random",
        "sets an option that is set already",
    );
    for name in ["level-0", "level-9", "level-08", "level-", "best", ""] {
        let asked = format!("--game martian-go --players greedy,{name}");
        is_refused(&asked, &format!("there is no player “{name}”"));
    }
    for name in ["level-3@", "level-3@0", "level-3@-1", "level-3@many", "greedy@5"] {
        is_refused(
            &format!("--game martian-go --players random,{name}"),
            &format!("“{name}”: behind @ stands"),
        );
    }
    is_refused("--game martian-go --players greedy,greedy", "“greedy” is there twice");
    is_refused("--game martian-go --pair greedy", "“greedy” is not NAME:NAME");
    is_refused("--game martian-go --players greedy,random --pair greedy:random", "say one of them");
    is_refused("--game martian-go", "nobody to play");
    is_refused("--game martian-go --players greedy", "nobody to play");
    is_refused("--game martian-go --players greedy,random --rounds 0", "--rounds must be 1 at least");
    is_refused("--game martian-go --players greedy,random --threads 0", "--threads must be 1 at least");
    is_refused(
        "--game martian-go --players greedy,random --rounds many",
        "invalid value 'many' for '--rounds",
    );
    is_refused("--game martian-go --players greedy,random --section here", "--write");
    is_refused("--players greedy,random", "--game");
}
