//! Enumerations: a closed list of words as `type: string, enum: […]`, which every generator of clients reads.
//!
//! Schemars writes each word that has a sentence as a `const` of its own, and the whole as `oneOf` of these. That says the
//! same, but generators take it for a union of types with one value each.

use schemars::Schema;
use serde_json::{Value, json};

/// Writes a choice between words as one list. What each word means stands in the description, as a list in Markdown,
/// and by itself, in the same order, under `x-enum-descriptions`.
pub(super) fn as_list(schema: &mut Schema) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let Some(words) = choices.iter().map(words).collect::<Option<Vec<_>>>() else { return };
    let words: Vec<(Value, String)> = words.into_iter().flatten().collect();
    let mut description = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    for (word, meaning) in &words {
        let start = if description.is_empty() { "" } else { "\n" };
        let word = word.as_str().unwrap_or_default();
        description.push_str(&format!("{start}- `{word}`: {meaning}"));
    }
    let (words, meanings): (Vec<Value>, Vec<String>) = words.into_iter().unzip();
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), words.into());
    schema.insert("description".to_owned(), description.into());
    schema.insert("x-enum-descriptions".to_owned(), json!(meanings));
}

/// The words that a part of a choice allows, with what they mean; none if it allows anything else.
fn words(choice: &Value) -> Option<Vec<(Value, String)>> {
    if choice["type"] != "string" {
        return None;
    }
    let meaning = choice["description"].as_str().unwrap_or_default().replace('\n', " ");
    match (choice.get("const"), choice.get("enum")) {
        (Some(word), None) => Some(vec![(word.clone(), meaning)]),
        (None, Some(Value::Array(words))) => {
            Some(words.iter().map(|word| (word.clone(), meaning.clone())).collect())
        }
        _ => None,
    }
}
