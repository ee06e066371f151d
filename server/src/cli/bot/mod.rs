//! `cydonia bot`: seats a program that speaks the referee's lines at a table of a running house. `docs/bots.md` tells how.

mod address;
mod due;
mod hand;
pub mod lines;
mod play;
mod player;
mod program;
mod reconnect;
mod session;
mod settings;
mod socket;
mod table;
mod take;

use std::io::{self, Write};
use std::process::ExitCode;

use cydonia_protocol::ErrorCode;
use cydonia_rules::Options;
use tokio_util::sync::CancellationToken;

pub(super) use address::HouseUrl;
use play::{Bot, Ended, Handles, Leaving};
use player::Player;
use program::Start;
use reconnect::{Meanwhile, persist};
use session::{SessionError, Way, sign_in};
pub(super) use settings::BotArguments;
use socket::Cut;
use table::TableError;

use super::{CommandError, block_on, serve};
use crate::clock::Clock;
use crate::entropy::Entropy;

/// Why a bot could not begin, or not go on.
#[derive(Debug, thiserror::Error)]
pub(super) enum BotError {
    #[error("--table is in the house {0}, and --url says {1}")]
    TwoHouses(HouseUrl, HouseUrl),
    #[error(
        "https:// is not spoken here: open a tunnel that does, and name its near end by --connect (docs/bots.md tells how)"
    )]
    Secure,
    #[error("--option: the game takes no {name}={value}")]
    Option { name: String, value: String },
    #[error("the program {program} cannot be started: {error}")]
    Program { program: String, error: io::Error },
    #[error(transparent)]
    Session(#[from] NoSession),
    #[error("the socket to the house: {0}")]
    Socket(#[from] Cut),
    #[error("the house does not know the bot's session")]
    NoSession,
    #[error("the game at that table has begun without the bot")]
    Begun,
    #[error("the house refuses that as {}: {message}", code.name())]
    Refused { code: ErrorCode, message: String },
    #[error("{0}; the bot plays no further")]
    Table(TableError),
    #[error("the house was not to be reached again within {seconds} s: {why}")]
    Away { seconds: u32, why: String },
    #[error("stopped while the house was away: the bot's seat is as it was")]
    StoppedAway,
    #[error("stopped before the house was reached")]
    Stopped,
}

/// Why a house gives no session.
#[derive(Debug, thiserror::Error)]
#[error("the house {house}: {error}")]
pub(super) struct NoSession {
    house: HouseUrl,
    error: SessionError,
}

/// Plays one game. Exits with 0 if it is over, 1 if the bot is out of it before; what could not be begun or gone on with is
/// an error.
pub(super) fn run(settings: BotArguments) -> Result<ExitCode, CommandError> {
    block_on(async {
        let handles =
            Handles { clock: Clock::system(), entropy: Entropy::system(), stop: CancellationToken::new() };
        let stop = handles.stop.clone();
        tokio::spawn(async move {
            serve::shutdown().await;
            stop.cancel();
        });
        Ok(seat(settings, handles).await?)
    })
}

async fn seat(settings: BotArguments, handles: Handles) -> Result<ExitCode, BotError> {
    let house = settings.house()?;
    let options = settings.create.map_or(Ok(Options::new()), |game| settings.options(game.0))?;
    let way = Way { house: house.clone(), connect: settings.connect.clone() };
    let start = Start { program: settings.program.clone(), arguments: settings.arguments.clone() };
    let (clock, limit_ms) = (handles.clock.clone(), i64::from(settings.seconds) * 1_000);
    // Before anything is asked of the house: a table is no place to find out that there is no such program.
    let program = Player::start(start, clock.clone(), limit_ms, settings.strikes)
        .map_err(|error| BotError::Program { program: settings.program.display().to_string(), error })?;
    let token = match settings.token.clone() {
        Some(token) => token,
        None => {
            let meanwhile = Meanwhile { clock: &clock, entropy: &handles.entropy, stop: &handles.stop };
            let ask = async || {
                let session = sign_in(&way, &settings.name, &clock).await;
                session.map_err(|error| NoSession { house: house.clone(), error })
            };
            persist(settings.patience, &meanwhile, ask, |refused| refused.error.may_pass()).await?
        }
    };
    let mut bot = Bot::new(settings, options, way, token, program, handles);
    let ended = bot.play().await;
    bot.program.end().await;
    Ok(tell_end(&ended?))
}

/// Says how it ended.
fn tell_end(ended: &Ended) -> ExitCode {
    match ended {
        Ended::Finished(outcome) => {
            let (reason, scores, ranks) = (outcome.reason.name(), &outcome.scores, &outcome.ranks);
            tell(&format!("the game is over as {reason}: scores {scores:?}, ranks {ranks:?}"));
        }
        Ended::Aborted => tell("the game is over: it was ended without a result"),
        Ended::Left(Leaving::Resigned) => tell(&Leaving::Resigned.to_string()),
        Ended::Left(why) => {
            tell_error(&why.to_string());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Says something on standard output. That nobody listens any more is no reason to leave a game.
fn tell(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// The same on standard error.
fn tell_error(text: &str) {
    let _ = writeln!(io::stderr(), "cydonia: {text}");
}
