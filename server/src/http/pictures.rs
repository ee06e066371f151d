//! Pictures of games: a position drawn as the page draws it, as SVG and as PNG, for previews, papers and pages of others.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_pictures::{PictureError, Position};
use cydonia_protocol::ErrorCode;
use cydonia_rules::{AnyGame, GameKind, Layout, Setup, View};
use cydonia_table::Table;
use cydonia_table::journal::Finished;
use schemars::JsonSchema;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::app::App;
use super::etag::{hold, knows};
use super::extract::{ApiPath, ApiQuery, CurrentVisitor, TABLE_KEY};
use super::matches::{Cacheable, load_visible};
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::tables::load_admitted;
use super::work::Work;
use crate::store::StoreError;

/// Raised by one whenever pictures are drawn in another way.
pub(super) const LOOK: u32 = 1;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

impl Format {
    fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }

    fn draw(self, title: &str, layout: &Layout, view: &View) -> Result<Vec<u8>, ApiError> {
        let position = Position { layout, view };
        match self {
            Self::Svg => Ok(position.svg(title).into_bytes()),
            Self::Png => position.png().map_err(unpainted),
        }
    }
}

/// What is answered where a position cannot be put into pixels, which none that a game can come to is.
pub(super) fn unpainted(error: PictureError) -> ApiError {
    tracing::error!(%error, "a picture cannot be painted");
    ApiError::new(ErrorCode::Damaged, "this position cannot be painted")
}

/// Which position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PictureQuery {
    /// After how many actions and leavings, those taken back not counted: 0 is the start. Left out, the end.
    ply: Option<u32>,
}

pub(super) fn operations() -> [Operation; 5] {
    [
        Operation::get(Tag::House, "/api/v1/games/{game}/picture.png", "paintGame", game_png)
            .summary("A game's first position as PNG")
            .description("With as few players as it can be played by.")
            .path::<String>("game", "The game, by its id.")
            .responds_as::<String>(
                Format::Png.media_type(),
                "1200 by 630 pixels, as previews of links want them.",
            )
            .errors([ErrorCode::NotFound]),
        of_match("/api/v1/matches/{id}/picture.svg", "drawMatch", match_svg)
            .summary("One game's position as SVG")
            .responds_as::<String>(Format::Svg.media_type(), "The board, without a player's name on it."),
        of_match("/api/v1/matches/{id}/picture.png", "paintMatch", match_png)
            .summary("One game's position as PNG")
            .responds_as::<String>(
                Format::Png.media_type(),
                "1200 by 630 pixels, as previews of links want them.",
            ),
        of_table("/api/v1/tables/{id}/picture.svg", "drawTable", table_svg)
            .summary("One table's board as SVG")
            .responds_as::<String>(Format::Svg.media_type(), "The board as it stands."),
        of_table("/api/v1/tables/{id}/picture.png", "paintTable", table_png)
            .summary("One table's board as PNG")
            .responds_as::<String>(
                Format::Png.media_type(),
                "1200 by 630 pixels, as previews of links want them.",
            ),
    ]
}

fn of_match<T: 'static>(
    path: &'static str,
    id: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Operation {
    Operation::get(Tag::Matches, path, id, handler)
        .description("As the page draws it by day. It may be kept for good: a finished game stays as it is.")
        .path::<Uuid>("id", "The game: the id of its table.")
        .header::<String>(TABLE_KEY, "A private game's key, for those who did not play it.")
        .query::<PictureQuery>()
        .errors([ErrorCode::NoMatch, ErrorCode::BadQuery])
        .etag()
        .auth_optional()
}

fn of_table<T: 'static>(
    path: &'static str,
    id: &'static str,
    handler: impl Handler<T, Arc<App>>,
) -> Operation {
    Operation::get(Tag::Tables, path, id, handler)
        .description("The first position, if the game is not on yet. A finished one is found among the finished games.")
        .path::<Uuid>("id", "The table.")
        .header::<String>(TABLE_KEY, "A private table's key, for those who do not sit there.")
        .errors([ErrorCode::NoTable])
        .etag()
        .auth_optional()
}

async fn game_png(game: ApiPath<String>, work: Work) -> Result<Response, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is no such game");
    let Ok(Path(game)) = game else { return Err(missing()) };
    let kind = GameKind::from_id(&game).ok_or_else(missing)?;
    let body = work.bytes(move || {
        let info = kind.info();
        let game =
            AnyGame::start(kind, &Setup::for_seats(info.min_seats)).map_err(|_unplayable| missing())?;
        Format::Png.draw(info.title, &game.layout(), &game.view())
    });
    let head =
        [(header::CONTENT_TYPE, Format::Png.media_type()), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((head, body.await?).into_response())
}

/// What every picture is asked with.
type Asked = (State<Arc<App>>, CurrentVisitor, HeaderMap, ApiPath<Uuid>, Work);

async fn match_svg(asked: Asked, query: ApiQuery<PictureQuery>) -> Result<Response, ApiError> {
    of_game(asked, query.ply, Format::Svg).await
}

async fn match_png(asked: Asked, query: ApiQuery<PictureQuery>) -> Result<Response, ApiError> {
    of_game(asked, query.ply, Format::Png).await
}

async fn table_svg(asked: Asked) -> Result<Response, ApiError> {
    of_board(asked, Format::Svg).await
}

async fn table_png(asked: Asked) -> Result<Response, ApiError> {
    of_board(asked, Format::Png).await
}

/// A finished game's.
async fn of_game(
    (State(app), who, headers, id, work): Asked,
    ply: Option<u32>,
    format: Format,
) -> Result<Response, ApiError> {
    let kept = load_visible(&app, who, &headers, id).await?;
    let plies = kept.summary.plies;
    let ply = ply.unwrap_or(plies);
    if ply > plies {
        let why = format!("ply is a number from 0 to {plies} for this game");
        return Err(ApiError::new(ErrorCode::BadQuery, why));
    }
    let title = title(&kept.summary.game);
    let make = move |kept: Finished| {
        let (view, game) = Table::position(&kept, ply).map_err(StoreError::from)?;
        format.draw(title, &game.layout(), &view)
    };
    let name = format!("picture {LOOK} {format:?} {ply}");
    Cacheable::picture(kept, &name, format.media_type()).answer(&headers, &work, make).await
}

/// A table's as it stands.
async fn of_board((State(app), who, headers, id, work): Asked, format: Format) -> Result<Response, ApiError> {
    let table = load_admitted(&app, who, &headers, id, &work).await?;
    let about = format!(
        "{} {LOOK} {format:?} {} {} {:?}",
        env!("CARGO_PKG_VERSION"),
        table.id,
        table.n,
        table.status()
    );
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(about)[..16]));
    let keep = if table.info().private { "private, no-cache" } else { "public, no-cache" };
    let value = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
    let head = [(header::ETAG, value), (header::CACHE_CONTROL, HeaderValue::from_static(keep))];
    if knows(&headers, &tag) || hold(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    let body = work.bytes(move || {
        let (layout, view) = table.stands().ok_or_else(super::tables::missing)?;
        format.draw(title(&table.info().game), &layout, &view)
    });
    Ok((head, [(header::CONTENT_TYPE, format.media_type())], body.await?).into_response())
}

fn title(game: &str) -> &'static str {
    GameKind::from_id(game).map_or("Cydonia", |kind| kind.info().title)
}
