//! A trainer that is killed goes on where it was, and comes to the same weights; what is no checkpoint is refused.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use cydonia_players::evaluation::Net;
use cydonia_players::martian_backgammon::Seen;
use cydonia_rules::martian_backgammon::MartianBackgammon;
use cydonia_train::{Backgammon, CheckpointError, Course, FileError, Files, Plan};

/// Starts a short course whose files are in that folder.
fn start(folder: &Path, more: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cydonia-train"))
        .args("--game martian-backgammon --games 128 --every 128 --rounds 1 --nodes 20".split_whitespace())
        .args(more.split_whitespace())
        .arg("--weights")
        .arg(folder.join("net.weights"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Reads what it tells until those words are among it.
fn wait_for(child: &mut Child, words: &str) {
    let told = child.stderr.as_mut().expect("a pipe");
    let mut heard = String::new();
    while !heard.contains(words) {
        let mut byte = [0];
        told.read_exact(&mut byte).expect("it tells how far it is");
        heard.push(byte[0].into());
    }
}

#[test]
fn a_trainer_killed_half_way_comes_to_the_same_weights() {
    let [whole, cut] = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let undisturbed = start(whole.path(), "").wait_with_output().expect("it ends");
    assert!(undisturbed.status.success(), "{}", complaint(&undisturbed));

    let mut first = start(cut.path(), "");
    wait_for(&mut first, " 64 of 128 games");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert!(cut.path().join("net.checkpoint").exists() && !cut.path().join("net.weights").exists());

    // With other threads it goes on all the same, but not with another plan.
    let other = start(cut.path(), "--seed 2").wait_with_output().expect("it ends");
    assert_eq!(other.status.code(), Some(2));
    assert!(complaint(&other).contains("it is of another course"), "{}", complaint(&other));
    let second = start(cut.path(), "--threads 2").wait_with_output().expect("it ends");
    assert!(second.status.success(), "{}", complaint(&second));
    // It did not begin anew.
    assert!(!complaint(&second).contains(" 0 of 128 games"), "{}", complaint(&second));
    assert_eq!(second.stdout, undisturbed.stdout);

    let weights = |folder: &Path| fs::read(folder.join("net.weights")).expect("weights");
    assert!(weights(whole.path()) == weights(cut.path()), "the weights differ");
    assert!(Net::<Seen, 64>::from_bytes::<MartianBackgammon>(&weights(cut.path())).is_ok());
    assert!(!cut.path().join("net.checkpoint").exists());
}

#[test]
fn what_is_no_checkpoint_is_refused_and_stays_as_it_is() {
    type Short = Course<Backgammon, 16>;
    let plan = Plan { games: 128, seed: 5, every: 64, rounds: 1, nodes: 5 };
    let mut course = Short::new(plan);
    assert!(course.advance(1).expect("a set-up"));
    let bytes = course.to_bytes();
    let again = Short::from_bytes(plan, &bytes).expect("a checkpoint");
    assert!(again.to_bytes() == bytes && again.done() == 64 && again.curve().len() == 1);

    let refused = |bytes: &[u8]| Short::from_bytes(plan, bytes).err();
    assert_eq!(refused(b""), Some(CheckpointError::NotACheckpoint));
    assert_eq!(refused(&bytes[1..]), Some(CheckpointError::NotACheckpoint));
    for cut in [8, 20, 100, bytes.len() - 1] {
        assert_eq!(refused(&bytes[..cut]), Some(CheckpointError::Damaged), "cut after {cut}");
    }
    for at in [8, 16, 24, 60, bytes.len() - 1] {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1;
        assert_eq!(refused(&flipped), Some(CheckpointError::Damaged), "byte {at}");
    }
    let other = Short::from_bytes(Plan { seed: 6, ..plan }, &bytes).err();
    assert_eq!(other, Some(CheckpointError::OtherCourse));

    let folder = tempfile::tempdir().expect("a folder");
    let file = |name| folder.path().join(name);
    let files = Files { checkpoint: file("checkpoint"), weights: file("weights") };
    fs::write(&files.checkpoint, &bytes[..500]).expect("a file");
    let error = files.open::<Backgammon, 16>(plan).err();
    assert!(
        matches!(error, Some(FileError::Checkpoint { error: CheckpointError::Damaged, .. })),
        "{error:?}"
    );
    assert_eq!(fs::read(&files.checkpoint).expect("the file"), &bytes[..500]);
    assert!(!files.weights.exists());
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (more, words) in [
        ("--threads 0", "--threads must be 1 at least"),
        ("--checkpoint no/such/folder/checkpoint", "no/such/folder/checkpoint cannot be read or written"),
    ] {
        let output = start(folder.path(), more).wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{more}");
        assert!(complaint(&output).contains(words), "{more}: {}", complaint(&output));
    }
    let output =
        Command::new(env!("CARGO_BIN_EXE_cydonia-train")).args(["--game", "martian-mud-wrestling"]).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("no net learns “martian-mud-wrestling”"), "{}", complaint(&output));
}
