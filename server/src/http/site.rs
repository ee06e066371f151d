//! Site: where a house lives under its host, and its page, which has that written into it.

use cydonia_web_client::assets;

use super::packed::Packed;
use crate::base_path::BasePath;

/// The page itself.
pub(super) const INDEX: &str = "index.html";

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The page of a house that lives at some path.
#[derive(Debug)]
pub(crate) struct Site {
    base: BasePath,
    index: Packed,
}

impl Site {
    pub(crate) fn new(base: BasePath) -> Self {
        let page = assets().find(|file| file.path == INDEX).map(|file| file.bytes).unwrap_or_default();
        let page = String::from_utf8_lossy(page)
            .replace(r#"<base href="/" />"#, &format!(r#"<base href="{}" />"#, base.href()));
        Self { base, index: Packed::pack(HTML, "no-cache", page) }
    }

    /// Where the house lives under its host.
    pub(crate) fn base(&self) -> &BasePath {
        &self.base
    }

    /// The page.
    pub(super) fn index(&self) -> &Packed {
        &self.index
    }
}
