//! Preferences: how somebody likes the page, kept with the player so that every device of theirs has it.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

/// `GET` or `PUT /api/v1/session/preferences`: how one likes the page. What is absent is as the page has it by itself. All of it
/// is a choice from a closed list, so that a document is never longer than some hundred bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct Preferences {
    /// The language of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Light or dark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<ColourScheme>,
    /// How far colours are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<Contrast>,
    /// What boards are made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardTheme>,
    /// What pieces are made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceTheme>,
    /// Whether things move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionChoice>,
    /// How loud sounds are, in percent; 0 turns them off.
    #[serde(deserialize_with = "percent_if_any", skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 100))]
    pub volume: Option<u8>,
    /// The sounds that are switched off. To name one twice does no harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Sound>>")]
    #[ts(as = "Option<Vec<Sound>>")]
    pub silenced: Option<BTreeSet<Sound>>,
    /// Which turns are confirmed before they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<ConfirmTurns>,
    /// Whether dice are rolled as soon as they may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_roll: Option<bool>,
    /// Whether a turn ends by itself when nothing else can be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_end: Option<bool>,
    /// Whether a move can be set while the other player thinks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub premoves: Option<bool>,
    /// Whether the spaces' names are written into them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<bool>,
    /// Whether what people say is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<bool>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ColourScheme {
    /// As the system has it.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// A language that the page is written in, by its tag (BCP 47).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// Spanish.
    Es,
    /// Hebrew.
    He,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::En, Self::De, Self::Es, Self::He];

    /// Its tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Es => "es",
            Self::He => "he",
        }
    }

    /// Which way it is written, as HTML says it.
    #[must_use]
    pub fn direction(self) -> &'static str {
        match self {
            Self::En | Self::De | Self::Es => "ltr",
            Self::He => "rtl",
        }
    }

    /// The language of a tag without subtags, in either case; `iw` is what Hebrew was called until 1989.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        if tag.eq_ignore_ascii_case("iw") {
            return Some(Self::He);
        }
        Self::ALL.into_iter().find(|language| tag.eq_ignore_ascii_case(language.tag()))
    }
}

/// How far colours are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Contrast {
    /// As the system has it.
    System,
    /// As far as can be.
    High,
}

/// What boards are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum BoardTheme {
    /// Warm sand and brown stone.
    Sandstone,
    /// Cool grey stone.
    Basalt,
    /// Weathered copper.
    Verdigris,
}

/// What pieces are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PieceTheme {
    /// Bright and opaque.
    Enamel,
    /// Colours that are told apart by nearly all eyes.
    Prism,
    /// Earth colours.
    Mineral,
}

/// Whether things move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MotionChoice {
    /// As the system has it.
    System,
    /// Whatever the system says.
    Full,
    /// Nothing moves.
    None,
}

/// Which turns are confirmed before they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmTurns {
    /// Where days lie between them.
    Correspondence,
    /// All of them.
    Always,
    /// None.
    Never,
}

/// What can be heard at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Sound {
    /// A piece moves.
    Move,
    /// A piece is captured.
    Capture,
    /// A piece is laid.
    Lay,
    /// A stack sinks.
    Sink,
    /// Dice roll.
    Roll,
    /// It is one's turn.
    Turn,
    /// One's time is low.
    Low,
    /// The game is over.
    Over,
}

fn percent_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    let percent = Option::<u8>::deserialize(deserializer)?;
    if percent.is_some_and(|percent| percent > 100) {
        return Err(serde::de::Error::custom("`volume` is a percentage, from 0 to 100"));
    }
    Ok(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_choices_from_closed_lists() {
        let read = serde_json::from_str::<Preferences>;
        assert_eq!(read("{}").expect("nothing chosen"), Preferences::default());
        let told =
            r#"{"scheme":"dark","board":"basalt","volume":100,"silenced":["move","low"],"auto_roll":true}"#;
        let chosen = read(told).expect("chosen");
        assert_eq!(serde_json::to_string(&chosen).expect("JSON"), told);
        for bad in [
            r#"{"scheme":"sepia"}"#,
            r#"{"volume":101}"#,
            r#"{"volume":-1}"#,
            r#"{"silenced":["trumpet"]}"#,
            r#"{"auto_roll":"yes"}"#,
            r#"{"colour":"red"}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let twice = read(r#"{"silenced":["move","move"]}"#).expect("once is enough");
        assert_eq!(twice.silenced, Some(BTreeSet::from([Sound::Move])));
    }
}
