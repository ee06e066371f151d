//! `GET /api/v1/matches.ndjson`: a whole list of finished games, a line each. Page after page is read as fast as it is
//! taken, so that a list of any length begins at once and needs no more memory than a page.

use std::io::{self, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{ErrorCode, MatchRecord, MatchSummary, OwnDataLine};
use cydonia_table::LineDetail;
use futures_util::{Stream, stream};
use schemars::JsonSchema;
use uuid::Uuid;

use super::filter::{Form, MatchListRequest};
use crate::admission::AddressPermit;
use crate::background::{Yielding, yield_core};
use crate::http::app::App;
use crate::http::encoder::{Effort, Encoder};
use crate::http::extract::CurrentVisitor;
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::work::Work;
use crate::limits;
use crate::store::{GamesAhead, StoreError, ToldGame, Unpacker, WholeGame, left_out};

/// A line: a game as lists show it, or whole.
#[derive(JsonSchema)]
#[schemars(rename = "StreamedMatch")]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for what is written, in the document")]
enum Line {
    Whole(MatchRecord),
    Listed(MatchSummary),
}

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Matches, "/api/v1/matches.ndjson", "streamMatches", all)
        .summary("Finished games, all at once")
        .description(
            "The same lists without pages: a game on each line, from the first at once. If something goes \
             wrong on the way, the connection is cut before its end: ask again for what comes `after` the \
             `number` of the last line that came whole. So whoever keeps a copy asks for what is new.",
        )
        .query_schema(|| Form::Stream.parameters())
        .responds_as::<Line>("application/x-ndjson", "A game on each line; this is the schema of one.")
        .errors([ErrorCode::BadQuery])
        .auth_optional()
}

/// How far a list was read.
struct Reading {
    app: Arc<App>,
    wanted: MatchListRequest,
    /// Games of the last page that are still to be told whole.
    ahead: GamesAhead,
    is_over: bool,
    /// What each game is told in.
    form: LineForm,
    /// What packs the lines, if the client takes them packed.
    packer: Option<Encoder>,
    /// One of the address's, for as long as the list is sent.
    _place: AddressPermit,
}

/// What a game is told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineForm {
    /// As it is.
    Plain,
    /// As one of somebody's own, among other things of theirs.
    OwnData,
}

/// What is told next.
enum Found {
    Listed(Vec<MatchSummary>),
    Whole(Vec<WholeGame>),
}

async fn all(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    headers: HeaderMap,
    uri: Uri,
    work: Work,
) -> Result<Response, ApiError> {
    let mut wanted = MatchListRequest::of(&uri, Form::Stream)?;
    wanted.filter.with_private =
        wanted.filter.player.is_some() && wanted.filter.player == visitor.own().map(|own| own.player.id);
    let coding = Encoder::liked(&headers);
    let packer = coding.map(|coding| Encoder::new(coding, Effort::Quick)).transpose();
    let packer = packer.map_err(StoreError::unwritable("game"))?;
    let encoding = coding.map(|coding| [(header::CONTENT_ENCODING, coding.name())]);
    let place = work.share()?;
    let form = LineForm::Plain;
    let mut reading =
        Reading { app, wanted, ahead: GamesAhead::default(), is_over: false, form, packer, _place: place };
    // A store that does not answer is told as a problem, while that can still be told. What is read later is read with a permit
    // of its own each time.
    work.hand_back();
    let first = reading.next().await?;
    let head = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::VARY, "accept-encoding")];
    let body = Body::from_stream(reading.behind(first));
    Ok(match encoding {
        Some(encoding) => (head, encoding, body).into_response(),
        None => (head, body).into_response(),
    })
}

/// All finished games of somebody, for themselves, behind what is told of them before.
pub(in crate::http) fn own_games(
    app: Arc<App>,
    player: Uuid,
    place: AddressPermit,
    before: Bytes,
) -> impl Stream<Item = Result<Bytes, StoreError>> {
    let wanted = MatchListRequest::all_of(player);
    let (form, packer) = (LineForm::OwnData, None);
    Reading { app, wanted, ahead: GamesAhead::default(), is_over: false, form, packer, _place: place }
        .behind(Some(before))
}

impl Reading {
    /// All lines, behind those that are there already.
    fn behind(self, first: Option<Bytes>) -> impl Stream<Item = Result<Bytes, StoreError>> {
        stream::try_unfold((first, self), async |(ahead, mut reading)| {
            let lines = match ahead {
                Some(lines) => Some(lines),
                None => reading
                    .next()
                    .await
                    .inspect_err(|error| tracing::error!(%error, "a list was cut short"))?,
            };
            Ok(lines.map(|lines| (lines, (None, reading))))
        })
    }

    /// The next lines, as they are sent; none at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        loop {
            let Some(found) = self.find().await? else {
                // The end of what is packed is to be sent, too.
                let Some(packer) = self.packer.take() else { return Ok(None) };
                let end = self
                    .app
                    .context
                    .workers
                    .run(|| packer.finish())
                    .await
                    .map_err(|_cut| StoreError::Unavailable)?;
                return end.map(|end| Some(end.into())).map_err(StoreError::unwritable("game"));
            };
            let (packer, detail, form) = (self.packer.take(), self.wanted.detail, self.form);
            let (lines, packer) = self
                .app
                .context
                .workers
                .run(move || lines_of(found, detail, form, packer))
                .await
                .map_err(|_cut| StoreError::Unavailable)??;
            self.packer = packer;
            if !lines.is_empty() {
                return Ok(Some(lines.into()));
            }
        }
    }

    /// What comes next in the list.
    async fn find(&mut self) -> Result<Option<Found>, StoreError> {
        loop {
            if self.is_over && self.ahead.is_empty() {
                return Ok(None);
            }
            let store = &self.app.context.store;
            let _permit = self.app.context.admission.permit(true).await;
            if !self.ahead.is_empty() {
                return Ok(Some(Found::Whole(store.next_whole(&mut self.ahead).await?)));
            }
            let most = limits::MAX_PAGE_SIZE.min(usize::try_from(self.wanted.limit).unwrap_or(usize::MAX));
            let found = store.look_up(&self.wanted.filter, self.wanted.after, most).await?;
            self.wanted.limit -= found.games.len() as u64;
            self.is_over = found.next.is_none() || self.wanted.limit == 0;
            self.wanted.after = found.next;
            if !self.wanted.whole {
                return Ok(Some(Found::Listed(found.games)));
            }
            self.ahead = store.ahead(found.games, self.wanted.detail).await?;
        }
    }
}

/// The lines of what was found, packed if they are to be.
fn lines_of(
    found: Found,
    detail: LineDetail,
    form: LineForm,
    packer: Option<Encoder>,
) -> Result<(Vec<u8>, Option<Encoder>), StoreError> {
    let mut lines = Yielding::new(Vec::with_capacity(limits::EXPORTED_BYTES));
    match found {
        Found::Listed(games) => games.iter().try_for_each(|game| write(&mut lines, game))?,
        Found::Whole(games) => {
            let mut unpacker = Unpacker::new().map_err(StoreError::unwritable("game"))?;
            for game in games {
                let number = game.number();
                // One that does not replay must not hide all that come after.
                let told = game.told(detail, &mut unpacker, yield_core);
                let written = match form {
                    LineForm::Plain => told.map(|game| {
                        let written = game.write(&mut lines).and_then(|()| lines.write_all(b"\n"));
                        written.map_err(StoreError::unwritable("game"))
                    }),
                    LineForm::OwnData => told
                        .and_then(ToldGame::read)
                        .map(|game| write(&mut lines, &OwnDataLine::Game(Box::new(game)))),
                };
                match written {
                    Ok(written) => written?,
                    Err(damage) => left_out(number, "the list", &damage),
                }
            }
        }
    }
    let lines = lines.into_inner();
    let Some(packer) = packer else { return Ok((lines, None)) };
    let mut packer = Yielding::new(packer);
    let packed = packer.write_all(&lines).and_then(|()| packer.flush());
    packed.map_err(StoreError::unwritable("game"))?;
    let mut packer = packer.into_inner();
    Ok((packer.take(), Some(packer)))
}

fn write(lines: &mut impl Write, game: &impl serde::Serialize) -> Result<(), StoreError> {
    let unwritable = StoreError::unwritable::<io::Error>("game");
    serde_json::to_writer(&mut *lines, game).map_err(io::Error::from).map_err(&unwritable)?;
    lines.write_all(b"\n").map_err(unwritable)
}
