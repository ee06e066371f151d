//! Parts: NATS carries no message beyond a megabyte, as it comes. What is longer goes in parts, and is put together again.

use std::collections::HashMap;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use cydonia_cluster::Incarnation;

/// The most that goes at once, in bytes.
pub(super) const PART: usize = 512 * 1024;

/// The most that is put together, in bytes: more than any message to a socket has.
const WHOLE: usize = 64 * 1024 * 1024;

const ALL: u8 = 0;
const MORE: u8 = 1;
const LAST: u8 = 2;

/// Cuts a letter up, if it is too long to go at once. Each part names whose it is, and of which letter.
pub(super) fn cut(from: Incarnation, number: u64, letter: &[u8]) -> Vec<Bytes> {
    if letter.len() <= PART {
        let mut whole = BytesMut::with_capacity(1 + letter.len());
        whole.put_u8(ALL);
        whole.put_slice(letter);
        return vec![whole.freeze()];
    }
    let count = letter.len().div_ceil(PART);
    let part = |(index, bytes): (usize, &[u8])| {
        let mut part = BytesMut::with_capacity(1 + 8 + 8 + 4 + bytes.len());
        part.put_u8(if index + 1 == count { LAST } else { MORE });
        part.put_i64(from.0);
        part.put_u64(number);
        part.put_u32(index as u32);
        part.put_slice(bytes);
        part.freeze()
    };
    letter.chunks(PART).enumerate().map(part).collect()
}

/// What has come of letters in parts.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    /// The letter of each node that is coming in.
    coming: HashMap<Incarnation, Coming>,
}

#[derive(Debug)]
struct Coming {
    number: u64,
    parts: u32,
    bytes: BytesMut,
}

impl Assembler {
    /// Takes in what has come; gives a letter that is whole. One of which a part is missing is lost.
    pub(super) fn take(&mut self, mut bytes: Bytes) -> Option<Bytes> {
        let kind = bytes.try_get_u8().ok()?;
        if kind == ALL {
            return Some(bytes);
        }
        if ![MORE, LAST].contains(&kind) {
            return None;
        }
        let from = Incarnation(bytes.try_get_i64().ok()?);
        let (number, index) = (bytes.try_get_u64().ok()?, bytes.try_get_u32().ok()?);
        let mut coming = match self.coming.remove(&from) {
            Some(coming) if (coming.number, coming.parts) == (number, index) => coming,
            _ if index == 0 => Coming { number, parts: 0, bytes: BytesMut::new() },
            _ => return None,
        };
        if coming.bytes.len() + bytes.len() > WHOLE {
            return None;
        }
        coming.bytes.extend_from_slice(&bytes);
        if kind == LAST {
            return Some(coming.bytes.freeze());
        }
        coming.parts += 1;
        self.coming.insert(from, coming);
        None
    }
}
