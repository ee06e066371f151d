//! Finished games.

mod analysis;
mod cacheable;
mod dice;
mod film;
mod filter;
mod list;
mod live;
mod lookup;
mod one;
mod position;
mod proof;
mod record;
mod replay;
mod stream;
mod what_if;

pub(super) use cacheable::Cacheable;
pub(super) use lookup::{load_visible, played};
pub(super) use stream::own_games;

use super::openapi::Operation;

pub(super) fn operations() -> Vec<Operation> {
    let mut all = vec![
        list::operation(),
        stream::operation(),
        live::operation(),
        one::operation(),
        record::operation(),
        position::operation(),
        what_if::operation(),
        replay::operation(),
        dice::operation(),
        proof::operation(),
        film::operation(),
    ];
    all.extend(analysis::operations());
    all
}
