//! Objections to everything that can be clicked on a board, in little room.

use std::collections::{BTreeMap, BTreeSet};

use cydonia_rules::{AnyGame, Layout, Objection, TokenKind};
use serde::Serialize;

/// Why what is not legal may not be done: for each beginning of an action, and each space that does not go on with it.
/// Mostly it is one reason for nearly all spaces, and the same for many beginnings.
#[derive(Default, Serialize)]
pub(crate) struct Objections {
    tables: Vec<Table>,
    /// For each beginning, the place of the table for what does not go on with it.
    after: BTreeMap<String, usize>,
}

/// The reasons after one beginning.
#[derive(PartialEq, Serialize)]
struct Table {
    /// The one that most spaces have.
    usual: Objection,
    /// Others, with the spaces that have them.
    others: Vec<(Objection, Vec<String>)>,
}

impl Objections {
    /// Those of a position in which somebody is to act.
    pub(crate) fn of(game: &AnyGame, layout: &Layout) -> Self {
        let mut found = Self::default();
        for beginning in beginnings(&game.actions()) {
            let Some(table) = Table::after(&beginning, game, layout) else { continue };
            let place = found.tables.iter().position(|known| *known == table);
            let place = place.unwrap_or_else(|| {
                found.tables.push(table);
                found.tables.len() - 1
            });
            found.after.insert(beginning, place);
        }
        found
    }
}

/// All that has something after it in some action; nothing has.
fn beginnings(actions: &[String]) -> BTreeSet<String> {
    let dashes = actions.iter().flat_map(|action| action.match_indices('-').map(|(at, _)| &action[..at]));
    std::iter::once("").chain(dashes).map(str::to_owned).collect()
}

impl Table {
    /// None where every space goes on with the beginning.
    fn after(beginning: &str, game: &AnyGame, layout: &Layout) -> Option<Self> {
        let mut reasons: Vec<(Objection, Vec<String>)> = Vec::new();
        for token in &layout.tokens {
            if !matches!(token.kind, TokenKind::Space { .. }) {
                continue;
            }
            let tried =
                if beginning.is_empty() { token.text.clone() } else { format!("{beginning}-{}", token.text) };
            let Some(reason) = game.objection(&tried) else { continue };
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, spaces)) => spaces.push(token.text.clone()),
                None => reasons.push((reason, vec![token.text.clone()])),
            }
        }
        reasons.sort_by_key(|(_, spaces)| std::cmp::Reverse(spaces.len()));
        let mut reasons = reasons.into_iter();
        let (usual, _) = reasons.next()?;
        Some(Self { usual, others: reasons.collect() })
    }
}
