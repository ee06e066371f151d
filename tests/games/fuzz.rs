//! The functions of `cydonia_tests::fuzz` with random bytes.

use std::path::Path;

use cydonia_tests::fuzz;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};

/// Runs a function with that many heaps of up to that many bytes.
fn with_random_bytes(function: fn(&[u8]), cases: u32, most: usize) {
    // Neither a seed nor a file: what fails is shrunk and printed, and becomes a test of its own.
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let ran = TestRunner::new(config).run(&vec(any::<u8>(), 0..most), |bytes| {
        function(&bytes);
        Ok(())
    });
    ran.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn any_text_is_refused_as_an_action_or_writes_itself_back() {
    with_random_bytes(fuzz::notation, 50_000, 32);
}

#[test]
fn the_referee_answers_any_line_and_its_refusals_leave_no_trace() {
    with_random_bytes(fuzz::referee, 500, 600);
}

/// Nobody builds the targets by the way, so at least what they name must be there.
#[test]
fn the_targets_of_cargo_fuzz_run_these_functions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let named = manifest.matches("\n[[bin]]").count();
    let targets: Vec<_> = std::fs::read_dir(root.join("fuzz_targets")).expect("a folder").collect();
    assert_eq!((named, targets.len()), (2, 2), "a new target is run here too");
    for name in ["notation", "referee"] {
        let target = std::fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).expect("a target");
        assert!(target.contains(&format!("|bytes: &[u8]| cydonia_tests::fuzz::{name}(bytes)")), "{target}");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
    }
}
