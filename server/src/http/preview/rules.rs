//! Rules pages without JavaScript: the texts of `docs/rules`, which the client shows with boards that can be tried, as plain HTML with
//! the pictures that stand beside them.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use cydonia_protocol::Language;
use cydonia_rules::GameKind;
use include_dir::{Dir, include_dir};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

use super::page::Preview;
use super::phrases::Phrases;
use super::words;
use crate::gaps::fill;
use crate::http::packed::Packed;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/rules");

/// The page that lists them all.
pub(super) const INDEX: &str = "rules";
const README: &str = "README";

/// The pictures by their names.
static PICTURES: LazyLock<HashMap<&'static str, Packed>> = LazyLock::new(|| {
    let files = RULES.get_dir("pictures").map(Dir::files).into_iter().flatten();
    let picture = |file: &'static include_dir::File<'static>| {
        let name = file.path().file_name()?.to_str()?;
        let bytes = Bytes::from_static(file.contents());
        Some((name, Packed::new("image/svg+xml", "public, max-age=3600", bytes, Vec::new())))
    };
    files.filter_map(picture).collect()
});

/// A picture of the rules, by its name.
pub(in crate::http) fn picture(name: &str) -> Option<&'static Packed> {
    PICTURES.get(name)
}

/// The rules of a game.
pub(super) fn of_game(kind: GameKind, phrases: &Phrases) -> Preview {
    let info = kind.info();
    let (language, still) = still(phrases.language, info.id);
    Preview {
        title: fill(phrases.rules_of, &[("game", info.title)]),
        description: phrases.summary(kind).to_owned(),
        picture: Some(words::picture_of(kind)),
        language,
        still,
    }
}

/// The list of all rules, and what they have in common.
pub(super) fn index(phrases: &Phrases) -> Preview {
    let (language, still) = still(phrases.language, README);
    Preview {
        title: phrases.all_rules.to_owned(),
        description: phrases.about_rules.to_owned(),
        picture: Some(words::picture_of(GameKind::ALL[0])),
        language,
        still,
    }
}

/// The page's text with a way back, for whoever has no JavaScript, and the language that it is in.
fn still(language: Language, name: &str) -> (Language, String) {
    let (language, page) = text(language, name);
    // What the list is called is its heading.
    let (_, list) = text(language, README);
    let all = list.lines().next().unwrap_or_default().trim_start_matches("# ");
    let still = format!(
        "<main class=\"page prose\"><p><a href=\"./\">Cydonia</a> · <a href=\"./rules\">{all}</a></p>{}</main>",
        as_html(page)
    );
    (language, still)
}

/// A page in a language: the English ones have the others in folders beside them. One that nobody has translated is English.
fn text(language: Language, name: &str) -> (Language, &'static str) {
    let read = |path: String| RULES.get_file(path).and_then(|file| file.contents_utf8());
    let translated = || read(format!("{}/{name}.md", language.tag())).map(|text| (language, text));
    let original = || (Language::En, read(format!("{name}.md")).unwrap_or_default());
    translated().unwrap_or_else(original)
}

/// A page's text, its links and pictures led to where they are here.
fn as_html(text: &str) -> String {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: led(dest_url), title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = format!("./rules/{}", dest_url.trim_start_matches("../")).into();
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut page = String::with_capacity(text.len() * 2);
    html::push_html(&mut page, events);
    page
}

/// `boards.md#three` is at `./rules/boards`, and the rules' own list at `./rules`.
fn led(link: CowStr<'_>) -> CowStr<'_> {
    let Some((page, _)) = link.split_once(".md") else { return link };
    match page {
        "README" => "./rules".into(),
        page if page.contains(['/', ':']) => link,
        page => format!("./rules/{page}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page is there in every language, and every picture on it.
    #[test]
    fn every_rules_page_is_whole() {
        for language in Language::ALL {
            let phrases = Phrases::of(language);
            assert!(index(phrases).still.contains("<a href=\"./rules/martian-frisby\">"), "{language:?}");
            for kind in GameKind::ALL {
                let still = of_game(*kind, phrases).still;
                assert!(
                    still.contains(&format!("<h1>{}</h1>", kind.info().title)),
                    "{} {language:?}",
                    kind.id()
                );
                assert!(!still.contains(".md\"") && !still.contains("<script"), "{} {language:?}", kind.id());
                let pictures: Vec<&str> = still.split("src=\"./rules/pictures/").skip(1).collect();
                assert!(!pictures.is_empty(), "{} {language:?}", kind.id());
                for rest in pictures {
                    let name = rest.split('"').next().unwrap_or_default();
                    assert!(picture(name).is_some(), "{name}");
                }
            }
        }
        assert!(picture("../README.md").is_none() && picture("").is_none());
    }
}
