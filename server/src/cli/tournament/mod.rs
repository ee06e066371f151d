//! `cydonia tournament`: computer players against each other, and tables of what came of it.
//!
//! How much a player thinks is counted in nodes, so that a tournament comes out the same on every machine, whatever the number of
//! threads. Each pairing is played in rounds: in a round the same dice are rolled in as many games as there are seats, and the
//! one player sits on another seat each time, the other on all the rest.

mod contestant;
mod error;
mod page;
mod play;
mod standings;
mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use cydonia_rules::{AnyGame, GameKind, OptionValue, Setup};

use self::contestant::Contestant;
pub use self::error::TournamentError;
use self::play::{Pairing, Schedule};
use super::CommandError;

/// What is to be played.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Tournament {
    /// The game, as martian-go.
    #[arg(long)]
    game: String,
    /// How many seats.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// An option of the game, as setup=nulls or teams=true; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Who plays, everybody against everybody: level-1 to level-8, random, greedy, sampling-8000. A level may be given other
    /// nodes than its own, as level-8@5000.
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME,…")]
    players: Vec<String>,
    /// One pairing, as level-8:greedy; may be repeated, in place of everybody against everybody. With three seats and more the
    /// first is one among players of the second.
    #[arg(long = "pair", value_name = "NAME:NAME")]
    pairs: Vec<String>,
    /// How often each pairing is played from every seat.
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// What the dice and the players' chance follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time.
    #[arg(long, default_value_t = 1)]
    threads: u8,
    /// Also write the tables to this file, between the lines that begin and end the section.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// The section's name; by default the game's name, the seats and the options.
    #[arg(long, requires = "write")]
    section: Option<String>,
}

pub(super) fn run(tournament: &Tournament) -> Result<ExitCode, CommandError> {
    let schedule = tournament.schedule()?;
    let section = tournament.section.clone().unwrap_or_else(|| schedule.title());
    // What cannot be written is found out before anything is played.
    let page = match &tournament.write {
        Some(file) => Some(page::Section::find(file, &section)?),
        None => None,
    };
    let results = play::play_all(&schedule, |done, all| eprintln!("{done} of {all} games"));
    let tables = tables::tables(&schedule, &results);
    print!("{tables}");
    if let Some(page) = page {
        page.write(&format!("{}\n\n{tables}", tournament.command()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Tournament {
    /// What it comes to, if it can be played.
    fn schedule(&self) -> Result<Schedule, TournamentError> {
        let kind = GameKind::from_id(&self.game).ok_or_else(|| TournamentError::Game(self.game.clone()))?;
        let mut setup = Setup::for_seats(self.seats);
        for given in &self.options {
            let (name, value) = option(kind, given)?;
            if setup.options.insert(name, value).is_some() {
                return Err(TournamentError::OptionTwice(given.clone()));
            }
        }
        AnyGame::start(kind, &setup)?;
        if self.rounds == 0 {
            return Err(TournamentError::Nothing("--rounds"));
        }
        if self.threads == 0 {
            return Err(TournamentError::Nothing("--threads"));
        }
        let (players, pairings) = self.pairings()?;
        Ok(Schedule {
            kind,
            setup,
            players,
            pairings,
            rounds: self.rounds,
            seed: self.seed,
            threads: self.threads,
        })
    }

    /// Who plays, and who against whom, by their places.
    fn pairings(&self) -> Result<(Vec<Contestant>, Vec<Pairing>), TournamentError> {
        if !self.pairs.is_empty() && !self.players.is_empty() {
            return Err(TournamentError::PlayersAndPairs);
        }
        let mut players = Vec::new();
        let mut pairings = Vec::new();
        for name in &self.players {
            let player = Contestant::read(name)?;
            if players.contains(&player) {
                return Err(TournamentError::PlayerTwice(name.clone()));
            }
            players.push(player);
        }
        let mut place = |name: &str| {
            let player = Contestant::read(name)?;
            let known = players.iter().position(|known| *known == player);
            Ok::<_, TournamentError>(known.unwrap_or_else(|| {
                players.push(player);
                players.len() - 1
            }))
        };
        for pair in &self.pairs {
            let (one, rest) = pair.split_once(':').ok_or_else(|| TournamentError::Pair(pair.clone()))?;
            pairings.push(Pairing { one: place(one)?, rest: place(rest)? });
        }
        if self.pairs.is_empty() {
            let all = 0..players.len();
            // With two seats whoever is the one is all the same.
            let meets = |one: usize, rest: usize| if self.seats == 2 { one < rest } else { one != rest };
            let pairs = all.clone().flat_map(|one| all.clone().map(move |rest| Pairing { one, rest }));
            pairings.extend(pairs.filter(|pair| meets(pair.one, pair.rest)));
        }
        if pairings.is_empty() {
            return Err(TournamentError::NobodyToPlay);
        }
        Ok((players, pairings))
    }

    /// What it was called with, for whoever wants to see it come out again.
    fn command(&self) -> String {
        let mut words = vec![format!("cydonia tournament --game {} --seats {}", self.game, self.seats)];
        words.extend(self.options.iter().map(|option| format!("--option {option}")));
        words.extend((!self.players.is_empty()).then(|| format!("--players {}", self.players.join(","))));
        words.extend(self.pairs.iter().map(|pair| format!("--pair {pair}")));
        words.push(format!("--rounds {} --seed {}", self.rounds, self.seed));
        format!("```sh\n{}\n```", words.join(" "))
    }
}

/// An option as it is given, which the set-up's own check has still to pass.
fn option(kind: GameKind, given: &str) -> Result<(String, OptionValue), TournamentError> {
    let (name, value) = given.split_once('=').ok_or_else(|| TournamentError::Option(given.to_owned()))?;
    let read = kind.info().option(name).and_then(|option| option.kind.read(value));
    Ok((name.to_owned(), read.unwrap_or_else(|| OptionValue::Choice(value.to_owned()))))
}

/// The options that are set, as they are given.
fn options_text(options: &BTreeMap<String, OptionValue>) -> String {
    options.iter().map(|(name, value)| format!(" {name}={value}")).collect()
}
