//! Rendered lines, a cache: finished games' lines as the JSON that they are told in, packed, so that a game is told whole without a
//! replay. They follow from the games and may be made anew.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};

use crc32fast::Hasher;
use cydonia_protocol::{MatchRecord, MatchSummary, RecordedMove, Standstill};
use cydonia_table::LineDetail;
use cydonia_table::journal::CorruptData;
use serde::Deserialize;
use zstd::bulk::Decompressor;

use super::engine::{Lenient, RowPlace, Statement, WriterConnection, from_row};
use super::match_lines::KeptLine;
use super::write::{Batch, Write as StoreWrite};
use super::{Store, StoreError};
use crate::limits;

/// Version of what is told of a kept game, raised by one whenever something else is: what was rendered before is then rendered anew,
/// and whoever has what was told before is sent the new.
pub(crate) const DOCUMENTS: u32 = 2;

/// A game's line in JSON, packed: what its [`MatchRecord`] is told in behind its summary, from the comma on.
#[derive(Debug)]
pub(crate) struct RenderedLine {
    /// Of it, and of what its replay was held against.
    checksum: u32,
    packed: Vec<u8>,
}

impl RenderedLine {
    /// That of a game which was replayed. None if it is too long, or tells names in it: those may have to be forgotten.
    pub(crate) fn of(whole: &MatchRecord) -> Option<Self> {
        if whole.line.iter().any(|entry| entry.takeover_of.is_some()) {
            return None;
        }
        let json = serde_json::to_vec(whole).ok()?;
        let line = json.get(opened(&whole.summary).ok()?.len()..)?;
        if line.len() > limits::RENDERED_BYTES {
            return None;
        }
        let packed = zstd::bulk::compress(line, limits::RENDERED_LEVEL).ok()?;
        Some(Self { checksum: checksum(&whole.summary, &packed)?, packed })
    }

    /// Whether it is of this game as it is kept now, and whole.
    fn fits(&self, summary: &MatchSummary) -> bool {
        checksum(summary, &self.packed) == Some(self.checksum)
    }
}

/// A summary in JSON, its last brace left off.
fn opened(summary: &MatchSummary) -> serde_json::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(summary)?;
    json.pop();
    Ok(json)
}

/// Of a rendered line, the game that it is of, what that is replayed from beside its line, and the result that its replay is held against.
fn checksum(summary: &MatchSummary, packed: &[u8]) -> Option<u32> {
    let mut sum = Hasher::new();
    sum.update(packed);
    sum.update(summary.id.as_bytes());
    sum.update(summary.game.as_bytes());
    sum.update(&serde_json::to_vec(&summary.options).ok()?);
    sum.update(summary.reason.name().as_bytes());
    for seat in &summary.seats {
        sum.update(&seat.score.to_le_bytes());
        sum.update(&[seat.rank]);
    }
    Some(sum.finalize())
}

/// A finished game that is to be told whole, not unpacked or replayed yet.
#[derive(Debug)]
pub(crate) enum WholeGame {
    /// By its rendered line.
    Rendered(MatchSummary, RenderedLine),
    /// By its replay.
    Kept(KeptLine),
}

/// Unpacks rendered lines, one after the other in the same memory.
pub(crate) struct Unpacker {
    unpacker: Decompressor<'static>,
    line: Vec<u8>,
}

impl Unpacker {
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { unpacker: Decompressor::new()?, line: Vec::new() })
    }

    fn unpack(&mut self, RenderedLine { packed, .. }: &RenderedLine) -> io::Result<&mut [u8]> {
        let size = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
        let size = size.and_then(|size| usize::try_from(size).ok());
        let size = size.filter(|size| *size <= limits::RENDERED_BYTES).ok_or(io::ErrorKind::InvalidData)?;
        self.line.clear();
        self.line.reserve(size);
        self.unpacker.decompress_to_buffer(packed, &mut self.line)?;
        Ok(&mut self.line)
    }
}

impl WholeGame {
    /// The game as it is told, replayed if it must be. `between` is called again and again meanwhile.
    ///
    /// # Errors
    /// If its line is damaged.
    pub(crate) fn told(
        self,
        detail: LineDetail,
        unpacker: &mut Unpacker,
        between: impl FnMut(),
    ) -> Result<ToldGame<'_>, CorruptData> {
        match self {
            Self::Rendered(summary, rendered) => {
                let at = RowPlace("rendered_lines", summary.number);
                let line = unpacker.unpack(&rendered).map_err(at.column("line"))?;
                Ok(ToldGame::Rendered(summary, line))
            }
            Self::Kept(kept) => Ok(ToldGame::Replayed(kept.replayed(detail, between)?)),
        }
    }

    /// The game's number.
    pub(crate) fn number(&self) -> i64 {
        match self {
            Self::Rendered(summary, _) | Self::Kept(KeptLine { summary, .. }) => summary.number,
        }
    }
}

/// A finished game as it is told.
#[derive(Debug)]
pub(crate) enum ToldGame<'a> {
    /// By its rendered line.
    Rendered(MatchSummary, &'a mut [u8]),
    /// By its replay.
    Replayed(MatchRecord),
}

/// What a rendered line tells beside the summary.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    pie: bool,
    rules_version: u16,
    line: Vec<RecordedMove>,
    #[serde(default)]
    standstills: Vec<Standstill>,
}

impl ToldGame<'_> {
    /// Writes it, in JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Rendered(summary, line) => {
                to.write_all(&opened(summary)?)?;
                to.write_all(line)
            }
            Self::Replayed(game) => Ok(serde_json::to_writer(to, game)?),
        }
    }

    /// The game itself.
    ///
    /// # Errors
    /// If what was rendered cannot be read, which this program rendered.
    pub(crate) fn read(self) -> Result<MatchRecord, serde_json::Error> {
        match self {
            Self::Rendered(summary, line) => {
                if let Some(comma) = line.first_mut() {
                    *comma = b'{';
                }
                let Line { pie, rules_version, line, standstills } = serde_json::from_slice(line)?;
                Ok(MatchRecord { summary, pie, rules_version, line, standstills })
            }
            Self::Replayed(game) => Ok(game),
        }
    }
}

/// Keeps rendered lines of games, unless there are some.
#[derive(Debug)]
pub(crate) struct KeepRenderedLines {
    /// By the games' numbers. There must be one at least.
    pub lines: Vec<(i64, RenderedLine)>,
}

impl StoreWrite for KeepRenderedLines {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let mut statement =
            Statement::of("INSERT INTO rendered_lines (number, version, checksum, line) VALUES ");
        statement.rows(self.lines.into_iter().map(|(number, line)| {
            [
                number.into(),
                i64::from(DOCUMENTS).into(),
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

/// Forgets what another version rendered when the house opens: it is rendered anew.
pub(super) async fn open(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let mut transaction = owner.begin().await?;
    Statement::of("DELETE FROM rendered_lines WHERE version <> $1")
        .bind(i64::from(DOCUMENTS))
        .execute(&mut transaction)
        .await?;
    transaction.commit().await
}
