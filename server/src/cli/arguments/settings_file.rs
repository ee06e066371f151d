//! The file of settings: flags of the server as TOML, under their names. A flag that is said and the environment go before it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

use super::{hide_secret, is_setting, knows};

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct SettingsFile {
    path: PathBuf,
    said: Vec<Said>,
}

/// What it says of one flag.
#[derive(Debug)]
struct Said {
    /// What the flag is told apart by.
    id: String,
    values: Vec<String>,
}

/// Why a file of settings is none.
#[derive(Debug, thiserror::Error)]
pub(super) enum SettingsError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("line {line} is no TOML: {why}")]
    NotToml { line: usize, why: String },
    #[error("{0} is no setting: they have the names of the flags, as in names-an-hour = 100")]
    Unknown(String),
    #[error("{0} has to be true or false")]
    NotBool(String),
    #[error("{0} has to be a number, a text, or a list of texts")]
    Kind(String),
    #[error("{0}")]
    Value(String),
    #[error("data and database-url are two places for the same: say one of them")]
    TwoPlaces,
}

impl SettingsFile {
    /// Reads a file. Each value is one that its flag takes.
    pub(super) fn read(path: &Path, command: &Command) -> Result<Self, SettingsError> {
        let text = fs::read_to_string(path)?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            // Without the line itself, which may hold a secret.
            let before = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(before).filter(|byte| *byte == b'\n').count() + 1;
            SettingsError::NotToml { line, why: error.message().to_owned() }
        })?;
        let said: Vec<Said> =
            table.iter().map(|(name, value)| said(command, name, value)).collect::<Result<_, _>>()?;
        let file = Self { path: path.to_owned(), said };
        if file.says("data") && file.says("database_url") {
            return Err(SettingsError::TwoPlaces);
        }
        Ok(file)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it says something of a flag.
    pub(super) fn says(&self, id: &str) -> bool {
        self.said.iter().any(|said| said.id == id)
    }

    /// The command with what the file says as its defaults.
    pub(super) fn as_defaults(&self, command: Command) -> Command {
        let subcommands: Vec<String> =
            command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        self.said.iter().fold(command, |command, Said { id, values }| {
            let set = |arg: Arg| arg.default_values(values.clone());
            subcommands.iter().fold(command.mut_arg(id, set), |command, name| {
                if !knows(&command, name, id) {
                    return command;
                }
                command.mut_subcommand(name.clone(), |sub| sub.mut_arg(id, set))
            })
        })
    }
}

/// What one line says, if it is a setting of the server and has a value for it.
fn said(command: &Command, name: &str, value: &Value) -> Result<Said, SettingsError> {
    let flag = command
        .get_arguments()
        .find(|flag| flag.get_long() == Some(name) && is_setting(flag))
        .ok_or_else(|| SettingsError::Unknown(name.to_owned()))?;
    let is_switch = matches!(flag.get_action(), ArgAction::SetTrue);
    let values = match value {
        Value::Boolean(is_on) if is_switch => vec![is_on.to_string()],
        _ if is_switch => return Err(SettingsError::NotBool(name.to_owned())),
        Value::Array(values) if matches!(flag.get_action(), ArgAction::Append) => {
            values.iter().map(|value| text(name, value)).collect::<Result<_, _>>()?
        }
        one => vec![text(name, one)?],
    };
    if !is_switch {
        check(command, name, &values)?;
    }
    Ok(Said { id: flag.get_id().to_string(), values })
}

fn text(name: &str, value: &Value) -> Result<String, SettingsError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        _ => Err(SettingsError::Kind(name.to_owned())),
    }
}

/// Has the flag itself read its values, so that what is wrong is said of the file.
fn check(command: &Command, name: &str, values: &[String]) -> Result<(), SettingsError> {
    let mut command = command.clone();
    let said = values.iter().map(|value| format!("--{name}={value}"));
    let read = command.try_get_matches_from_mut(["cydonia".to_owned()].into_iter().chain(said));
    let Err(error) = read else { return Ok(()) };
    let whole = hide_secret(&command, error).to_string();
    // Of what would be said of a flag its first lines are enough.
    let lines: Vec<&str> = whole.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    Err(SettingsError::Value(lines.join(" ").trim_start_matches("error: ").to_owned()))
}
