//! The reference of messages: `docs/messages.md`, which is made from the schemas of both directions of the socket. It holds what
//! [`page`] returns; a test fails when it does not, and `cargo run -p cydonia-protocol --bin protocol-reference` writes it.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::schema::documents;

const HEAD: &str = "# Messages, field by field

Generated from the types that read and write them. [`protocol.md`](protocol.md) tells how messages are used; this page lists what is in each.

A field that says *must* has to be there; any other may be left out, and then means what is said, or what stands behind *else*. What a client sends is
closed: a field that is not listed is refused. What the server sends is open: pass over what you do not know. A `number` is whole.
";

/// What one table of fields is made of: where its object's schema stands, and what is said of it.
struct Fields<'a> {
    schema: &'a Value,
    /// The field that tells one variant of a union from the others, and its value.
    tag: Option<(&'a str, &'a str)>,
}

/// The page's text.
#[must_use]
pub fn page() -> String {
    let documents = documents();
    let of = |name: &str| documents.iter().find(|(own, _)| *own == name).map(|(_, schema)| schema);
    let mut page = HEAD.to_owned();
    let (Some(client), Some(server)) = (of("client"), of("server")) else { return page };
    let nothing = Map::new();
    let kinds = |schema: &Value| schema["$defs"].as_object().unwrap_or(&nothing).clone();
    let (read, mut written) = (kinds(client), kinds(server));

    page.push_str(
        "\n## What a client sends\n\nAn envelope `{\"id\": NUMBER, \"do\": {\"type\": …}}`, and in `do`:\n",
    );
    union(&mut page, &read["Command"]);
    page.push_str("\n## What the server sends\n");
    union(&mut page, server);
    page.push_str("\n## Events\n\nIn `events`, and in replays:\n");
    if let Some(event) = written.remove("Event") {
        page.push_str("\nEvery event has, beside the fields of its kind:\n");
        table(&mut page, &Fields { schema: &event, tag: None });
        union(&mut page, &event);
    }
    page.push_str("\n## What these are made of\n");
    for (name, kind) in written.iter().chain(read.iter().filter(|(name, _)| !written.contains_key(*name))) {
        if name != "Command" {
            part(&mut page, name, kind);
        }
    }
    page
}

/// One of the kinds that messages are made of.
fn part(page: &mut String, name: &str, kind: &Value) {
    if let Some(values) = kind["enum"].as_array() {
        return enumeration(page, name, kind, values);
    }
    let _ = write!(page, "\n### {name}\n\n{}\n", sentence(kind));
    let variants = kind["oneOf"].as_array().or_else(|| kind["anyOf"].as_array());
    match variants {
        Some(_) => union(page, kind),
        None if kind["properties"].is_object() => {
            table(page, &Fields { schema: kind, tag: None });
        }
        None => {
            let _ = write!(page, "\n{}\n", kind_of(kind));
        }
    }
}

/// A closed list of words, each with its sentence. The description has these sentences, too, behind its own.
fn enumeration(page: &mut String, name: &str, kind: &Value, values: &[Value]) {
    let described = sentence(kind);
    let own = described.split("\n- ").next().unwrap_or_default();
    let _ = write!(page, "\n### {name}\n\n{own}\n\n| value | |\n|---|---|\n");
    for (place, value) in values.iter().enumerate() {
        let about = kind["x-enum-descriptions"][place].as_str().unwrap_or_default();
        let _ = writeln!(page, "| `{}` | {} |", value.as_str().unwrap_or_default(), cell(about));
    }
}

/// Each variant of a union, with its fields.
fn union(page: &mut String, schema: &Value) {
    for variant in schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()).into_iter().flatten() {
        let properties = variant["properties"].as_object();
        let tag = properties
            .into_iter()
            .flatten()
            .find_map(|(name, property)| Some((name.as_str(), property["const"].as_str()?)));
        match tag {
            Some((name, value)) => {
                let _ = write!(page, "\n**`{value}`** {}\n", sentence(variant));
                table(page, &Fields { schema: variant, tag: Some((name, value)) });
            }
            None => {
                let _ = write!(page, "\n{}: {}\n", kind_of(variant), sentence(variant));
            }
        }
    }
}

fn table(page: &mut String, Fields { schema, tag }: &Fields<'_>) {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|own| own == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let fields: Vec<_> = properties.filter(|(name, _)| tag.is_none_or(|(tag, _)| tag != *name)).collect();
    if fields.is_empty() {
        return;
    }
    page.push_str("\n| field | type | | |\n|---|---|---|---|\n");
    for (name, property) in fields {
        let without = match (is_required(name), property.get("default")) {
            (true, _) => "must".to_owned(),
            (false, Some(value)) if !value.is_null() => format!("else `{value}`"),
            (false, _) => String::new(),
        };
        let _ = writeln!(
            page,
            "| `{name}` | {} | {without} | {} |",
            kind_of(property),
            cell(&sentence(property))
        );
    }
}

/// A type in a word, or a link to where it is listed.
fn kind_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return choices.iter().map(kind_of).collect::<Vec<_>>().join(" or ");
    }
    if let Some(value) = schema["const"].as_str() {
        return format!("`{value}`");
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    names.into_iter().map(|name| word(name, schema)).collect::<Vec<_>>().join(" or ")
}

fn word(name: &str, schema: &Value) -> String {
    match name {
        "array" if schema["prefixItems"].is_array() => {
            let parts = schema["prefixItems"].as_array().into_iter().flatten();
            format!("list of these: {}", parts.map(kind_of).collect::<Vec<_>>().join(", "))
        }
        "array" if schema["minItems"].is_number() && schema["minItems"] == schema["maxItems"] => {
            format!("{} × {}", schema["minItems"], kind_of(&schema["items"]))
        }
        "array" => format!("list of {}", kind_of(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("by name: {}", kind_of(&schema["additionalProperties"]))
        }
        "integer" => match (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
            // What a type's width says tells nobody anything.
            (Some(least), Some(most)) if !is_width(most) => format!("number, {least} to {most}"),
            _ => "number".to_owned(),
        },
        "string" if schema["format"] == "uuid" => "uuid".to_owned(),
        "string" if schema["pattern"].is_string() => {
            format!("string, `{}`", schema["pattern"].as_str().unwrap_or_default())
        }
        other => other.to_owned(),
    }
}

fn is_width(most: i64) -> bool {
    [i64::from(u8::MAX), u16::MAX.into(), u32::MAX.into(), i32::MAX.into(), crate::MAX_NUMBER as i64]
        .contains(&most)
}

fn sentence(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().to_owned()
}

/// In a cell of a table a bar would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
