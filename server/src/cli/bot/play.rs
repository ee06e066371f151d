//! Event loop: between the house and the program, until the game is over. All that the bot sends follows from where the table
//! stands, so that a new socket goes on where the last one was cut.

use cydonia_protocol::Command;
use cydonia_protocol::ServerMessage;
use cydonia_protocol::dice::Bytes32;
use cydonia_rules::{Options, Outcome};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::due::{Choices, Due};
use super::hand::Hand;
use super::lines::Fault;
use super::player::Player;
use super::program::Heard;
use super::reconnect::Heartbeat;
use super::session::Way;
use super::settings::BotArguments;
use super::socket::{Cut, Socket};
use super::table::Table;
use super::{BotError, tell_error};
use crate::clock::Clock;
use crate::entropy::Entropy;

/// How long the bot tries to resign when it has given up.
const RESIGNS_WITHIN_MS: i64 = 30_000;
/// What a bot plays with.
pub(super) struct Bot {
    pub(super) settings: BotArguments,
    pub(super) way: Way,
    pub(super) options: Options,
    pub(super) token: String,
    pub(super) clock: Clock,
    pub(super) entropy: Entropy,
    pub(super) hand: Hand,
    pub(super) program: Player,
    /// The client's own id for the table that it sets up: however often it asks, it is one.
    pub(super) request: Uuid,
    pub(super) place: Option<Place>,
    pub(super) table: Option<Table>,
    pub(super) choices: Option<Choices>,
    /// Whether this socket follows the table.
    pub(super) watches: bool,
    /// What was asked of the house and has no answer yet.
    pub(super) under_way: Option<(u64, Due)>,
    /// What was refused since the table last changed: it is not asked again before that.
    pub(super) refused: Option<Due>,
    pub(super) gives_up: Option<GivenUp>,
    /// Whether it has sat at the table.
    pub(super) sat: bool,
    pub(super) stop: CancellationToken,
    pub(super) heartbeat: Heartbeat,
}

/// Where the bot sits, or is to sit.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) table: Uuid,
    pub(super) key: Option<String>,
}

/// Why the bot plays no longer, and by when it goes.
#[derive(Debug)]
pub(super) struct GivenUp {
    pub(super) why: Leaving,
    pub(super) by_ms: i64,
}

/// How it came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Finished(Outcome),
    Aborted,
    /// The bot is out of it before the end.
    Left(Leaving),
}

/// Why a bot is out of a game before its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Leaving {
    #[error("the bot has given up: {0}")]
    Struck(String),
    #[error("the bot was stopped, and has given up")]
    Stopped,
    #[error("the program resigned, and others play on")]
    Resigned,
    #[error("the bot's seat has left the game, and others play on")]
    Out,
    #[error("the bot's seat was given up before the game began")]
    Unseated,
}

enum Happening {
    Said(Heard),
    Told(Result<Box<ServerMessage>, Cut>),
    Tick,
    Stopped,
}

/// What everything else is made with.
pub(super) struct Handles {
    pub(super) clock: Clock,
    pub(super) entropy: Entropy,
    /// Cancelled when somebody asks the process to end.
    pub(super) stop: CancellationToken,
}

impl Bot {
    /// A bot with a session and a program, which sits nowhere yet.
    pub(super) fn new(
        settings: BotArguments,
        options: Options,
        way: Way,
        token: String,
        program: Player,
        handles: Handles,
    ) -> Self {
        let Handles { clock, entropy, stop } = handles;
        let link = settings.table.as_ref();
        let place = link.map(|link| Place { table: link.table, key: link.key.clone() });
        Self {
            hand: Hand(Bytes32(entropy.bytes())),
            request: entropy.id(clock.now_ms()),
            heartbeat: Heartbeat::new(&clock),
            settings,
            way,
            options,
            token,
            clock,
            entropy,
            program,
            place,
            table: None,
            choices: None,
            watches: false,
            under_way: None,
            refused: None,
            gives_up: None,
            sat: false,
            stop,
        }
    }

    /// Plays until the game is over, or the bot out of it.
    pub(super) async fn play(&mut self) -> Result<Ended, BotError> {
        let (mut socket, player) = self.arrive().await?;
        loop {
            self.tell_program().await;
            if let Some(ended) = self.ended() {
                socket.close().await;
                return Ok(ended);
            }
            let done = match self.pursue(&mut socket).await {
                Ok(()) => self.step(&mut socket, player).await?,
                Err(cut) => Err(cut),
            };
            match done {
                Ok(()) => {}
                Err(Cut::ForGood(why)) => return Err(BotError::Socket(Cut::ForGood(why))),
                Err(Cut::Line(why)) => {
                    tell_error(&format!("the line is cut ({why}); the bot comes back"));
                    socket = self.come_back(player).await?;
                }
            }
        }
    }

    /// Sends what is due, one thing after the other: each follows from what the last has come to.
    async fn pursue(&mut self, socket: &mut Socket) -> Result<(), Cut> {
        let Some(due) = self.due() else { return Ok(()) };
        if self.under_way.is_some() || self.refused.as_ref() == Some(&due) {
            return Ok(());
        }
        if let Some(command) = self.command(&due) {
            self.under_way = Some((socket.send(command).await?, due));
        }
        Ok(())
    }

    /// Waits for the next thing that happens, and takes it in.
    async fn step(&mut self, socket: &mut Socket, player: Uuid) -> Result<Result<(), Cut>, BotError> {
        let up_ms = self.gives_up.as_ref().map(|up| up.by_ms);
        let wakes_ms = [Some(self.heartbeat.ping_ms()), self.program.late_ms(), up_ms];
        let wakes_ms = wakes_ms.into_iter().flatten().min().unwrap_or(i64::MAX);
        let happening = tokio::select! {
            told = socket.next() => Happening::Told(told.map(Box::new)),
            said = self.program.next() => Happening::Said(said),
            () = self.clock.sleep_until(wakes_ms) => Happening::Tick,
            () = self.stop.cancelled(), if self.gives_up.is_none() => Happening::Stopped,
        };
        match happening {
            Happening::Told(Err(cut)) => return Ok(Err(cut)),
            Happening::Told(Ok(message)) => return self.take(*message, player),
            Happening::Said(heard) => self.hear(heard).await,
            Happening::Stopped => self.give_up(Leaving::Stopped),
            Happening::Tick => return Ok(self.tick(socket).await),
        }
        Ok(Ok(()))
    }

    async fn tick(&mut self, socket: &mut Socket) -> Result<(), Cut> {
        let now = self.clock.running_ms();
        if self.program.late_ms().is_some_and(|late| late <= now) {
            self.strike(Fault::Late(self.settings.seconds)).await;
        }
        if self.heartbeat.ping_ms() <= now {
            self.heartbeat.pings(now)?;
            socket.send(Command::Ping {}).await?;
        }
        Ok(())
    }

    /// On a new socket: what was to happen by some time has as long again.
    pub(super) fn is_back(&mut self) {
        self.program.wait_again();
        let by_ms = self.clock.running_ms() + RESIGNS_WITHIN_MS;
        if let Some(up) = &mut self.gives_up {
            up.by_ms = by_ms;
        }
    }

    /// Begins to go: the bot resigns, or stands up, and has a while for that.
    pub(super) fn give_up(&mut self, why: Leaving) {
        let by_ms = self.clock.running_ms() + RESIGNS_WITHIN_MS;
        self.gives_up.get_or_insert(GivenUp { why, by_ms });
    }
}
