//! Leaves of the action tree, against counts made elsewhere: `perft.jsonl` in the game's folder.
//!
//! A line names a set-up, the inputs that lead to a position (none for the start), and the leaves at depth 1, 2 …

use cydonia_rules::{Game, GameKind, GameVisitor, perft};
use serde_json::Value;

use crate::records;

#[test]
fn leaves_of_the_action_tree() {
    for kind in GameKind::ALL {
        let records = records::of("perft.jsonl", *kind);
        assert!(!records.is_empty(), "{} has no counts", kind.id());
        for record in &records {
            kind.visit(Count(record));
        }
    }
}

struct Count<'a>(&'a Value);

impl GameVisitor for Count<'_> {
    type Output = ();

    fn visit<G: Game>(self, kind: GameKind) {
        let mut game = G::start(&records::setup(self.0)).expect("the set-up is good");
        for input in self.0["line"].as_array().into_iter().flatten().filter_map(records::input) {
            input.give(&mut game).expect("the line is good");
        }
        for (depth, expected) in (1..).zip(self.0["leaves"].as_array().expect("leaves")) {
            assert_eq!(perft(&game, depth), *expected, "{} {} at depth {depth}", kind.id(), self.0);
        }
    }
}
