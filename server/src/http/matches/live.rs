//! `GET /api/v1/matches/events`: finished games as they are kept, for as long as one listens.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use cydonia_protocol::{ErrorCode, MatchSummary};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::filter::{Form as ListForm, MatchListRequest};
use crate::admission::AddressPermit;
use crate::http::app::App;
use crate::http::event_stream::{Form, answer, last_event_id};
use crate::http::extract::Caller;
use crate::http::openapi::{Operation, Tag};
use crate::http::problem::ApiError;
use crate::http::query_error::QueryError;
use crate::http::websocket::place;
use crate::http::work::Work;
use crate::limits;
use crate::store::{MatchFilter, Order, StoreError};

pub(super) fn operation() -> Operation {
    Operation::get(Tag::Matches, "/api/v1/matches/events", "followMatches", follow)
        .summary("Finished games as they end")
        .description(
            "Every public game that fits, as soon as it is kept: a line of JSON each, and an empty line where nothing came for a quarter \
             of a minute. With `Accept: text/event-stream` server-sent events, whose `id` is the game's number: whoever comes back with \
             it as `Last-Event-ID`, or as `after`, is first told what they have missed.",
        )
        .query_schema(|| ListForm::Live.parameters())
        .header::<String>("last-event-id", "The same as `after`, and goes before it.")
        .responds_as::<MatchSummary>("application/x-ndjson", "A game on each line; this is the schema of one.")
        .errors([ErrorCode::BadQuery])
}

/// Somebody who follows finished games.
struct Following {
    app: Arc<App>,
    filter: MatchFilter,
    form: Form,
    /// The number of the last game that was told, or looked at.
    after: i64,
    news: Receiver<Arc<MatchSummary>>,
    /// Whether whoever listens knows where they are.
    is_placed: bool,
    /// Whether games that are kept already are still to be told, from the store.
    is_behind: bool,
    /// One of the address's, as a socket has one, for as long as one listens.
    _place: AddressPermit,
}

async fn follow(
    State(app): State<Arc<App>>,
    Caller(address): Caller,
    headers: HeaderMap,
    uri: Uri,
    work: Work,
) -> Result<Response, ApiError> {
    let wanted = MatchListRequest::of(&uri, ListForm::Live)?;
    let filter = MatchFilter { order: Order::Oldest, ..wanted.filter };
    // Before it is looked which was the last: so none is missed.
    let news = app.context.finished.follow();
    let last = app.context.store.last_number().await?;
    let after = match last_event_id(&headers)? {
        Some(after) => Some(i64::try_from(after).map_err(|_too_large| QueryError::Ahead)?),
        None => wanted.after,
    };
    if after.is_some_and(|after| after > last) {
        return Err(QueryError::Ahead.into());
    }
    let form = Form::of(&headers);
    let place = place(&app, address)?;
    work.hand_back();
    let is_behind = after.is_some();
    let after = after.unwrap_or(last);
    let following = Following { app, filter, form, after, news, is_placed: false, is_behind, _place: place };
    Ok(answer(form, stream::unfold(following, Following::next)))
}

impl Following {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        let context = Arc::clone(&self.app.context);
        if !self.is_placed {
            // So that whoever comes back before anything was told has missed nothing either.
            self.is_placed = true;
            if let Some(place) = self.form.place(self.after) {
                return Some((Ok(place.into()), self));
            }
        }
        let written = tokio::select! {
            biased;
            () = context.stopped() => return None,
            written = self.news() => written,
            () = context.clock.sleep(limits::STREAM_HEARTBEAT) => {
                Ok(self.form.place(self.after).unwrap_or_else(|| self.form.heartbeat().to_vec()))
            }
        };
        match written {
            Ok(written) => Some((Ok(written.into()), self)),
            Err(error) => {
                tracing::error!(%error, "finished games are told no more to somebody who follows them");
                None
            }
        }
    }

    /// Waits for games that fit.
    async fn news(&mut self) -> Result<Vec<u8>, StoreError> {
        loop {
            if self.is_behind {
                let games = self.missed().await?;
                if !games.is_empty() {
                    return self.written(&games);
                }
                continue;
            }
            match self.news.recv().await {
                Ok(game) if game.number > self.after => {
                    self.after = game.number;
                    if self.filter.admits(&game) {
                        return self.written(std::slice::from_ref(&*game));
                    }
                }
                Ok(_known) => {}
                Err(RecvError::Lagged(_)) => self.is_behind = true,
                // The house ends.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// The next of those games that are kept already.
    async fn missed(&mut self) -> Result<Vec<MatchSummary>, StoreError> {
        let _permit = self.app.context.admission.permit(true).await;
        let found =
            self.app.context.store.look_up(&self.filter, Some(self.after), limits::MAX_PAGE_SIZE).await?;
        self.is_behind = found.next.is_some();
        self.after = self.after.max(found.reached().unwrap_or(0));
        Ok(found.games)
    }

    fn written(&self, games: &[MatchSummary]) -> Result<Vec<u8>, StoreError> {
        let mut written = Vec::new();
        for game in games {
            let line = serde_json::to_vec(game).map_err(StoreError::unwritable("game"))?;
            written.extend(self.form.written(&line, u64::try_from(game.number).ok()));
        }
        Ok(written)
    }
}
