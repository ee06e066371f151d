//! The settings that hold, and where each comes from.

use std::fmt;
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory};

use super::called::Called;
use super::{Arguments, is_setting};

/// One setting of the server.
#[derive(Debug)]
pub(in crate::cli) struct Setting {
    /// The name of its flag, which is its name in a file too.
    pub(in crate::cli) name: String,
    /// Its values as they were said: none if it is not set, and several only in a list.
    pub(in crate::cli) values: Vec<String>,
    /// Where they come from.
    pub(in crate::cli) origin: Origin,
    /// Whether it is on or off.
    pub(in crate::cli) is_switch: bool,
    /// Whether it may have several values.
    pub(in crate::cli) is_list: bool,
    /// Whether nobody may read it.
    pub(in crate::cli) is_secret: bool,
    /// Whether another setting has made it void.
    pub(in crate::cli) is_unused: bool,
}

/// Where the value of a setting comes from.
#[derive(Debug)]
pub(in crate::cli) enum Origin {
    /// It was said when the program was called.
    Flag,
    /// This variable says it.
    Environment(String),
    /// This file says it.
    File(PathBuf),
    /// Nobody said anything.
    Default,
}

impl Origin {
    /// What has the higher one goes before the other.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::Flag => 3,
            Self::Environment(_) => 2,
            Self::File(_) => 1,
            Self::Default => 0,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => formatter.write_str("flag"),
            Self::Environment(name) => formatter.write_str(name),
            Self::File(path) => write!(formatter, "{}", path.display()),
            Self::Default => formatter.write_str("default"),
        }
    }
}

impl Called<'_> {
    /// All settings of the server, in the order of its help.
    pub(super) fn in_force(&self) -> Vec<Setting> {
        let is_in_folder = self.leaves_database_out() || self.values("database_url").is_empty();
        // In the order that they are declared in: what a file says has come to stand last.
        let declared = Arguments::command();
        let settings = declared.get_arguments().filter(|flag| is_setting(flag)).map(|flag| {
            let id = flag.get_id().as_str();
            Setting {
                name: flag.get_long().unwrap_or(id).to_owned(),
                values: self.values(id),
                origin: self.origin(id),
                is_switch: matches!(flag.get_action(), ArgAction::SetTrue),
                is_list: matches!(flag.get_action(), ArgAction::Append),
                is_secret: flag.is_hide_env_values_set(),
                is_unused: match id {
                    "data" | "most_megabytes" => !is_in_folder,
                    "database_url" => is_in_folder,
                    _ => false,
                },
            }
        });
        settings.collect()
    }

    /// The values of a flag, as they were said.
    fn values(&self, id: &str) -> Vec<String> {
        let raw = self.holding(id).get_raw(id);
        raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect()
    }
}
