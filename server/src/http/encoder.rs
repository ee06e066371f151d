//! Encoder: what is made anew is packed while it is made, as whoever asks for it likes it.

use std::io::{self, Write};

use axum::http::HeaderMap;
use flate2::Compression;
use flate2::write::GzEncoder;
use zstd::stream::write::Encoder as ZstdEncoder;

use super::accept::{Coding, liked};
use crate::background::Yielding;

/// Whoever unpacks keeps as much of what came as this says, as a power of two: 128 KiB. So does whoever packs.
const ZSTD_WINDOW: u32 = 17;

/// How much time may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Somebody waits.
    Quick,
    /// It is done once.
    Thorough,
}

/// Packs what is written to it.
pub(super) enum Encoder {
    Zstd(ZstdEncoder<'static, Vec<u8>>),
    Gzip(GzEncoder<Vec<u8>>),
}

impl Encoder {
    /// What can be made while somebody waits, that first which is preferred.
    pub(super) const CODINGS: [Coding; 2] = [Coding::Zstd, Coding::Gzip];

    /// The one that a client likes best of those, if it likes any.
    pub(super) fn liked(headers: &HeaderMap) -> Option<Coding> {
        liked(headers, &Self::CODINGS)
    }

    /// # Errors
    /// If there is no memory for it, or no such encoder.
    pub(super) fn new(coding: Coding, effort: Effort) -> io::Result<Self> {
        match coding {
            Coding::Zstd => {
                let level = if effort == Effort::Quick { 1 } else { 12 };
                let mut encoder = ZstdEncoder::new(Vec::new(), level)?;
                encoder.window_log(ZSTD_WINDOW)?;
                Ok(Self::Zstd(encoder))
            }
            Coding::Gzip => {
                let level = if effort == Effort::Quick { Compression::fast() } else { Compression::best() };
                Ok(Self::Gzip(GzEncoder::new(Vec::new(), level)))
            }
            Coding::Brotli => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// What is packed by now, and was not taken yet.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(match self {
            Self::Zstd(encoder) => encoder.get_mut(),
            Self::Gzip(encoder) => encoder.get_mut(),
        })
    }

    /// The end of what is packed.
    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd(encoder) => encoder.finish(),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

impl Write for Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Zstd(encoder) => encoder.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Zstd(encoder) => encoder.flush(),
            Self::Gzip(encoder) => encoder.flush(),
        }
    }
}

/// Some bytes packed.
///
/// # Errors
/// If there is no memory for it, or no such encoder.
pub(super) fn packed(plain: &[u8], coding: Coding, effort: Effort) -> io::Result<Vec<u8>> {
    let mut encoder = Encoder::new(coding, effort)?;
    if let Encoder::Zstd(encoder) = &mut encoder {
        // Short answers need short buffers, on both sides.
        encoder.set_pledged_src_size(Some(plain.len() as u64))?;
    }
    let mut encoder = Yielding::new(encoder);
    encoder.write_all(plain)?;
    encoder.into_inner().finish()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_to_the_same_wherever_it_was_taken() {
        let lines: Vec<String> = (0..5000).map(|n| format!("{{\"number\":{n},\"game\":\"go\"}}\n")).collect();
        for coding in Encoder::CODINGS {
            for effort in [Effort::Quick, Effort::Thorough] {
                let mut encoder = Encoder::new(coding, effort).expect("an encoder");
                let mut sent = Vec::new();
                for (n, line) in lines.iter().enumerate() {
                    encoder.write_all(line.as_bytes()).expect("written");
                    if n % 700 == 0 {
                        encoder.flush().expect("flushed");
                        let taken = encoder.take();
                        assert!(!taken.is_empty(), "whoever waits for a line gets it: {coding:?}");
                        sent.extend(taken);
                    }
                }
                sent.extend(encoder.finish().expect("the end"));
                let plain = lines.concat();
                assert_eq!(unpacked(coding, &sent), plain.as_bytes(), "{coding:?} {effort:?}");
                assert!(sent.len() * 3 < plain.len(), "{coding:?} {effort:?}: {}", sent.len());
                let at_once = packed(plain.as_bytes(), coding, effort).expect("packed");
                assert_eq!(unpacked(coding, &at_once), plain.as_bytes(), "{coding:?} {effort:?}");
            }
        }
    }

    fn unpacked(coding: Coding, packed: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        match coding {
            Coding::Zstd => plain = zstd::decode_all(packed).expect("zstd"),
            Coding::Gzip | Coding::Brotli => {
                flate2::read::GzDecoder::new(packed).read_to_end(&mut plain).map(drop).expect("gzip");
            }
        }
        plain
    }
}
