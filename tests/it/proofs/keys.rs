//! A house's keys: made once, replaced by a subcommand, and published with what each has signed of the next.

use std::fs;
use std::process::Command;
use std::time::Duration;

use cydonia_protocol::proof::{GameProof, SigningKeysError};
use cydonia_server::cli::verify::{TrustedKeys, Verdict, VerifyError, verify};
use cydonia_tests::{TestDatabase, TestServer, on, program};

use super::{assert_fits, found, keys, proof, short_game};

/// Runs the program; its exit code, and all that it told.
fn run(arguments: &[&std::ffi::OsStr]) -> (Option<i32>, String) {
    let output = Command::new(program()).args(arguments).output().expect("the program is built");
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).expect("text"))
}

/// Has the real program put another key in the place of the one that signs.
fn rotate(data: &TestDatabase) -> (Option<i32>, String) {
    let [flag, place] = data.arguments();
    run(&["rotate-signing-key".as_ref(), &flag, &place])
}

#[tokio::test]
async fn another_key_is_signed_by_the_one_before_and_old_proofs_stay_valid() {
    let server = TestServer::start().await;
    let old = short_game(&server, "martian-chess").await;
    let old_text = proof(&server, old).await;
    let before = keys(&server).await;
    assert_eq!((before.keys.len(), before.keys[0].first_game, before.keys[0].signature), (1, 1, None));
    let (_, refused) = rotate(server.data());
    assert!(refused.contains("another server has this data open"), "{refused}");
    let server = server
        .restart_with(Duration::ZERO, async |data| {
            let (code, told) = rotate(data);
            assert_eq!(code, Some(0), "{told}");
            assert!(told.contains("from game 2 on: "), "{told}");
            let left = "SELECT count(*) FROM signing_keys WHERE private IS NOT NULL";
            let left: (i64,) =
                on!(data.open().await, |c| sqlx::query_as(left).fetch_one(c).await).expect("a number");
            assert_eq!(left, (1,), "the private half of the old one is gone");
        })
        .await;
    let new = short_game(&server, "martian-chess").await;
    let new_text = proof(&server, new).await;
    assert_eq!(proof(&server, old).await, old_text);
    let after = keys(&server).await;
    assert_eq!(after.check(), Ok(()));
    assert_eq!((after.keys.len(), after.keys[0], after.keys[1].first_game), (2, before.keys[0], 2));
    for report in &found(&server, &[&old_text, &new_text]).await {
        assert_fits(report, &["line", "result", "signature", "key", "chain"]);
    }
    // Whoever trusts the first key alone does not take what the second signs; nor did that sign what came before it.
    let first = TrustedKeys::Published(before);
    let verdicts: Vec<Verdict> = verify(&[Some(&old_text), Some(&new_text)], Some(&first))
        .iter()
        .map(|report| report.verdict)
        .collect();
    assert_eq!(verdicts, [Verdict::Fits, Verdict::Flawed]);
    let mut swapped = after.clone();
    swapped.keys[1].first_game = 3;
    assert_eq!(swapped.check(), Err(SigningKeysError::Signature(3)));
    assert_eq!(
        swapped.admit(&GameProof::read(&new_text).expect("a proof")).expect_err("not yet").to_string(),
        "the key that signed the proof was not the house's for a game of that number"
    );
    swapped.keys.remove(0);
    assert_eq!(swapped.check(), Err(SigningKeysError::Order));
}

#[tokio::test]
async fn the_program_checks_files_and_says_what_it_finds() {
    let server = TestServer::start().await;
    let tables = [short_game(&server, "martian-chess").await, short_game(&server, "martian-frisby").await];
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        file
    };
    let text = proof(&server, tables[1]).await;
    let one = write("1.ndjson", proof(&server, tables[0]).await.as_bytes());
    let two = write("2.ndjson", text.as_bytes());
    let published = serde_json::to_string(&keys(&server).await).expect("JSON");
    let trusted = write("keys.json", published.as_bytes());
    let check = |files: &[&std::path::Path], keys: Option<&std::ffi::OsStr>| {
        let mut arguments = vec!["verify".as_ref()];
        arguments.extend(files.iter().map(|file| file.as_os_str()));
        arguments.extend(keys.iter().flat_map(|keys| ["--keys".as_ref(), *keys]));
        run(&arguments)
    };
    let (code, told) = check(&[&one, &two], Some(trusted.as_os_str()));
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(told.matches(" fits   ").count(), 11, "{told}");
    assert!(told.contains("It is chained to the proof of game 1."), "{told}");
    let (code, told) = check(&[&two], None);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("Nobody vouches for the key") && told.contains("proof is not at hand"), "{told}");
    let key = hex_of(&keys(&server).await);
    assert_eq!(check(&[&two], Some(key.as_ref())).0, Some(0));
    assert_eq!(check(&[&two], Some("00".repeat(32).as_ref())).0, Some(1), "another key");
    let altered = write("altered.ndjson", text.replace("\"number\":2", "\"number\":3").as_bytes());
    assert_eq!(check(&[&one, &altered], None).0, Some(1));
    let none = write("none.ndjson", &text.as_bytes()[1..]);
    assert_eq!(check(&[&one, &none], None).0, Some(2));
    assert_eq!(check(&[&write("bytes", b"\xff\n\xff\n")], None).0, Some(2));
    assert_eq!(check(&[&folder.path().join("nothing")], None).0, Some(2));
    assert_eq!(check(&[&two], Some("no key".as_ref())).0, Some(2));
}

fn hex_of(keys: &cydonia_protocol::proof::SigningKeys) -> String {
    serde_json::to_value(keys.keys[0].key).expect("JSON").as_str().expect("text").to_owned()
}

#[test]
fn trusted_keys_are_a_key_or_a_list_that_follows() {
    for no_key in ["", "00", "{}", "[]", &"A0".repeat(32)] {
        assert!(matches!(TrustedKeys::read(no_key), Err(VerifyError::Keys)), "{no_key}");
    }
    assert!(matches!(
        TrustedKeys::read(r#"{"keys":[]}"#),
        Err(VerifyError::KeyOrder(SigningKeysError::Order))
    ));
    assert!(TrustedKeys::read(&"a0".repeat(32)).is_ok());
}

#[tokio::test]
async fn a_house_that_never_opened_has_no_key_to_rotate() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, told) = run(&["rotate-signing-key".as_ref(), "--data".as_ref(), folder.path().as_os_str()]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("there is no database"), "{told}");
}
