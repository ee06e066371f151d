//! Programs that fail: each fault is a strike, and whoever has had all gives the game up. Nothing hangs, and nothing stays behind.

use cydonia_rules::Reason;
use cydonia_server::cli::bot::lines::FAULTS;
use cydonia_tests::TestServer;

use super::*;

/// Reads all that it is told, and answers that whenever it is asked.
fn answering(answer: &str) -> String {
    format!(r#"while read -r line; do case "$line" in *'"yours":true'*) {answer};; esac; done"#)
}

/// Has a bot play with that program until it has failed twice. The game goes to the other as resigned, and the bot says why.
async fn fails(script: &str, why: &str) -> End {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&["--table", &link, "--strikes", "2", "--seconds", "1"], script);
    begun(&mut host, table).await;
    plays_on(&mut host, table, 1).await;
    let outcome = host.until(table, |known| known.outcome.is_some()).await.outcome.clone();
    let outcome = outcome.expect("it is over");
    assert_eq!((outcome.reason, outcome.ranks), (Reason::RESIGNED, vec![1, 2]), "{script}");
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(1), "{end:?}");
    let strikes = end.errors.lines().filter(|line| line.contains(why) && line.contains("(strike ")).count();
    assert_eq!(strikes, 2, "{end:?}");
    let last = end.errors.lines().last().expect("a sentence");
    assert!(last.starts_with("cydonia: the bot has given up: ") && last.contains(why), "{end:?}");
    end
}

#[tokio::test]
async fn one_that_answers_nothing() {
    fails(&answering(":"), "gave no answer within 1 s").await;
}

#[tokio::test]
async fn one_that_answers_late_is_played_all_the_same() {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    // It says its first answer once it is told that it is late, and all others at once.
    let script = r#"n=0; while read -r line; do case "$line" in
*'"yours":true'*) n=$((n+1)); rest=${line#*'"actions":["'}; a="{\"act\":\"${rest%%\"*}\"}"; [ $n = 1 ] || echo "$a";;
*'"code":"late"'*) echo "$a";; esac; done"#;
    let bot = BotProcess::start(&["--table", &link, "--strikes", "2", "--seconds", "1"], script);
    begun(&mut host, table).await;
    plays_on(&mut host, table, 3).await;
    resign(&mut host, table).await;
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    assert_eq!(
        end.errors.trim(),
        "cydonia: the program gave no answer within 1 s (strike 1 of 2)",
        "what it said in the end was its answer"
    );
}

#[tokio::test]
async fn one_that_reads_nothing() {
    fails("exec sleep 1000", "gave no answer within 1 s").await;
}

#[tokio::test]
async fn one_that_answers_what_is_not_legal() {
    fails(&answering(r#"echo '{"act":"z9-z8"}'"#), "is not legal: z9-z8").await;
}

#[tokio::test]
async fn one_that_answers_nonsense() {
    for answer in ["echo b2-c3", "echo", r#"echo '{"act":7}'"#, r#"echo '["b2-c3",null]'"#] {
        fails(&answering(answer), "is neither").await;
    }
}

#[tokio::test]
async fn one_that_answers_bytes_that_are_no_text() {
    fails(&answering(r#"printf '{"act":"\377\376"}\n'"#), "in UTF-8").await;
}

#[tokio::test]
async fn one_that_says_a_megabyte() {
    fails(&answering("head -c 1000000 /dev/zero | tr '\\0' x; echo"), "more than 65536 bytes").await;
}

#[tokio::test]
async fn one_that_never_ends_its_line() {
    // What comes of it is passed over, and so it is late after that.
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    let script = answering("while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
    let bot = BotProcess::start(&["--table", &link, "--strikes", "2", "--seconds", "1"], &script);
    begun(&mut host, table).await;
    plays_on(&mut host, table, 1).await;
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(1), "{end:?}");
    assert!(end.errors.contains("more than 65536 bytes") && end.errors.contains("gave no answer"), "{end:?}");
}

#[tokio::test]
async fn one_that_talks_unasked() {
    let twice_more = FIRST.replace("\";; esac", "\"; echo hello; echo hello;; esac");
    assert_ne!(twice_more, FIRST);
    fails(&twice_more, "though nothing was asked").await;
}

#[tokio::test]
async fn one_that_dies() {
    fails("read -r line; exit 3", "the program ended").await;
}

#[tokio::test]
async fn one_that_is_started_again_is_told_the_game_so_far_and_plays_on() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("died").to_str().expect("a path").to_owned();
    let (mut host, table) = hosted(&server, "martian-go").await;
    let link = format!("{}/t/{table}", server.url(""));
    // The first of its kind dies in its second turn.
    let dying = FIRST.replace(
        "rest=",
        &format!("n=$((n+1)); [ $n != 2 ] || [ -e '{mark}' ] || {{ >'{mark}'; exit; }}; rest="),
    );
    let bot = BotProcess::start(&["--table", &link], &dying);
    begun(&mut host, table).await;
    plays_on(&mut host, table, usize::MAX).await;
    let end = bot.ends().await;
    assert!(end.status.success(), "{end:?}");
    assert!(end.errors.contains("the program ended") && end.errors.contains("(strike 1 of 3)"), "{end:?}");
    assert_eq!(end.errors.lines().count(), 1, "{end:?}");
}

#[tokio::test]
async fn one_that_fails_before_the_game_gives_its_seat_up() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let gate = folder.path().join("gate");
    let made = std::process::Command::new("mkfifo").arg(&gate).status().expect("mkfifo is there");
    assert!(made.success());
    let (mut host, table) = hosted(&server, "martian-frisby").await;
    let link = format!("{}/t/{table}", server.url(""));
    let script = format!("read -r go <'{}'; echo hello", gate.display());
    let bot = BotProcess::start(&["--table", &link, "--strikes", "1"], &script);
    host.until(table, |known| known.info.seats[1].sitter().is_some()).await;
    let opened = tokio::task::spawn_blocking(move || std::fs::write(gate, "go\n"));
    opened.await.expect("it ends").expect("the program waits for it");
    let end = bot.ends().await;
    assert_eq!(end.status.code(), Some(1), "{end:?}");
    host.until(table, |known| known.info.seats[1].sitter().is_none()).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn nothing_of_a_program_stays_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ids");
    let name = file.to_str().expect("a path");
    // It has a child of its own, and both would go on for long.
    fails(&format!("sleep 1000 & echo $! $$ >>'{name}'; sleep 1000"), "gave no answer").await;
    let ids = std::fs::read_to_string(&file).expect("it has begun");
    let ids: Vec<&str> = ids.split_whitespace().collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    for id in ids {
        // An orphan is a zombie until whoever has inherited it looks after it.
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let state = state.rsplit(") ").next().unwrap_or_default();
        assert!(state.is_empty() || state.starts_with('Z') || state.starts_with('X'), "{id}: {state}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_bot_that_is_stopped_resigns() {
    let server = TestServer::start().await;
    let (mut host, table) = hosted(&server, "martian-chess").await;
    let link = format!("{}/t/{table}", server.url(""));
    let bot = BotProcess::start(&["--table", &link], FIRST);
    begun(&mut host, table).await;
    plays_on(&mut host, table, 2).await;
    let id = bot.child.id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill").arg(id).status().expect("kill is there");
    assert!(sent.success());
    host.until(table, |known| known.outcome.as_ref().is_some_and(|end| end.reason == Reason::RESIGNED)).await;
    let end = bot.ends().await;
    assert_eq!(
        (end.status.code(), end.errors.trim()),
        (Some(1), "cydonia: the bot was stopped, and has given up")
    );
}

#[test]
fn every_fault_is_documented() {
    let page = std::fs::read_to_string(crate::support::root().join("docs/bots.md")).expect("the page");
    for code in FAULTS {
        assert!(page.contains(&format!("| `{code}` |")), "{code} is missing");
    }
}
