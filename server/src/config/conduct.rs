//! Conduct: what a house lets people say, whether it lets newcomers in, and who sees to it.

use std::fs;
use std::io;
use std::path::PathBuf;

use cydonia_protocol::{ChatRule, ErrorCode, Words};
use cydonia_table::Rejection;
use uuid::Uuid;

use crate::text::{AboutError, ForbiddenWords, LineError, NameError};

/// What of it a house sets for itself, by flag or in the environment.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ConductSettings {
    /// What may be said at tables.
    #[arg(long, env = "CYDONIA_CHAT", value_enum, default_value_t = ChatSetting::Words)]
    pub chat: ChatSetting,
    /// Let nobody in who says a name for the first time: whoever has an account, or was here before, goes on.
    #[arg(long, env = "CYDONIA_NO_NEWCOMERS")]
    pub no_newcomers: bool,
    /// A file of words that are in no name and no line of chat, one a line: `word`, `word*` with whatever follows, or `*word*` within
    /// others.
    #[arg(long, env = "CYDONIA_FORBIDDEN_WORDS", value_name = "FILE")]
    pub forbidden_words: Option<PathBuf>,
    /// Those who moderate, by the ids that stand in the addresses of their pages. May be given several times, or with commas in
    /// between.
    #[arg(long = "moderators", env = "CYDONIA_MODERATORS", value_name = "IDS", value_delimiter = ',')]
    pub moderators: Vec<Uuid>,
    /// To whom somebody turns who was muted or banned and finds that wrong, as they are told: an address, or a sentence.
    #[arg(long, env = "CYDONIA_APPEALS", value_name = "TEXT")]
    pub appeals: Option<String>,
}

/// What may be said at tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ChatSetting {
    /// Phrases that every page knows, and words of one's own.
    #[default]
    Words,
    /// Phrases alone.
    Phrases,
    /// Nothing.
    Off,
}

/// How people behave here, as far as the house sees to it.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// What may be said at tables.
    pub(crate) chat: ChatRule,
    /// Whether nobody gets a name who has none.
    pub(crate) no_newcomers: bool,
    /// Those who moderate.
    pub(crate) moderators: Vec<Uuid>,
    /// To whom somebody turns who finds what they did wrong.
    pub(crate) appeals: Option<String>,
    words: ForbiddenWords,
}

/// Why the list of words is none.
#[derive(Debug, thiserror::Error)]
#[error("--forbidden-words: {}: {error}", file.display())]
pub struct ConductError {
    file: PathBuf,
    error: io::Error,
}

impl Conduct {
    /// What is set, with the list of words read.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn read(settings: ConductSettings) -> Result<Self, ConductError> {
        let words = match settings.forbidden_words {
            None => ForbiddenWords::default(),
            Some(file) => match fs::read_to_string(&file) {
                Ok(list) => ForbiddenWords::read(&list),
                Err(error) => return Err(ConductError { file, error }),
            },
        };
        let chat = match settings.chat {
            ChatSetting::Words => ChatRule::Words,
            ChatSetting::Phrases => ChatRule::Phrases,
            ChatSetting::Off => ChatRule::Off,
        };
        let ConductSettings { no_newcomers, moderators, appeals, .. } = settings;
        Ok(Self { chat, no_newcomers, moderators, appeals, words })
    }

    /// Whether somebody moderates here.
    pub(crate) fn is_moderator(&self, player: Uuid) -> bool {
        self.moderators.contains(&player)
    }

    /// Checks that something may be said.
    ///
    /// # Errors
    /// `chat_off`, or `bad_text`.
    pub(crate) fn check_words(&self, words: &Words) -> Result<(), Rejection> {
        let no_chat = |why| Err(Rejection::new(ErrorCode::ChatOff, why));
        match (self.chat, words) {
            (ChatRule::Off, _) => no_chat("nothing is said at the tables of this house"),
            (ChatRule::Phrases, Words::Text { .. }) => no_chat("in this house phrases alone are said"),
            (ChatRule::Words, Words::Text { text }) if self.words.are_in(text) => {
                Err(Rejection::new(ErrorCode::BadText, LineError::Forbidden.to_string()))
            }
            (ChatRule::Words | ChatRule::Phrases, _) => Ok(()),
        }
    }

    /// Checks that somebody may be called so.
    ///
    /// # Errors
    /// [`NameError::Forbidden`].
    pub(crate) fn check_name(&self, name: &str) -> Result<(), NameError> {
        if self.words.are_in(name) { Err(NameError::Forbidden) } else { Ok(()) }
    }

    /// Checks that a club may tell that of itself.
    ///
    /// # Errors
    /// [`AboutError::Forbidden`].
    pub(crate) fn check_about(&self, about: &str) -> Result<(), AboutError> {
        if self.words.are_in(about) { Err(AboutError::Forbidden) } else { Ok(()) }
    }
}
