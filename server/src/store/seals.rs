//! Seals: what is kept of the proofs of finished games.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::proof::{ChainLink, ProofRating, ProofSeal, ProofStanding, Signature};
use cydonia_table::journal::CorruptData;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::engine::{RowPlace, Session, Statement, Value, from_row};
use super::merging::parts_of;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// What a game did to the ratings of its seats, as it was signed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SealedRatings {
    /// The version of the rule.
    pub rule: i64,
    /// What it did, by seat.
    pub seats: Vec<ProofRating>,
}

/// What is kept of a game's proof.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SealedGame {
    /// The game's number.
    pub number: i64,
    /// The digest of its statement.
    pub digest: Bytes32,
    /// Its seal.
    pub seal: ProofSeal,
    /// What the statement says of ratings; none of a game that is not rated.
    pub ratings: Option<SealedRatings>,
}

impl SealedGame {
    /// Where the game stands in the chain.
    pub(crate) fn link(&self) -> ChainLink {
        ChainLink::of(self.number, &self.digest, &self.seal.before)
    }
}

/// Keeps the seals of some games, unless the chain has come as far already.
#[derive(Debug)]
pub(crate) struct SealGames {
    /// How far the chain was.
    pub from: i64,
    /// How far it will be.
    pub through: i64,
    /// The games in between, without those that are damaged.
    pub sealed: Vec<SealedGame>,
}

struct SealRow {
    match_number: i64,
    digest: Vec<u8>,
    before_number: i64,
    before_link: Vec<u8>,
    signing_key: Vec<u8>,
    signature: Vec<u8>,
    ratings: Option<String>,
}

from_row!(SealRow: match_number, digest, before_number, before_link, signing_key, signature, ratings);

struct StandingRow {
    rating: f64,
    deviation: f64,
    volatility: f64,
    finished_ms: i64,
}

from_row!(StandingRow: rating, deviation, volatility, finished_ms);

struct ChangeRow {
    player: Uuid,
    game: String,
    pool: String,
    before_rating: Option<f64>,
    rating: f64,
    deviation: f64,
    volatility: f64,
}

from_row!(ChangeRow: player, game, pool, before_rating, rating, deviation, volatility);

impl Write for SealGames {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self { from, through, sealed } = self;
        let connection = &mut batch.connection;
        let advanced = Statement::of("UPDATE sealing_progress SET through = $1 WHERE through = $2")
            .bind(through)
            .bind(from)
            .execute(connection)
            .await?;
        if advanced == 0 || sealed.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<[Value; 7]> = Vec::with_capacity(sealed.len());
        for SealedGame { number, digest, seal: ProofSeal { before, key, signature }, ratings } in &sealed {
            let ratings = ratings.as_ref().map(serde_json::to_string).transpose();
            let ratings = ratings.map_err(StoreError::unwritable("ratings"))?;
            rows.push([
                (*number).into(),
                (&digest.0[..]).into(),
                before.number.into(),
                (&before.link.0[..]).into(),
                (&key.0[..]).into(),
                (&signature.0[..]).into(),
                ratings.into(),
            ]);
        }
        let mut statement = Statement::of(
            "INSERT INTO match_seals (match_number, digest, before_number, before_link, signing_key, signature,
             ratings) VALUES ",
        );
        statement.rows(rows);
        // A row that is there already must not spoil what others write with this.
        statement.text(" ON CONFLICT (match_number) DO NOTHING");
        statement.execute(connection).await?;
        Ok(())
    }
}

impl SealRow {
    fn read(self) -> Result<SealedGame, CorruptData> {
        let Self {
            match_number: number,
            digest,
            before_number,
            before_link,
            signing_key,
            signature,
            ratings,
        } = self;
        let at = RowPlace("match_seals", number);
        let link = Bytes32(bytes(before_link).map_err(at.column("before_link"))?);
        let ratings = ratings.as_deref().map(serde_json::from_str).transpose();
        Ok(SealedGame {
            number,
            digest: Bytes32(bytes(digest).map_err(at.column("digest"))?),
            seal: ProofSeal {
                before: ChainLink { number: before_number, link },
                key: Bytes32(bytes(signing_key).map_err(at.column("signing_key"))?),
                signature: Signature(bytes(signature).map_err(at.column("signature"))?),
            },
            ratings: ratings.map_err(at.column("ratings"))?,
        })
    }
}

/// Bytes of which there must be so many.
pub(super) fn bytes<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N], String> {
    bytes.try_into().map_err(|bytes: Vec<u8>| format!("it has {} bytes instead of {N}", bytes.len()))
}

impl Store {
    /// How far the chain is: the number of the last game that was looked at.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn sealed_through(&self) -> Result<i64, StoreError> {
        let (through,): (i64,) = Statement::of("SELECT through FROM sealing_progress")
            .fetch_one(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(through)
    }

    /// The last link of the chain.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn last_link(&self) -> Result<ChainLink, StoreError> {
        let row: Option<SealRow> =
            Statement::of("SELECT * FROM match_seals ORDER BY match_number DESC LIMIT 1")
                .fetch_optional(&mut self.readers.lookups.lend().await?)
                .await?;
        Ok(row.map(SealRow::read).transpose()?.map_or(ChainLink::START, |last| last.link()))
    }

    /// What is kept of a game's proof; none of one that was damaged when it was to be sealed.
    ///
    /// # Errors
    /// If the database fails or the row is damaged.
    pub(crate) async fn sealed_game(&self, number: i64) -> Result<Option<SealedGame>, StoreError> {
        let row: Option<SealRow> = Statement::of("SELECT * FROM match_seals WHERE match_number = $1")
            .bind(number)
            .fetch_optional(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(row.map(SealRow::read).transpose()?)
    }

    /// The games behind that number, public or not, by number and id: some of them.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn games_after(&self, from: i64) -> Result<Vec<(i64, Uuid)>, StoreError> {
        Statement::of("SELECT number, id FROM matches WHERE number > $1 ORDER BY number LIMIT $2")
            .bind(from)
            .bind(limits::SEALED_AT_ONCE)
            .fetch_all(&mut self.readers.lookups.lend().await?)
            .await
    }

    /// What a rated game did, with all that it follows from; none if nothing is kept of that.
    ///
    /// # Errors
    /// If the database fails or a row is damaged.
    pub(crate) async fn ratings_to_seal(
        &self,
        number: i64,
        finished_ms: i64,
    ) -> Result<Option<SealedRatings>, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let rule: Option<(i64,)> =
            Statement::of("SELECT version FROM rating_rule").fetch_optional(&mut reader).await?;
        let changes: Vec<ChangeRow> = Statement::of(
            "SELECT player, game, pool, before_rating, rating, deviation, volatility FROM rating_changes
             WHERE match_number = $1 ORDER BY seat",
        )
        .bind(number)
        .fetch_all(&mut reader)
        .await?;
        let Some((rule,)) = rule.filter(|_| !changes.is_empty()) else { return Ok(None) };
        let mut seats = Vec::with_capacity(changes.len());
        for change in changes {
            let before = match change.before_rating {
                Some(_) => standing_before(&mut reader, number, &change).await?,
                None => None,
            };
            // As the rule has it: a clock that was set back does not make the last game one of long ago.
            let last_ms = before.map_or(finished_ms, |before| finished_ms.max(before.last_ms));
            let ChangeRow { rating, deviation, volatility, .. } = change;
            seats.push(ProofRating {
                before,
                after: ProofStanding::of(rating, deviation, volatility, last_ms),
            });
        }
        Ok(Some(SealedRatings { rule, seats }))
    }
}

/// How a player stood before a game: as their last one left it, or that of somebody who has become part of them, if their rating went on.
async fn standing_before(
    session: &mut impl Session,
    number: i64,
    of: &ChangeRow,
) -> Result<Option<ProofStanding>, StoreError> {
    if let Some((_, own)) = last_standing(session, of.player, number, of).await? {
        return Ok(Some(own));
    }
    for part in parts_of(session, of.player).await? {
        let left = last_standing(session, part, number, of).await?;
        // Of several the first went on: it is the rating that was found.
        if let Some((_, standing)) = left.filter(|(rating, _)| Some(*rating) == of.before_rating) {
            return Ok(Some(standing));
        }
    }
    Ok(None)
}

/// The rating that somebody's last game before another left, and how they stood by that: it ended when the last few did at the latest.
async fn last_standing(
    session: &mut impl Session,
    player: Uuid,
    number: i64,
    of: &ChangeRow,
) -> Result<Option<(f64, ProofStanding)>, StoreError> {
    let rows: Vec<StandingRow> = Statement::of(
        "SELECT rating, deviation, volatility, finished_ms FROM rating_changes JOIN matches ON number = match_number
         WHERE player = $1 AND rating_changes.game = $2 AND pool = $3 AND match_number < $4
         ORDER BY match_number DESC LIMIT $5",
    )
    .bind(player)
    .bind(&of.game)
    .bind(&of.pool)
    .bind(number)
    .bind(limits::CLOCK_SET_BACK_GAMES)
    .fetch_all(session)
    .await?;
    let last_ms = rows.iter().map(|row| row.finished_ms).max();
    Ok(rows.first().zip(last_ms).map(|(last, last_ms)| {
        (last.rating, ProofStanding::of(last.rating, last.deviation, last.volatility, last_ms))
    }))
}
