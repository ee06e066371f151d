//! Documentation tool: writes the positions that the rules pages draw, for each file in `docs/rules/examples/` one of the same
//! name in `docs/rules/positions/`, and those of the lessons, for each game in `docs/lessons/` one in `docs/lessons/positions/`.
//! `web-client/src/pages/rules/library.ts` and `web-client/src/lib/lessons/library.ts` read them.

mod example;
mod lesson;
mod objections;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cydonia_rules::{Layout, View};
use serde::Serialize;

use example::{Example, Examples};

/// What one picture shows.
#[derive(Serialize)]
struct Picture {
    /// Its layout's place among those of the page, so that each is kept once.
    layout: usize,
    view: View,
    /// The legal actions whose next token is to be marked.
    choices: Vec<String>,
}

/// Layouts, each once.
#[derive(Default)]
struct Layouts(Vec<Layout>);

impl Layouts {
    /// A layout's place in the list.
    fn place(&mut self, layout: Layout) -> usize {
        let known = self.0.iter().position(|known| *known == layout);
        known.unwrap_or_else(|| {
            self.0.push(layout);
            self.0.len() - 1
        })
    }
}

/// The positions of a page's pictures, as JSON with a line for each layout and each picture.
fn positions(examples: &str) -> Result<String, Box<dyn Error>> {
    let examples: Examples = serde_json::from_str(examples)?;
    let kind = examples.kind()?;
    let mut layouts = Layouts::default();
    let mut pictures = BTreeMap::new();
    for example in examples.examples {
        let mut game = example.start(kind)?;
        let layout = layouts.place(game.layout());
        let Example { name, steps, .. } = example;
        for step in steps {
            step.play(&mut game).map_err(|error| format!("{name}: {error}"))?;
            let marked = |action: &String| step.mark.as_ref().is_some_and(|mark| action.starts_with(mark));
            if let Some(picture) = step.picture {
                let choices = game.actions().into_iter().filter(marked).collect();
                pictures.insert(picture, Picture { layout, view: game.view(), choices });
            }
        }
    }
    document(&layouts, "pictures", &pictures)
}

/// Layouts and what refers to them by their places, as JSON with a line for each.
fn document<T: Serialize>(
    layouts: &Layouts,
    name: &str,
    entries: &BTreeMap<String, T>,
) -> Result<String, Box<dyn Error>> {
    let layouts = lines(layouts.0.iter().map(serde_json::to_string))?;
    let named = |(name, entry)| Ok(format!("\"{name}\":{}", serde_json::to_string(entry)?));
    let entries = lines(entries.iter().map(named))?;
    Ok(format!("{{\"layouts\":[\n{layouts}\n],\"{name}\":{{\n{entries}\n}}}}\n"))
}

fn lines(entries: impl Iterator<Item = serde_json::Result<String>>) -> serde_json::Result<String> {
    Ok(entries.collect::<Result<Vec<_>, _>>()?.join(",\n"))
}

/// Each file of positions, with what belongs in it.
fn files() -> Result<BTreeMap<PathBuf, String>, Box<dyn Error>> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let pages = docs.join("rules");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(pages.join("examples"))? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let made =
            positions(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
        files.insert(pages.join("positions").join(&name), made);
        let lesson = docs.join("lessons").join(&name);
        // Not every page with examples is that of a game.
        if lesson.exists() {
            let examples = serde_json::from_str(&fs::read_to_string(&path)?)?;
            let made = lesson::positions(&fs::read_to_string(&lesson)?, &examples)
                .map_err(|error| format!("{}: {error}", lesson.display()))?;
            files.insert(docs.join("lessons/positions").join(&name), made);
        }
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_positions_of_the_rules_pages_and_of_the_lessons_are_up_to_date() {
        let files = files().expect("the examples can be played");
        let folders: BTreeSet<&Path> = files.keys().filter_map(|path| path.parent()).collect();
        assert_eq!(folders.len(), 2, "of pages and of lessons");
        for folder in folders {
            let made = files.keys().filter(|path| path.parent() == Some(folder)).count();
            let kept = fs::read_dir(folder).expect("there are positions").count();
            assert_eq!(kept, made, "positions of nothing in {}", folder.display());
        }
        for (path, positions) in files {
            let kept = fs::read_to_string(&path).unwrap_or_default();
            let how = "run `cargo run -p cydonia-protocol --bin rules-positions`";
            assert!(kept == positions, "{} is out of date: {how}", path.display());
        }
    }
}
