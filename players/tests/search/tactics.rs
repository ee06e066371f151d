//! Tactics: positions in which one action wins, and has to be found.
