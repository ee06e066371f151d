//! Layering: in the server arrows run down only, from floor to floor as ARCHITECTURE.md lists them. So there is no circle between
//! its folders either.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::support::root;

/// Each part of the server, a folder or a file, by its name, with its floor: the ground is 0.
fn floors(architecture: &str) -> BTreeMap<String, usize> {
    let list = architecture.split_once("```floors\n").and_then(|(_, rest)| rest.split_once("```"));
    let (list, _) = list.expect("a list of floors");
    let mut floors = BTreeMap::new();
    for (floor, line) in list.lines().rev().enumerate() {
        for part in line.split_whitespace() {
            assert_eq!(floors.insert(part.to_owned(), floor), None, "{part} is on two floors");
        }
    }
    floors
}

/// The files of each part.
fn parts() -> BTreeMap<String, Vec<PathBuf>> {
    let sources = root().join("server/src");
    let mut parts: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut folders = vec![sources.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                // What tests a part may look at all of it.
                if path.file_name().is_some_and(|name| name != "tests") {
                    folders.push(path);
                }
                continue;
            }
            let inside = path.strip_prefix(&sources).expect("a source").to_str().expect("text").to_owned();
            let part = inside.split('/').next().unwrap_or_default();
            parts.entry(part.trim_end_matches(".rs").to_owned()).or_default().push(path);
        }
    }
    parts
}

/// The parts that a text names as `crate::part` or in `crate::{part, …}`, outside of comments and of its own tests.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code = code.split("#[cfg(all(test").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => drop(found.insert(word(after))),
            Some(list) => {
                let mut depth = 0;
                let mut start = Some(0);
                for (at, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = Some(at + 1),
                        c if !c.is_whitespace() => {
                            if let Some(start) = start.take() {
                                found.insert(word(list[start..].trim_start()));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

/// Each arrow that does not run down, and each part that is on no floor.
fn faults(floors: &BTreeMap<String, usize>, parts: &BTreeMap<String, Vec<(String, String)>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (part, files) in parts {
        let Some(floor) = floors.get(part) else {
            faults.push(format!("{part} is on no floor"));
            continue;
        };
        for (file, text) in files {
            for below in named(text).iter().filter(|name| *name != part && parts.contains_key(*name)) {
                if floors.get(below).is_some_and(|other| other >= floor) {
                    faults.push(format!("{file} takes from {below}, which is not below it"));
                }
            }
        }
    }
    faults
}

#[test]
fn arrows_run_down_only() {
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let floors = floors(&architecture);
    let read = |path: &PathBuf| (path.display().to_string(), std::fs::read_to_string(path).expect("text"));
    let parts: BTreeMap<_, Vec<_>> =
        parts().into_iter().map(|(part, files)| (part, files.iter().map(read).collect())).collect();
    let gone: Vec<_> = floors.keys().filter(|part| !parts.contains_key(*part)).collect();
    assert!(gone.is_empty(), "on a floor, and nowhere else: {gone:?}");
    let found = faults(&floors, &parts);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn an_arrow_up_is_found() {
    let floors = floors("```floors\nhttp\nstore lobby\nlimits\n```");
    let part = |name: &str, text: &str| (name.to_owned(), vec![(format!("{name}.rs"), text.to_owned())]);
    let found = |text: &str| {
        let others = [part("http", ""), part("lobby", ""), part("limits", "")];
        faults(&floors, &others.into_iter().chain([part("store", text)]).collect()).len()
    };
    assert_eq!(found("use crate::limits;\nuse crate::store::Store;\nuse std::fmt;"), 0);
    assert_eq!(found("use crate::http::ApiError;"), 1);
    assert_eq!(found("use crate::lobby::Lobby;"), 1, "a neighbour");
    assert_eq!(found("use crate::{limits, store::{Store, StoreError}, lobby};"), 1);
    assert_eq!(found("fn f() -> crate::http::App {}"), 1);
    assert_eq!(found("//! As crate::http says.\nuse crate::limits;"), 0);
    assert_eq!(found("use crate::limits;\n#[cfg(test)]\nmod tests {\n    use crate::http::App;\n}"), 0);
}
