//! Dumps: all public finished games of a house as files, made every night.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The dumps that a house has, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DumpList {
    /// None in a house that makes none, or before its first.
    pub dumps: Vec<Dump>,
}

/// All public finished games as they stood at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Dump {
    /// When it was begun, in UTC, as its address has it.
    pub name: String,
    /// The same in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_ms: i64,
    /// The `number` of the last game that was kept then, 0 if there was none: what comes `after` it is not in the dump.
    #[ts(type = "number")]
    pub through: i64,
    /// How many games it holds: all public ones up to that number, but for damaged ones.
    #[ts(type = "number")]
    pub games: u64,
    /// What it consists of.
    pub files: Vec<DumpFile>,
}

/// One file of a dump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DumpFile {
    /// Its name.
    pub name: String,
    /// How long it is, in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub sha256: String,
}
