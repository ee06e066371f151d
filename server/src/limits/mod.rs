//! Limits: every limit in one place, with its reason. Those that depend on who comes to a house are its own to set: [`Limits`].
//! What clients must know stands in the protocol, what a table keeps by itself in the crate of the table.

mod certificates;
mod clubs;
mod contacts;
mod house;
mod mail;
mod moderation;
mod node;
mod push;
mod requests;
mod sessions;
mod sockets;
mod store;
mod tables;
mod talk;
mod thought;
mod tournaments;
mod traces;

use std::time::Duration;

use cydonia_protocol::{ChatRule, HouseLimits, MAX_TEXT, TimeControl};

pub use certificates::*;
pub use clubs::*;
pub use contacts::*;
pub use cydonia_table::limits::*;
pub use house::Limits;
pub use mail::*;
pub use moderation::*;
pub use node::*;
pub use push::*;
pub use requests::*;
pub use sessions::*;
pub use sockets::*;
pub use store::*;
pub use tables::*;
pub use talk::*;
pub use thought::*;
pub use tournaments::*;
pub use traces::*;

/// What everybody is told of the limits when they come in.
#[must_use]
pub(crate) fn told(house: &Limits, chat: ChatRule, no_newcomers: bool) -> HouseLimits {
    let ms = |duration: Duration| duration.as_millis() as u64;
    let (initial, increment, days) = (TimeControl::INITIAL_S, TimeControl::INCREMENT_S, TimeControl::DAYS);
    HouseLimits {
        abandoned_after_ms: ms(ABANDONED_AFTER),
        claim_after_ms: ms(CLAIM_AFTER),
        ready_within_ms: ms(READY_WITHIN),
        pause_kept_ms: ms(PAUSE_KEPT),
        initial_s: [*initial.start(), *initial.end()],
        increment_s: [*increment.start(), *increment.end()],
        days: [*days.start(), *days.end()],
        text: MAX_TEXT as u32,
        exhibitions: house.exhibitions,
        chat,
        no_newcomers,
    }
}
