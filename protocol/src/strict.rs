//! Strict reading: what readers of JSON would let through and this protocol does not. There is one way to say a thing.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::MAX_NUMBER;

/// Whether JSON text begins as an object. Serde would read an array as a struct whose fields come in order, and that
/// is no part of any protocol here.
#[must_use]
pub fn is_object(json: &str) -> bool {
    json.trim_start_matches([' ', '\t', '\r', '\n']).starts_with('{')
}

/// Checks that no object in JSON text has two fields of one name, however each is spelled. Of two, readers of JSON take
/// the first, the last or none, as they like, so that such a text says different things to different people.
///
/// # Errors
/// If one has, or if the text is no JSON.
///
/// # Examples
/// ```
/// use cydonia_protocol::check_names;
///
/// assert!(check_names(r#"{"seat": 0, "by": {"seat": 1}}"#).is_ok());
/// let twice = check_names(r#"{"seat": 0, "s\u0065at": 1}"#).unwrap_err(); // the same name, spelled otherwise
/// assert!(twice.to_string().starts_with("the field `seat` is there twice"));
/// ```
pub fn check_names(json: &str) -> serde_json::Result<()> {
    serde_json::from_str::<OnceNamed>(json).map(|OnceNamed| ())
}

/// Any value in whose objects each name stands once.
struct OnceNamed;

impl<'de> Deserialize<'de> for OnceNamed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = OnceNamed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<OnceNamed, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, OnceNamed)) = fields.next_entry::<String, OnceNamed>()? {
            if let Some(again) = names.replace(name) {
                return Err(A::Error::custom(format_args!("the field `{again}` is there twice")));
            }
        }
        Ok(OnceNamed)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<OnceNamed, A::Error> {
        while items.next_element::<OnceNamed>()?.is_some() {}
        Ok(OnceNamed)
    }

    fn visit_bool<E>(self, _: bool) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }

    fn visit_i64<E>(self, _: i64) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }

    fn visit_u64<E>(self, _: u64) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }

    fn visit_f64<E>(self, _: f64) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }

    fn visit_str<E>(self, _: &str) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }

    fn visit_unit<E>(self) -> Result<OnceNamed, E> {
        Ok(OnceNamed)
    }
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

/// Reads a struct from an object, or null. Serde would take an array too.
pub(crate) fn object_if_any<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let fields = Option::<Map<String, Value>>::deserialize(deserializer)?;
    fields.map(|fields| serde_json::from_value(Value::Object(fields)).map_err(D::Error::custom)).transpose()
}

/// Reads a name from text. Serde would take an object with that name as its only key too.
pub(crate) fn from_text<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(deserializer)?.into_deserializer())
}

/// Reads a list of structs, each an object. Serde would take arrays too.
pub(crate) fn objects<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Map<String, Value>>::deserialize(deserializer)?;
    let read = |object| serde_json::from_value(Value::Object(object)).map_err(D::Error::custom);
    objects.into_iter().map(read).collect()
}
