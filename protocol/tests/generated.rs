//! What is generated from this crate's types is what they say: the web client's types, and the page on messages.

use cydonia_protocol::{reference, typescript};

#[test]
fn the_web_clients_types_are_up_to_date() {
    assert_is_written("web-client/src/lib/protocol.ts", &typescript::declarations(), "protocol-ts");
}

#[test]
fn the_page_on_messages_is_up_to_date() {
    assert_is_written("docs/messages.md", &reference::page(), "protocol-reference");
}

fn assert_is_written(path: &str, generated: &str, program: &str) {
    let file = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
    let written = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(
        written == generated,
        "{path} is out of date: run `cargo run -p cydonia-protocol --bin {program}`"
    );
}
