//! Site: where a house lives under its host, and its page, which has that written into it.

use cydonia_rules::{GameInfo, GameKind};
use cydonia_web_client::assets;

use super::preview::Pages;
use crate::base_path::BasePath;

/// The page itself.
pub(super) const INDEX: &str = "index.html";

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The page of a house that lives at some path.
#[derive(Debug)]
pub(crate) struct Site {
    base: BasePath,
    /// The page as it is built, its base path and the games written into it.
    template: String,
    pages: Pages,
    has_worker: bool,
}

impl Site {
    pub(crate) fn new(base: BasePath, has_worker: bool) -> Self {
        let page = assets().find(|file| file.path == INDEX).map(|file| file.bytes).unwrap_or_default();
        let page = String::from_utf8_lossy(page)
            .replace(r#"<base href="/" />"#, &format!(r#"<base href="{}" />"#, base.href()))
            .replace("<!-- games -->", &games());
        Self { base, template: page, pages: Pages::default(), has_worker }
    }

    /// Where the house lives under its host.
    pub(crate) fn base(&self) -> &BasePath {
        &self.base
    }

    /// Whether browsers may have its service worker.
    pub(super) fn has_worker(&self) -> bool {
        self.has_worker
    }

    /// The page, as all that lead to it have it in common.
    pub(super) fn template(&self) -> &str {
        &self.template
    }

    /// The pages that were made of it.
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }
}

/// The games that can be played here, as data that the page brings along: nothing has to wait for another answer.
fn games() -> String {
    let games: Vec<&GameInfo> = GameKind::ALL.iter().map(|kind| kind.info()).collect();
    // Nothing in it may be taken for the end of the element.
    let json = serde_json::to_string(&games).unwrap_or_default().replace('<', r"\u003c");
    format!(r#"<script type="application/json" id="games">{json}</script>"#)
}
