//! Repository checks: sizes, licences, versions and names. `cargo deny` checks licences too, where it is installed (`deny.toml`):
//! to compile it takes minutes, and `cargo metadata` tells the same at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::support::root;

fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = [
        "rules",
        "players",
        "pictures",
        "train",
        "protocol",
        "table",
        "cluster",
        "server",
        "tests",
        "web-client",
        "examples",
    ]
    .iter()
    .map(|name| root().join(name))
    .collect();
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let extension = entry.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if entry.is_dir() && !["node_modules", "target", "dist"].contains(&name) {
                folders.push(entry);
            } else if ["rs", "ts", "svelte", "css", "py"].contains(&extension)
                && !["protocol.ts", "paths.d.ts", "messages.d.ts"].contains(&name)
            {
                found.push(entry);
            }
        }
    }
    found
}

#[test]
fn no_file_tells_too_long_a_story() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|path| std::fs::read_to_string(path).expect("text").lines().count() > 400)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// What is built for this machine; for others, crates would have to be fetched first.
fn metadata() -> Value {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("metadata is JSON")
}

/// The same lists as `deny.toml`, which `cargo deny` reads where it is installed.
#[test]
fn every_dependency_comes_from_the_registry_under_a_licence_that_we_take() {
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let allowed: BTreeSet<&str> = deny
        .split_once("allow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(list, _)| list.split('"').skip(1).step_by(2).collect())
        .expect("a list of licences");
    for package in metadata()["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        let Some(source) = package["source"].as_str() else { continue };
        assert!(source.starts_with("registry+"), "{name} comes from {source}");
        let licence = package["license"].as_str().unwrap_or("none").replace('/', " OR ");
        let fits = licence.split(" OR ").any(|choice| {
            choice.split(" AND ").all(|part| allowed.contains(part.trim_matches(['(', ')', ' '])))
        });
        assert!(fits, "{name} is under {licence}");
    }
}

/// Computer players are as pure as the rules: besides them there is a list, and chance from a seed.
#[test]
fn computer_players_know_no_clock_and_no_io() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let players = packages.iter().find(|package| package["name"] == "cydonia-players").expect("the players");
    for dependency in players["dependencies"].as_array().expect("dependencies") {
        let name = dependency["name"].as_str().expect("a name");
        let is_pure = ["cydonia-rules", "fastrand", "smallvec"].contains(&name);
        assert!(is_pure || dependency["kind"] == "dev", "the players must not depend on {name}");
    }
}

#[test]
fn one_version_of_the_socket_library_is_built() {
    let metadata = metadata();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let (name, version) = (package["name"].as_str(), package["version"].as_str());
        versions.entry(name.expect("a name")).or_default().insert(version.expect("a version"));
    }
    for single in ["tokio-tungstenite", "axum", "hyper", "sqlx-core", "libsqlite3-sys", "serde"] {
        assert_eq!(versions.get(single).map(BTreeSet::len), Some(1), "{single}: {:?}", versions.get(single));
    }
}

/// What is built, with the features of each crate: of the whole workspace, or of a part of it.
fn built(what: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let tree = ["tree", "--locked", "--offline", "--workspace", "--prefix", "none", "--no-dedupe"];
    let output = Command::new(cargo)
        .args(tree)
        .args(["--format", "{p} with {f}"])
        .args(what)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// The program, the tests and the load generator are built one after another, and nothing of them twice: what tests add to the
/// features of a crate would build all again that stands on it.
#[test]
fn no_crate_is_built_with_two_sets_of_features() {
    let for_tests = built(&["--exclude", "cydonia-load"]);
    for part in [&["--exclude", "cydonia-load", "--edges", "normal,build"][..], &["--edges", "normal,build"]]
    {
        let twice: Vec<_> = built(part)
            .into_iter()
            .filter(|this| !for_tests.contains(this) && !this.starts_with("cydonia-load "))
            .collect();
        assert!(twice.is_empty(), "with {part:?}, otherwise than for tests: {twice:#?}");
    }
}

/// State machines know no I/O, async, clock, randomness or logging: what each may depend on is listed here.
#[test]
fn state_machines_depend_on_little() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    // How records are written, lists that take no memory while they are short, errors, ids that somebody else makes.
    let of_a_table =
        ["cydonia-rules", "cydonia-protocol", "serde", "serde_json", "smallvec", "thiserror", "uuid"];
    for (machine, allowed) in [("cydonia-table", of_a_table.as_slice()), ("cydonia-cluster", &["uuid"])] {
        let package = packages.iter().find(|package| package["name"] == machine).expect("a state machine");
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        for dependency in dependencies.iter().filter(|dependency| dependency["kind"] != "dev") {
            let name = dependency["name"].as_str().expect("a name");
            assert!(allowed.contains(&name), "{machine} must not depend on {name}");
        }
    }
}

/// What is built in a year is built from what was tested: nothing is named that moves on by itself.
#[test]
fn images_and_the_compiler_are_named_by_version() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("text");
    let (docker, compose, cargo) = (read("Dockerfile"), read("docker-compose.yml"), read("Cargo.toml"));
    let images = docker.lines().filter_map(|line| line.strip_prefix("FROM "));
    let images = images.chain(compose.lines().filter_map(|line| line.trim().strip_prefix("image: ")));
    // Of the one that holds nothing there is no version.
    for image in images.filter(|image| *image != "scratch") {
        let (_, tag) = image.split_once(':').unwrap_or_default();
        let is_exact = tag.split(['-', ' ']).next().is_some_and(|version| {
            version.contains('.') && version.split('.').all(|part| part.parse::<u32>().is_ok())
        });
        assert!(is_exact, "{image}");
    }
    let version = cargo.split_once("rust-version = \"").and_then(|(_, rest)| rest.split('"').next());
    let version = version.expect("the compiler's version");
    assert!(docker.contains(&format!("rustup default {version}.")), "Rust {version}, as the workspace says");
}
