//! JSON Schema: the schemas that are served: that they say enough, and that what the server writes over REST fits them.

use cydonia_protocol::{Command, MAX_NUMBER, TimeControl, schema};
use cydonia_tests::TestServer;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{create, play_dice, seated, seated_at, watch, wish};

/// One of the documents.
pub(crate) fn document(name: &str) -> Value {
    let found = schema::documents().into_iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no schema is called {name}")).1
}

/// What tells whether something fits a schema, with every field that the schema does not list refused.
pub(crate) fn closed(name: &str) -> Validator {
    let mut schema = document(name);
    close(&mut schema, true);
    validator(&schema)
}

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).expect("a schema")
}

pub(crate) fn assert_fits(schema: &Validator, instance: &Value) {
    let errors: Vec<String> = schema.iter_errors(instance).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}: {instance}");
}

/// Forbids unlisted fields wherever a schema leaves that open. The parts of a choice share the fields of the whole,
/// so that only the whole can tell.
fn close(schema: &mut Value, is_whole: bool) {
    let Value::Object(keywords) = schema else { return };
    for (keyword, value) in keywords.iter_mut() {
        match (keyword.as_str(), value) {
            ("$defs" | "properties", Value::Object(parts)) => {
                parts.values_mut().for_each(|part| close(part, true));
            }
            ("items" | "additionalProperties", part) => close(part, true),
            ("prefixItems", Value::Array(parts)) => parts.iter_mut().for_each(|part| close(part, true)),
            ("oneOf" | "anyOf", Value::Array(parts)) => parts.iter_mut().for_each(|part| close(part, false)),
            _ => {}
        }
    }
    if is_whole && !keywords.contains_key("additionalProperties") {
        keywords.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

/// Every part of a schema that is a schema itself, the whole included.
pub(crate) fn parts(schema: &Value) -> Vec<&Value> {
    let mut found = vec![schema];
    let deeper = match schema {
        Value::Object(keywords) => keywords.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    found.extend(deeper.into_iter().flat_map(parts));
    found
}

#[tokio::test]
async fn every_schema_is_served_as_it_is_and_may_be_kept_for_a_while() {
    let server = TestServer::start().await;
    for (name, schema) in schema::documents() {
        let response =
            reqwest::get(server.url(&format!("/api/v1/schema/{name}.json"))).await.expect("an answer");
        assert_eq!(response.status(), 200, "{name}");
        assert_eq!(response.headers()["content-type"], "application/schema+json");
        assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
        assert_eq!(response.json::<Value>().await.expect("JSON"), schema, "{name}");
        let page = include_str!("../../docs/protocol.md");
        assert!(page.contains(&format!("`{name}.json`")), "docs/protocol.md does not tell of {name}");
    }
    for path in ["/api/v1/schema/client", "/api/v1/schema/nothing.json", "/api/v1/schema/%ff"] {
        let problem: Value = server.get(path).await;
        assert_eq!(problem["code"], "not_found", "{path}");
    }
}

#[test]
fn every_schema_is_one_by_its_own_standard_and_tells_what_each_field_is() {
    for (name, schema) in schema::documents() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        if let Err(error) = jsonschema::meta::validate(&schema) {
            panic!("{name}: {error}");
        }
        for part in parts(&schema) {
            let types = &part["type"];
            if types == "integer" || types.as_array().is_some_and(|types| types.contains(&json!("integer"))) {
                let limit = |keyword: &str| part[keyword].as_i64().map(i64::unsigned_abs);
                assert!(limit("minimum").is_some_and(|least| least <= MAX_NUMBER), "{name}: {part}");
                assert!(limit("maximum").is_some_and(|most| most <= MAX_NUMBER), "{name}: {part}");
            }
            // Words are listed; what is chosen between is more than a word.
            for choice in part.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
                assert_ne!(choice["type"], "string", "{name}: {part}");
            }
            if let Some(properties) = part.get("properties").and_then(Value::as_object) {
                for (field, about) in properties.iter().filter(|(_, about)| about.get("const").is_none()) {
                    let text = about["description"].as_str();
                    assert!(text.is_some_and(|text| !text.contains("[`")), "{name}: {field}: {about}");
                }
            }
            // What is read is closed everywhere; what is written is open.
            if part["type"] == "object" && part.get("properties").is_some() {
                let is_read = name == "client" || name.ends_with("-request");
                assert_eq!(
                    part.get("additionalProperties") == Some(&json!(false)),
                    is_read,
                    "{name}: {part}"
                );
            }
        }
    }
}

#[test]
fn the_range_of_a_clock_is_in_the_schema() {
    let schema = validator(&document("client"));
    let wish = |clock: TimeControl| json!({ "id": 1, "do": wish("martian-chess", 2, clock) });
    for initial_s in [0, 9, 10, 11, 10_800, 10_801, u32::MAX] {
        for increment_s in [0, 1, 180, 181, u32::MAX] {
            let clock = TimeControl::Fischer { initial_s, increment_s };
            assert_eq!(schema.is_valid(&wish(clock)), clock.check().is_ok(), "{clock:?}");
        }
    }
    for days in 0..=u8::MAX {
        let clock = TimeControl::Correspondence { days };
        assert_eq!(schema.is_valid(&wish(clock)), clock.check().is_ok(), "{clock:?}");
    }
}

#[tokio::test]
async fn every_document_of_the_rest_interface_fits_its_schema() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    let fits = |name: &str, document: Value| assert_fits(&closed(name), &document);

    let body = json!({ "name": "Ada", "bearer": true });
    fits("session-request", body.clone());
    let ada: Value = http
        .post(server.url("/api/v1/session"))
        .json(&body)
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("a session");
    fits("session", ada);
    fits("session", server.get("/api/v1/session").await);

    // A game with dice, and one of which several leave.
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    let guest = server.guest("Eve").await;
    let key = http.post(server.url(&format!("/api/v1/tables/{table}/seat-key"))).bearer_auth(guest.token);
    fits("problem", key.send().await.expect("an answer").json().await.expect("a problem"));
    play_dice(&mut players, table, 30, &mut fastrand::Rng::with_seed(5)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    fits("dice-report", server.get(&format!("/api/v1/matches/{table}/dice")).await);
    let (larger, mut players) = seated(&server, 4).await;
    for seat in [2, 0, 1] {
        players[seat].call(Command::Resign { table: larger }).await.expect("resigned");
    }
    for id in [table, larger] {
        fits("match-record", server.get(&format!("/api/v1/matches/{id}")).await);
        fits("match-position", server.get(&format!("/api/v1/matches/{id}/position?ply=1&layout=true")).await);
        fits("replay", server.get(&format!("/api/v1/matches/{id}/replay")).await);
    }
    for path in ["/api/v1/matches", "/api/v1/matches?limit=1"] {
        fits("match-page", server.get(path).await);
    }
    let record =
        reqwest::get(server.url(&format!("/api/v1/matches/{table}/record"))).await.expect("an answer");
    let check = http.post(server.url("/api/v1/check-record")).body(record.text().await.expect("text"));
    fits("record-check", check.send().await.expect("an answer").json().await.expect("a verdict"));
    let ada = server.guest("Ada").await;
    let mut at_table = server.connect(Some(&ada)).await;
    let open = at_table.call(create(3)).await.expect("a table").table.expect("its id");
    at_table.call(watch(open)).await.expect("watching");
    fits("table-page", server.get("/api/v1/tables").await);
    fits("live-table", server.get(&format!("/api/v1/tables/{open}")).await);
    fits("player-page", server.get(&format!("/api/v1/players/{}", ada.player.id)).await);
    fits("games", server.get("/api/v1/games").await);
    fits("problem", server.get("/api/v1/nothing").await);
}

#[tokio::test]
async fn a_seats_key_and_the_session_it_opens_fit_their_schemas() {
    let server = TestServer::start().await;
    let http = reqwest::Client::new();
    let guest = server.guest("Ada").await;
    let mut ada = server.connect(Some(&guest)).await;
    let table = ada.call(create(2)).await.expect("a table").table.expect("its id");
    let make = http.post(server.url(&format!("/api/v1/tables/{table}/seat-key"))).bearer_auth(&guest.token);
    let key: Value = make.send().await.expect("an answer").json().await.expect("a key");
    assert_fits(&closed("seat-key"), &key);
    let code = http.post(server.url(&format!("/api/v1/tables/{table}/code")));
    assert_fits(&closed("table-code"), &code.send().await.expect("an answer").json().await.expect("JSON"));
    let body = json!({ "table": table, "key": key["key"] });
    assert_fits(&closed("seat-request"), &body);
    let open = http.post(server.url("/api/v1/session/seat")).json(&body);
    let session: Value = open.send().await.expect("an answer").json().await.expect("a session");
    assert_fits(&closed("session"), &session);
    assert_eq!(session["player"]["name"], "Ada");
}
