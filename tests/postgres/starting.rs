//! A start that fails says why, in a sentence, and changes nothing.

use cydonia_tests::{Outside, Postgres, TestDatabase, refused_start};
use tokio::net::TcpListener;

async fn refused(url: &str, sentence: &str) {
    let told = refused_start(["--database-url", url]).await;
    assert!(told.contains(sentence) && !told.contains("sesame"), "{url}: {told}");
    assert_eq!(told.lines().count(), 1, "one line: {told}");
}

/// A database on the server that the tests share, and its address.
async fn database() -> (TestDatabase, String) {
    let data = TestDatabase::empty().await;
    let url = data.url().expect("run by ./test postgres");
    (data, url)
}

/// How many tables of its own a database has.
async fn tables(database: &mut Outside) -> i64 {
    database.number("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", None).await
}

#[tokio::test]
async fn whoever_is_not_let_in_is_told_so() {
    let server = Postgres::start();
    let data = TestDatabase::in_postgres(&server.address()).await;
    let mut outside = data.open().await;
    outside.run("CREATE ROLE guarded LOGIN PASSWORD 'sesame'").await;
    let name = data.url().expect("an address").rsplit('/').next().expect("a name").to_owned();
    let not_let_in = "does not let this server in: password authentication failed for user \"guarded\"";
    refused(&format!("{}/{name}", server.guarded_address("open")), not_let_in).await;
    // Let in, but not to make anything there.
    let guarded = format!("{}/{name}", server.guarded_address("sesame"));
    outside.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC").await;
    refused(&guarded, "permission denied for schema public").await;
    assert_eq!(tables(&mut outside).await, 0);
    // Nobody there any more.
    server.fall();
    refused(&data.url().expect("an address"), "the database cannot be reached").await;
    server.rise();
}

#[tokio::test]
async fn a_database_that_is_missing_is_not_made() {
    let (_data, url) = database().await;
    refused(
        &format!("{url}_of_yore"),
        "the database is missing, and this server makes none there: database \"cydonia_",
    )
    .await;
}

#[tokio::test]
async fn an_address_that_is_none_is_told() {
    refused("postgres://127.0.0.1:1/cydonia", "the database cannot be reached").await;
    for (url, sentence) in [
        ("mysql://ada:sesame@127.0.0.1/cydonia", "it must begin with postgres://"),
        ("postgres://ada:sesame@127.0.0.1:port/cydonia", "it cannot be read"),
    ] {
        refused(url, &format!("--database-url: {sentence}")).await;
    }
}

#[tokio::test]
async fn something_else_at_the_other_end_is_told() {
    // One that says nothing, and one that speaks of something else.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("postgres://{}/cydonia", silent.local_addr().expect("an address"));
    refused(&url, "the database cannot be reached").await;
    let talker = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("postgres://{}/cydonia", talker.local_addr().expect("an address"));
    let talking = tokio::spawn(async move {
        loop {
            let (mut socket, _) = talker.accept().await.expect("a caller");
            let words = b"HTTP/1.1 400 Bad Request\r\n\r\n";
            tokio::io::AsyncWriteExt::write_all(&mut socket, words).await.expect("said");
        }
    });
    refused(&url, "the database cannot be reached").await;
    talking.abort();
}

#[tokio::test]
async fn a_database_that_takes_nothing_is_left_as_it_is() {
    let (data, url) = database().await;
    let mut outside = data.open().await;
    let name = url.rsplit('/').next().expect("a name").to_owned();
    outside.run_made(format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
    refused(&url, "the database is read-only: cannot execute").await;
    assert_eq!(tables(&mut outside).await, 0, "nothing was made");
    outside.run_made(format!("ALTER DATABASE {name} RESET default_transaction_read_only")).await;
    cydonia_tests::Process::start(&data, 0).await.kill().await;
    // Full, as it says when its disk is.
    outside
        .run(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
             CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON heartbeat EXECUTE FUNCTION fill()",
        )
        .await;
    refused(&url, "the database is full: could not extend file").await;
}
