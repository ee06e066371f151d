//! What only several nodes of one house do: reach each other's tables, take over from each other, and be one house to whoever comes.
//! `./test many` runs these.

mod dying;
mod one_house;
mod starting;
#[path = "../it/support.rs"]
#[allow(dead_code, reason = "shared with the tests of one server, which need more of it")]
mod support;
