//! TLS of the house's own: all that works over a plain line works over it, and nothing else is said there.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use cydonia_protocol::{Command, TimeControl};
use cydonia_server::limits::Limits;
use cydonia_server::{Tls, TlsFiles, limits};
use cydonia_tests::{TestServer, TestServerBuilder, ample, refused_start};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::log::Log;
use crate::support::{create, play_on, seated_with, watch};

/// Writes a certificate of its own for localhost and its key into a folder, as changed at that moment; the certificate.
fn certify(folder: &Path, changed: SystemTime) -> CertificateDer<'static> {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    for (name, text) in [("cert.pem", cert.pem()), ("key.pem", signing_key.serialize_pem())] {
        let path = folder.join(name);
        fs::write(&path, text).expect("written");
        fs::File::options().write(true).open(path).expect("a file").set_modified(changed).expect("a time");
    }
    cert.der().clone()
}

fn files(folder: &Path) -> TlsFiles {
    TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") }
}

/// Trusts that certificate alone.
fn trusting(certificate: CertificateDer<'static>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(certificate).expect("a certificate");
    let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("versions");
    TlsConnector::from(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

async fn connect(address: SocketAddr, trust: &TlsConnector) -> std::io::Result<TlsStream<TcpStream>> {
    let line = TcpStream::connect(address).await.expect("a line");
    trust.connect(ServerName::try_from("localhost").expect("a name"), line).await
}

/// A house that speaks TLS, and a plain address from which all goes to it, for clients that do not.
async fn house(folder: &Path) -> (TestServer, CertificateDer<'static>, SocketAddr) {
    house_with(folder, TestServerBuilder::new()).await
}

async fn house_with(
    folder: &Path,
    builder: TestServerBuilder,
) -> (TestServer, CertificateDer<'static>, SocketAddr) {
    let certificate = certify(folder, SystemTime::UNIX_EPOCH + Duration::from_secs(1_000));
    let tls = Tls::read(files(folder)).expect("a certificate and its key");
    let mut server = builder.tls(tls).start().await;
    let (secure, trust) = (server.address, trusting(certificate.clone()));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    server.address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut plain, _)) = listener.accept().await {
            let trust = trust.clone();
            tokio::spawn(async move {
                let mut secured = connect(secure, &trust).await.expect("TLS");
                drop(copy_bidirectional(&mut plain, &mut secured).await);
            });
        }
    });
    (server, certificate, secure)
}

#[tokio::test]
async fn games_are_played_watched_and_read_over_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, ..) = house(folder.path()).await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, TimeControl::None {}).await;
    let mut rng = fastrand::Rng::with_seed(5);
    let url = server.url(&format!("/api/v1/tables/{table}/events"));
    let mut stream = reqwest::get(url).await.expect("an answer");
    play_on(table, &mut players, 120, &mut rng).await;
    let told = stream.chunk().await.expect("a part").expect("what stands");
    assert!(!told.is_empty(), "an answer that goes on is not held back");
    // What answers a watch is long.
    let mut late = server.join("Cleo").await;
    late.call(watch(table)).await.expect("watching");
    assert_eq!(late.tables[&table].line, players[0].tables[&table].line);
    drop(players.remove(0).call(Command::Resign { table }).await);
    let game = reqwest::get(server.url(&format!("/api/v1/matches/{table}/record"))).await.expect("an answer");
    assert_eq!(game.status(), 200);
}

#[tokio::test]
async fn somebody_who_reads_slowly_gets_everything_and_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, ..) = house(folder.path()).await;
    let (table, mut players) = seated_with(&server, "martian-chess", 2, TimeControl::None {}).await;
    let mut slow = server.connect_slowly(None).await;
    slow.call(watch(table)).await.expect("watching");
    play_on(table, &mut players, 150, &mut fastrand::Rng::with_seed(6)).await;
    let line = players[0].tables[&table].line.clone();
    slow.until(table, |table| table.line == line).await;
}

#[tokio::test]
async fn the_page_is_told_to_come_over_nothing_else_and_cookies_are_for_tls_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, ..) = house_with(folder.path(), TestServerBuilder::new().public_port(443)).await;
    let page = reqwest::get(server.url("/")).await.expect("an answer");
    assert_eq!(page.headers()["strict-transport-security"], "max-age=31536000");
    let session = reqwest::Client::new().post(server.url("/api/v1/session"));
    let session = session.json(&serde_json::json!({"name": "Ada"})).send().await.expect("an answer");
    let cookie = session.headers()["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("__Host-") && cookie.contains("Secure"), "{cookie}");
    // A plain house says no such thing, nor one at a port of its own: something else may be served under its name, and plainly.
    let plain = TestServerBuilder::new().public_port(443).start().await;
    let (aside, ..) = house(folder.path()).await;
    for other in [plain, aside] {
        let page = reqwest::get(other.url("/")).await.expect("an answer");
        assert!(!page.headers().contains_key("strict-transport-security"));
    }
}

/// Where somebody is sent who asks without TLS for that, and the status of the answer.
async fn sent_on(server: &TestServer, host: &str, path: &str) -> (u16, Option<String>) {
    let redirects = server.redirects.expect("an address");
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let answer = client.get(format!("http://{redirects}{path}")).header("host", host);
    let answer = answer.send().await.expect("an answer");
    let there = answer.headers().get("location").map(|there| there.to_str().expect("text").to_owned());
    (answer.status().as_u16(), there)
}

#[tokio::test]
async fn a_house_that_is_reached_by_another_port_and_has_names_sends_on_to_those_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let hosts = vec!["games.example:8443".to_owned(), "other.example".to_owned()];
    let builder = TestServerBuilder::new().public_port(443).limits(Limits { hosts, ..ample() });
    let (server, ..) = house_with(folder.path(), builder).await;
    for (host, there) in
        [("games.example", "https://games.example/a?b"), ("OTHER.example:80", "https://OTHER.example/a?b")]
    {
        assert_eq!(sent_on(&server, host, "/a?b").await, (308, Some(there.to_owned())));
    }
    for (host, status) in [("evil.example", 421), ("games.example.evil.example", 421), ("a b", 400)] {
        assert_eq!(sent_on(&server, host, "/a").await, (status, None), "{host}");
    }
    // A line that begins and does not go on is not waited for there either.
    let mut line = TcpStream::connect(server.redirects.expect("an address")).await.expect("a line");
    line.write_all(b"GET / HTTP/1.1\r\nhost:").await.expect("said");
    cut_in_time(&server, &mut line).await;
}

/// Waits until the house ends a line, as time goes by.
async fn cut_in_time(server: &TestServer, line: &mut TcpStream) {
    let mut told = Vec::new();
    let ended = line.read_to_end(&mut told);
    tokio::pin!(ended);
    loop {
        tokio::select! {
            biased;
            _ = &mut ended => break,
            () = tokio::task::yield_now() => server.advance(limits::HEAD_TIMEOUT),
        }
    }
}

#[tokio::test]
async fn who_comes_without_it_is_sent_on_or_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, _, secure) = house(folder.path()).await;
    let there = format!("https://games.example:{}/tables/1?key=%2F", secure.port());
    assert_eq!(sent_on(&server, "games.example:80", "/tables/1?key=%2F").await, (308, Some(there)));
    // Nothing plain is answered where TLS is spoken.
    for words in ["GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "\0\0\0\0"] {
        let mut line = TcpStream::connect(secure).await.expect("a line");
        line.write_all(words.as_bytes()).await.expect("said");
        line.shutdown().await.expect("that was all");
        let mut told = Vec::new();
        drop(line.read_to_end(&mut told).await);
        assert!(!told.starts_with(b"HTTP"), "{told:?}");
    }
    // Who begins and does not go on is not waited for.
    let mut line = TcpStream::connect(secure).await.expect("a line");
    line.write_all(&[22, 3, 1]).await.expect("said");
    cut_in_time(&server, &mut line).await;
}

#[tokio::test]
async fn a_certificate_that_is_renewed_is_taken_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, _guard) = Log::keep();
    let (server, old, secure) = house(folder.path()).await;
    let until_told = async |words: &str| {
        while log.count(&[words]) == 0 {
            server.advance(limits::CERTIFICATE_LOOKED_AT);
            tokio::task::yield_now().await;
        }
    };
    fs::write(folder.path().join("cert.pem"), "nothing").expect("written");
    until_told("cert.pem holds no certificate in PEM").await;
    connect(secure, &trusting(old.clone())).await.expect("the old one is kept");
    let new = certify(folder.path(), SystemTime::UNIX_EPOCH + Duration::from_secs(2_000));
    until_told("the certificate was read anew").await;
    connect(secure, &trusting(new)).await.expect("the new one is shown");
    connect(secure, &trusting(old)).await.expect_err("the old one is not");
}

#[tokio::test]
async fn a_start_with_half_of_it_or_with_what_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    certify(folder.path(), SystemTime::UNIX_EPOCH);
    let other = tempfile::tempdir().expect("a folder");
    certify(other.path(), SystemTime::UNIX_EPOCH);
    let path = |folder: &Path, name: &str| folder.join(name).to_str().expect("text").to_owned();
    let (cert, key) = (path(folder.path(), "cert.pem"), path(folder.path(), "key.pem"));
    let (other_key, none) = (path(other.path(), "key.pem"), path(folder.path(), "none.pem"));
    let both = "TLS needs both --tls-certificate and --tls-key";
    for (arguments, words) in [
        (vec!["--tls-certificate", &cert], both),
        (vec!["--tls-key", &key], both),
        (vec!["--redirect", "127.0.0.1:0"], both),
        (vec!["--tls-certificate", &none, "--tls-key", &key], "none.pem: No such file"),
        (vec!["--tls-certificate", &key, "--tls-key", &key], "key.pem holds no certificate in PEM"),
        (vec!["--tls-certificate", &cert, "--tls-key", &cert], "cert.pem holds no private key in PEM"),
        (vec!["--tls-certificate", &cert, "--tls-key", &other_key], "the key is not the certificate's"),
    ] {
        let data = tempfile::tempdir().expect("a folder");
        let data = data.path().join("data");
        let place = ["--data".to_owned(), data.to_str().expect("text").to_owned()];
        let arguments = place.into_iter().chain(arguments.iter().map(|word| (*word).to_owned()));
        let told = refused_start(arguments).await;
        assert!(told.contains(words), "{words}: {told}");
        assert!(!data.exists(), "nothing is made");
    }
}

#[tokio::test]
async fn a_house_that_stops_lets_go_of_lines_that_speak_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, ..) = house(folder.path()).await;
    let mut player = server.join("Ada").await;
    player.call(create(2)).await.expect("a table");
    let idle = reqwest::get(server.url("/api/v1/games")).await.expect("an answer");
    drop((player, idle));
    server.close().await;
}
