//! Mail relay: one that takes e-mail as SMTP has it (RFC 5321), for the house to send by.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cydonia_server::{MailHouse, MailSettings};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::PATIENCE;

/// What a relay says of whom a letter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelayManner {
    /// It takes it.
    Takes,
    /// There is no such letter box.
    Refuses,
    /// It sends nothing for this house.
    Denies,
    /// It has no time.
    Busy,
    /// It says nothing.
    Hangs,
}

/// An e-mail that came in.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Whom it is for, by the envelope.
    pub to: String,
    head: String,
    body: String,
}

impl Letter {
    /// A line of its head; empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(one, _)| one.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
            .next()
            .unwrap_or_default()
    }

    /// What it says.
    #[must_use]
    pub fn text(&self) -> String {
        match self.header("content-transfer-encoding") {
            "base64" => {
                let packed: String = self.body.split_whitespace().collect();
                let bytes = STANDARD.decode(packed).expect("base64");
                String::from_utf8(bytes).expect("UTF-8").replace("\r\n", "\n")
            }
            "quoted-printable" => unquoted(&self.body),
            _ => self.body.clone(),
        }
    }
}

/// Quoted-printable (RFC 2045, 6.7) read.
fn unquoted(text: &str) -> String {
    let whole = text.replace("=\n", "");
    let (mut bytes, mut rest) = (Vec::new(), whole.as_bytes());
    while let [first, behind @ ..] = rest {
        let hex = behind.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'=') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

/// A relay of a test's own.
pub struct MailRelay {
    /// Where it listens.
    address: String,
    manner: Arc<Mutex<RelayManner>>,
    /// How many lines are open.
    lines: Arc<AtomicUsize>,
    letters: mpsc::UnboundedReceiver<Letter>,
}

impl MailRelay {
    /// Opens one on this machine, without TLS.
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (told, letters) = mpsc::unbounded_channel();
        let manner = Arc::new(Mutex::new(RelayManner::Takes));
        let lines = Arc::new(AtomicUsize::new(0));
        let (shared, open) = (Arc::clone(&manner), Arc::clone(&lines));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                open.fetch_add(1, Ordering::Relaxed);
                let talk = talk(stream, Arc::clone(&shared), told.clone());
                let open = Arc::clone(&open);
                tokio::spawn(async move {
                    // A line that breaks off is the house's business.
                    drop(talk.await);
                    open.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
        Self { address, manner, lines, letters }
    }

    /// What has a house send by it.
    #[must_use]
    pub fn house(&self) -> MailHouse {
        let settings = MailSettings {
            mail_relay: Some(format!("smtp://{}", self.address).parse().expect("a relay")),
            mail_from: Some("Games <games@games.example>".parse().expect("a sender")),
            mail_links: Some("https://games.example".parse().expect("an address")),
        };
        settings.whole().expect("all of it").expect("something")
    }

    /// What it says from now on.
    pub fn is(&self, manner: RelayManner) {
        *self.manner.lock().expect("no test panics while it asks") = manner;
    }

    /// Whether the house talks to it: a test that moved the clock then would have the house give up waiting.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.lines.load(Ordering::Relaxed) > 0
    }

    /// What comes in next.
    pub async fn next(&mut self) -> Letter {
        let next = timeout(PATIENCE, self.letters.recv()).await.expect("a letter comes");
        next.expect("the relay is open")
    }

    /// Whether there is nothing to come next.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.letters.is_empty()
    }
}

async fn talk(
    stream: TcpStream,
    manner: Arc<Mutex<RelayManner>>,
    told: mpsc::UnboundedSender<Letter>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut to, mut line) = (String::new(), String::new());
    stream.write_all(b"220 relay.example\r\n").await?;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let verb = line.split([' ', ':', '\r']).next().unwrap_or_default().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" => "250-relay.example\r\n250 8BITMIME\r\n",
            "MAIL" | "NOOP" | "RSET" => "250 fine\r\n",
            "RCPT" => match *manner.lock().expect("no test panics while it asks") {
                RelayManner::Takes => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    "250 fine\r\n"
                }
                RelayManner::Refuses => "550 5.1.1 nobody of that name\r\n",
                RelayManner::Denies => "550 5.7.1 relaying denied\r\n",
                RelayManner::Busy => "451 4.3.0 later\r\n",
                RelayManner::Hangs => "",
            },
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let letter = read_letter(&mut stream, to.clone()).await?;
                // It is told before it is answered: a test that has seen it may find it noted down a moment later.
                drop(told.send(letter));
                "250 kept\r\n"
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "502 what?\r\n",
        };
        stream.write_all(reply.as_bytes()).await?;
    }
}

async fn read_letter(stream: &mut BufReader<TcpStream>, to: String) -> std::io::Result<Letter> {
    let mut data = String::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let line = line.trim_end_matches(['\r', '\n']);
        if line == "." {
            break;
        }
        data.push_str(line.strip_prefix('.').unwrap_or(line));
        data.push('\n');
    }
    let (head, body) = data.split_once("\n\n").unwrap_or((&data, ""));
    // Lines that go on in the next are one.
    Ok(Letter { to, head: head.replace("\n ", " "), body: body.to_owned() })
}
