//! Message bus: what carries messages between the nodes of one house, over NATS. It may lose, double, delay and reorder them, and nothing is
//! believed for having come by it: what matters is in the database, and what is missing is noticed by whoever misses it.

mod announcement;
mod announcer;
mod nats;
mod parts;
#[cfg(test)]
mod tests;

pub(crate) use announcement::{Announced, Announcement, LineState};
pub(crate) use announcer::Announcer;
pub use nats::BusError;
pub(crate) use nats::{Deliveries, Delivery, NatsBus};
