//! Documentation tool: writes the positions that the rules pages draw, for each file in `docs/rules/examples/` one of the same
//! name in `docs/rules/positions/`. `web-client/src/pages/rules/library.ts` reads them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cydonia_rules::{AnyGame, GameKind, Layout, LeaveReason, Options, Seat, Setup, View};
use serde::{Deserialize, Serialize};

/// The worked examples of one page. What they claim of their positions is for the tests of the rules.
#[derive(Deserialize)]
struct Examples {
    game: String,
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    players: u8,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    first: Seat,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    inputs: Vec<Input>,
    picture: Option<String>,
    /// How the actions begin whose next token the picture marks.
    mark: Option<String>,
}

/// As the referee reads it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Input {
    Act { act: String },
    Roll { roll: [u8; 2] },
    Leave { leave: Seat, reason: LeaveReason },
}

impl Input {
    fn give(&self, game: &mut AnyGame) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Act { act } => drop(game.play(act)?),
            Self::Roll { roll } => game.roll(*roll)?,
            Self::Leave { leave, reason } => game.leave(*leave, *reason)?,
        }
        Ok(())
    }
}

/// What one picture shows.
#[derive(Serialize)]
struct Picture {
    /// Its layout's place among those of the page, so that each is kept once.
    layout: usize,
    view: View,
    /// The legal actions whose next token is to be marked.
    choices: Vec<String>,
}

/// The positions of a page's pictures, as JSON with a line for each layout and each picture.
fn positions(examples: &str) -> Result<String, Box<dyn Error>> {
    let Examples { game, examples } = serde_json::from_str(examples)?;
    let kind = GameKind::from_id(&game).ok_or_else(|| format!("there is no game {game}"))?;
    let mut layouts: Vec<Layout> = Vec::new();
    let mut pictures = BTreeMap::new();
    for Example { name, players, options, first, steps } in examples {
        let mut game = AnyGame::start(kind, &Setup { seats: players, options, first })?;
        let layout = layouts.iter().position(|known| *known == game.layout()).unwrap_or(layouts.len());
        if layout == layouts.len() {
            layouts.push(game.layout());
        }
        for Step { inputs, picture, mark } in steps {
            for input in inputs {
                input.give(&mut game).map_err(|error| format!("{name}: {error}"))?;
            }
            let marked = |action: &String| mark.as_ref().is_some_and(|mark| action.starts_with(mark));
            if let Some(picture) = picture {
                let choices = game.actions().into_iter().filter(marked).collect();
                pictures.insert(picture, Picture { layout, view: game.view(), choices });
            }
        }
    }
    let layouts = lines(layouts.iter().map(serde_json::to_string))?;
    let named = |(name, picture)| Ok(format!("\"{name}\":{}", serde_json::to_string(picture)?));
    let pictures = lines(pictures.iter().map(named))?;
    Ok(format!("{{\"layouts\":[\n{layouts}\n],\"pictures\":{{\n{pictures}\n}}}}\n"))
}

fn lines(entries: impl Iterator<Item = serde_json::Result<String>>) -> serde_json::Result<String> {
    Ok(entries.collect::<Result<Vec<_>, _>>()?.join(",\n"))
}

/// Each file of positions, with what belongs in it.
fn files() -> Result<BTreeMap<PathBuf, String>, Box<dyn Error>> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(pages.join("examples"))? {
        let entry = entry?;
        let made = positions(&fs::read_to_string(entry.path())?)
            .map_err(|error| format!("{}: {error}", entry.path().display()))?;
        files.insert(pages.join("positions").join(entry.file_name()), made);
    }
    Ok(files)
}

fn main() -> Result<(), Box<dyn Error>> {
    for (path, positions) in files()? {
        fs::write(path, positions)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_the_rules_pages_are_up_to_date() {
        let files = files().expect("the examples can be played");
        let folder = files.keys().next().and_then(|path| path.parent()).expect("there are examples");
        let kept = fs::read_dir(folder).expect("there are positions").count();
        assert_eq!(kept, files.len(), "positions without examples in {}", folder.display());
        for (path, positions) in files {
            let kept = fs::read_to_string(&path).unwrap_or_default();
            let how = "run `cargo run -p cydonia-protocol --bin rules-positions`";
            assert!(kept == positions, "{} is out of date: {how}", path.display());
        }
    }
}
