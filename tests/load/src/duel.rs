//! Duel: two at a game in whose turns an action can be taken back, which one of them does without end.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use cydonia_protocol::{Command, Event, EventKind, ServerMessage, TimeControl};
use cydonia_rules::{GameKind, Options};
use serde::Deserialize;
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use uuid::Uuid;

use crate::guests::{Guest, Guests};
use crate::wire::Wire;

/// What is played.
const GAME: GameKind = GameKind::MartianFrisby;

/// What one of the two is told, as a socket of theirs that watches hears it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// When the last event was, by the house's clock.
    pub(crate) ms: i64,
    /// How much time both had then.
    pub(crate) left_ms: Vec<i64>,
    /// The position that the choices are for; 0 until there are any.
    pub(crate) at: u64,
    /// What they may do there.
    actions: Vec<String>,
    is_over: bool,
}

/// Two who sit at a table, the game begun. Neither pledges anything, so that the dice roll by themselves.
pub(crate) struct Duel {
    house: SocketAddr,
    pub(crate) table: Uuid,
    pub(crate) players: [Duellist; 2],
}

/// One of them.
pub(crate) struct Duellist {
    pub(crate) guest: Guest,
    /// What is heard.
    pub(crate) told: Receiver<Told>,
    listening: JoinHandle<()>,
    /// The line that is spoken over.
    line: Wire,
}

/// What became of actions and of taking them back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Burst {
    /// Carried out.
    pub(crate) done: u64,
    /// Refused, by the code.
    pub(crate) refused: BTreeMap<String, u64>,
}

impl Burst {
    pub(crate) fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }
}

/// As long as anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Messages that a house lets a socket send at once, nearly.
pub(crate) const AT_ONCE: u64 = 190;

impl Duel {
    /// Seats two.
    ///
    /// # Errors
    /// If anything is refused.
    pub(crate) async fn seat(house: SocketAddr, clock: TimeControl, rated: bool) -> Result<Self, String> {
        let guests = Guests::of(house, 2)?;
        let (one, other) = (guests.come(0).await?, guests.come(1).await?);
        let mut lines = [one.open(house).await?, other.open(house).await?];
        let create = Command::Create {
            request: Uuid::from_u64_pair(fastrand::u64(..), fastrand::u64(..)),
            game: GAME.id().to_owned(),
            seats: 2,
            options: Options::default(),
            clock,
            private: false,
            rated,
            seat: 0,
            computers: Vec::new(),
            challenged: Vec::new(),
            games: 1,
            pie: false,
        };
        let table = lines[0].call(create).await?.ok_or("a table without an id")?;
        lines[1].call(Command::Sit { table, seat: None, key: None }).await?;
        let [first, second] = lines;
        let mut players = [
            Duellist::listen(house, table, one, first).await?,
            Duellist::listen(house, table, other, second).await?,
        ];
        for player in &mut players {
            player.line.call(Command::Ready { table, pledge: None }).await?;
        }
        Ok(Self { house, table, players })
    }

    /// Waits until there is a position after `at`; the seat that is to act there. None if the game is over.
    ///
    /// # Errors
    /// If nobody is told of one.
    pub(crate) async fn turn(&mut self, at: u64) -> Result<Option<usize>, String> {
        let [one, other] = &mut self.players;
        let known = |told: &Told| told.is_over || told.at > at;
        let told = async {
            tokio::select! {
                told = one.told.wait_for(known) => told.map(|told| (0, told.is_over)),
                told = other.told.wait_for(known) => told.map(|told| (1, told.is_over)),
            }
        };
        let told = timeout(PATIENCE, told).await.map_err(|_elapsed| "nobody was to act")?;
        let (seat, is_over) = told.map_err(|_closed| "who listens is gone")?;
        Ok((!is_over).then_some(seat))
    }

    /// Acts at a seat and takes it back, again and again, over one new socket at a time, until so much was said or
    /// something was refused.
    ///
    /// # Errors
    /// If a line is cut.
    pub(crate) async fn act_and_undo(&mut self, seat: usize, messages: u64) -> Result<Burst, String> {
        let player = &mut self.players[seat];
        let told = player.told.borrow().clone();
        let action = told.actions.first().ok_or("nothing to do")?.clone();
        let (table, mut at) = (self.table, told.at);
        let mut burst = Burst::default();
        while burst.done < messages && burst.refused.is_empty() {
            let mut line = player.guest.open(self.house).await?;
            // Whole pairs, so that there is the same to do afterwards.
            let count = (messages - burst.done).min(AT_ONCE) / 2 * 2;
            if count == 0 {
                break;
            }
            for id in 0..count {
                let command = match id % 2 {
                    0 => {
                        format!(r#"{{"type":"act","table":"{table}","at":{},"action":"{action}"}}"#, at + id)
                    }
                    _ => format!(r#"{{"type":"undo","table":"{table}","at":{}}}"#, at + id),
                };
                line.send(format!(r#"{{"id":{id},"do":{command}}}"#)).await?;
            }
            let before = burst.done;
            let mut answered = 0;
            while answered < count {
                let heard =
                    timeout(PATIENCE, line.hear()).await.map_err(|_elapsed| "no answer to a burst")?;
                match serde_json::from_str(&heard?) {
                    Ok(Answer::Ok {}) => burst.done += 1,
                    Ok(Answer::Error { code }) => *burst.refused.entry(code).or_default() += 1,
                    Ok(Answer::Else) => continue,
                    Err(error) => return Err(error.to_string()),
                }
                answered += 1;
            }
            at += burst.done - before;
        }
        // Not the event alone: what there is to do after it is told by itself.
        let known = player.told.wait_for(|told| told.is_over || told.at >= at);
        timeout(PATIENCE, known)
            .await
            .map_err(|_elapsed| "an event was not told")?
            .map_err(|_closed| "who listens is gone")?;
        Ok(burst)
    }

    /// Plays on until it is that seat's turn again; none if the game is over. An action that ends a turn is taken last.
    ///
    /// # Errors
    /// If anything is refused.
    pub(crate) async fn play_on(&mut self, seat: usize) -> Result<Option<()>, String> {
        let mut was_others = false;
        // Whatever was refused, the position is the last that was told.
        let mut at =
            self.players.each_ref().map(|player| player.told.borrow().at).into_iter().max().unwrap_or(0) - 1;
        loop {
            let Some(mover) = self.turn(at).await? else { return Ok(None) };
            if mover == seat && was_others {
                return Ok(Some(()));
            }
            was_others |= mover != seat;
            let player = &mut self.players[mover];
            let told = player.told.borrow().clone();
            let action = told.actions.first().ok_or("nothing to do")?.clone();
            at = told.at;
            player.line.call(Command::Act { table: self.table, at, action, share: None }).await?;
        }
    }

    /// Has a seat listen no longer.
    pub(crate) fn leave(&self, seat: usize) {
        self.players[seat].listening.abort();
    }

    /// Has a seat come back: how long it took until it had the table, and how long what it was sent is.
    ///
    /// # Errors
    /// Why it was not let in.
    pub(crate) async fn come_back(&self, seat: usize) -> Result<(Duration, usize), String> {
        let came = Instant::now();
        let back = async {
            let mut line = self.players[seat].guest.open(self.house).await?;
            let id = line.id();
            let table = self.table;
            line.send(format!(r#"{{"id":{id},"do":{{"type":"watch","table":"{table}"}}}}"#)).await?;
            let mut length = 0;
            loop {
                let heard = line.hear().await?;
                length += heard.len();
                match serde_json::from_str(&heard).map_err(|error| error.to_string())? {
                    Answer::Ok {} => break,
                    Answer::Error { code } => return Err(format!("refused: {code}")),
                    Answer::Else => {}
                }
            }
            let took = came.elapsed();
            // Whoever is shown out at once was not let in.
            match timeout(STAY, line.stay()).await {
                Ok(Err(error)) => Err(error),
                _ => Ok((took, length)),
            }
        };
        timeout(PATIENCE, back).await.unwrap_or_else(|_| Err("no answer".to_owned()))
    }
}

/// Who is still there after this long was let in.
const STAY: Duration = Duration::from_millis(200);

/// What of an answer matters; all else passes unread.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Answer {
    Ok {},
    Error {
        // As text: another version of the house has codes of its own.
        code: String,
    },
    #[serde(other)]
    Else,
}

impl Duellist {
    async fn listen(house: SocketAddr, table: Uuid, guest: Guest, line: Wire) -> Result<Self, String> {
        let mut ear = guest.open(house).await?;
        ear.call(Command::Watch { table, since: None, key: None, quiet: false }).await?;
        let (tell, told) = watch::channel(Told::default());
        let listening = tokio::spawn(async move {
            while let Ok(frame) = ear.hear().await {
                hear(&frame, &tell);
            }
        });
        Ok(Self { guest, told, listening, line })
    }
}

fn hear(frame: &str, tell: &Sender<Told>) {
    match serde_json::from_str(frame) {
        Ok(ServerMessage::Events { events, .. }) => tell.send_modify(|told| {
            for Event { ms, what, clocks, .. } in events {
                told.ms = ms;
                told.is_over |= matches!(what, EventKind::Finish { .. } | EventKind::Abort { .. });
                if let Some(clocks) = clocks {
                    told.left_ms = clocks.left_ms;
                }
            }
        }),
        Ok(ServerMessage::Choices { at, actions, .. }) => tell.send_modify(|told| {
            told.at = at;
            told.actions = actions.iter().map(str::to_owned).collect();
        }),
        _ => {}
    }
}
