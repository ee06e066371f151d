//! Sessions and seats' links: how many there are, and how long they last.

use std::time::Duration;

/// A session that nobody has used for so long is gone: browsers keep no cookie for longer, and a guest's games may last
/// weeks.
pub const SESSION_IDLE: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How often it is noted down at most that a session is used: a write a day, and not one for each request.
pub const SESSION_NOTED: Duration = Duration::from_secs(24 * 60 * 60);

/// Sessions that links have opened for one seat; the oldest go. Nobody has more devices.
pub const SESSIONS: i64 = 16;

/// Tokens of a player: nobody has more programs.
pub const TOKENS: i64 = 32;

/// Secret links to one table's seats; the oldest go.
pub const SEAT_KEYS: i64 = 16;

/// Guests and other accounts that become part of one, those of theirs among them: nobody was more people before they had an account.
pub const MERGED: i64 = 32;

/// Passkeys of a player: nobody has more devices that make them.
pub const PASSKEYS: i64 = 16;

/// Recovery codes that are given out together: some for a drawer at home and some for one elsewhere.
pub const RECOVERY_CODES: usize = 8;

/// For how long somebody who has shown who they are may change how they sign in.
pub const FRESH: Duration = Duration::from_mins(10);

/// How long a browser may take to have a passkey made or asked: as long as somebody takes to find their key.
pub const CEREMONY: Duration = Duration::from_mins(5);

/// Passkeys that browsers of one address are asked for at a time; the oldest go.
pub const CEREMONIES_AN_ADDRESS: usize = 16;

/// Passkeys that browsers are asked for at a time in all, a kilobyte each; the oldest go.
pub const CEREMONIES: usize = 16_384;

/// Sessions of a player that are no tokens and for no seat; the oldest go. Nobody has more browsers.
pub const OWN_SESSIONS: i64 = 32;

/// Passwords and recovery codes that may be wrong one after another for one name, or from one address, before there is a pause.
pub const GUESSES: u32 = 5;
/// See [`GUESSES`]: many people may share an address.
pub const GUESSES_AN_ADDRESS: u32 = 20;

/// The first pause; each further wrong one doubles it,
pub const GUESS_PAUSE: Duration = Duration::from_secs(1);
/// up to this: so a name is tried a hundred times a day, from however many addresses.
pub const MAX_GUESS_PAUSE: Duration = Duration::from_mins(15);

/// When nothing wrong came for so long, it is forgotten that it ever did.
pub const GUESSES_FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// Names and addresses for which wrong guesses are remembered, a hundred bytes each; the oldest that are in no pause are forgotten first.
pub const GUESSES_KEPT: usize = 20_000;

/// How long an app may take to exchange an authorization code for its token: it does so as soon as the browser is back.
pub const AUTHORIZATION_CODE: Duration = Duration::from_mins(1);

/// Authorization codes of one player that are not exchanged yet; the oldest go.
pub const AUTHORIZATION_CODES_A_PLAYER: usize = 4;

/// Authorization codes that are not exchanged yet in all, a kilobyte each; the oldest go.
pub const AUTHORIZATION_CODES: usize = 4096;

/// What an app calls itself, in characters.
pub const CLIENT_ID: usize = 64;

/// The address where an app has browsers sent back, in bytes.
pub const REDIRECT_URI: usize = 512;

/// What an app wants back as it is, in characters.
pub const AUTHORIZATION_STATE: usize = 512;
