//! The OpenAPI document: it tells of every address that there is and of no other, and a live server answers each of its
//! examples word for word.
//!
//! The examples are listed in `tests/src/examples.rs` and kept with their answers in `docs/requests.json`. When an answer
//! changes, the test leaves what it heard in `target/tmp/requests.json`; if that is what is meant, copy it there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cydonia_protocol::ErrorCode;
use cydonia_tests::{ExampleHouse, ExampleRequest, TestServer};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::schema::{assert_fits, parts, validator};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// An operation of the document, with its method and path.
struct Described {
    method: &'static str,
    path: String,
    about: Value,
}

async fn operations(server: &TestServer) -> (Value, BTreeMap<String, Described>) {
    let document: Value = server.get("/api/v1/openapi.json").await;
    let mut found = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for method in METHODS {
            if let Some(about) = methods.get(method) {
                let id = about["operationId"].as_str().expect("an id").to_owned();
                let described = Described { method, path: path.clone(), about: about.clone() };
                assert!(found.insert(id, described).is_none(), "{path}: an id stands for one operation");
            }
        }
    }
    (document, found)
}

/// The request of an example, made as the document says.
fn request(house: &ExampleHouse, described: &Described, example: &ExampleRequest) -> RequestBuilder {
    let mut path = described.path.clone();
    let (mut query, mut headers) = (Vec::new(), Vec::new());
    for (name, value) in example.parameters.as_object().expect("parameters") {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let parameters = described.about["parameters"].as_array().expect("parameters");
        let known = parameters.iter().find(|parameter| parameter["name"] == *name);
        match known.unwrap_or_else(|| panic!("{}: {name} is no parameter", described.path))["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), &text),
            Some("query") => query.push(format!("{name}={text}")),
            _ => headers.push((name.clone(), text)),
        }
    }
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let method = described.method.to_uppercase().parse::<Method>().expect("a method");
    let mut request = reqwest::Client::new().request(method, house.server.url(&format!("{path}{query}")));
    for (name, text) in headers {
        request = request.header(name, text);
    }
    if let Some(guest) = example.guest {
        request = request.bearer_auth(&house.guests[guest].token);
    }
    let content = &described.about["requestBody"]["content"];
    match &example.body {
        Some(body) if content["application/x-www-form-urlencoded"].is_object() => request.form(body),
        Some(Value::String(text)) => request.header("content-type", "text/plain").body(text.clone()),
        Some(body) => request.json(body),
        None => request,
    }
}

/// What came back, as it is kept: JSON as such, all else as text.
async fn answer(response: Response) -> Value {
    let media_type = response.headers()["content-type"].to_str().expect("text").to_owned();
    let text = response.text().await.expect("a body");
    let is_json = media_type.contains("json") && !media_type.contains("ndjson");
    if is_json { serde_json::from_str(&text).expect("JSON") } else { text.into() }
}

/// Whether an answer is among those that the document describes, and fits its schema.
fn assert_described(document: &Value, described: &Described, status: u16, media_type: &str, answer: &Value) {
    let responses = &described.about["responses"];
    let response = &responses[status.to_string()];
    let bare = media_type.split(';').next().expect("a media type");
    let content = &response["content"][bare];
    assert!(content.is_object(), "{} {status} {media_type}: {responses}", described.path);
    let mut schema = content["schema"].clone();
    schema["components"] = document["components"].clone();
    if bare != "application/x-ndjson" {
        return assert_fits(&validator(&schema), answer);
    }
    for line in answer.as_str().expect("lines").lines() {
        assert_fits(&validator(&schema), &serde_json::from_str(line).expect("JSON"));
    }
}

#[tokio::test]
async fn a_live_server_answers_every_example_of_the_document_word_for_word() {
    let house = ExampleHouse::open().await;
    let (document, described) = operations(&house.server).await;
    let mut heard = Vec::new();
    for example in house.requests() {
        let operation = described.get(example.operation).unwrap_or_else(|| panic!("{}", example.operation));
        let response = request(&house, operation, &example).send().await.expect("an answer");
        let status = response.status().as_u16();
        let media_type = response.headers()["content-type"].to_str().expect("text").to_owned();
        let answer = answer(response).await;
        assert_described(&document, operation, status, &media_type, &answer);
        let mut exchange = json!({
            "operation": example.operation,
            "summary": example.summary,
            "parameters": example.parameters,
            "status": status,
        });
        if let Some(body) = example.body {
            exchange["body"] = body;
        }
        if example.is_shown {
            exchange["answer"] = answer;
        }
        heard.push(exchange);
    }
    let told: BTreeSet<&str> = heard.iter().filter_map(|one| one["operation"].as_str()).collect();
    assert_eq!(told, described.keys().map(String::as_str).collect(), "every operation has an example");
    let kept: Vec<Value> = serde_json::from_str(include_str!("../../docs/requests.json")).expect("JSON");
    if kept != heard {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("requests.json");
        fs::write(&path, format!("{:#}\n", Value::from(heard))).expect("written");
        panic!("docs/requests.json tells otherwise than {}", path.display());
    }
}

#[tokio::test]
async fn the_document_is_valid_openapi_and_all_its_references_resolve() {
    let server = TestServer::start().await;
    let response = reqwest::get(server.url("/api/v1/openapi.json")).await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/vnd.oai.openapi+json;version=3.1");
    let (document, described) = operations(&server).await;
    assert_eq!(document["openapi"], "3.1.1");
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        if let Err(error) = jsonschema::meta::validate(schema) {
            panic!("{name}: {error}");
        }
    }
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some(), "{reference} is not there");
    }
    for (id, Described { path, about, .. }) in &described {
        assert!(about["summary"].as_str().is_some_and(|summary| summary.len() > 3), "{id}");
        let parameters = about["parameters"].as_array().expect("parameters");
        for parameter in parameters {
            assert!(
                parameter["description"].as_str().is_some_and(|text| text.len() > 3),
                "{id}: {parameter}"
            );
        }
        let in_path = parameters.iter().filter(|parameter| parameter["in"] == "path");
        assert_eq!(in_path.count(), path.matches('{').count(), "{id}");
    }
}

/// Generators of clients read enumerations and unions in this form alone. Whether answers fit is told by the examples.
#[tokio::test]
async fn a_choice_is_a_list_of_words_or_a_union_of_components_with_a_discriminator() {
    let server = TestServer::start().await;
    let (document, _) = operations(&server).await;
    let (mut lists, mut unions) = (0, 0);
    // What is read stands in place, as it is closed: its unions have no components that could be mapped to.
    let methods = document["paths"].as_object().expect("paths").values().filter_map(Value::as_object);
    let bodies = methods.flat_map(|methods| methods.values()).filter_map(|about| about.get("requestBody"));
    let read: Vec<&Value> = bodies.flat_map(parts).collect();
    let is_read = |part: &Value| read.iter().any(|one| std::ptr::eq(*one, part));
    for part in parts(&document) {
        if let Some(meanings) = part.get("x-enum-descriptions").and_then(Value::as_array) {
            assert_listed(part, meanings);
            lists += 1;
        }
        if let Some(choices) = part.get("oneOf").and_then(Value::as_array)
            && !is_read(part)
        {
            assert_told_apart(&document, part, choices);
            unions += 1;
        }
    }
    assert!(lists > 15 && unions > 8, "{lists} lists and {unions} unions");
}

/// Each word has a sentence, by itself and in the description.
fn assert_listed(list: &Value, meanings: &[Value]) {
    let words = list["enum"].as_array().expect("words");
    assert_eq!(list["type"], "string", "{list}");
    assert_eq!(words.len(), meanings.len(), "{list}");
    let description = list["description"].as_str();
    for (word, meaning) in words.iter().zip(meanings) {
        let (word, meaning) = (word.as_str().expect("a word"), meaning.as_str().expect("a sentence"));
        assert!(meaning.len() > 2, "{word}");
        // That of a parameter stands beside its schema.
        let line = format!("- `{word}`: {meaning}");
        assert!(description.is_none_or(|text| text.lines().any(|told| told == line)), "{line}: {list}");
    }
}

/// Each part is a component of its own, which requires the word that the mapping has for it.
fn assert_told_apart(document: &Value, union: &Value, choices: &[Value]) {
    let discriminator = &union["discriminator"];
    let tag = discriminator["propertyName"].as_str().unwrap_or_else(|| panic!("no discriminator: {union}"));
    let mapping = discriminator["mapping"].as_object().expect("a mapping");
    let mapped: BTreeSet<Option<&str>> = mapping.values().map(Value::as_str).collect();
    assert_eq!(mapped, choices.iter().map(|choice| choice["$ref"].as_str()).collect(), "{union}");
    assert_eq!(mapping.len(), choices.len(), "{union}");
    for (word, reference) in mapping {
        let pointer = reference.as_str().and_then(|reference| reference.strip_prefix('#'));
        let part = document.pointer(pointer.expect("a reference")).expect("a component");
        assert_eq!(part["properties"][tag]["const"], *word, "{reference}");
        assert!(part["required"].as_array().is_some_and(|names| names.contains(&json!(tag))), "{reference}");
        // Neither is what stands beside a choice left there.
        assert!(part.get("oneOf").is_none() && union.get("properties").is_none(), "{reference}");
    }
}

#[tokio::test]
async fn an_address_takes_the_methods_that_the_document_names_and_no_others() {
    let server = TestServer::start().await;
    let (_, described) = operations(&server).await;
    let paths: BTreeSet<&String> = described.values().map(|described| &described.path).collect();
    for path in paths {
        for method in METHODS {
            let known = described.values().any(|one| one.path == *path && one.method == method);
            let filled = path.replace("{id}", "00000000-0000-0000-0000-000000000000").replace("{file}", "x");
            let method: Method = method.to_uppercase().parse().expect("a method");
            let request = reqwest::Client::new().request(method.clone(), server.url(&filled));
            let response = request.send().await.expect("an answer");
            let (status, media_type) =
                (response.status().as_u16(), response.headers()["content-type"].clone());
            assert_eq!(status == 405, !known, "{method} {path}: {status}");
            if !known {
                assert_eq!(media_type, "application/problem+json", "{method} {path}");
            }
        }
    }
}

/// What may be refused with what is told twice, to people and to programs: the same.
#[tokio::test]
async fn the_document_refuses_what_the_page_on_the_protocol_says() {
    let server = TestServer::start().await;
    let (_, described) = operations(&server).await;
    let page = include_str!("../../docs/protocol.md");
    let mut told = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| `") && line.contains(" /")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2);
        let is_request = |name: &&str| {
            METHODS.iter().any(|method| name.starts_with(&format!("{} /", method.to_uppercase())))
        };
        let names = quoted(cells[0]).filter_map(|name| name.split('?').next()).filter(is_request);
        for name in names.filter(|name| *name != "GET /ws") {
            told.insert((name.to_owned(), String::new()));
            let known = |code: &&str| ErrorCode::ALL.iter().any(|known| known.name() == *code);
            for code in quoted(cells[cells.len() - 1]).filter(known) {
                told.insert((name.to_owned(), code.to_owned()));
            }
        }
    }
    let mut described_so = BTreeSet::new();
    for Described { method, path, about } in described.values() {
        let name = format!("{} {path}", method.to_uppercase());
        described_so.insert((name.clone(), String::new()));
        for (_, response) in about["responses"].as_object().expect("responses") {
            let codes = response["description"].as_str().unwrap_or_default().split('`').skip(1).step_by(2);
            described_so.extend(codes.map(|code| (name.clone(), code.to_owned())));
        }
    }
    let untold: Vec<_> = described_so.difference(&told).collect();
    let unknown: Vec<_> = told.difference(&described_so).collect();
    assert!(
        untold.is_empty() && unknown.is_empty(),
        "not on the page: {untold:?}; not in the document: {unknown:?}"
    );
}
