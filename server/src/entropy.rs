//! Random source: randomness comes in by handle, so that tests can script it.

use std::fmt;
use std::sync::Arc;

use uuid::Uuid;

/// A source of random bytes.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

/// Fills the bytes it is given.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy")
    }
}

impl Entropy {
    /// The machine's own generator.
    #[must_use]
    pub fn system() -> Self {
        Self::from_source(|bytes| {
            #[expect(clippy::disallowed_methods, reason = "this is the one place where randomness comes in")]
            getrandom::fill(bytes).expect("the operating system gives random bytes");
        })
    }

    /// Any other source: it fills the bytes it is given.
    #[must_use]
    pub fn from_source(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// Random bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }

    /// A new id that sorts by time (uuid v7).
    #[must_use]
    pub fn id(&self, now_ms: i64) -> Uuid {
        uuid::Builder::from_unix_timestamp_millis(now_ms.max(0) as u64, &self.bytes()).into_uuid()
    }

    /// A secret of `N` bytes in hex.
    #[must_use]
    pub fn secret<const N: usize>(&self) -> String {
        hex::encode(self.bytes::<N>())
    }
}
