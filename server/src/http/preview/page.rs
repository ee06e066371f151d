//! Page heads: the client's page with a preview written into it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use cydonia_protocol::Language;

use crate::http::language;
use crate::http::packed::Packed;
use crate::http::scheme::Scheme;
use crate::http::site::{HTML, Site};
use crate::limits;

/// What is said of a page.
#[derive(Clone, Debug, Default)]
pub(in crate::http) struct Preview {
    /// Plain text.
    pub title: String,
    /// Plain text, a sentence or two.
    pub description: String,
    /// Its picture's path below the base path, if it has one.
    pub picture: Option<String>,
    /// HTML for whoever has no JavaScript, and the language it is in.
    pub still: String,
    pub language: Language,
}

/// In which language and colours a page comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Variant {
    language: Language,
    scheme: Scheme,
}

impl Variant {
    /// As whoever asks wants it.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self { language: language::chosen(headers), scheme: Scheme::of(headers) }
    }

    pub(super) fn language(self) -> Language {
        self.language
    }
}

/// Where the house is found, which page, and how it comes.
type Key = (String, &'static str, Variant);

/// Pages that are the same for everybody who finds the house under one name, packed once.
#[derive(Debug, Default)]
pub(in crate::http) struct Pages(Mutex<HashMap<Key, Arc<Packed>>>);

impl Pages {
    /// The page of that name, made when it is first asked for.
    pub(super) fn known(
        &self,
        site: &Site,
        origin: &str,
        variant: Variant,
        name: &'static str,
        preview: impl FnOnce() -> Preview,
    ) -> Arc<Packed> {
        let key = (origin.to_owned(), name, variant);
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = pages.get(&key) {
            return Arc::clone(page);
        }
        // Whoever makes up names for this house has all others packed anew, and no more than that.
        if pages.len() >= limits::KNOWN_PAGES {
            pages.clear();
        }
        let page = Arc::new(Packed::pack(HTML, "no-cache", self.made(site, origin, variant, &preview())));
        pages.insert(key, Arc::clone(&page));
        page
    }

    /// A page made for one answer.
    pub(super) fn made(&self, site: &Site, origin: &str, variant: Variant, preview: &Preview) -> String {
        let Preview { title, description, picture, still, language } = preview;
        let (title, description) = (escaped(title), escaped(description));
        let mut head = format!(
            "<title>{title}</title>\n    <meta property=\"og:site_name\" content=\"Cydonia\" />\n    \
             <meta property=\"og:type\" content=\"website\" />\n    \
             <meta property=\"og:title\" content=\"{title}\" />\n    \
             <meta property=\"og:description\" content=\"{description}\" />"
        );
        if let Some(picture) = picture {
            let address = escaped(&format!("{origin}{}{picture}", site.base().href()));
            head.push_str(&format!(
                "\n    <meta property=\"og:image\" content=\"{address}\" />\n    \
                 <meta property=\"og:image:width\" content=\"{}\" />\n    \
                 <meta property=\"og:image:height\" content=\"{}\" />\n    \
                 <meta name=\"twitter:card\" content=\"summary_large_image\" />",
                cydonia_pictures::CARD_WIDTH,
                cydonia_pictures::CARD_HEIGHT,
            ));
        } else {
            head.push_str("\n    <meta name=\"twitter:card\" content=\"summary\" />");
        }
        let page = variant.scheme.written_into(site.template(variant.language));
        let page = replaced(&page, "<title>", "</title>", &head);
        let about = format!("<meta name=\"description\" content=\"{description}\" />");
        let page = replaced(&page, "<meta name=\"description\"", "/>", &about);
        replaced(
            &page,
            "<noscript>",
            "</noscript>",
            &format!(
                "<noscript lang=\"{}\" dir=\"{}\">{still}</noscript>",
                language.tag(),
                language.direction()
            ),
        )
    }
}

/// A text with what stands from one mark to the next replaced, marks included.
fn replaced(text: &str, from: &str, to: &str, by: &str) -> String {
    let parts = text.split_once(from).and_then(|(before, rest)| Some((before, rest.split_once(to)?.1)));
    parts.map_or_else(|| text.to_owned(), |(before, after)| format!("{before}{by}{after}"))
}

/// A text as it stands between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
