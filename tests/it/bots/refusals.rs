//! What a bot cannot begin with: a sentence and 2 as exit code, and nothing was done in the house.

use cydonia_tests::TestServer;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use super::*;
use crate::support::seated;

const NOWHERE: &str = "01930000-0000-7000-8000-000000000001";

/// The bot ends with 2 and a sentence that has these words in it.
async fn refused(arguments: &[&str], words: &str) {
    let end = BotProcess::start_with(arguments).ends().await;
    assert_eq!(end.status.code(), Some(2), "{arguments:?}: {end:?}");
    assert!(end.errors.contains(words), "{arguments:?}: {end:?}");
    assert!(end.output.is_empty(), "{arguments:?}: {end:?}");
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused_before_the_house_is_asked() {
    let nowhere = ["--program", "cat", "--url", "http://127.0.0.1:1"];
    for (more, words) in [
        (&[][..], "<--table <TABLE>|--create <CREATE>>"),
        (&["--create", "chess"], "there is no such game; there are martian-chess, "),
        (&["--create", "martian-chess", "--table", NOWHERE], "cannot be used with"),
        (&["--create", "martian-chess", "--option", "arcade"], "an option is NAME=VALUE"),
        (&["--create", "martian-chess", "--option", "pies=true"], "the game takes no pies=true"),
        (&["--create", "martian-chess", "--clock", "blitz"], "a clock is none, SECONDS+SECONDS or DAYSd"),
        (&["--create", "martian-chess", "--clock", "1+0"], "a clock has 10 to"),
        (&["--create", "martian-chess", "--agree", "pause"], "what can be agreed to is"),
        (&["--create", "martian-chess", "--strikes", "0"], "--strikes"),
        (&["--create", "martian-chess", "--seconds", "0"], "--seconds"),
        (&["--table", "7"], "a table's link is like"),
        (
            &["--table", &format!("http://127.0.0.1:2/t/{NOWHERE}")],
            "--table is in the house http://127.0.0.1:2",
        ),
        (&["--table", &format!("https://127.0.0.1:1/t/{NOWHERE}")], "--table is in the house https://"),
    ] {
        refused(&[&nowhere, more].concat(), words).await;
    }
    let secure = ["--program", "cat", "--url", "https://127.0.0.1:1", "--create", "martian-chess"];
    refused(&secure, "https:// is not spoken here").await;
    let no_program =
        ["--program", "/no/such/program", "--url", "http://127.0.0.1:1", "--create", "martian-chess"];
    refused(&no_program, "the program /no/such/program cannot be started").await;
}

#[tokio::test]
async fn a_house_that_is_not_there_or_is_none_is_told() {
    let create = ["--program", "cat", "--patience", "0", "--create", "martian-chess", "--url"];
    refused(&[&create[..], &["http://127.0.0.1:1"]].concat(), "it cannot be reached").await;
    for (answer, words) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", "its answer is no session"),
        ("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "its answer is no session"),
        ("SSH-2.0-OpenSSH_9.2\r\n", "it does not speak HTTP"),
        ("", "it does not speak HTTP"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let other = tokio::spawn(async move {
            let (mut line, _) = listener.accept().await.expect("a line");
            let mut read = [0; 4096];
            let _ = line.read(&mut read).await.expect("a request");
            line.write_all(answer.as_bytes()).await.expect("it is taken");
            line.shutdown().await.expect("it ends");
        });
        refused(&[&create[..], &[&url]].concat(), words).await;
        other.await.expect("it was asked");
    }
}

#[tokio::test]
async fn what_the_house_refuses_is_told_by_its_code() {
    let server = TestServer::start().await;
    let url = server.url("");
    let there = ["--program", "cat", "--url", &url];
    let (table, _players) = seated(&server, 2).await;
    for (more, words) in [
        (&["--table", NOWHERE][..], "no_table"),
        (&["--table", &table.to_string()], "has begun without the bot"),
        (&["--create", "martian-chess", "--seats", "7"], "bad_players"),
        (&["--create", "martian-chess", "--option", "rules=pies"], "bad_option"),
        (&["--create", "martian-chess", "--seat", "2"], "bad_seat"),
        (&["--create", "martian-chess", "--name", "Admin"], "bad_name"),
        (&["--create", "martian-chess", "--token", "nobody"], "refuses the socket with status 401"),
    ] {
        refused(&[&there[..], more].concat(), words).await;
    }
}

#[tokio::test]
async fn a_tunnel_is_connected_to_instead() {
    let server = TestServer::start().await;
    let near_end = server.address.to_string();
    let flags = ["--url", "https://games.example", "--connect", &near_end, "--create", "martian-chess"];
    let mut bot = BotProcess::start(&flags, FIRST);
    let link = bot.sits().await;
    assert!(link.starts_with("https://games.example/t/"), "{link}");
}

#[test]
fn every_flag_is_documented() {
    let page = std::fs::read_to_string(crate::support::root().join("docs/bots.md")).expect("the page");
    let output = std::process::Command::new(program()).args(["bot", "--help"]).output().expect("it runs");
    let help = String::from_utf8(output.stdout).expect("text");
    let flags = help.lines().filter_map(|line| line.trim().strip_prefix("--"));
    let flags: Vec<&str> = flags.filter_map(|line| line.split(' ').next()).collect();
    assert!(flags.len() > 10, "{flags:?}");
    for flag in flags {
        assert!(page.contains(&format!("`--{flag}")), "--{flag} is missing");
    }
}
