//! Reports: who was reported, by whom and for what, for a year.

use cydonia_protocol::{
    ModeratorAction, OwnReport, Report, ReportClosed, ReportOutcome, ReportReason, ReportRequest, Room,
    SaidLine,
};
use uuid::Uuid;

use super::super::contacts::{NoContact, check_person};
use super::super::engine::{Connection, RowPlace, Statement, from_row, named};
use super::super::page::Page;
use super::super::players::player_of;
use super::super::write::{Batch, Write};
use super::super::{Store, StoreError, chat};
use super::audit::NewEntry;
use crate::limits;

/// Why a report is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoReport {
    /// There is nobody of that id.
    NoPlayer,
    /// It is oneself, a computer, or somebody who was deleted.
    NoPerson,
}

/// Keeps a report, and gives its number; whoever reports somebody again before the moderators have looked says it anew.
#[derive(Clone, Debug)]
pub(crate) struct KeepReport {
    /// By whom.
    pub by: Uuid,
    /// What.
    pub report: ReportRequest,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for KeepReport {
    type Output = Result<i64, NoReport>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let Self { by, report, now_ms } = self;
        let connection = &mut batch.connection;
        match check_person(connection, by, report.player).await? {
            Ok(()) => {}
            Err(NoContact::NoPlayer) => return Ok(Err(NoReport::NoPlayer)),
            Err(_) => return Ok(Err(NoReport::NoPerson)),
        }
        let said = match report.table {
            Some(table) => said_at(connection, table, report.player, by).await?,
            None => Vec::new(),
        };
        let said = serde_json::to_string(&said).map_err(StoreError::unwritable("report"))?;
        let again: Option<(i64,)> = Statement::of(
            "UPDATE reports SET reason = $3, table_id = COALESCE($4, table_id), words = COALESCE($5, words),
             said = CASE WHEN $6 = '[]' THEN said ELSE $6 END, ms = $7
             WHERE by_player = $1 AND player = $2 AND closed_ms IS NULL RETURNING number",
        )
        .bind(by)
        .bind(report.player)
        .bind(report.reason.name())
        .bind(report.table)
        .bind(report.text.as_deref())
        .bind(said.as_str())
        .bind(now_ms)
        .fetch_optional(connection)
        .await?;
        if let Some((number,)) = again {
            return Ok(Ok(number));
        }
        let (number,): (i64,) = Statement::of(
            "INSERT INTO reports (by_player, player, reason, table_id, words, said, ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING number",
        )
        .bind(by)
        .bind(report.player)
        .bind(report.reason.name())
        .bind(report.table)
        .bind(report.text)
        .bind(said)
        .bind(now_ms)
        .fetch_one(connection)
        .await?;
        Ok(Ok(number))
    }
}

/// Closes a report; false if there is no open one of that number.
#[derive(Clone, Debug)]
pub(crate) struct CloseReport {
    /// Which.
    pub number: i64,
    /// What was found.
    pub outcome: ReportOutcome,
    /// A word for the log.
    pub note: Option<String>,
    /// Which moderator.
    pub by: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Write for CloseReport {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let connection = &mut batch.connection;
        let closed: Option<(Uuid,)> = Statement::of(
            "UPDATE reports SET closed_ms = $2, closed_by = $3, outcome = $4
             WHERE number = $1 AND closed_ms IS NULL RETURNING player",
        )
        .bind(self.number)
        .bind(self.now_ms)
        .bind(self.by)
        .bind(self.outcome.name())
        .fetch_optional(connection)
        .await?;
        let Some((player,)) = closed else { return Ok(false) };
        let entry = NewEntry {
            ms: self.now_ms,
            by: self.by,
            action: match self.outcome {
                ReportOutcome::Upheld => ModeratorAction::Upheld,
                ReportOutcome::Dismissed => ModeratorAction::Dismissed,
            },
            player: Some(player),
            addresses: None,
            until_ms: None,
            words: self.note.as_deref(),
        };
        entry.write(connection).await?;
        Ok(true)
    }
}

/// What somebody has said at a table last, in the order of time, as far as whoever reports them was there to hear it: at a seat, or at a
/// public table among those who watch.
async fn said_at(
    connection: &mut Connection<'_>,
    table: Uuid,
    player: Uuid,
    by: Uuid,
) -> Result<Vec<SaidLine>, StoreError> {
    let rows: Vec<(i64, i64, String)> = Statement::of(
        "SELECT room, ms, words FROM chat WHERE table_id = $1 AND player = $2 AND (
           EXISTS (SELECT 1 FROM seated JOIN tables ON number = table_number
                   WHERE tables.id = $1 AND seated.player = $3)
           OR EXISTS (SELECT 1 FROM matches JOIN match_seats ON match_number = matches.number
                      WHERE matches.id = $1 AND match_seats.player = $3)
           OR (room = $4 AND (EXISTS (SELECT 1 FROM tables WHERE tables.id = $1 AND NOT tables.private)
               OR EXISTS (SELECT 1 FROM matches WHERE matches.id = $1 AND NOT matches.private)))
         ) ORDER BY ms DESC, n DESC LIMIT $5",
    )
    .bind(table)
    .bind(player)
    .bind(by)
    .bind(chat::number(Room::Watchers))
    .bind(limits::LINES_REPORTED)
    .fetch_all(connection)
    .await?;
    // A line that cannot be read keeps nobody from reporting the others.
    let read = |(room, ms, words): (i64, i64, String)| {
        let room = if room == chat::number(Room::Players) { Room::Players } else { Room::Watchers };
        Some(SaidLine { table, room, ms, words: serde_json::from_str(&words).ok()? })
    };
    Ok(rows.into_iter().rev().filter_map(read).collect())
}

/// Which reports are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reports {
    /// Those that are not closed.
    Open,
    /// Those that are.
    Closed,
    /// All of one player.
    Of(Uuid),
    /// All by one player.
    By(Uuid),
}

struct Row {
    number: i64,
    ms: i64,
    player: Uuid,
    name: Option<String>,
    registered: bool,
    by_id: Uuid,
    by_name: Option<String>,
    by_registered: bool,
    reason: String,
    table_id: Option<Uuid>,
    words: Option<String>,
    said: String,
    closed_ms: Option<i64>,
    outcome: Option<String>,
    closer_id: Option<Uuid>,
    closer_name: Option<String>,
    closer_registered: bool,
}

from_row!(Row: number, ms, player, name, registered, by_id, by_name, by_registered, reason, table_id, words, said, closed_ms, outcome, closer_id, closer_name, closer_registered);

impl Row {
    fn read(self) -> Result<Report, StoreError> {
        let at = RowPlace("reports", self.number);
        let reason: ReportReason = named(&self.reason).map_err(at.column("reason"))?;
        let said = serde_json::from_str(&self.said).map_err(at.column("said"))?;
        let closed = match (self.closed_ms, self.outcome, self.closer_id) {
            (Some(ms), Some(outcome), Some(by)) => Some(ReportClosed {
                ms,
                by: player_of((by, self.closer_name, self.closer_registered)),
                outcome: named(&outcome).map_err(at.column("outcome"))?,
            }),
            _ => None,
        };
        Ok(Report {
            number: self.number,
            ms: self.ms,
            player: player_of((self.player, self.name, self.registered)),
            by: player_of((self.by_id, self.by_name, self.by_registered)),
            reason,
            table: self.table_id,
            text: self.words,
            said,
            closed,
        })
    }
}

impl Store {
    /// Reports below a number, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn reports(
        &self,
        which: Reports,
        below: Option<i64>,
        limit: usize,
    ) -> Result<Page<Report>, StoreError> {
        let mut statement = Statement::of(
            "SELECT reports.number, ms, reports.player, about.name, about.registered_ms IS NOT NULL AS registered,
             by_player AS by_id, maker.name AS by_name, maker.registered_ms IS NOT NULL AS by_registered,
             reason, table_id, words, said, closed_ms, outcome, closed_by AS closer_id,
             closer.name AS closer_name, closer.registered_ms IS NOT NULL AS closer_registered
             FROM reports LEFT JOIN players AS about ON about.id = reports.player
             LEFT JOIN players AS maker ON maker.id = by_player
             LEFT JOIN players AS closer ON closer.id = closed_by",
        );
        statement.bound(" WHERE reports.number < ", below.unwrap_or(i64::MAX));
        match which {
            Reports::Open => statement.text(" AND closed_ms IS NULL"),
            Reports::Closed => statement.text(" AND closed_ms IS NOT NULL"),
            Reports::Of(player) => statement.bound(" AND reports.player = ", player),
            Reports::By(player) => statement.bound(" AND by_player = ", player),
        }
        statement.bound(" ORDER BY reports.number DESC LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        Ok(Page::of(rows, limit, |row| row.number).read(Row::read))
    }

    /// All that somebody has reported and is kept, the last first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn reports_by(&self, player: Uuid) -> Result<Vec<OwnReport>, StoreError> {
        let page = self.reports(Reports::By(player), None, limits::OWN_FILED).await?;
        Ok(page.all.into_iter().map(OwnReport::from).collect())
    }
}
