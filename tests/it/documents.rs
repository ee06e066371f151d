//! Documentation checks: the pages on the protocol and on the referee tell of everything that these have.

use cydonia_protocol::{Close, ErrorCode};
use cydonia_server::cli::referee::CODES;

fn read(path: &str) -> String {
    let path = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_error_and_close_code_is_documented() {
    let page = read("docs/protocol.md");
    for code in ErrorCode::ALL {
        assert!(page.contains(&format!("| `{}` |", code.name())), "{} is missing", code.name());
    }
    for close in Close::ALL {
        assert!(page.contains(&format!("| {} |", close.code())), "{} is missing", close.code());
    }
}

#[test]
fn every_code_of_the_referee_is_documented() {
    let page = read("docs/referee.md");
    for code in CODES {
        assert!(page.contains(&format!("| `{code}` |")), "{code} is missing");
    }
}

#[test]
fn every_message_is_documented() {
    let page = read("docs/protocol.md");
    let types = read("web-client/src/lib/protocol.ts");
    for kind in ["Command", "ServerMessage", "EventKind"] {
        let start = types.find(&format!("export type {kind} =")).expect("it is generated");
        let declaration = &types[start..start + types[start..].find(";\n\n").unwrap_or(types.len() - start)];
        for name in declaration.split("\"type\": \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("`{name}`")), "{kind} {name} is missing");
        }
    }
}
