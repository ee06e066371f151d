//! What only Postgres can do to a house: not let it in, be gone, come back, not say whether it has kept something.
//! `./test postgres` runs these.

mod fence;
mod losing;
mod migrating;
mod pens;
mod proxy;
mod schema;
mod starting;
#[path = "../it/support.rs"]
#[allow(dead_code, reason = "shared with the tests of either engine, which need more of it")]
mod support;
mod tls;
