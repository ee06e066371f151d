//! Site: where a house lives under its host, and its page, which has that written into it.

use std::collections::HashMap;

use cydonia_protocol::Language;
use cydonia_rules::{GameInfo, GameKind};
use cydonia_web_client::assets;

use super::preview::Pages;
use crate::base_path::BasePath;

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The page of a house that lives at some path.
#[derive(Debug)]
pub(crate) struct Site {
    base: BasePath,
    /// The page as it is built for each language, its base path and the games written into it.
    templates: HashMap<Language, String>,
    pages: Pages,
    has_worker: bool,
}

impl Site {
    pub(crate) fn new(base: BasePath, has_worker: bool) -> Self {
        let template = |language: Language| {
            let path = index(language);
            let page = assets().find(|file| file.path == path).map(|file| file.bytes).unwrap_or_default();
            String::from_utf8_lossy(page)
                .replace(r#"<base href="/" />"#, &format!(r#"<base href="{}" />"#, base.href()))
                .replace("<!-- games -->", &games())
        };
        let templates = Language::ALL.into_iter().map(|language| (language, template(language))).collect();
        Self { base, templates, pages: Pages::default(), has_worker }
    }

    /// Where the house lives under its host.
    pub(crate) fn base(&self) -> &BasePath {
        &self.base
    }

    /// Whether browsers may have its service worker.
    pub(super) fn has_worker(&self) -> bool {
        self.has_worker
    }

    /// The page in a language, as all that lead to it have it in common.
    pub(super) fn template(&self, language: Language) -> &str {
        self.templates.get(&language).map_or("", String::as_str)
    }

    /// The pages that were made of it.
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }
}

/// Where the client has its page in a language. It is no file of its own to whoever asks.
pub(super) fn index(language: Language) -> String {
    format!("index.{}.html", language.tag())
}

/// The games that can be played here, as data that the page brings along: nothing has to wait for another answer.
fn games() -> String {
    let games: Vec<&GameInfo> = GameKind::ALL.iter().map(|kind| kind.info()).collect();
    // Nothing in it may be taken for the end of the element.
    let json = serde_json::to_string(&games).unwrap_or_default().replace('<', r"\u003c");
    format!(r#"<script type="application/json" id="games">{json}</script>"#)
}
