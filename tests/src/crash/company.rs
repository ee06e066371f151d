//! Pairing: who plays what with whom, game after game.

use std::sync::Arc;

use cydonia_protocol::{Command, TimeControl};
use cydonia_rules::{OptionValue, Options};
use tokio::sync::watch;
use uuid::Uuid;

/// A few players who stay together.
#[derive(Debug)]
pub(super) struct Company {
    pub(super) game: &'static str,
    pub(super) seats: u8,
    /// Whether its last player adds nothing to dice.
    pub(super) has_plain: bool,
    plan: watch::Sender<Plan>,
}

/// What they are about; as if they told each other in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The first of them sets a table up.
    New,
    /// They play here.
    Table(Link),
    /// They want a rematch.
    Again(Uuid),
    /// They have had enough.
    Home,
}

/// What one sends to a friend: the table, and its key if it is private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) table: Uuid,
    pub(super) key: Option<String>,
}

impl Company {
    /// All six games, each wedge game at two sizes, and dice with and without a seat that adds nothing.
    pub(super) fn all() -> Vec<Arc<Self>> {
        [
            ("martian-chess", 2, false),
            ("martian-chess", 4, false),
            ("martian-go", 3, false),
            ("martian-go", 6, false),
            ("branches-twigs-thorns", 2, false),
            ("branches-twigs-thorns", 5, false),
            ("martian-mud-wrestling", 2, false),
            ("martian-frisby", 2, false),
            ("martian-frisby", 2, true),
            ("martian-backgammon", 2, false),
            ("martian-backgammon", 2, true),
        ]
        .into_iter()
        .map(|(game, seats, has_plain)| {
            Arc::new(Self { game, seats, has_plain, plan: watch::Sender::new(Plan::New) })
        })
        .collect()
    }

    pub(super) fn plan(&self) -> watch::Receiver<Plan> {
        self.plan.subscribe()
    }

    /// A change of plan, unless another was quicker.
    pub(super) fn change(&self, from: &Plan, to: Plan) {
        self.plan.send_if_modified(|plan| {
            let is_first = plan == from;
            if is_first {
                *plan = to;
            }
            is_first
        });
    }

    /// A wish for a table for all of them.
    pub(super) fn wish(&self, rng: &mut fastrand::Rng) -> Command {
        let clock = match rng.u8(0..6) {
            0 => TimeControl::Fischer { initial_s: 10, increment_s: 0 },
            1 => TimeControl::Fischer { initial_s: 10, increment_s: 1 },
            2 => TimeControl::Fischer { initial_s: 600, increment_s: 5 },
            3 => TimeControl::Correspondence { days: 1 },
            _ => TimeControl::None {},
        };
        let mut options = Options::new();
        if (self.game, self.seats) == ("martian-chess", 4) {
            options.insert("teams".to_owned(), OptionValue::Switch(rng.bool()));
        }
        let private = rng.u8(0..4) == 0;
        let alone = options.get("teams") != Some(&OptionValue::Switch(true));
        let has_dice = ["martian-frisby", "martian-backgammon"].contains(&self.game);
        Command::Create {
            request: Uuid::from_u128(rng.u128(..)),
            game: self.game.to_owned(),
            seats: self.seats,
            options,
            clock,
            private,
            rated: !private && alone && clock != (TimeControl::None {}) && rng.bool(),
            seat: rng.u8(0..self.seats),
            computers: Vec::new(),
            challenged: Vec::new(),
            games: 1,
            pie: self.seats == 2 && !has_dice && rng.bool(),
        }
    }
}
