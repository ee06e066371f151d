//! Code generator: writes the page on messages, field by field.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/messages.md");
    std::fs::write(path, cydonia_protocol::reference::page())
}
