//! `cydonia config`: by which settings a server would run, and where each comes from. What it prints is itself a file of settings.

use std::io::{self, Write, stdout};
use std::process::ExitCode;

use super::CommandError;
use super::arguments::{Origin, Setting};

pub(super) fn run(settings: &[Setting]) -> Result<ExitCode, CommandError> {
    print(settings, &mut stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}

fn print(settings: &[Setting], out: &mut impl Write) -> io::Result<()> {
    let lines: Vec<(String, &Origin)> =
        settings.iter().map(|setting| (line(setting), &setting.origin)).collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0).min(48);
    writeln!(
        out,
        "# What is said by a flag holds before the environment, that before the file, that before the default."
    )?;
    for (line, origin) in lines {
        writeln!(out, "{line:width$}  # {origin}")?;
    }
    Ok(())
}

/// A setting as TOML; as a comment, if there is nothing that may be shown or that holds.
fn line(setting: &Setting) -> String {
    let Setting { name, values, .. } = setting;
    if setting.is_secret && !values.is_empty() {
        let unused = if setting.is_unused { ", and not used" } else { "" };
        return format!("# {name} is set, and not shown{unused}");
    }
    let value = match (setting.is_list, values.as_slice()) {
        (true, values) if !values.is_empty() => {
            let values: Vec<String> = values.iter().map(|value| text(value)).collect();
            format!("[{}]", values.join(", "))
        }
        (_, []) => return format!("# {name} is not set"),
        (_, [value, ..]) if setting.is_switch || is_number(value) => value.clone(),
        (_, [value, ..]) => text(value),
    };
    let comment = if setting.is_unused { "# not used: " } else { "" };
    format!("{comment}{name} = {value}")
}

/// Whether TOML has a number that is written just so: it has none that begins with zeros, or with a plus.
fn is_number(value: &str) -> bool {
    value.parse::<i64>().is_ok_and(|number| number.to_string() == value)
}

fn text(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
