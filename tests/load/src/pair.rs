//! Pair: two who play one game after another, strictly in turn.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use cydonia_protocol::{Command, TimeControl};
use cydonia_rules::Options;
use uuid::Uuid;

use crate::guests::{Guest, Guests};
use crate::scan::{like_an_event, like_an_id};
use crate::script::{GAME, SEATS, Script};
use crate::wire::{Told, Wire, source};
use crate::yardstick::Kind;

/// The last event before the first move: two have sat down, and the game began.
pub(crate) const START: u64 = 3;

/// As long as a yardstick's frames are.
pub(crate) const BARE_FRAME: usize = 200;

/// Two sockets at one table.
pub(crate) struct Pair {
    lines: [Wire; 2],
    play: Play,
}

enum Play {
    /// By the rules, in a house.
    Game(Game),
    /// Frames like events, to and fro in a bare server; or each back to its sender.
    Bare { table: u64, n: u64, echo: bool },
}

/// Where a pair is.
struct Game {
    scripts: Arc<[Script]>,
    /// Which of them is played.
    script: usize,
    ply: usize,
    table: Uuid,
    clock: TimeControl,
    rated: bool,
    guests: [Guest; 2],
}

/// How games are set up.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// What is played.
    pub(crate) scripts: Arc<[Script]>,
    /// With how much time.
    pub(crate) clock: TimeControl,
    /// Whether it counts.
    pub(crate) rated: bool,
}

/// A live clock that never runs out here.
pub(crate) const LIVE: TimeControl = TimeControl::Fischer { initial_s: 10_800, increment_s: 10 };

/// A game that came to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) table: Uuid,
    pub(crate) script: usize,
    /// When both knew.
    pub(crate) at: Instant,
}

/// The wish for a table.
pub(crate) fn create(clock: TimeControl, rated: bool) -> Command {
    Command::Create {
        request: Uuid::from_u64_pair(fastrand::u64(..), fastrand::u64(..)),
        game: GAME.id().to_owned(),
        seats: SEATS,
        options: Options::default(),
        clock,
        private: false,
        rated,
        seat: 0,
        computers: Vec::new(),
        challenged: Vec::new(),
        games: 1,
        pie: false,
    }
}

/// One move that is to be made.
struct Turn {
    mover: usize,
    frame: String,
    n: u64,
    is_last: bool,
}

impl Pair {
    /// Two guests of a house, at a table with a game begun.
    ///
    /// # Errors
    /// If anything is refused.
    pub(crate) async fn seat(
        house: SocketAddr,
        guests: &Guests,
        number: usize,
        terms: &Terms,
    ) -> Result<Self, String> {
        let guests = [guests.come(2 * number).await?, guests.come(2 * number + 1).await?];
        let [one, other] = &guests;
        let lines = [one.open(house).await?, other.open(house).await?];
        let Terms { scripts, clock, rated } = terms.clone();
        // Not all the same one: they are not to end at the same time.
        let script = number % scripts.len();
        let game = Game { scripts, script, ply: 0, table: Uuid::nil(), clock, rated, guests };
        let mut pair = Self { lines, play: Play::Game(game) };
        pair.begin().await?;
        Ok(pair)
    }

    /// Two at a table of a bare server.
    ///
    /// # Errors
    /// If a socket is refused.
    pub(crate) async fn bare(server: SocketAddr, kind: Kind, number: usize) -> Result<Self, String> {
        let path = format!("/ws?table={number}");
        let mut lines = [
            Wire::open(server, source(2 * number), &path, None).await?,
            Wire::open(server, source(2 * number + 1), &path, None).await?,
        ];
        let table = number as u64;
        lines.iter_mut().for_each(|line| line.follow(&like_an_id(table)));
        Ok(Self { lines, play: Play::Bare { table, n: START, echo: kind == Kind::Echo } })
    }

    /// Sets a table up, sits down, and is told that the game began.
    async fn begin(&mut self) -> Result<(), String> {
        let told = self.lines.each_ref().map(|line| line.told);
        let (Play::Game(game), [host, guest]) = (&mut self.play, &mut self.lines) else { return Ok(()) };
        let table = host.call(create(game.clock, game.rated)).await?.ok_or("a table without an id")?;
        let watch = Command::Watch { table, since: None, key: None, quiet: false };
        for line in [&mut *host, &mut *guest] {
            line.follow(&table.to_string());
            line.call(watch.clone()).await?;
        }
        guest.call(Command::Sit { table, seat: None, key: None }).await?;
        // Sitting down and the start are told together.
        host.until(START - 1).await?;
        game.table = table;
        game.ply = 0;
        // What moves cost is not to be mixed with what a beginning costs.
        self.lines.iter_mut().zip(told).for_each(|(line, told)| line.told = told);
        Ok(())
    }

    /// The next move as it goes over the line.
    fn turn(&mut self) -> Turn {
        match &mut self.play {
            Play::Game(game) => {
                let plies = &game.scripts[game.script].plies;
                let (seat, action) = &plies[game.ply];
                let at = START + game.ply as u64;
                let mover = usize::from(*seat);
                let (id, table) = (self.lines[mover].id(), game.table);
                let frame = format!(
                    r#"{{"id":{id},"do":{{"type":"act","table":"{table}","at":{at},"action":"{action}"}}}}"#
                );
                game.ply += 1;
                Turn { mover, frame, n: at + 1, is_last: game.ply == plies.len() }
            }
            Play::Bare { table, n, .. } => {
                *n += 1;
                let frame = like_an_event(*table, *n, BARE_FRAME);
                Turn { mover: (*n % 2) as usize, frame, n: *n, is_last: false }
            }
        }
    }

    /// Makes a move, and comes back as soon as the other knows of it.
    ///
    /// # Errors
    /// If anything is refused, or a line is cut.
    pub(crate) async fn step(&mut self) -> Result<Option<Ended>, String> {
        let turn = self.turn();
        self.lines[turn.mover].send(turn.frame).await?;
        let told = if self.is_echo() { turn.mover } else { 1 - turn.mover };
        self.lines[told].until(turn.n).await?;
        if turn.is_last { self.end().await.map(Some) } else { Ok(None) }
    }

    /// Makes a move, and tells when its mover knew of it.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub(crate) async fn timed_step(&mut self) -> Result<(Instant, Option<Ended>), String> {
        let turn = self.turn();
        self.lines[turn.mover].send(turn.frame).await?;
        self.lines[turn.mover].until(turn.n).await?;
        let known = Instant::now();
        if !self.is_echo() {
            self.lines[1 - turn.mover].until(turn.n).await?;
        }
        let ended = if turn.is_last { Some(self.end().await?) } else { None };
        Ok((known, ended))
    }

    fn is_echo(&self) -> bool {
        matches!(self.play, Play::Bare { echo: true, .. })
    }

    /// Leaves a table where the game is over, and begins the next one.
    async fn end(&mut self) -> Result<Ended, String> {
        let Play::Game(game) = &mut self.play else { return Err("there is no end to that".to_owned()) };
        let ended = Ended { table: game.table, script: game.script, at: Instant::now() };
        game.script = (game.script + 1) % game.scripts.len();
        for line in &mut self.lines {
            line.call(Command::Unwatch { table: ended.table }).await?;
        }
        self.begin().await?;
        Ok(ended)
    }

    /// What both were told so far.
    pub(crate) fn told(&self) -> Told {
        let mut told = self.lines[0].told;
        told += self.lines[1].told;
        told
    }

    /// Both sockets, for whoever has other plans with them.
    pub(crate) fn into_lines(self) -> [Wire; 2] {
        self.lines
    }

    /// The table, and who plays there; none in a bare server.
    pub(crate) fn seats(&self) -> Option<(Uuid, [Guest; 2])> {
        match &self.play {
            Play::Game(game) => Some((game.table, game.guests.clone())),
            Play::Bare { .. } => None,
        }
    }
}
