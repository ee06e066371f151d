//! Code generator: writes the TypeScript side of the protocol.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-client/src/lib/protocol.ts");
    std::fs::write(path, cydonia_protocol::typescript::declarations())
}
