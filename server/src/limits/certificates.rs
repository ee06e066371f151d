//! Certificates that the house gets from an authority: how long an authority may take, and how often it is asked.

use std::time::Duration;

/// Names that one certificate is for; Let's Encrypt takes no more.
pub const ACME_DOMAINS: usize = 100;

/// How long an authority may take for one request,
pub const ACME_REQUEST: Duration = Duration::from_secs(30);
/// and how many bytes it may answer with: a certificate with those behind it has a few thousand.
pub const ACME_ANSWER: usize = 256 * 1024;

/// How long it is waited before an order is looked at again that is not decided yet: the first time, and twice as long each time after,
pub const ACME_POLL: Duration = Duration::from_secs(1);
/// or as long as the authority says, but never longer than that.
pub const ACME_POLL_LONGEST: Duration = Duration::from_secs(30);
/// How often it is looked at. An authority that is in no hurry decides within a minute or two.
pub const ACME_POLLS: u32 = 20;

/// How long it is waited after a try that came to nothing: the first time, and four times as long each time after. Let's Encrypt lets a
/// name fail five times an hour; so it fails four times in the first one, and less often after that.
pub const ACME_RETRY: Duration = Duration::from_secs(60);
/// The longest that it is waited by itself,
pub const ACME_RETRY_LONGEST: Duration = Duration::from_secs(6 * 60 * 60);
/// and the longest that an authority may ask for.
pub const ACME_RETRY_AFTER_LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How often it is looked whether a certificate is due to be renewed, and how soon after one came the next is asked for, whatever that one
/// says of itself: the time of day may have been set, and some authority's certificates may be due at once.
pub const ACME_LOOKED_AT: Duration = Duration::from_secs(60 * 60);

/// Signs of what an authority says of an error that the log is told.
pub const ACME_TOLD: usize = 500;
