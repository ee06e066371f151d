//! Link detection: links in what people say, as programs that show them would find them.

use std::net::{Ipv4Addr, Ipv6Addr};

use icu_normalizer::ComposingNormalizerBorrowed;

use super::characters::is_invisible_or_bidi;

/// The ends of names that links have, as people are sent them. Not all that there are: some are words that stand after a
/// full stop without a space more often than in a link.
const ENDINGS: [&str; 96] = [
    "ai", "app", "art", "asia", "at", "au", "be", "bid", "biz", "blog", "br", "buzz", "ca", "cam", "cc",
    "ch", "click", "cloud", "club", "cn", "co", "com", "cz", "de", "dev", "es", "eu", "fi", "fr", "fun",
    "fyi", "gg", "gl", "gov", "gq", "hk", "host", "icu", "id", "ie", "il", "info", "ink", "io", "ir", "it",
    "jp", "kr", "lat", "life", "link", "live", "lol", "ly", "me", "ml", "mobi", "mov", "mx", "net",
    "network", "news", "nl", "nu", "nz", "one", "online", "org", "page", "ph", "pl", "pro", "pt", "pw", "ru",
    "se", "sh", "shop", "site", "space", "store", "su", "tech", "tk", "top", "tv", "tw", "ua", "uk", "us",
    "vip", "wiki", "work", "ws", "xyz", "zip",
];

/// The same in other letters.
const OTHER_ENDINGS: [&str; 6] = ["рф", "онлайн", "сайт", "中国", "在线", "网址"];

/// Those with which a sentence begins that comes without a space after the one before: “Sorry.Me too”.
const BEGINNINGS: [&str; 14] =
    ["art", "at", "be", "fun", "id", "it", "life", "live", "me", "news", "one", "online", "top", "us"];

/// Whether something would be made a link somewhere, or is meant as one.
pub(super) fn has_link(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(as_read).collect();
    (words.iter().enumerate()).any(|(place, word)| is_link(word, place + 1 < words.len()))
}

/// A word as programs read it, whatever its letters are wide or its dots round.
fn as_read(word: &str) -> String {
    let word: String = word.chars().filter(|character| !is_invisible_or_bidi(*character)).collect();
    let plain = ComposingNormalizerBorrowed::new_nfkc().normalize(&word);
    plain.chars().map(|character| if character == '。' { '.' } else { character }).collect()
}

fn is_link(word: &str, goes_on: bool) -> bool {
    if word.contains("://") {
        return true;
    }
    if let Some((_, rest)) = word.split_once('[')
        && rest.split(']').next().is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok())
    {
        return true;
    }
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '.' | '-' | '_');
    let hosts = || word.split(|character| !is_part(character)).map(|host| host.trim_matches(['.', '-', '_']));
    // A sentence is no more than the word; a link may go on.
    let is_bare = hosts().filter(|host| !host.is_empty()).count() == 1;
    hosts().any(|host| is_host(host, is_bare && goes_on))
}

/// Whether that is the name of a host; a sentence may begin after its last dot if another word comes after it.
fn is_host(host: &str, may_be_sentences: bool) -> bool {
    let lower = host.to_lowercase();
    let mut labels = lower.rsplit('.');
    let (Some(end), Some(before)) = (labels.next(), labels.next()) else { return false };
    if lower.starts_with("www.") || lower.split('.').any(|label| label.starts_with("xn--")) {
        return true;
    }
    if lower.parse::<Ipv4Addr>().is_ok() {
        return true;
    }
    if before.is_empty() || !(ENDINGS.contains(&end) || OTHER_ENDINGS.contains(&end)) {
        return false;
    }
    let is_capital = host.rsplit('.').next().is_some_and(|end| {
        end.starts_with(char::is_uppercase) && end.chars().skip(1).all(char::is_lowercase)
    });
    !(may_be_sentences && is_capital && BEGINNINGS.contains(&end))
}
