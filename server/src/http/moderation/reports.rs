//! Reports: made by anybody who has a name, looked at and closed by moderators.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use cydonia_protocol::{
    CloseReport as CloseRequest, ErrorCode, ReportPage, ReportReason, ReportReceipt, ReportRequest,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{MODERATORS, PageQuery, moderator, optional_note};
use crate::http::app::App;
use crate::http::cursor;
use crate::http::extract::{ApiJson, ApiPath, ApiQuery, CurrentVisitor, SameOrigin};
use crate::http::openapi::{Operation, Tag};
use crate::http::players::no_player;
use crate::http::problem::ApiError;
use crate::store::{CloseReport, KeepReport, NoReport, Reports};

const REPORTS: &str = "/api/v1/moderation/reports";
const REPORT: &str = "/api/v1/moderation/reports/{number}";

pub(super) fn report() -> Operation {
    Operation::post(Tag::Moderation, "/api/v1/reports", "reportPlayer", make)
        .summary("Report somebody to the moderators")
        .description(
            "With the table at which it was goes what they said there last. Whoever reports somebody again before it was looked at says \
             it anew, under the same number. They are not told.",
        )
        .json_body::<ReportRequest>()
        .responds::<ReportReceipt>("It was taken.")
        .errors([
            ErrorCode::BadMessage,
            ErrorCode::BadOrigin,
            ErrorCode::NoSession,
            ErrorCode::SeatOnly,
            ErrorCode::NoScope,
            ErrorCode::NoPlayer,
            ErrorCode::BadContact,
            ErrorCode::BadText,
            ErrorCode::TooMany,
        ])
        .auth_required()
}

async fn make(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    body: Result<ApiJson<ReportRequest>, ApiError>,
) -> Result<Json<ReportReceipt>, ApiError> {
    let by = visitor.in_person()?.player.id;
    let ApiJson(report) = body?;
    let report = ReportRequest { text: optional_note(report.text.as_deref())?, ..report };
    if report.reason == ReportReason::Other && report.text.is_none() {
        return Err(ApiError::new(ErrorCode::BadText, "say what it is that you report"));
    }
    if !app.context.admission.admits_report(by) {
        let why = "you have reported as often as one may in a day: block whoever troubles you";
        return Err(ApiError::new(ErrorCode::TooMany, why));
    }
    let new = KeepReport { by, report, now_ms: app.context.clock.now_ms() };
    match app.context.store.write(new).await? {
        Ok(report) => Ok(Json(ReportReceipt { report })),
        Err(NoReport::NoPlayer) => Err(no_player()),
        Err(NoReport::NoPerson) => {
            let why = "people are reported: not oneself, nor computers, nor whoever was deleted";
            Err(ApiError::new(ErrorCode::BadContact, why))
        }
    }
}

pub(super) fn operations() -> [Operation; 2] {
    [list_reports(), close_report()]
}

/// Which reports.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReportsQuery {
    /// Those that are closed, in place of those that are not.
    #[serde(default)]
    closed: bool,
    /// Where the page before ended: its `next`.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
    /// How many on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
}

fn list_reports() -> Operation {
    Operation::get(Tag::Moderation, REPORTS, "listReports", list)
        .summary("Reports")
        .description("For moderators: those that nobody has closed yet, or those that somebody has within a year; the newest first.")
        .query::<ReportsQuery>()
        .responds::<ReportPage>("A page of reports.")
        .errors([&MODERATORS[..], &[ErrorCode::BadQuery]].concat())
        .auth_required()
}

async fn list(
    State(app): State<Arc<App>>,
    CurrentVisitor(visitor): CurrentVisitor,
    query: Result<ApiQuery<ReportsQuery>, ApiError>,
) -> Result<Json<ReportPage>, ApiError> {
    moderator(&app, &visitor)?;
    let ReportsQuery { closed, cursor, limit } = query?.0.0;
    let (which, list) = if closed { (Reports::Closed, "reports-closed") } else { (Reports::Open, "reports") };
    let (below, limit) = PageQuery { cursor, limit }.of(list)?;
    let page = app.context.store.reports(which, below, limit).await?;
    Ok(Json(ReportPage { reports: page.all, next: page.next.map(|number| cursor::write(list, number)) }))
}

fn close_report() -> Operation {
    Operation::post(Tag::Moderation, REPORT, "closeReport", close)
        .summary("Close a report")
        .description("For moderators. It is written down in the log.")
        .path::<i64>("number", "The report.")
        .json_body::<CloseRequest>()
        .responds::<ReportReceipt>("It is closed.")
        .errors(
            [
                &MODERATORS[..],
                &[ErrorCode::BadMessage, ErrorCode::BadOrigin, ErrorCode::BadText, ErrorCode::NoReport],
            ]
            .concat(),
        )
        .auth_required()
}

async fn close(
    State(app): State<Arc<App>>,
    _: SameOrigin,
    CurrentVisitor(visitor): CurrentVisitor,
    number: ApiPath<i64>,
    body: Result<ApiJson<CloseRequest>, ApiError>,
) -> Result<Json<ReportReceipt>, ApiError> {
    let by = moderator(&app, &visitor)?.player.id;
    let missing = || ApiError::new(ErrorCode::NoReport, "there is no open report of that number");
    let Ok(Path(number)) = number else { return Err(missing()) };
    let ApiJson(CloseRequest { outcome, note }) = body?;
    let note = optional_note(note.as_deref())?;
    let closing = CloseReport { number, outcome, note, by, now_ms: app.context.clock.now_ms() };
    if !app.context.store.write(closing).await? {
        return Err(missing());
    }
    Ok(Json(ReportReceipt { report: number }))
}
