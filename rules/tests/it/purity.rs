//! The rules know no I/O, async, clock, randomness or logging: what they may depend on is listed here.

use std::process::Command;

use serde_json::Value;

#[test]
fn depends_on_nothing_but_what_describes_what_is_shown() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let rules = packages.iter().find(|package| package["name"] == "cydonia-rules").expect("the rules");
    for dependency in rules["dependencies"].as_array().expect("dependencies") {
        let name = dependency["name"].as_str().expect("a name");
        let for_tests = dependency["kind"] == "dev";
        // How what is shown is written down, as JSON, as a JSON Schema and in TypeScript: derived, never called here.
        let for_wire = ["schemars", "serde", "ts-rs"].contains(&name) && dependency["optional"] == true;
        // A list that takes no memory of its own while it is short, and nothing else.
        let is_a_list = name == "smallvec";
        assert!(for_tests || for_wire || is_a_list, "the rules must not depend on {name}");
    }
}
