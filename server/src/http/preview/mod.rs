//! Link previews: what the page says of itself before any script runs: its title and picture for whoever shows links, and all that can
//! be read without JavaScript. A private table's page tells nothing, as its key stands behind the `#` and is not sent.

mod page;
mod phrases;
mod routes;
mod rules;
mod words;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_rules::GameKind;
use uuid::Uuid;

use super::app::App;
use super::extract::is_https;
use super::site::HTML;
use super::tables::code;
use crate::store::{MatchFilter, StoreError};

use page::Variant;
pub(super) use page::{Pages, Preview};
use phrases::Phrases;
pub(super) use rules::picture;

/// So many finished games are listed where no script can fetch more.
const LISTED_GAMES: usize = 20;

/// The page that an address of the client's leads to. One that leads nowhere has the page, too, which says so, and is a 404.
pub(super) async fn serve(app: &App, path: &str, headers: &HeaderMap) -> Response {
    let mut response = found(app, path, headers).await;
    if !routes::leads_somewhere(path) {
        *response.status_mut() = StatusCode::NOT_FOUND;
        // Whoever has the page by its tag has not been told that there is nothing here.
        response.headers_mut().remove(header::ETAG);
    }
    response
}

async fn found(app: &App, path: &str, headers: &HeaderMap) -> Response {
    let (origin, variant) = (origin(app, headers), Variant::of(headers));
    let phrases = Phrases::of(variant.language());
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let found = match parts[..] {
        ["t", address] => of_table(app, phrases, address).await,
        ["games" | "embed", id] => of_game(app, phrases, id).await,
        ["games"] => of_games(app, phrases).await,
        ["players", id] => of_player(app, phrases, id).await,
        _ => {
            // The same for everybody until the house closes.
            let game = if let ["rules", game] = parts[..] { GameKind::from_id(game) } else { None };
            let name = match (parts.first(), game) {
                (Some(&"rules"), Some(kind)) => kind.id(),
                (Some(&"rules"), None) => rules::INDEX,
                _ => "",
            };
            return app
                .site
                .pages()
                .known(&app.site, &origin, variant, name, || standing(name, game, phrases))
                .answer(headers);
        }
    };
    let preview = found.unwrap_or_else(|error| {
        // The page works all the same; what it asks for itself is refused in its own words.
        tracing::warn!(%error, "a page is sent without its preview");
        None
    });
    let preview = preview.unwrap_or_else(|| words::house(phrases));
    let page = app.site.pages().made(&app.site, &origin, variant, &preview);
    ([(header::CONTENT_TYPE, HTML), (header::CACHE_CONTROL, "no-cache")], page).into_response()
}

/// What stays the same: the rules, and all else.
fn standing(name: &str, game: Option<GameKind>, phrases: &Phrases) -> Preview {
    match game {
        Some(kind) => rules::of_game(kind, phrases),
        None if name == rules::INDEX => rules::index(phrases),
        None => words::house(phrases),
    }
}

/// A table's, by its id or its short address, be it open, on or over.
async fn of_table(app: &App, phrases: &Phrases, address: &str) -> Result<Option<Preview>, StoreError> {
    let Some(id) = code::resolve(app, address).await? else { return Ok(Some(words::invitation(phrases))) };
    match app.context.store.table_row(id).await? {
        Some((_, info)) if info.private => Ok(Some(words::invitation(phrases))),
        Some((_, info)) => Ok(Some(words::table(phrases, &info))),
        // Whether there is none, or a private one that is over, looks the same.
        None => Ok(Some(of_kept(app, phrases, id).await?.unwrap_or_else(|| words::invitation(phrases)))),
    }
}

/// The last games that everybody may see.
async fn of_games(app: &App, phrases: &Phrases) -> Result<Option<Preview>, StoreError> {
    let last = app.context.store.look_up(&MatchFilter::default(), None, LISTED_GAMES).await?;
    Ok(Some(words::games(phrases, &last.games)))
}

async fn of_game(app: &App, phrases: &Phrases, id: &str) -> Result<Option<Preview>, StoreError> {
    let Ok(id) = Uuid::try_parse(id) else { return Ok(None) };
    match of_kept(app, phrases, id).await? {
        Some(preview) => Ok(Some(preview)),
        None => {
            let on = app.context.store.table_row(id).await?.filter(|(_, info)| !info.private);
            Ok(on.map(|(_, info)| words::table(phrases, &info)))
        }
    }
}

/// A finished game's that everybody may see.
async fn of_kept(app: &App, phrases: &Phrases, id: Uuid) -> Result<Option<Preview>, StoreError> {
    let kept = app.context.store.kept(id).await?.filter(|kept| !kept.summary.private);
    Ok(kept.map(|kept| words::game(phrases, &kept.summary)))
}

async fn of_player(app: &App, phrases: &Phrases, id: &str) -> Result<Option<Preview>, StoreError> {
    let Ok(id) = Uuid::try_parse(id) else { return Ok(None) };
    Ok(app.context.store.player_page(id).await?.map(|page| words::player(phrases, &page)))
}

/// Where whoever asks finds this house: previews want whole addresses.
fn origin(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let scheme = if is_https(app, headers) { "https" } else { "http" };
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::page::escaped;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(
            escaped(r#""><script>alert('1')</script>&"#),
            "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;"
        );
    }
}
