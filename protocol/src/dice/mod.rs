//! Commit–reveal dice: the seal and the pledge are commitments, the shares contributions. Every player can check them: a
//! roll is made of a secret that was sealed, a share that was pledged and a share given in the open in between, so that
//! nobody could choose it. `docs/dice.md` tells the story.
//!
//! These are the pure functions; the server, `cydonia verify-dice` and the tests share them.
//!
//! ```
//! use cydonia_protocol::dice::{Bytes32, Share, roll, seal};
//! use uuid::Uuid;
//!
//! // First everybody commits: the server seals its secret, the roller pledges a share.
//! let secret = Bytes32([7; 32]);
//! let share = Share::new(vec![1; 32]).unwrap();
//! let (sealed, pledged) = (seal(&secret), share.pledge());
//! // Then the waiting seat gives its share in the open, and both others are opened.
//! let waiting = Share::new(vec![2; 32]).unwrap();
//! let dice = roll(&secret, Uuid::nil(), 0, Some(&waiting), Some(&share));
//! assert!(dice.iter().all(|die| (1..=6).contains(die)));
//! // Whoever saw the commitments can check what was opened, and roll again.
//! assert_eq!((seal(&secret), share.pledge()), (sealed, pledged));
//! assert_eq!(roll(&secret, Uuid::nil(), 0, Some(&waiting), Some(&share)), dice);
//! assert_ne!(seal(&Bytes32([8; 32])), sealed); // another secret would be found out
//! ```

mod proof;

use std::borrow::Cow;
use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use ts_rs::TS;
use uuid::Uuid;

pub use proof::{DiceProof, DiceProofError, DiceReport, ProvedRoll};

/// What every roll's message begins with, and the name of the scheme in records.
pub const SCHEME: &str = "cydonia-dice-v1";

/// 32 bytes, as 64 lower-case hexadecimal digits: a seal, a pledge, a secret that was opened, or a public key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, TS)]
#[ts(as = "String")]
pub struct Bytes32(pub [u8; 32]);

/// What a seat adds to a roll: 16 to 64 bytes, in lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, TS)]
#[ts(as = "String")]
pub struct Share(Vec<u8>);

impl Share {
    /// How many bytes a share has.
    pub const LENGTH: std::ops::RangeInclusive<usize> = 16..=64;

    /// A share of these bytes; none if there are too few or too many.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Option<Self> {
        Self::LENGTH.contains(&bytes.len()).then_some(Self(bytes))
    }

    /// As many as [`LENGTH`](Self::LENGTH) allows.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What is told of a share before it is shown.
    #[must_use]
    pub fn pledge(&self) -> Bytes32 {
        sha256(&self.0)
    }
}

/// The bytes of a share, none for a seat that adds nothing.
fn bytes_of(share: Option<&Share>) -> &[u8] {
    share.map_or(&[], Share::bytes)
}

/// What is told of the server's secret before it is opened.
#[must_use]
pub fn seal(secret: &Bytes32) -> Bytes32 {
    sha256(&secret.0)
}

/// The two dice of roll number `k` at a table. A seat that adds nothing has no share.
#[must_use]
pub fn roll(
    secret: &Bytes32,
    table: Uuid,
    k: u64,
    waiting: Option<&Share>,
    roller: Option<&Share>,
) -> [u8; 2] {
    roll_bytes(secret, table, k, bytes_of(waiting), bytes_of(roller))
}

fn roll_bytes(secret: &Bytes32, table: Uuid, k: u64, waiting: &[u8], roller: &[u8]) -> [u8; 2] {
    let mut message = Vec::with_capacity(64 + waiting.len() + roller.len());
    message.extend(SCHEME.as_bytes());
    message.extend(table.as_bytes());
    message.extend(k.to_be_bytes());
    for share in [waiting, roller] {
        message.extend((share.len() as u16).to_be_bytes());
        message.extend(share);
    }
    let block = |block: u32| hmac(&secret.0, &[&message, &block.to_be_bytes()]).0;
    // 252 is the largest multiple of six that a byte holds: what lies above would favour the low faces.
    let mut faces = (0..).flat_map(block).filter(|byte| *byte < 252).map(|byte| byte % 6 + 1);
    [faces.next().unwrap_or(1), faces.next().unwrap_or(1)]
}

/// The server's secret for roll number `k`, from the key that it keeps for one table.
#[must_use]
pub fn secret(dice_key: &Bytes32, k: u64) -> Bytes32 {
    hmac(&dice_key.0, &[&k.to_be_bytes()])
}

/// The share behind a seat's pledge number `j`, from the seed that its page keeps for one table.
#[must_use]
pub fn pledged_share(seed: &Bytes32, table: Uuid, j: u64) -> Share {
    Share(hmac(&seed.0, &[b"p", table.as_bytes(), &j.to_be_bytes()]).0.into())
}

/// The share that a seat gives for the other's roll number `k`. It fits one seal only.
#[must_use]
pub fn waiting_share(seed: &Bytes32, table: Uuid, k: u64, seal: &Bytes32) -> Share {
    Share(hmac(&seed.0, &[b"w", table.as_bytes(), &k.to_be_bytes(), &seal.0]).0.into())
}

/// The seed of a computer's shares, from the key of its table's dice. No secret for a roll is made of so long a message, so
/// that shares and secrets tell nothing of each other.
#[must_use]
pub fn computer_seed(dice_key: &Bytes32, table: Uuid, seat: u8) -> Bytes32 {
    hmac(&dice_key.0, &[b"cydonia-computer-v1", table.as_bytes(), &[seat]])
}

fn sha256(bytes: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(bytes).into())
}

fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> Bytes32 {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    for part in parts {
        mac.update(part);
    }
    Bytes32(mac.finalize().into_bytes().into())
}

/// Reads lower-case hexadecimal digits and nothing else.
pub(crate) fn read_hex(text: &str) -> Option<Vec<u8>> {
    let lower = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    lower.then(|| hex::decode(text).ok()).flatten()
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = read_hex(&text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| de::Error::custom("32 bytes are 64 lower-case hexadecimal digits"))
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let share = read_hex(&text).and_then(Self::new);
        share.ok_or_else(|| de::Error::custom("a share is 16 to 64 bytes in lower-case hexadecimal digits"))
    }
}

impl JsonSchema for Bytes32 {
    fn schema_name() -> Cow<'static, str> {
        "Bytes32".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "32 bytes: a seal, a pledge, a secret that was opened, or a public key.",
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
        })
    }
}

impl JsonSchema for Share {
    fn schema_name() -> Cow<'static, str> {
        "Share".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let (least, most) = (Self::LENGTH.start(), Self::LENGTH.end());
        json_schema!({
            "description": format!("What a seat adds to a roll: {least} to {most} bytes."),
            "type": "string",
            "pattern": format!("^(?:[0-9a-f]{{2}}){{{least},{most}}}$"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Uuid = Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0001);

    /// The figures that any other implementation must reach too.
    #[derive(Deserialize)]
    struct Vectors {
        table: Uuid,
        rolls: Vec<RollVector>,
        secrets: Vec<SecretVector>,
        pledged_shares: Vec<PledgedVector>,
        waiting_shares: Vec<WaitingVector>,
    }

    #[derive(Deserialize)]
    struct RollVector {
        secret: Bytes32,
        k: u64,
        /// Of any length, and so no [`Share`].
        waiting: String,
        roller: String,
        seal: Bytes32,
        dice: [u8; 2],
    }

    #[derive(Deserialize)]
    struct SecretVector {
        dice_key: Bytes32,
        k: u64,
        secret: Bytes32,
    }

    #[derive(Deserialize)]
    struct PledgedVector {
        seed: Bytes32,
        j: u64,
        share: Share,
        pledge: Bytes32,
    }

    #[derive(Deserialize)]
    struct WaitingVector {
        seed: Bytes32,
        k: u64,
        seal: Bytes32,
        share: Share,
    }

    fn vectors() -> Vectors {
        let text = include_str!("../../../docs/dice-vectors.json");
        serde_json::from_str(text).expect("the published vectors")
    }

    #[test]
    fn rolls_come_out_as_published() {
        let vectors = vectors();
        assert_eq!(vectors.rolls.len(), 5);
        for RollVector { secret, k, waiting, roller, seal: sealed, dice } in vectors.rolls {
            let bytes = |text| hex::decode(text).expect("hexadecimal digits");
            assert_eq!(seal(&secret), sealed);
            assert_eq!(
                roll_bytes(&secret, vectors.table, k, &bytes(waiting), &bytes(roller)),
                dice,
                "k = {k}"
            );
        }
    }

    #[test]
    fn secrets_shares_and_pledges_come_out_as_published() {
        let vectors = vectors();
        let counts = [vectors.secrets.len(), vectors.pledged_shares.len(), vectors.waiting_shares.len()];
        assert_eq!(counts, [6; 3]);
        for SecretVector { dice_key, k, secret: expected } in vectors.secrets {
            assert_eq!(secret(&dice_key, k), expected, "k = {k}");
        }
        for PledgedVector { seed, j, share, pledge } in vectors.pledged_shares {
            assert_eq!(pledged_share(&seed, vectors.table, j), share, "j = {j}");
            assert_eq!(share.pledge(), pledge, "j = {j}");
        }
        for WaitingVector { seed, k, seal, share } in vectors.waiting_shares {
            assert_eq!(waiting_share(&seed, vectors.table, k, &seal), share, "k = {k}");
        }
    }

    #[test]
    fn every_part_of_a_roll_counts() {
        let share = |byte| Share::new(vec![byte; 16]).expect("long enough");
        let (waiting, roller) = (share(1), share(2));
        let secret = |byte| Bytes32([byte; 32]);
        // Two dice are one of 36: of many rolls each change must move some.
        let rolls = |secret: Bytes32, table, from: u64, waiting: &Share, roller: &Share| -> Vec<[u8; 2]> {
            (from..from + 20).map(|k| roll(&secret, table, k, Some(waiting), Some(roller))).collect()
        };
        let usual = rolls(secret(0), TABLE, 0, &waiting, &roller);
        assert_ne!(usual, rolls(secret(1), TABLE, 0, &waiting, &roller));
        assert_ne!(usual, rolls(secret(0), Uuid::nil(), 0, &waiting, &roller));
        assert_ne!(usual, rolls(secret(0), TABLE, 1, &waiting, &roller));
        assert_ne!(usual, rolls(secret(0), TABLE, 0, &share(3), &roller));
        assert_ne!(usual, rolls(secret(0), TABLE, 0, &roller, &waiting));
    }

    #[test]
    fn all_faces_come_equally_often() {
        let mut counts = [0u32; 6];
        for k in 0..6_000 {
            for die in roll(&Bytes32([7; 32]), TABLE, k, None, None) {
                counts[usize::from(die - 1)] += 1;
            }
        }
        // 2 000 each are expected; five standard deviations are 204.
        assert!(counts.iter().all(|count| count.abs_diff(2_000) < 204), "{counts:?}");
    }

    #[test]
    fn hex_is_read_in_one_spelling_only() {
        let share = |text: &str| serde_json::from_value::<Share>(text.into());
        assert_eq!(share(&"0f".repeat(16)).expect("a share").bytes(), [15; 16]);
        assert!(share(&"0f".repeat(64)).is_ok());
        for bad in ["", "0f", &"0f".repeat(15), &"0f".repeat(65), &"0F".repeat(16), &"0g".repeat(16)] {
            assert!(share(bad).is_err(), "{bad}");
        }
        let bytes = |text: &str| serde_json::from_value::<Bytes32>(text.into());
        assert_eq!(bytes(&"a0".repeat(32)).expect("32 bytes"), Bytes32([0xa0; 32]));
        for bad in ["", &"a0".repeat(31), &"a0".repeat(33), &"A0".repeat(32), &format!("{}é", "a".repeat(62))]
        {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
