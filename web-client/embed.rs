//! The web client as it was built, embedded in the server.

use include_dir::{Dir, include_dir};

static DIST: Dir<'_> = include_dir!("$OUT_DIR/dist");

/// What the build adds to the name of a file that it has packed, which lies beside the plain one.
const BROTLI: &str = ".br";
const GZIP: &str = ".gz";

/// One file of the web client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path, relative to the client's root and without a leading slash.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
    /// The same packed by Brotli, where that pays.
    pub brotli: Option<&'static [u8]>,
    /// The same packed by gzip, where that pays.
    pub gzip: Option<&'static [u8]>,
    /// Its media type.
    pub media_type: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
}

/// Every file of the client.
pub fn assets() -> impl Iterator<Item = Asset> {
    let mut folders = vec![&DIST];
    let files = std::iter::from_fn(move || {
        let folder = folders.pop()?;
        folders.extend(folder.dirs());
        Some(folder.files())
    });
    files.flatten().filter_map(|file| {
        let path = file.path().to_str()?;
        let packed = |ending| DIST.get_file(format!("{path}{ending}")).map(include_dir::File::contents);
        if path.ends_with(BROTLI) || path.ends_with(GZIP) {
            return None;
        }
        Some(Asset {
            path,
            bytes: file.contents(),
            brotli: packed(BROTLI),
            gzip: packed(GZIP),
            media_type: mime_guess::from_path(path).first_raw().unwrap_or("application/octet-stream"),
            // Vite puts hashed names under `assets/` and nothing else there.
            immutable: path.starts_with("assets/"),
        })
    })
}
