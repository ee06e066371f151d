//! The rules from outside: one suite for every game, counts, golden games, and each game's own corners.

mod branches_twigs_thorns;
mod conformance;
mod explain;
mod golden;
mod lessons;
mod martian_backgammon;
mod martian_chess;
mod martian_frisby;
mod martian_go;
mod martian_mud_wrestling;
mod pages;
mod perft;
mod player;
mod pointing;
mod purity;
mod reasons;
mod records;
mod setups;
mod wedge;
