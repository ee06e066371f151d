//! Whole games: a finished game told with its line, by that line as it was rendered once or by its replay.

use std::io::{self, Write};

use crc32fast::Hasher;
use cydonia_protocol::{MatchRecord, MatchSummary, RecordedMove, Standstill};
use cydonia_table::LineDetail;
use cydonia_table::journal::CorruptData;
use serde::Deserialize;
use zstd::bulk::Decompressor;

use super::engine::RowPlace;
use super::match_lines::KeptLine;
use crate::background::Yielding;
use crate::limits;

/// A game's line in JSON, packed: what its [`MatchRecord`] is told in behind its summary, from the comma on.
#[derive(Debug)]
pub(crate) struct RenderedLine {
    /// Of it, and of what its replay was held against.
    pub(super) checksum: u32,
    pub(super) packed: Vec<u8>,
}

impl RenderedLine {
    /// That of a game which was replayed. None if it is too long, or tells names in it: those may have to be forgotten.
    pub(crate) fn of(whole: &MatchRecord) -> Option<Self> {
        if whole.line.iter().any(|entry| entry.takeover_of.is_some()) {
            return None;
        }
        let mut json = Yielding::new(Vec::new());
        serde_json::to_writer(&mut json, whole).ok()?;
        let json = json.into_inner();
        let line = json.strip_prefix(&*opened(&whole.summary).ok()?)?;
        if line.len() > limits::RENDERED_BYTES {
            return None;
        }
        let packed = zstd::bulk::compress(line, limits::RENDERED_LEVEL).ok()?;
        Some(Self { checksum: checksum(&whole.summary, &packed)?, packed })
    }

    /// Whether it is of this game as it is kept now, and whole.
    pub(super) fn fits(&self, summary: &MatchSummary) -> bool {
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
    pub(crate) fn read(self) -> Result<MatchRecord, CorruptData> {
        match self {
            Self::Rendered(summary, line) => {
                if let Some(comma) = line.first_mut() {
                    *comma = b'{';
                }
                let Line { pie, rules_version, line, standstills } =
                    serde_json::from_slice(line).map_err(CorruptData::Line)?;
                Ok(MatchRecord { summary, pie, rules_version, line, standstills })
            }
            Self::Replayed(game) => Ok(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::Player;
    use cydonia_rules::{Options, Reason};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn game() -> MatchRecord {
        let seat = |seat: u128| {
            let player = json!({ "id": Uuid::from_u128(seat), "name": format!("Ådä {seat}") });
            json!({ "player": player, "score": 3 - seat, "rank": seat, "result": if seat == 1 { "won" } else { "lost" } })
        };
        serde_json::from_value(json!({
            "number": 1, "id": Uuid::from_u128(100), "game": "martian-chess", "options": { "rules": "arcade" },
            "first": 1, "clock": { "type": "none" }, "private": false, "rated": false, "seats": [seat(1), seat(2)],
            "reason": "resigned", "winners": [0], "plies": 2, "started_ms": 1_000, "finished_ms": 2_000, "duration_ms": 1_000,
            "pie": true, "rules_version": 1, "standstills": [{ "from_ms": 1, "until_ms": 2, "why": "pause" }],
            "line": [{ "seat": 0, "ms": 1_000, "action": "b2-c3", "credit_ms": 5 }, { "seat": 1, "ms": 2_000, "left": "resigned" }],
        }))
        .expect("a game")
    }

    fn told<'a>(game: &MatchRecord, unpacker: &'a mut Unpacker) -> ToldGame<'a> {
        let line = RenderedLine::of(game).expect("it can be rendered");
        assert!(line.fits(&game.summary));
        let whole = WholeGame::Rendered(game.summary.clone(), line);
        whole.told(LineDetail::default(), unpacker, || {}).expect("it is told")
    }

    #[test]
    fn a_rendered_game_is_told_and_read_as_it_was() {
        let (game, mut unpacker) = (game(), Unpacker::new().expect("memory"));
        let mut json = Vec::new();
        told(&game, &mut unpacker).write(&mut json).expect("written");
        assert_eq!(String::from_utf8(json).expect("text"), serde_json::to_string(&game).expect("JSON"));
        assert_eq!(told(&game, &mut unpacker).read().expect("read"), game);
    }

    #[test]
    fn a_line_fits_its_own_game_as_long_as_that_is_what_it_was() {
        let game = game();
        let fits = |line: &RenderedLine, change: fn(&mut MatchSummary)| {
            let mut summary = game.summary.clone();
            change(&mut summary);
            line.fits(&summary)
        };
        let mut line = RenderedLine::of(&game).expect("it can be rendered");
        assert!(fits(&line, |_| {}));
        assert!(
            fits(&line, |game| game.seats[0].player.name = Player::DELETED.to_owned()),
            "it tells no names"
        );
        assert!(!fits(&line, |game| game.id = Uuid::from_u128(101)));
        assert!(!fits(&line, |game| game.options = Options::default()));
        assert!(!fits(&line, |game| game.reason = Reason::TIMEOUT));
        assert!(!fits(&line, |game| game.seats[1].score += 1));
        assert!(!fits(&line, |game| game.seats[1].rank += 1));
        for byte in 0..line.packed.len() {
            line.packed[byte] ^= 1;
            assert!(!line.fits(&game.summary), "byte {byte}");
            line.packed[byte] ^= 1;
        }
    }

    #[test]
    fn what_tells_a_name_is_not_rendered() {
        let mut game = game();
        game.line[1].takeover_of = Some(Player::new(Uuid::from_u128(7), "Cy".to_owned()));
        assert!(RenderedLine::of(&game).is_none());
    }
}
