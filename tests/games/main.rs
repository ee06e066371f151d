//! What every game is put through without a house: any text as an action, and the referee as a program. It stands apart so that a game
//! that was added is tried without all tests of the server.

mod fuzz;
mod referee;
