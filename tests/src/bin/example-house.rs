//! Example server: the house of the OpenAPI document's examples, for tools that try the whole interface: says where it is open, by which
//! token one is Ada there, and which requests the examples are, each with the token that it comes with, as a line of JSON. It stays open
//! until its standard input ends.

use cydonia_tests::{ExampleHouse, ExampleRequest};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

#[tokio::main]
async fn main() {
    let house = ExampleHouse::open().await;
    let requests: Vec<Value> = house.requests().iter().map(|request| said(&house, request)).collect();
    println!("{}\n{}\n{}", house.server.url(""), house.guests[0].token, Value::from(requests));
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await.expect("it can be read");
}

fn said(house: &ExampleHouse, request: &ExampleRequest) -> Value {
    json!({
        "operation": request.operation,
        "summary": request.summary,
        "parameters": request.parameters,
        "body": request.body,
        "token": request.guest.map(|guest| &house.guests[guest].token),
    })
}
