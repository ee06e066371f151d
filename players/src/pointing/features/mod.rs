//! Features: how a position is put before a net.

mod for_many;
mod for_two;

pub use for_many::SeenByOneOfMany;
pub use for_two::Seen;
