//! The file of settings, and `cydonia config`, which prints what holds.

use std::fs;

use cydonia_tests::{Process, TestDatabase, refused_start};

use crate::command_line::run_in;

/// The line of a setting in what `config` printed, without the spaces before its comment.
fn line(text: &str, name: &str) -> String {
    let is_of = |line: &&str| {
        line.trim_start_matches("# not used: ").trim_start_matches("# ").starts_with(&format!("{name} "))
    };
    let line = text.lines().find(is_of).unwrap_or_else(|| panic!("{name} in {text}"));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_holds_is_printed_with_where_it_comes_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = r#"
        names-an-hour = 7
        links-an-hour = 8
        lines = 9
        behind-proxy = true
        host = ["games.example", "192.168.0.7:8080"]
        base = "/house"
        data = "007"
        push-key = "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw"
        acme-domain = ["games.example", "www.games.example"]
    "#;
    fs::write(folder.path().join("cydonia.toml"), file).expect("written");
    let surroundings = [
        ("CYDONIA_LINKS_AN_HOUR", "80"),
        ("CYDONIA_LINES", "90"),
        ("CYDONIA_ACME_CONTACT", "ada@games.example"),
    ];
    let arguments = ["--config", "cydonia.toml", "--lines", "900", "config", "--hints-a-minute", "5"];
    let (code, text) = run_in(folder.path(), &arguments, &surroundings);
    assert_eq!(code, Some(0), "{text}");
    for (name, expected) in [
        ("names-an-hour", "names-an-hour = 7 # cydonia.toml"),
        ("links-an-hour", "links-an-hour = 80 # CYDONIA_LINKS_AN_HOUR"),
        ("lines", "lines = 900 # flag"),
        ("hints-a-minute", "hints-a-minute = 5 # flag"),
        ("behind-proxy", "behind-proxy = true # cydonia.toml"),
        ("host", r#"host = ["games.example", "192.168.0.7:8080"] # cydonia.toml"#),
        ("base", r#"base = "/house" # cydonia.toml"#),
        ("listen", r#"listen = "0.0.0.0:8080" # default"#),
        ("data", r#"data = "007" # cydonia.toml"#),
        ("dumps", "# dumps is not set # default"),
        ("no-service-worker", "no-service-worker = false # default"),
        ("push-key", "# push-key is set, and not shown # cydonia.toml"),
        ("acme-domain", r#"acme-domain = ["games.example", "www.games.example"] # cydonia.toml"#),
        ("acme-contact", r#"acme-contact = "ada@games.example" # CYDONIA_ACME_CONTACT"#),
        ("acme-directory", r#"acme-directory = "https://acme-v02.api.letsencrypt.org/directory" # default"#),
        ("otlp-endpoint", "# otlp-endpoint is not set # default"),
        ("acme-root", "# acme-root is not set # default"),
        ("acme-folder", "# acme-folder is not set # default"),
        ("database-url", "# database-url is not set # default"),
    ] {
        assert_eq!(line(&text, name), expected);
    }
    assert!(!text.contains("RS0W"), "{text}");
    // What was printed is a file that says the same, but for the secret.
    fs::write(folder.path().join("printed.toml"), &text).expect("written");
    let (code, again) = run_in(folder.path(), &["config", "--config=printed.toml"], &[]);
    assert_eq!(code, Some(0), "{again}");
    let values = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split("  # ").next().unwrap_or_default().trim().to_owned()).collect()
    };
    assert_eq!(values(&again), values(&text));
}

#[test]
fn a_database_that_is_named_more_strongly_goes_before_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let postgres = "postgres://cydonia:hidden@db.example/cydonia";
    fs::write(folder.path().join("folder.toml"), "data = \"kept\"").expect("written");
    fs::write(folder.path().join("postgres.toml"), format!("database-url = {postgres:?}")).expect("written");
    let in_folder = |value: &str| (value.to_owned(), true);
    let in_postgres = ("# database-url is set, and not shown".to_owned(), false);
    for (arguments, surroundings, (expected, is_in_folder)) in [
        (&["--config=folder.toml", "config"][..], &[][..], in_folder(r#"data = "kept" # folder.toml"#)),
        (&["--config=postgres.toml", "config"], &[], in_postgres.clone()),
        (&["--config=folder.toml", "config"], &[("DATABASE_URL", postgres)], in_postgres.clone()),
        (
            &["--config=postgres.toml", "config"],
            &[("CYDONIA_DATA", "near")],
            in_folder(r#"data = "near" # CYDONIA_DATA"#),
        ),
        (
            &["--config=postgres.toml", "--data=here", "config"],
            &[("DATABASE_URL", postgres)],
            in_folder(r#"data = "here" # flag"#),
        ),
        (&["config"], &[("CYDONIA_CONFIG", "postgres.toml")], in_postgres),
    ] {
        let (code, text) = run_in(folder.path(), arguments, surroundings);
        assert_eq!(code, Some(0), "{text}");
        assert!(!text.contains("hidden"), "{text}");
        let name = if is_in_folder { "data" } else { "database-url" };
        assert!(line(&text, name).starts_with(&expected), "{arguments:?} {surroundings:?}: {text}");
        assert_eq!(line(&text, "data").starts_with("# not used"), !is_in_folder, "{text}");
    }
}

#[test]
fn a_file_that_is_none_is_refused_with_its_name_and_without_its_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, words) in [
        ("names-an-huor = 7", "names-an-huor is no setting"),
        ("config = \"other.toml\"", "config is no setting"),
        ("help = true", "help is no setting"),
        ("[limits]\nlines = 7", "limits is no setting"),
        ("lines = 0", "invalid value '0' for '--lines <LINES>'"),
        ("lines = \"many\"", "invalid value 'many' for '--lines <LINES>'"),
        ("lines = 1.5", "lines has to be a number, a text, or a list of texts"),
        ("lines = [1, 2]", "lines has to be a number"),
        ("host = [true]", "host has to be a number"),
        ("behind-proxy = \"yes\"", "behind-proxy has to be true or false"),
        ("lines = 1\nlines = 2", "line 2 is no TOML: duplicate key"),
        ("lines = 7\n\npush-key = \"secret", "line 3 is no TOML"),
        ("push-key = \"secret\"", "invalid value '(not shown)' for '--push-key <KEY>'"),
        ("data = \"a\"\ndatabase-url = \"postgres://secret@b/c\"", "two places for the same"),
    ] {
        fs::write(folder.path().join("cydonia.toml"), file).expect("written");
        for arguments in [
            &["--config=cydonia.toml"][..],
            &["config", "--config=cydonia.toml"],
            &["check", "--config", "cydonia.toml"],
        ] {
            let (code, text) = run_in(folder.path(), arguments, &[]);
            assert_eq!(code, Some(2), "{file}: {text}");
            assert!(text.starts_with("error: cydonia.toml: ") && text.contains(words), "{file}: {text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
    let (code, text) = run_in(folder.path(), &["--config", "nowhere.toml", "config"], &[]);
    assert_eq!((code, text.contains("nowhere.toml: it cannot be read")), (Some(2), true), "{text}");
    // By flag and in the environment a secret is not repeated either.
    for (arguments, surroundings) in
        [(&["--push-key=secret"][..], &[][..]), (&[], &[("CYDONIA_PUSH_KEY", "secret")])]
    {
        let (code, text) = run_in(folder.path(), arguments, surroundings);
        assert_eq!(
            (code, text.contains("--push-key"), text.contains("secret")),
            (Some(2), true, false),
            "{text}"
        );
    }
    let made = folder.path().read_dir().expect("a folder").count();
    assert_eq!(made, 1, "nothing is made but the file of this test");
}

#[tokio::test]
async fn a_program_that_sends_no_spans_says_so() {
    let told = refused_start(["--otlp-endpoint=http://127.0.0.1:4318"]).await;
    assert!(told.contains("this program was built without OpenTelemetry"), "{told}");
    let told = refused_start(["--otlp-endpoint=http://somebody:hidden@127.0.0.1:4318"]).await;
    assert!(told.contains("a collector is named by an http or https address"), "{told}");
}

#[tokio::test]
async fn commands_and_the_server_live_by_the_file() {
    let data = TestDatabase::in_sqlite();
    Process::start(&data, 0).await.kill().await;
    let kept = data.folder().and_then(|folder| folder.to_str()).expect("a folder");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("cydonia.toml"), format!("data = {kept:?}\nlisten = \"192.0.2.1:80\""))
        .expect("written");
    let config = ["--config", "cydonia.toml"];
    let (code, text) = run_in(folder.path(), &[&["check"][..], &config].concat(), &[]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run_in(folder.path(), &[&config[..], &["recompute-ratings", "--check"]].concat(), &[]);
    assert_eq!((code, text.contains("rows not as they should be: 0")), (Some(0), true), "{text}");
    let (code, text) = run_in(folder.path(), &[&config[..], &["verify-dice", "-"]].concat(), &[]);
    assert_eq!((code, text.contains("--config means nothing to verify-dice")), (Some(2), true), "{text}");
    // Who keeps nothing of his own does not care what the surroundings name.
    let (code, text) = run_in(folder.path(), &["referee"], &[("CYDONIA_CONFIG", "nowhere.toml")]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    // No machine has this address (RFC 5737): the server has read where to listen.
    let (code, text) = run_in(folder.path(), &config, &[]);
    assert_eq!((code, text.contains("cannot listen on 192.0.2.1:80")), (Some(1), true), "{text}");
}
