//! The whole server over real sockets and a real database.

mod crash;
mod dice;
mod documents;
mod lobby;
mod play;
mod private;
mod referee;
mod refusals;
mod rematch;
mod resume;
mod site;
mod sockets;
mod support;
mod tidy;
