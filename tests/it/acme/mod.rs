//! Certificates that a house gets by itself: from an authority, by the proof on its own port, kept for the next start, and renewed. Whatever
//! an authority does, the house stays open with what it has.

mod authority;
mod jws;
mod proof;

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cydonia_server::{AcmeSettings, Tls, limits};
use cydonia_tests::{PATIENCE, TestDatabase, TestServer, TestServerBuilder, refused_start};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::time_provider::TimeProvider;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tracing::Level;

use crate::log::Log;
use authority::{Authority, Manner};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const OBTAINED: &str = "a certificate was obtained";
const FAILED: &str = "no certificate could be obtained";

/// An authority, and a place for what it gives.
struct Town {
    authority: Authority,
    folder: TempDir,
}

/// The clock of whoever comes to a house whose own stands still.
#[derive(Debug)]
struct At(i64);

impl TimeProvider for At {
    fn current_time(&self) -> Option<UnixTime> {
        Some(UnixTime::since_unix_epoch(Duration::from_millis(self.0.unsigned_abs())))
    }
}

impl Town {
    async fn found() -> Self {
        let (authority, folder) = (Authority::open().await, tempfile::tempdir().expect("a folder"));
        fs::write(folder.path().join("root.pem"), &authority.root).expect("written");
        Self { authority, folder }
    }

    fn settings(&self) -> AcmeSettings {
        AcmeSettings {
            acme_domain: vec!["games.example".parse().expect("a name")],
            acme_directory: self.authority.directory.parse().expect("an address"),
            acme_root: Some(self.folder.path().join("root.pem")),
            ..AcmeSettings::default()
        }
    }

    fn kept(&self) -> PathBuf {
        self.folder.path().join("acme")
    }

    /// Where what comes of the authority is kept.
    fn of_authority(&self) -> PathBuf {
        let mut folders = fs::read_dir(self.kept()).expect("a folder");
        folders.next().expect("a folder in it").expect("its name").path()
    }

    async fn open(&self, settings: &AcmeSettings) -> TestServer {
        self.open_on(settings, TestDatabase::new().await).await
    }

    /// Opens a house, which has its certificate from its folder or asks for one.
    async fn open_on(&self, settings: &AcmeSettings, data: TestDatabase) -> TestServer {
        let tls = Tls::acme(settings, &self.kept()).expect("a root");
        TestServerBuilder::new().tls(tls).start_on(data).await
    }

    /// Comes to a house as a browser does that believes the authority; the certificate that is shown.
    async fn come(&self, server: &TestServer, name: &str) -> io::Result<(TlsStream<TcpStream>, Vec<u8>)> {
        self.come_offering(server.address, server.now_ms(), name, &[b"http/1.1".to_vec()]).await
    }

    async fn come_offering(
        &self,
        address: SocketAddr,
        now_ms: i64,
        name: &str,
        offered: &[Vec<u8>],
    ) -> io::Result<(TlsStream<TcpStream>, Vec<u8>)> {
        let mut roots = RootCertStore::empty();
        let root = CertificateDer::from_pem_slice(self.authority.root.as_bytes()).expect("a root");
        roots.add(root).expect("a root");
        let builder = ClientConfig::builder_with_details(Arc::new(default_provider()), Arc::new(At(now_ms)));
        let builder = builder.with_safe_default_protocol_versions().expect("versions");
        let mut config = builder.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = offered.to_vec();
        let line = TcpStream::connect(address).await.expect("a line");
        let name = ServerName::try_from(name.to_owned()).expect("a name");
        let line = TlsConnector::from(Arc::new(config)).connect(name, line).await?;
        let shown = line.get_ref().1.peer_certificates().and_then(<[_]>::first).expect("a certificate");
        let shown = shown.to_vec();
        Ok((line, shown))
    }
}

/// Waits until the house has said something so often.
async fn until_told(log: &Log, words: &[&str], count: usize) {
    let told = async {
        while log.count(words) < count {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, told).await.unwrap_or_else(|_| panic!("{words:?} {count} times"));
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[tokio::test]
async fn a_certificate_is_obtained_kept_and_renewed() {
    let (log, _guard) = Log::keep();
    let town = Town::found().await;
    let settings = town.settings();
    let server = town.open(&settings).await;
    // The house is open and has none: it shows nothing to whoever comes, and says so.
    until_told(&log, &["there is no certificate yet", "games.example"], 1).await;
    town.come(&server, "games.example").await.expect_err("there is nothing to show");
    let elsewhere =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("one");
    let sent_on = elsewhere.get(format!("http://{}/", server.redirects.expect("an address"))).send().await;
    assert_eq!(sent_on.expect("an answer").status(), 308, "all else goes on");
    town.authority.find_house(server.address);
    until_told(&log, &[OBTAINED, "hours_left=2160"], 1).await;
    let (mut line, first) = town.come(&server, "games.example").await.expect("TLS");
    line.write_all(b"GET /readyz HTTP/1.1\r\nhost: games.example\r\nconnection: close\r\n\r\n")
        .await
        .expect("said");
    let mut told = String::new();
    line.read_to_string(&mut told).await.expect("an answer");
    assert!(told.starts_with("HTTP/1.1 200") && told.ends_with("ready\n"), "{told}");
    // No challenge is under way any more, and nothing else is shown to whoever pretends.
    let pretending = [b"acme-tls/1".to_vec()];
    let pretended = town.come_offering(server.address, server.now_ms(), "games.example", &pretending).await;
    pretended.expect_err("no challenge is under way");
    #[cfg(unix)]
    {
        let folder = town.of_authority();
        assert_eq!([mode(&town.kept()), mode(&folder)], [0o700; 2]);
        let files = ["account.json", "certificate.pem"].map(|name| mode(&folder.join(name)));
        assert_eq!(files, [0o600; 2]);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing else is left there");
    }
    // After a restart nothing is asked for.
    let asked = town.authority.requests();
    let server = town.open_on(&settings, server.close().await).await;
    until_told(&log, &["the kept certificate is shown", "hours_left=2160"], 1).await;
    assert_eq!(town.come(&server, "games.example").await.expect("TLS").1, first);
    assert_eq!(town.authority.requests(), asked);
    // With a third of its life left it is renewed, by the same account.
    town.authority.find_house(server.address);
    town.authority.pass_days(60);
    server.advance(59 * DAY);
    assert_eq!(town.come(&server, "games.example").await.expect("TLS").1, first);
    assert_eq!(town.authority.requests(), asked);
    server.advance(DAY);
    until_told(&log, &[OBTAINED, "hours_left=2160"], 2).await;
    let renewed = town.come(&server, "games.example").await.expect("TLS").1;
    assert_ne!(renewed, first);
    assert_eq!(town.authority.contacts(), [json!([])]);
    assert_eq!(log.count(&["ERROR"]), 0);
}

#[tokio::test]
async fn a_bad_authority_is_told_of_once_a_try_and_takes_nothing_away() {
    let (log, _guard) = Log::keep();
    let town = Town::found().await;
    let server = town.open(&town.settings()).await;
    town.authority.find_house(server.address);
    until_told(&log, &[OBTAINED], 1).await;
    let (_, first) = town.come(&server, "games.example").await.expect("TLS");
    town.authority.pass_days(60);
    let mut advance = 60 * DAY;
    for (tried, (manner, words)) in [
        // It may ask for more time than the house would wait by itself.
        (Manner::Busy(7200), &["too many certificates", "rateLimited", "again_in_s=7200"][..]),
        (Manner::Garbage, &["failed to (de)serialize JSON", "again_in_s=240"]),
        (Manner::Silent, &["did not answer in time", "again_in_s=960"]),
        (
            Manner::Doubtful,
            &["the order is invalid: games.example: API error: the wrong certificate", "again_in_s=3840"],
        ),
        (
            Manner::OtherChallenges,
            &["no challenge of the kind tls-alpn-01 for games.example", "again_in_s=15360"],
        ),
        (Manner::OtherKey, &["of no use: its key is another", "again_in_s=21600"]),
        (Manner::OtherName, &["of no use: it is not for games.example", "again_in_s=21600"]),
        (Manner::Ended, &["of no use: it has ended already", "again_in_s=21600"]),
    ]
    .into_iter()
    .enumerate()
    {
        town.authority.behave(manner);
        let asked = town.authority.requests();
        server.advance(advance);
        if manner == Manner::Silent {
            while town.authority.requests() == asked {
                tokio::task::yield_now().await;
            }
            server.advance(limits::ACME_REQUEST);
        }
        until_told(&log, &[&["ERROR", FAILED], words].concat(), 1).await;
        assert_eq!(log.count(&[FAILED]), tried + 1, "{manner:?}");
        let (_, shown) = town.come(&server, "games.example").await.expect("TLS");
        assert_eq!(shown, first, "{manner:?}");
        // Not a moment sooner.
        let pause = words.last().and_then(|word| word.split_once('=')).expect("a pause").1;
        advance = Duration::from_secs(pause.parse().expect("seconds"));
        let asked = town.authority.requests();
        server.advance(advance - Duration::from_secs(1));
        town.come(&server, "games.example").await.expect("TLS");
        assert_eq!(town.authority.requests(), asked, "{manner:?}");
        advance = Duration::from_secs(1);
    }
    town.authority.behave(Manner::Good);
    town.authority.pass_days(1);
    server.advance(advance);
    until_told(&log, &[OBTAINED], 2).await;
    assert_ne!(town.come(&server, "games.example").await.expect("TLS").1, first);
}

#[tokio::test]
async fn an_authority_may_take_its_time_and_a_house_have_several_names() {
    let (log, _guard) = Log::keep_from(Level::DEBUG);
    let town = Town::found().await;
    town.authority.behave(Manner::Slow);
    let mut settings = town.settings();
    settings.acme_domain = ["games.example", "WWW.games.example", "games.example"]
        .map(|name| name.parse().expect("a name"))
        .into();
    settings.acme_contact = Some("ada@games.example".parse().expect("an address"));
    let server = town.open(&settings).await;
    town.authority.find_house(server.address);
    for waited in 1..=2 {
        until_told(&log, &["the authority has not decided yet"], waited).await;
        server.advance(limits::ACME_POLL_LONGEST);
    }
    until_told(&log, &[OBTAINED, "games.example, www.games.example"], 1).await;
    for name in ["games.example", "www.games.example"] {
        town.come(&server, name).await.expect("TLS");
    }
    assert_eq!(town.authority.contacts(), [json!(["mailto:ada@games.example"])]);
}

#[tokio::test]
async fn an_account_follows_its_settings_and_one_that_is_forgotten_is_opened_anew() {
    let (log, _guard) = Log::keep();
    let town = Town::found().await;
    let mut settings = town.settings();
    let server = town.open(&settings).await;
    town.authority.find_house(server.address);
    until_told(&log, &[OBTAINED], 1).await;
    // A name more wants another certificate at once; meanwhile the old one is shown.
    settings.acme_domain.push("www.games.example".parse().expect("a name"));
    settings.acme_contact = Some("mailto:ada@games.example".parse().expect("an address"));
    let server = town.open_on(&settings, server.close().await).await;
    town.authority.find_house(server.address);
    until_told(&log, &[OBTAINED, "www.games.example"], 1).await;
    town.come(&server, "www.games.example").await.expect("TLS");
    assert_eq!(town.authority.contacts(), [json!(["mailto:ada@games.example"])]);
    // An authority that was set up anew knows nobody: the next try is a newcomer's.
    town.authority.forget();
    town.authority.pass_days(60);
    server.advance(60 * DAY);
    until_told(&log, &[FAILED, "accountDoesNotExist"], 1).await;
    server.advance(limits::ACME_RETRY);
    until_told(&log, &[OBTAINED, "www.games.example"], 2).await;
    assert_eq!(town.authority.contacts(), [json!(["mailto:ada@games.example"])]);
}

#[tokio::test]
async fn what_was_kept_and_is_damaged_is_asked_for_anew() {
    let (log, _guard) = Log::keep();
    let town = Town::found().await;
    let settings = town.settings();
    let server = town.open(&settings).await;
    town.authority.find_house(server.address);
    until_told(&log, &[OBTAINED], 1).await;
    let data = server.close().await;
    let certificate = town.of_authority().join("certificate.pem");
    fs::write(&certificate, "nothing").expect("written");
    let server = town.open_on(&settings, data).await;
    town.authority.find_house(server.address);
    assert!(log.has_error(&["the kept certificate is of no use", "there is no certificate in it"]));
    until_told(&log, &[OBTAINED], 2).await;
    town.come(&server, "games.example").await.expect("TLS");
    let kept = fs::read_to_string(certificate).expect("kept");
    assert!(kept.starts_with("-----BEGIN PRIVATE KEY-----") && kept.contains("-----BEGIN CERTIFICATE-----"));
}

#[tokio::test]
async fn settings_that_cannot_be_meant_together_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().join("none.pem").to_str().expect("text").to_owned();
    let domain = "--acme-domain=games.example";
    for (arguments, words) in [
        (&["--acme-contact=ada@games.example"][..], "--acme-contact means nothing without --acme-domain"),
        (&["--acme-directory=https://ca.example/directory"], "--acme-directory means nothing without"),
        (&["--acme-root", &none], "--acme-root means nothing without --acme-domain"),
        (&["--acme-folder=kept"], "--acme-folder means nothing without --acme-domain"),
        (&[domain, "--tls-certificate", &none, "--tls-key", &none], "two ways to the same certificate"),
        (&[domain, "--tls-key", &none], "two ways to the same certificate"),
        (&[domain, "--behind-proxy"], "with --behind-proxy the certificate is the proxy's"),
        (&[domain, "--base=/house"], "with --base the certificate is the proxy's"),
        (&[domain, "--host=other.example:443"], "games.example is none of the names in --host"),
        (&[domain, "--acme-root", &none], "--acme-root: "),
        (&["--acme-domain=*.games.example"], "a certificate is for a name such as games.example"),
        (&["--acme-domain=192.0.2.1"], "a certificate is for a name such as games.example"),
        (&[domain, "--acme-contact=ada"], "a contact is one e-mail address"),
        (&[domain, "--acme-directory=http://ca.example/directory"], "a directory is an https address"),
    ] {
        let data = folder.path().join("data");
        let place = ["--data", data.to_str().expect("text")];
        let told = refused_start(place.iter().chain(arguments)).await;
        assert!(told.contains(words), "{words}: {told}");
        assert!(!data.exists(), "nothing is made");
    }
    let told = refused_start([domain, "--database-url=postgres://db.example/cydonia"]).await;
    assert!(told.contains("name one for the certificate and its key with --acme-folder"), "{told}");
}
