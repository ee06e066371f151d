//! `GET /api/v1/dumps`: all public finished games as files, for whoever wants them all.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cydonia_protocol::{DumpList, ErrorCode};
use futures_util::StreamExt;
use tower_http::services::ServeFile;

use super::app::App;
use super::etag::knows;
use super::extract::ApiPath;
use super::openapi::{Operation, Tag};
use super::problem::ApiError;
use super::work::Work;
use crate::dumps::{DumpError, Dumps};

pub(super) fn operations() -> [Operation; 2] {
    [
        Operation::get(Tag::Matches, "/api/v1/dumps", "listDumps", list)
            .summary("All finished games as files")
            .description(
                "The newest first. Each holds every public game that was kept when it was begun, as lines and as tables, with \
                 a dictionary of these and the sums of all files: `docs/dumps.md` tells what there is.",
            )
            .responds::<DumpList>("The dumps of this house; none if it makes none."),
        Operation::get(Tag::Matches, "/api/v1/dumps/{dump}/{file}", "readDump", file)
            .summary("A file of a dump")
            .description(
                "It can be asked for in part (`Range`, and `If-Range` with its tag), so that a download goes on where it was cut. A part \
                 that the file does not have is answered with a bare 416.",
            )
            .path::<String>("dump", "The dump, by its name.")
            .path::<String>("file", "The file, by its name.")
            .header::<String>("range", "Which part of it, in bytes.")
            .header::<String>("if-range", "The `ETag` of what one has a part of: if it is another, all of it is sent.")
            .responds_as::<String>("application/octet-stream", "The file, or 206 with the part of it.")
            .errors([ErrorCode::NotFound])
            .etag(),
    ]
}

async fn list(State(app): State<Arc<App>>, work: Work) -> Result<Json<DumpList>, ApiError> {
    let dumps = match app.context.dumps.clone() {
        Some(dumps) => work.run(move || dumps.list()).await?.map_err(unreadable)?,
        None => Vec::new(),
    };
    Ok(Json(DumpList { dumps }))
}

async fn file(
    State(app): State<Arc<App>>,
    work: Work,
    names: ApiPath<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is no such dump, or it has no such file");
    let (Ok(Path((dump, name))), Some(dumps)) = (names, app.context.dumps.clone()) else {
        return Err(missing());
    };
    let find = move |dumps: Dumps| dumps.file(&dump, &name);
    let found = work.run(move || find(dumps)).await?.map_err(unreadable)?;
    let (file, path) = found.ok_or_else(missing)?;
    let tag = format!("\"{}\"", file.sha256);
    let asked = request.headers();
    let head = [
        (header::ETAG, HeaderValue::from_str(&tag).map_err(|_not_a_header| missing())?),
        // What stands under that name never changes.
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400, immutable")),
    ];
    if knows(asked, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    let place = work.share()?;
    let mut wanted = Request::new(Body::empty());
    *wanted.method_mut() = request.method().clone();
    if let Some(range) = wanted_range(asked, &tag) {
        wanted.headers_mut().insert(header::RANGE, range.clone());
    }
    let served = ServeFile::new(&path).try_call(wanted).await;
    let (mut parts, body) = served.map_err(|error| unreadable(DumpError::Io { path, error }))?.into_parts();
    if parts.status == StatusCode::NOT_FOUND {
        return Err(missing());
    }
    parts.headers.remove(header::LAST_MODIFIED);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    for (name, value) in head {
        parts.headers.insert(name, value);
    }
    let stream = Body::new(body).into_data_stream().map(move |bytes| {
        // One of the address's, for as long as the file is sent.
        let _place = &place;
        bytes
    });
    Ok(Response::from_parts(parts, Body::from_stream(stream)))
}

/// The part that is asked for, if what one has a part of is this.
fn wanted_range<'a>(asked: &'a HeaderMap, tag: &str) -> Option<&'a HeaderValue> {
    let holds = asked.get(header::IF_RANGE).is_none_or(|has| has == tag);
    asked.get(header::RANGE).filter(|_| holds)
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unreadable(error: DumpError) -> ApiError {
    tracing::error!(%error, "dumps cannot be read");
    ApiError::new(ErrorCode::Unavailable, "the dumps cannot be read just now; try again")
}
