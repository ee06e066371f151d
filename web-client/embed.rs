//! The web client as it was built, embedded in the server.

use include_dir::{Dir, include_dir};

static DIST: Dir<'_> = include_dir!("$OUT_DIR/dist");

/// One file of the web client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its bytes.
    pub bytes: &'static [u8],
    /// Its media type.
    pub media_type: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
}

/// The file at `path`, relative to the client's root and without a leading slash.
#[must_use]
pub fn asset(path: &str) -> Option<Asset> {
    let file = DIST.get_file(path)?;
    Some(Asset {
        bytes: file.contents(),
        media_type: mime_guess::from_path(path).first_raw().unwrap_or("application/octet-stream"),
        // Vite puts hashed names under `assets/` and nothing else there.
        immutable: path.starts_with("assets/"),
    })
}
