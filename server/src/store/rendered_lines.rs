//! Rendered lines, a cache: finished games' lines as the JSON that they are told in, packed, so that a game is told whole without a
//! replay. They follow from the games and may be made anew.

use std::collections::{HashMap, VecDeque};

use cydonia_protocol::MatchSummary;
use cydonia_table::LineDetail;

use super::engine::{Lenient, Statement, WriterConnection, from_row};
use super::whole_game::{RenderedLine, WholeGame};
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Version of what is told of a kept game, raised by one whenever something else is: what was rendered before is then rendered anew,
/// and whoever has what was told before is sent the new. (Another version of this program does both in any case.)
pub(crate) const DOCUMENTS: u32 = 2;

/// Keeps rendered lines of games, unless there are some.
#[derive(Debug)]
pub(crate) struct KeepRenderedLines {
    /// By the games' numbers. There must be one at least.
    pub lines: Vec<(i64, RenderedLine)>,
}

impl Write for KeepRenderedLines {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let version = version();
        let mut statement =
            Statement::of("INSERT INTO rendered_lines (number, version, checksum, line) VALUES ");
        statement.rows(self.lines.into_iter().map(|(number, line)| {
            [
                number.into(),
                version.as_str().into(),
                i64::from(line.checksum).into(),
                line.packed.as_slice().into(),
            ]
        }));
        statement.text(" ON CONFLICT (number) DO NOTHING");
        statement.execute(&mut batch.connection).await?;
        Ok(())
    }
}

struct RenderedRow {
    number: i64,
    line: Lenient<PackedRow>,
}

from_row!(RenderedRow: number; line);

struct PackedRow {
    checksum: i64,
    line: Vec<u8>,
}

from_row!(PackedRow: checksum, line);

impl PackedRow {
    fn read(self) -> Option<RenderedLine> {
        Some(RenderedLine { checksum: u32::try_from(self.checksum).ok()?, packed: self.line })
    }
}

/// Games of a list that are to be told whole, some at a time, with their rendered lines as far as there are any.
#[derive(Debug, Default)]
pub(crate) struct GamesAhead(VecDeque<(MatchSummary, Option<RenderedLine>)>);

impl GamesAhead {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next: so many that it pays, and no more than are soon told.
    fn next(&mut self) -> Vec<(MatchSummary, Option<RenderedLine>)> {
        let mut plies = 0_u32;
        let fits = |(game, _): &(MatchSummary, _)| {
            let is_first = plies == 0;
            plies = plies.saturating_add(game.plies.max(1));
            is_first || plies <= limits::EXPORTED_PLIES
        };
        let count = self.0.iter().map(fits).take_while(|fits| *fits).count();
        self.0.drain(..count).collect()
    }
}

impl Store {
    /// Up to which game there are rendered lines; 0 if there are none.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn rendered_through(&self) -> Result<i64, StoreError> {
        let last: Option<(i64,)> =
            Statement::of("SELECT number FROM rendered_lines ORDER BY number DESC LIMIT 1")
                .fetch_optional(&mut self.readers.lookups.lend().await?)
                .await?;
        Ok(last.map_or(0, |(number,)| number))
    }

    /// Games, to be told whole by [`next_whole`](Self::next_whole) in that detail.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn ahead(
        &self,
        games: Vec<MatchSummary>,
        detail: LineDetail,
    ) -> Result<GamesAhead, StoreError> {
        // What a detail adds is in no rendered line.
        if games.is_empty() || detail != LineDetail::default() {
            return Ok(GamesAhead(games.into_iter().map(|game| (game, None)).collect()));
        }
        let store = self.clone();
        let read = async move {
            let mut statement =
                Statement::of("SELECT number, checksum, line FROM rendered_lines WHERE number IN ");
            statement.list(games.iter().map(|game| game.number));
            let rows: Vec<RenderedRow> =
                statement.fetch_all(&mut store.readers.lookups.lend().await?).await?;
            // Of a cache, what cannot be read is taken for none.
            let read = |row: RenderedRow| Some((row.number, row.line.0.ok()?.read()?));
            let mut lines: HashMap<_, _> = rows.into_iter().filter_map(read).collect();
            let with_line = |game: MatchSummary| {
                let line = lines.remove(&game.number).filter(|line| line.fits(&game));
                (game, line)
            };
            Ok(GamesAhead(games.into_iter().map(with_line).collect()))
        };
        self.look(read).await
    }

    /// The next few of them. One that has no rendered line, or is not any more what was rendered, comes by its own.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn next_whole(&self, ahead: &mut GamesAhead) -> Result<Vec<WholeGame>, StoreError> {
        let next = ahead.next();
        let lacking = next.iter().filter(|(_, line)| line.is_none()).map(|(game, _)| game.clone()).collect();
        let kept = self.with_lines(lacking).await?;
        let mut kept: HashMap<_, _> = kept.into_iter().map(|kept| (kept.summary.number, kept)).collect();
        let whole = |(game, line): (MatchSummary, _)| match line {
            Some(line) => Some(WholeGame::Rendered(game, line)),
            None => kept.remove(&game.number).map(WholeGame::Kept),
        };
        Ok(next.into_iter().filter_map(whole).collect())
    }
}

/// What is told of kept games by this program.
fn version() -> String {
    format!("{}+{DOCUMENTS}", env!("CARGO_PKG_VERSION"))
}

/// Forgets what another version rendered when the house opens: it is rendered anew. All that is there is of one version.
pub(super) async fn open(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    let rendered: Option<(String,)> =
        Statement::of("SELECT version FROM rendered_lines LIMIT 1").fetch_optional(&mut transaction).await?;
    if rendered.is_some_and(|(of,)| of != version()) {
        Statement::of("DELETE FROM rendered_lines").execute(&mut transaction).await?;
    }
    transaction.commit().await
}
