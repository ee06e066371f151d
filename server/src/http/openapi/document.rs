//! The OpenAPI document, from the list of operations, the schemas of what crosses the wire, and a recorded exchange or two
//! for each: `docs/requests.json`, which the tests have with a live server word for word.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use cydonia_protocol::schema::Components;
use cydonia_protocol::{ErrorCode, Problem};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::operation::{Operation, Parameter, Tag};
use crate::http::problem::status;

const EXCHANGES: &str = include_str!("../../../../docs/requests.json");

/// A request and what came back.
#[derive(Debug, Deserialize)]
pub(super) struct Exchange {
    operation: String,
    summary: String,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    body: Option<Value>,
    status: u16,
    #[serde(default)]
    answer: Option<Value>,
}

/// The whole document of a house that lives under that path.
pub(super) fn document(operations: &[Operation], here: &str) -> Value {
    let mut components = Components::default();
    let exchanges: Vec<Exchange> = serde_json::from_str(EXCHANGES).unwrap_or_default();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations {
        let had: Vec<&Exchange> =
            exchanges.iter().filter(|exchange| exchange.operation == operation.id).collect();
        let method = operation.method.as_str().to_lowercase();
        let described = describe(operation, &had, &mut components);
        paths.entry(operation.path).or_default().insert(method, described);
    }
    let problem = components.written::<Problem>();
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Cydonia",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "An online house for the pyramid games of Mars",
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": here, "description": "This house" }],
        "tags": Tag::ALL.map(|tag| json!({ "name": tag.name() })),
        "paths": paths,
        "components": {
            "schemas": components.finish(),
            "responses": {
                "Problem": {
                    "description": "Refused: the code tells why, for programs, and the detail for people.",
                    "content": { "application/problem+json": { "schema": problem } },
                },
            },
            "securitySchemes": {
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "cydonia_session",
                    "description": "To pages that came over TLS it is called `__Host-cydonia_session`, or \
                         `__Secure-cydonia_session` where the house lives under a path.",
                },
                "bearer": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

const ABOUT: &str = "Finished games, live tables and players, as JSON. Play itself goes over a websocket, `/ws`, \
     whose messages have schemas of their own under `/api/v1/schema/`.\n\n\
     Ids are uuids, times are milliseconds since 1970, seats are numbered from 0. Lists come in pages: `next` is the \
     cursor of the next one. Every error is a problem document (RFC 9457) with a code from a closed list; besides those \
     that an operation names, anything may be refused as `not_found`, `bad_method`, `too_large`, `too_fast`, `bad_host`, \
     `damaged` or `unavailable`, as `bad_query` if it brings a parameter that it does not take, as `bad_message` if it does not name one \
     host, and as `no_session` if it brings a bearer token that is no session's.";

fn describe(operation: &Operation, had: &[&Exchange], components: &mut Components) -> Value {
    let mut described = Map::new();
    let mut put = |key: &str, value: Value| drop(described.insert(key.to_owned(), value));
    put("operationId", operation.id.into());
    put("tags", json!([operation.tag.name()]));
    put("summary", operation.summary.into());
    put("description", operation.description.into());
    put("parameters", parameters(operation, had, components));
    if let Some(body) = &operation.body {
        let examples = examples(had.iter().filter_map(|one| Some((*one, one.body.clone()?))));
        let schema = (body.schema)(components);
        let content = json!({ body.media_type: { "schema": schema, "examples": examples } });
        put("requestBody", json!({ "required": true, "content": content }));
    }
    put("responses", responses(operation, had, components));
    if let Some(is_required) = operation.auth {
        let known = json!([{ "cookie": [] }, { "bearer": [] }]);
        put("security", if is_required { known } else { json!([{}, { "cookie": [] }, { "bearer": [] }]) });
    }
    Value::Object(described)
}

fn parameters(operation: &Operation, had: &[&Exchange], components: &mut Components) -> Value {
    let good = || had.iter().copied().filter(|one| one.status < 400);
    let with_examples = |mut parameter: Value, name: &str| {
        let told = examples(good().filter_map(|one| Some((one, one.parameters.get(name)?.clone()))));
        if !told.is_empty() {
            parameter["examples"] = Value::Object(told);
        }
        parameter
    };
    let mut told = Vec::new();
    for Parameter { name, location, description, schema } in &operation.parameters {
        let parameter = json!({
            "name": name,
            "in": location,
            "required": *location == "path",
            "description": description,
            "schema": schema(components),
        });
        told.push(with_examples(parameter, name));
    }
    let query = operation.query.map(|schema| schema());
    let properties = query.as_ref().and_then(|schema| schema["properties"].as_object());
    let required = query.as_ref().and_then(|schema| schema["required"].as_array());
    for (name, schema) in properties.into_iter().flatten() {
        let mut schema = schema.clone();
        let about = schema.as_object_mut().and_then(|keywords| keywords.remove("description"));
        let is_required = required.is_some_and(|names| names.iter().any(|required| required == name));
        let parameter = json!({
            "name": name,
            "in": "query",
            "required": is_required,
            "description": about,
            "schema": schema,
        });
        told.push(with_examples(parameter, name));
    }
    Value::Array(told)
}

fn responses(operation: &Operation, had: &[&Exchange], components: &mut Components) -> Value {
    let mut responses = Map::new();
    if let Some(response) = &operation.response {
        let is_json = response.media_type.contains("json");
        let told = had.iter().filter(|one| one.status == 200 && is_json != one.is_text());
        let examples = examples(told.filter_map(|one| Some((*one, one.answer.clone()?))));
        let schema = (response.schema)(components);
        let content = json!({ response.media_type: { "schema": schema, "examples": examples } });
        let about = response.description;
        responses.insert("200".to_owned(), json!({ "description": about, "content": content }));
    }
    if operation.has_etag {
        responses.insert("304".to_owned(), json!({ "description": "What one has still holds." }));
    }
    let mut codes: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    for code in &operation.errors {
        codes.entry(status(*code).as_u16()).or_default().push(*code);
    }
    for (status, codes) in codes {
        let told = had.iter().filter(|one| one.status == status);
        let examples = examples(told.filter_map(|one| Some((*one, one.answer.clone()?))));
        let names: Vec<&str> = codes.into_iter().map(ErrorCode::name).collect();
        let title = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
        let problem = components.written::<Problem>();
        let response = json!({
            "description": format!("{}: `{}`.", title.unwrap_or_default(), names.join("`, `")),
            "content": { "application/problem+json": { "schema": problem, "examples": examples } },
        });
        responses.insert(status.to_string(), response);
    }
    if let Some(schema) = operation.refusal {
        let told = had.iter().filter(|one| one.status == 400);
        let examples = examples(told.filter_map(|one| Some((*one, one.answer.clone()?))));
        let content = json!({
            "application/json": { "schema": schema(components), "examples": examples },
            "application/problem+json": { "schema": components.written::<Problem>() },
        });
        let about = "Refused in OAuth's words; as everywhere where it was no such request at all.";
        responses.insert("400".to_owned(), json!({ "description": about, "content": content }));
    }
    // What goes for all: wrong methods and paths, bodies too long, a store that does not answer.
    responses.insert("default".to_owned(), json!({ "$ref": "#/components/responses/Problem" }));
    Value::Object(responses)
}

impl Exchange {
    /// Whether what came back is text, and no JSON.
    fn is_text(&self) -> bool {
        self.answer.as_ref().is_some_and(Value::is_string)
    }
}

fn examples<'a>(told: impl Iterator<Item = (&'a Exchange, Value)>) -> Map<String, Value> {
    let name = |summary: &str| {
        let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        summary.chars().map(word).collect::<String>().trim_matches('-').to_owned()
    };
    told.map(|(one, value)| (name(&one.summary), json!({ "summary": one.summary, "value": value }))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recorded_exchange_is_read() {
        let exchanges: Vec<Exchange> = serde_json::from_str(EXCHANGES).expect("the recorded exchanges");
        assert!(!exchanges.is_empty());
    }
}
