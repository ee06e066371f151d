//! What the readers of JSON would let through and this protocol does not: there is one way to say a thing.

use serde::de::{DeserializeOwned, Error, IntoDeserializer};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::MAX_NUMBER;

/// Whether JSON text begins as an object. Serde would read an array as a struct whose fields come in order, and that
/// is no part of any protocol here.
#[must_use]
pub fn is_object(json: &str) -> bool {
    json.trim_start_matches([' ', '\t', '\r', '\n']).starts_with('{')
}

/// A number that JavaScript reads exactly too.
#[derive(Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Exact(pub u64);

impl TryFrom<u64> for Exact {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Self, Self::Error> {
        if number <= MAX_NUMBER { Ok(Self(number)) } else { Err("numbers stay below 2^53") }
    }
}

/// Reads a number below 2^53.
pub(crate) fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Exact::deserialize(deserializer).map(|Exact(number)| number)
}

/// Reads a number below 2^53, or null.
pub(crate) fn exact_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(deserializer).map(|found| found.map(|Exact(number)| number))
}

/// Reads a name from text, or null.
pub(crate) fn text_if_any<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    name.map(|name| T::deserialize(name.into_deserializer())).transpose()
}

/// Reads a tagged value from an object. Serde would take an array too, and the tag's place for its name.
pub(crate) fn from_object<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let fields = Map::deserialize(deserializer)?;
    serde_json::from_value(Value::Object(fields)).map_err(D::Error::custom)
}

/// Reads a name from text. Serde would take an object with that name as its only key too.
pub(crate) fn from_text<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(deserializer)?.into_deserializer())
}
