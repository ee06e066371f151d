//! What holds of flags that may stand before a subcommand and behind it, in the environment and in a file.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error, FromArgMatches};

use super::settings_file::SettingsFile;
use super::{Arguments, Data, Origin, Program, knows};

/// What the program was called with: flags before a subcommand and after it, the environment, and a file.
pub(super) struct Called<'a> {
    pub(super) command: &'a Command,
    pub(super) given: &'a ArgMatches,
    pub(super) file: &'a SettingsFile,
}

impl Called<'_> {
    /// The subcommand's name and what stands behind it.
    fn own(&self) -> Option<(&str, &ArgMatches)> {
        self.given.subcommand()
    }

    /// Whether a flag was given by hand before the subcommand, or without one.
    fn is_before(&self, id: &str) -> bool {
        is_said(self.given, id)
    }

    /// Whether it was given by hand after it.
    fn is_after(&self, id: &str) -> bool {
        self.own().is_some_and(|(name, own)| knows(self.command, name, id) && is_said(own, id))
    }

    /// What has been read of a flag that holds for the subcommand, if there is one.
    pub(super) fn holding(&self, id: &str) -> &ArgMatches {
        match self.own() {
            Some((_, own)) if !self.is_before(id) => own,
            _ => self.given,
        }
    }

    /// Where the value of a flag comes from.
    pub(super) fn origin(&self, id: &str) -> Origin {
        match self.holding(id).value_source(id) {
            Some(ValueSource::CommandLine) => Origin::Flag,
            Some(ValueSource::EnvVariable) => {
                let of = self.command.get_arguments().find(|flag| flag.get_id() == id);
                let name = of.and_then(|flag| flag.get_env()).unwrap_or_default();
                Origin::Environment(name.to_string_lossy().into_owned())
            }
            _ if self.file.says(id) => Origin::File(self.file.path().to_owned()),
            _ => Origin::Default,
        }
    }

    /// The file of settings that was named, if the subcommand has use for one.
    pub(super) fn settings_file(&self) -> Option<PathBuf> {
        let has_use = self.own().is_none_or(|(name, _)| knows(self.command, name, "config"));
        has_use.then(|| self.holding("config").get_one::<PathBuf>("config").cloned()).flatten()
    }

    /// Whether the data are in a folder though a database is named: who names a folder does not mean the database that the
    /// surroundings name.
    pub(super) fn leaves_database_out(&self) -> bool {
        self.origin("data").rank() > self.origin("database_url").rank()
    }

    pub(super) fn arguments(&self) -> Result<Arguments, Error> {
        let Arguments { command: mut program, mut serve, .. } = Arguments::from_arg_matches(self.given)?;
        let is_config = matches!(program, Some(Program::Config(_)));
        let in_force = if is_config { self.in_force() } else { Vec::new() };
        match program.as_mut().map(Program::data_mut) {
            None => self.settle(&mut serve.data),
            Some(Some(own)) => {
                self.join(own, &serve.data);
                self.settle(own);
            }
            Some(None) => {}
        }
        Ok(Arguments { command: program, serve, in_force })
    }

    /// What was said before the subcommand is meant for it.
    fn join(&self, own: &mut Data, before: &Data) {
        if self.is_before("data") {
            own.data.clone_from(&before.data);
        }
        if self.is_before("most_megabytes") {
            own.most_megabytes = before.most_megabytes;
        }
        if self.is_before("database_url") {
            own.database_url.clone_from(&before.database_url);
        }
    }

    fn settle(&self, data: &mut Data) {
        if self.leaves_database_out() {
            data.database_url = None;
        }
    }

    /// Checks the flags that were given: a subcommand has to know each, none is told twice, and there is one place for the data.
    pub(super) fn check_before(&self) -> Result<(), Error> {
        let conflict = |why: &str| Err(self.command.clone().error(ErrorKind::ArgumentConflict, why));
        if let Some((name, _)) = self.own() {
            for flag in self.command.get_arguments().filter(|flag| self.is_before(flag.get_id().as_str())) {
                let (id, long) = (flag.get_id().as_str(), flag.get_long().unwrap_or_default());
                if !knows(self.command, name, id) {
                    return conflict(&format!("--{long} means nothing to {name}"));
                }
                if self.is_after(id) {
                    return conflict(&format!("--{long} is there twice, before {name} and after it"));
                }
            }
        }
        let is_said = |id: &str| self.is_before(id) || self.is_after(id);
        if is_said("data") && is_said("database_url") {
            return conflict("--data and --database-url are two places for the same: say one of them");
        }
        Ok(())
    }
}

/// Whether a flag was given by hand, and not by the surroundings or by default.
fn is_said(given: &ArgMatches, id: &str) -> bool {
    given.value_source(id) == Some(ValueSource::CommandLine)
}
