//! The web client as it was built, embedded in the server.

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Dist;

/// One file of the web client.
#[derive(Debug)]
pub struct Asset {
    /// Its bytes.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: String,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
}

/// The file at `path`, relative to the client's root and without a leading slash.
#[must_use]
pub fn asset(path: &str) -> Option<Asset> {
    let file = Dist::get(path)?;
    Some(Asset {
        media_type: file.metadata.mimetype().to_owned(),
        bytes: file.data,
        // Vite puts hashed names under `assets/` and nothing else there.
        immutable: path.starts_with("assets/"),
    })
}
