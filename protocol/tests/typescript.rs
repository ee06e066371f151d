//! The web client's types are those of this crate.

#[test]
fn the_web_clients_types_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-client/src/lib/protocol.ts");
    let written = std::fs::read_to_string(path).expect("the web client's types");
    assert!(
        written == cydonia_protocol::typescript::declarations(),
        "out of date: run `cargo run -p cydonia-protocol --bin protocol-ts`"
    );
}
