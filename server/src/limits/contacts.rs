//! Contacts: how many people somebody follows and blocks, and how many challenge them.

/// People whom somebody follows: more than anybody knows, and a list of them is one answer.
pub const FOLLOWS: i64 = 500;

/// People whom somebody has blocked: whoever makes new names for each insult is stopped by other means.
pub const BLOCKS: i64 = 500;

/// Tables of those whom somebody follows that are looked through for the ones at which they play just now.
pub const FRIENDS_TABLES: i64 = 2_000;

/// Seats at open tables that are kept for somebody who is challenged: a list that can still be read through.
pub const CHALLENGES: usize = 30;

/// As many of them one and the same person may have kept.
pub const CHALLENGES_BY_ONE: usize = 3;
