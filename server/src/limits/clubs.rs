//! Clubs: how many somebody has, and how large one is.

/// Clubs that somebody owns: names are for everybody, and nobody has them all.
pub const CLUBS_OWNED: i64 = 3;

/// Clubs to which somebody belongs, their own included: as many as a page of theirs shows.
pub const CLUBS_JOINED: i64 = 20;

/// Members of a club: a list of them is one answer.
pub const CLUB_MEMBERS: i64 = 500;

/// Tables of a club's members that are told.
pub const CLUB_TABLES: usize = 100;

/// Tables of theirs that are looked through for those, the newest: at some a seat is only kept for them.
pub const CLUB_TABLES_SCANNED: i64 = 300;
