//! Server with scripted dice: a house whose dice are written beforehand, and whose clock may be moved on, for tests in a real browser that play known
//! games, wait for long, or look at what computers think. Everything else about it is as in the program that is shipped, which has no such switches.
//!
//! It cheats as a house can only if it knows what the players will add: their pages' seeds. Then it looks for a secret
//! with which the dice come out as written.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use cydonia_players::{analyse, choose_in};
use cydonia_protocol::dice::{Bytes32, pledged_share, roll, seal, waiting_share};
use cydonia_server::limits::Limits;
use cydonia_server::{
    BasePath, Clock, ClockHand, Config, Database, DiceSecrets, Entropy, MailSettings, Server, Thinker, Tls,
    TlsFiles,
};
use tokio::net::TcpListener;
use uuid::Uuid;

/// A house whose dice are written beforehand.
#[derive(Debug, Parser)]
struct Arguments {
    /// The address to listen on.
    #[arg(long)]
    listen: SocketAddr,
    /// The folder that holds the database.
    #[arg(long)]
    data: PathBuf,
    /// Where the house lives under its host.
    #[arg(long)]
    base: BasePath,
    /// What is rolled, one roll after another, by which seat: `0:35,1:61`.
    #[arg(long, value_delimiter = ',', value_parser = written_roll)]
    dice: Vec<Written>,
    /// The byte that each of the two seats' seeds is made of, 32 times: `65,66`.
    #[arg(long, value_delimiter = ',')]
    seeds: Vec<u8>,
    /// Have the clock stand still, but for the seconds that are written to the standard input, line by line.
    #[arg(long)]
    frozen: bool,
    /// Have computers think with so many nodes, move without a pause, and give hints without end: for pages that wait for what they think.
    #[arg(long)]
    nodes: Option<u64>,
    /// As the program that is shipped has them.
    #[arg(long, env = "CYDONIA_TLS_CERTIFICATE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    #[arg(long, env = "CYDONIA_TLS_KEY")]
    tls_key: Option<PathBuf>,
    #[arg(long, env = "CYDONIA_BEHIND_PROXY")]
    behind_proxy: bool,
    #[command(flatten)]
    mail: MailSettings,
}

/// A roll as it is written.
#[derive(Clone, Copy, Debug)]
struct Written {
    roller: usize,
    faces: [u8; 2],
}

#[tokio::main]
async fn main() {
    let arguments = Arguments::parse();
    let tls = arguments.tls_certificate.zip(arguments.tls_key).map(|(certificate, key)| {
        Tls::read(TlsFiles { certificate, key }).expect("a certificate and its key")
    });
    let scheme = if tls.is_some() { "https" } else { "http" };
    let Arguments { listen, data, base, dice, seeds, frozen, nodes, behind_proxy, mail, .. } = arguments;
    let &[one, two] = seeds.as_slice() else { panic!("there are two seats") };
    let seeds = [one, two].map(|byte| Bytes32([byte; 32]));
    let clock = if frozen {
        let (clock, hand) = Clock::frozen_at(Clock::system().now_ms());
        std::thread::spawn(move || move_on(&hand));
        clock
    } else {
        Clock::system()
    };
    let config = Config {
        database: Database::Sqlite { folder: data, most_megabytes: None },
        base: base.clone(),
        clock,
        entropy: Entropy::system(),
        key_entropy: Entropy::system(),
        limits: Limits { behind_proxy, ..limits(frozen, nodes) },
        dice_secrets: DiceSecrets::from_source(move |_, table, k| find_secret(&dice, &seeds, table, k)),
        thinker: nodes.map_or_else(Thinker::players, hurried),
        conduct: cydonia_server::Conduct::default(),
        push: cydonia_server::PushSettings::default(),
        mail: mail.whole().expect("all of it, or nothing"),
        service_worker: std::env::var_os("CYDONIA_NO_SERVICE_WORKER").is_none(),
        dumps: None,
        tls,
        public_port: None,
        nodes: None,
    };
    let server = Server::new(config).await.expect("the store opens");
    let listener = TcpListener::bind(listen).await.expect("the address is free");
    let port = listener.local_addr().expect("an address").port();
    println!("open on {scheme}://localhost:{port}{}", base.href());
    server.serve(listener, std::future::pending()).await.expect("it serves until it is killed");
}

/// Where time stands still, whoever asked too fast would be held back for ever.
fn limits(frozen: bool, nodes: Option<u64>) -> Limits {
    let mut limits = Limits::default();
    if frozen {
        limits.requests_at_once = NonZeroU32::MAX;
    }
    if nodes.is_some() {
        limits.computer_pause_ms = 0;
        limits.hints = NonZeroU32::MAX;
    }
    limits
}

/// Computers that think no longer than that.
fn hurried(most: u64) -> Thinker {
    Thinker::from_source(move |game, level, seed, stop| choose_in(game, level, most, seed, stop))
        .analysing(move |game, nodes, seed, stop| analyse(game, nodes.min(most), seed, stop))
}

/// Moves a clock on as it is told, and says so.
fn move_on(hand: &ClockHand) {
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        hand.advance(Duration::from_secs(line.trim().parse().expect("seconds")));
        println!("moved on by {line} s");
    }
}

/// A secret with which roll `k` comes out as written; any one for the roll after the last, which is sealed and not made.
fn find_secret(dice: &[Written], seeds: &[Bytes32; 2], table: Uuid, k: u64) -> Bytes32 {
    let secret = |attempt: u64| {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&k.to_be_bytes());
        bytes[8..16].copy_from_slice(&attempt.to_be_bytes());
        Bytes32(bytes)
    };
    let Some(Written { roller, faces }) = dice.get(k as usize).copied() else { return secret(0) };
    // A seat pledges anew with each roll of its own.
    let before = (0..k).rev().find(|earlier| dice[*earlier as usize].roller == roller);
    let share = pledged_share(&seeds[roller], table, before.map_or(0, |earlier| earlier + 1));
    let fits = |secret: &Bytes32| {
        let waiting = waiting_share(&seeds[1 - roller], table, k, &seal(secret));
        roll(secret, table, k, Some(&waiting), Some(&share)) == faces
    };
    (0..).map(secret).find(fits).expect("one in 36 fits")
}

fn written_roll(text: &str) -> Result<Written, String> {
    match *text.as_bytes() {
        [seat @ b'0'..=b'1', b':', one @ b'1'..=b'6', two @ b'1'..=b'6'] => {
            Ok(Written { roller: usize::from(seat - b'0'), faces: [one - b'0', two - b'0'] })
        }
        _ => Err("a roll is a seat and two faces, each 1 to 6: 0:35".to_owned()),
    }
}
