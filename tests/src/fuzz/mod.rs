//! Fuzz targets: what may come from outside and be anything at all, as functions of bytes: they return, or what they found panics.
//!
//! `tests/games/fuzz.rs` runs them with random bytes each time the tests run; `fuzz/` in the root folder for as long as
//! one likes, with bytes to which the coverage leads.

mod notation;
mod referee;
mod spoil;

pub use notation::notation;
pub use referee::referee;
