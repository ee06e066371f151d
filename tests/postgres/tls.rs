//! TLS between the house and its database.

use std::fs;

use cydonia_tests::{KeptPort, Postgres, Process, TestDatabase, refused_start};
use rcgen::generate_simple_self_signed;

use crate::proxy::CuttingProxy;

/// How many lines to that database are open, and how many of those go over TLS, beside the one that asks.
const LINES: [&str; 2] = [
    "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'cydonia %' AND datname = current_database()",
    "SELECT count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name LIKE 'cydonia %'
     AND datname = current_database() AND ssl",
];

#[tokio::test]
async fn every_line_to_a_database_goes_over_tls_and_to_no_other_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let [own, other] = [(); 2].map(|()| {
        generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate for oneself")
    });
    let trusted = |name: &str, pem: &str| {
        let path = folder.path().join(name);
        fs::write(&path, pem).expect("written");
        format!("?sslmode=verify-full&sslrootcert={}", path.display())
    };
    let port = KeptPort::free();
    let port = port.number();
    let postgres = Postgres::start_with_tls(port, &own.cert.pem(), &own.signing_key.serialize_pem());
    let data = TestDatabase::in_postgres(&postgres.address()).await;
    let server = format!("postgres://postgres@localhost:{port}");
    let manner = trusted("own.pem", &own.cert.pem());
    let house = Process::start(&data.come_to(server.clone(), manner), 0).await;
    let games = format!("http://{}/api/v1/matches", house.address);
    assert_eq!(reqwest::get(games).await.expect("an answer").status(), 200);
    let mut outside = data.open().await;
    let [all, secured] = LINES;
    let (all, secured) = (outside.number(all, None).await, outside.number(secured, None).await);
    assert!(all >= 2 && secured == all, "the writer's and a reader's: {secured} of {all}");
    for (manner, sentence) in [
        // One that is not known, one that goes by another name, and no TLS at all.
        (trusted("other.pem", &other.cert.pem()), "the database cannot be reached"),
        ("?sslmode=disable".to_owned(), "does not let this server in"),
    ] {
        let other = data.come_to(server.clone(), manner.clone());
        let told = refused_start(other.arguments()).await;
        assert!(told.contains(sentence), "{manner}: {told}");
    }
    // Where none is spoken a house that wants it does without a database.
    let plain = Postgres::start();
    let line = CuttingProxy::lay(plain.folder()).await;
    let there = data.come_to(format!("postgres://postgres@{}", line.address), "?sslmode=require".to_owned());
    let told = refused_start(there.arguments()).await;
    assert!(told.contains("the database cannot be reached"), "{told}");
    let by_number =
        data.come_to(format!("postgres://postgres@127.0.0.1:{port}"), trusted("own.pem", &own.cert.pem()));
    let told = refused_start(by_number.arguments()).await;
    assert!(told.contains("the database cannot be reached"), "{told}");
}
