//! E-mail: how often somebody is written to, and how long the house tries.

use std::num::NonZeroU32;
use std::time::Duration;

/// Codes that are sent to one address at once, and as many more a day, whoever asks for them: nobody's letter box is filled from here.
pub const MAIL_CODES_AN_ADDRESS: NonZeroU32 = NonZeroU32::new(3).expect("more than none");

/// Codes that one player asks for at once, and as many more a day.
pub const MAIL_CODES_A_PLAYER: NonZeroU32 = NonZeroU32::new(5).expect("more than none");

/// Codes that are asked for from one network address at once, and as many more a day: who asks may have many accounts.
pub const MAIL_CODES_FROM: NonZeroU32 = NonZeroU32::new(20).expect("more than none");

/// How long a code is good.
pub const MAIL_CODE: Duration = Duration::from_secs(60 * 60);

/// How often a code is typed wrongly before it is good no more: there are a million million.
pub const MAIL_TRIES: i64 = 5;

/// How often it is looked who is to be written to.
pub const MAIL_SWEEP: Duration = Duration::from_secs(10 * 60);

/// How many are looked for at a time.
pub const MAIL_BATCH: i64 = 100;

/// How long something waits for somebody before they are written to of it.
pub const MAIL_SETTLE: Duration = Duration::from_secs(6 * 60 * 60);

/// How long it is at least between two letters to one and the same,
pub const MAIL_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);
/// and between two looks whether there is something to tell.
pub const MAIL_LOOK: Duration = Duration::from_secs(60 * 60);

/// Tables that a letter tells of one by one.
pub const MAIL_NAMED: usize = 20;

/// How long a relay may take for a letter.
pub const MAIL_TIMEOUT: Duration = Duration::from_secs(30);

/// Letters in a row that a relay would not take, after which an address is forgotten.
pub const MAIL_FAILURES: i64 = 5;
