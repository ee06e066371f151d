//! Tagged unions: choices whose parts are told apart by one word, as OpenAPI has them: each part a component with a name,
//! and a `discriminator` that says which word stands for which.

use serde_json::{Map, Value, json};

const COMPONENTS: &str = "#/components/schemas/";

/// Writes every component that is a tagged union so, its parts beside it: of `Token` and `"type": "piece"` comes `TokenPiece`.
pub(super) fn name_parts(components: Map<String, Value>) -> Map<String, Value> {
    let mut named = components.clone();
    for (name, union) in components {
        let Some(tag) = tag(&union) else { continue };
        let (mut references, mut mapping) = (Vec::new(), Map::new());
        for (word, part) in whole_parts(union.clone(), &tag) {
            let mut part_name = name.clone() + &camel_case(&word);
            // A type of the protocol may well have this very name.
            while named.contains_key(&part_name) {
                part_name.push_str("Part");
            }
            let reference = format!("{COMPONENTS}{part_name}");
            references.push(json!({ "$ref": reference }));
            mapping.insert(word, reference.into());
            named.insert(part_name, part);
        }
        let discriminator = json!({ "propertyName": tag, "mapping": mapping });
        let mut whole = json!({ "oneOf": references, "discriminator": discriminator });
        if let Some(description) = union.get("description") {
            whole["description"] = description.clone();
        }
        named.insert(name, whole);
    }
    named
}

/// The property by which all parts of a choice are told apart: each requires another word there.
fn tag(union: &Value) -> Option<String> {
    let parts = union["oneOf"].as_array()?;
    let candidates = parts.first()?["properties"].as_object()?.keys();
    let tells_apart = |tag: &&String| {
        let mut words: Vec<&str> = parts.iter().filter_map(|part| word(part, tag)).collect();
        words.sort_unstable();
        words.dedup();
        words.len() == parts.len()
    };
    candidates.into_iter().find(tells_apart).cloned()
}

/// The word that a part of a choice requires in a property.
fn word<'a>(part: &'a Value, tag: &str) -> Option<&'a str> {
    let is_required = part["required"].as_array()?.iter().any(|name| name == tag);
    part["properties"][tag]["const"].as_str().filter(|_| is_required)
}

/// The parts by their words. What stands beside the choice, as where one is flattened into a larger object, goes into each.
fn whole_parts(union: Value, tag: &str) -> Vec<(String, Value)> {
    let Value::Object(mut shared) = union else { return Vec::new() };
    let parts = match shared.remove("oneOf") {
        Some(Value::Array(parts)) => parts,
        _ => Vec::new(),
    };
    shared.remove("description");
    let with_shared = |part: Value| {
        let word = word(&part, tag)?.to_owned();
        let Value::Object(part) = part else { return None };
        let mut whole = shared.clone();
        for (keyword, value) in part {
            match (whole.get_mut(&keyword), value) {
                (Some(Value::Object(properties)), Value::Object(own)) => properties.extend(own),
                (Some(Value::Array(required)), Value::Array(own)) => required.extend(own),
                (_, value) => drop(whole.insert(keyword, value)),
            }
        }
        Some((word, Value::Object(whole)))
    };
    parts.into_iter().filter_map(with_shared).collect()
}

fn camel_case(word: &str) -> String {
    let capital = |part: &str| {
        let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
        first.to_uppercase() + rest
    };
    word.split('_').map(capital).collect()
}
