//! Merging: two identities of one person become one. Whoever somebody was besides is nobody of their own from then on: how they signed in
//! and what they chose goes, what they played and said becomes the other's, step by step.

use cydonia_protocol::{Contact, Player, TournamentStatus};
use uuid::Uuid;

use super::deletion::{forget_alone, sits_somewhere};
use super::engine::{Connection, Session, Statement};
use super::sign_in::ProvedBy;
use super::write::{Batch, Write};
use super::{Store, StoreError};
use crate::limits;

/// Makes somebody part of another's account. Gives the numbers of the sessions that end for it.
#[derive(Debug)]
pub(crate) struct MergePlayers {
    /// Who becomes part of the other.
    pub player: Uuid,
    /// What has shown that they are the same person.
    pub by: ProvedBy,
    /// Whose all of it is from then on.
    pub into: Uuid,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why two are not made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoMerge {
    /// What was shown is not so any more.
    Wrong,
    /// They are one, or one of them is nobody any more.
    Same,
    /// The one sits at a table whose game is not over.
    Seated,
    /// The one takes part in a tournament that is not over.
    InTournament,
    /// They have played against each other.
    HaveMet,
    /// As many have become part of the other as may.
    TooMany,
}

/// Gives the next few of somebody's games to whom they have become part of, and all that they said once there are none left.
struct HandOver {
    player: Uuid,
    into: Uuid,
}

impl Write for MergePlayers {
    type Output = Result<Vec<i64>, NoMerge>;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<Self::Output, StoreError> {
        let connection = &mut batch.connection;
        if let Err(no) = check(connection, self.player, self.into).await? {
            return Ok(Err(no));
        }
        if !self.by.is_so(connection, self.player, self.now_ms).await? {
            return Ok(Err(NoMerge::Wrong));
        }
        Ok(Ok(merge(connection, self.player, self.into, self.now_ms).await?))
    }
}

/// Whether two can be made one.
pub(super) async fn check(
    connection: &mut Connection<'_>,
    player: Uuid,
    into: Uuid,
) -> Result<Result<(), NoMerge>, StoreError> {
    let ones = [vec![player], parts_of(connection, player).await?].concat();
    let others = [vec![into], parts_of(connection, into).await?].concat();
    let (people, is_playing): (i64, bool) = Statement::of(
        "SELECT (SELECT count(*) FROM players WHERE id IN ($1, $2) AND deleted_ms IS NULL
                 AND id NOT IN (SELECT player FROM merges)),
                EXISTS (SELECT 1 FROM tournament_players JOIN tournaments ON number = tournament
                        WHERE player = $1 AND NOT withdrawn AND status IN ($3, $4))",
    )
    .bind(player)
    .bind(into)
    .bind(TournamentStatus::Open.name())
    .bind(TournamentStatus::Running.name())
    .fetch_one(connection)
    .await?;
    // What was not handed over yet is still their parts'.
    let mut common = Statement::of(
        "SELECT count(*) FROM match_seats AS one JOIN match_seats AS other ON other.match_number = one.match_number
         WHERE one.player IN ",
    );
    common.list(ones.iter().copied());
    common.text(" AND other.player IN ");
    common.list(others.iter().copied());
    let (met,): (i64,) = common.fetch_one(connection).await?;
    Ok(if people < 2 {
        Err(NoMerge::Same)
    } else if is_playing {
        Err(NoMerge::InTournament)
    } else if met > 0 {
        Err(NoMerge::HaveMet)
    } else if (ones.len() + others.len()) as i64 - 1 > limits::MERGED {
        Err(NoMerge::TooMany)
    } else if sits_somewhere(connection, player).await? {
        Err(NoMerge::Seated)
    } else {
        Ok(())
    })
}

/// Makes one of two who can be.
pub(super) async fn merge(
    connection: &mut Connection<'_>,
    player: Uuid,
    into: Uuid,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    Statement::of(
        "INSERT INTO merges (player, into_player, after_game, ms)
         SELECT $1, $2, COALESCE(MAX(number), 0), $3 FROM matches",
    )
    .bind(player)
    .bind(into)
    .bind(now_ms)
    .execute(connection)
    .await?;
    for statement in TO_THE_OTHER {
        Statement::of(statement).bind(player).bind(into).execute(connection).await?;
    }
    Statement::of("DELETE FROM ratings WHERE player = $1").bind(player).execute(connection).await?;
    let (number,): (i64,) = Statement::of(
        "UPDATE players SET search = '', registered_ms = NULL, account_look = NULL, password = NULL
         WHERE id = $1 RETURNING number",
    )
    .bind(player)
    .fetch_one(connection)
    .await?;
    // What is left is nobody's any more.
    let ended = forget_alone(connection, player, number, now_ms).await?;
    // Nobody follows whom they have blocked, or who has blocked them.
    Statement::of(
        "DELETE FROM follows WHERE (follower = $1 OR followed = $1) AND EXISTS (SELECT 1 FROM blocks
         WHERE (blocker = follower AND blocked = followed) OR (blocker = followed AND blocked = follower))",
    )
    .bind(into)
    .execute(connection)
    .await?;
    Ok(ended)
}

/// What of the one becomes the other's.
const TO_THE_OTHER: [&str; 19] = [
    // A rating goes on where the other has none; else theirs stands, as the two would add up to what follows from no games.
    "UPDATE ratings SET player = $2 WHERE player = $1 AND NOT EXISTS (SELECT 1 FROM ratings AS own
     WHERE own.player = $2 AND own.game = ratings.game AND own.pool = ratings.pool)",
    "UPDATE solver_ratings SET player = $2 WHERE player = $1
     AND NOT EXISTS (SELECT 1 FROM solver_ratings AS own WHERE own.player = $2)",
    // What the other has tried as well counts as they did it.
    "UPDATE puzzle_attempts SET player = $2 WHERE player = $1
     AND puzzle NOT IN (SELECT puzzle FROM puzzle_attempts WHERE player = $2)",
    "INSERT INTO follows (follower, followed, since_ms) SELECT $2, followed, since_ms FROM follows
     WHERE follower = $1 AND followed <> $2 ON CONFLICT DO NOTHING",
    "INSERT INTO follows (follower, followed, since_ms) SELECT follower, $2, since_ms FROM follows
     WHERE followed = $1 AND follower <> $2 ON CONFLICT DO NOTHING",
    "INSERT INTO blocks (blocker, blocked, since_ms) SELECT $2, blocked, since_ms FROM blocks
     WHERE blocker = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
    "INSERT INTO blocks (blocker, blocked, since_ms) SELECT blocker, $2, since_ms FROM blocks
     WHERE blocked = $1 AND blocker <> $2 ON CONFLICT DO NOTHING",
    "UPDATE aborted_seats SET player = $2 WHERE player = $1
     AND table_number NOT IN (SELECT table_number FROM aborted_seats WHERE player = $2)",
    "UPDATE tournaments SET host = $2 WHERE host = $1",
    "UPDATE clubs SET owner = $2 WHERE owner = $1",
    // Who was put out does not come in again so, unless the club is theirs.
    "DELETE FROM club_expulsions WHERE player IN ($1, $2) AND club IN (SELECT number FROM clubs WHERE owner = $2)",
    "UPDATE club_members SET player = $2 WHERE player = $1
     AND club NOT IN (SELECT club FROM club_members WHERE player = $2)
     AND club NOT IN (SELECT club FROM club_expulsions WHERE player = $2)",
    "UPDATE club_expulsions SET player = $2 WHERE player = $1
     AND club NOT IN (SELECT club FROM club_expulsions WHERE player = $2)
     AND club NOT IN (SELECT club FROM club_members WHERE player = $2)",
    // Moderators find what was said of either in one file.
    "UPDATE reports SET player = $2 WHERE player = $1",
    "UPDATE reports SET by_player = $2 WHERE by_player = $1",
    "UPDATE sanctions SET player = $2 WHERE player = $1",
    "UPDATE sanctions SET whose = $2 WHERE whose = $1",
    "UPDATE audit_log SET player = $2 WHERE player = $1",
    "UPDATE shared_addresses SET player = $2 WHERE player = $1
     AND match_id NOT IN (SELECT match_id FROM shared_addresses WHERE player = $2)",
];

impl Write for HandOver {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self { player, into } = self;
        let connection = &mut batch.connection;
        let moved = Statement::of(
            "UPDATE match_seats SET player = $2, played_as = COALESCE(played_as, player) WHERE player = $1
             AND match_number IN (SELECT match_number FROM match_seats WHERE player = $1 ORDER BY match_number LIMIT $3)",
        )
        .bind(player)
        .bind(into)
        .bind(limits::GAMES_HANDED_OVER_AT_ONCE)
        .execute(connection)
        .await?;
        // With the last games, so that whoever finds all of them finds the rest.
        if moved < limits::GAMES_HANDED_OVER_AT_ONCE as u64 {
            // Of two lines with one id of their speaker's own each stays whose it is.
            Statement::of(
                "UPDATE chat SET player = $2 WHERE player = $1
                 AND request NOT IN (SELECT request FROM chat WHERE player = $2)",
            )
            .bind(player)
            .bind(into)
            .execute(connection)
            .await?;
            Statement::of("UPDATE merges SET done = TRUE WHERE player = $1")
                .bind(player)
                .execute(connection)
                .await?;
        }
        // Should the other have been deleted meanwhile, their name is taken off these, too.
        Statement::of(
            "UPDATE players SET erased = FALSE, erased_through = 0 WHERE id = $1 AND deleted_ms IS NOT NULL",
        )
        .bind(into)
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Has games that ended after their player had become part of another handed over, as one that was begun in that very moment.
pub(super) async fn hand_over_later(
    connection: &mut Connection<'_>,
    players: &[Uuid],
) -> Result<(), StoreError> {
    let mut statement = Statement::of("UPDATE merges SET done = FALSE WHERE done AND player IN ");
    statement.list(players.iter().copied());
    statement.execute(connection).await?;
    Ok(())
}

/// Somebody who has become part of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merge {
    /// Who has.
    pub player: Uuid,
    /// Of whom.
    pub into: Uuid,
    /// The number of the last game that was kept by then.
    pub after_game: i64,
}

/// All who have become part of others, in the order in which they did.
pub(super) async fn all(connection: &mut Connection<'_>) -> Result<Vec<Merge>, StoreError> {
    let rows: Vec<(Uuid, Uuid, i64)> =
        Statement::of("SELECT player, into_player, after_game FROM merges ORDER BY number")
            .fetch_all(connection)
            .await?;
    let merge = |(player, into, after_game)| Merge { player, into, after_game };
    Ok(rows.into_iter().map(merge).collect())
}

/// All who have become part of somebody, and of those in turn.
pub(super) async fn parts_of(on: &mut impl Session, player: Uuid) -> Result<Vec<Uuid>, StoreError> {
    let parts: Vec<(Uuid,)> = Statement::of(
        "WITH RECURSIVE part (id) AS (SELECT player FROM merges WHERE into_player = $1
         UNION SELECT player FROM merges JOIN part ON into_player = part.id) SELECT id FROM part",
    )
    .bind(player)
    .fetch_all(on)
    .await?;
    Ok(parts.into_iter().map(|(part,)| part).collect())
}

/// Who somebody is by now: whom they have become part of, if they have.
pub(super) async fn is_now(on: &mut impl Session, player: Uuid) -> Result<Uuid, StoreError> {
    let mut now = player;
    // Nobody becomes part of whoever has become part of them: that one is nobody who could sign in.
    while let Some((into,)) = Statement::of("SELECT into_player FROM merges WHERE player = $1")
        .bind(now)
        .fetch_optional::<(Uuid,)>(on)
        .await?
    {
        now = into;
    }
    Ok(now)
}

impl Store {
    /// Who somebody is by now: whom they have become part of, if they have.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn is_now(&self, player: Uuid) -> Result<Uuid, StoreError> {
        is_now(&mut self.readers.lookups.lend().await?, player).await
    }

    /// Who has become part of somebody, and when: the first first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn merged_into(&self, player: Uuid) -> Result<Vec<Contact>, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let parts = parts_of(&mut reader, player).await?;
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = Statement::of(
            "SELECT players.id, name, ms FROM merges JOIN players ON players.id = merges.player WHERE merges.player IN ",
        );
        statement.list(parts);
        statement.text(" ORDER BY merges.number");
        let rows: Vec<(Uuid, String, i64)> = statement.fetch_all(&mut reader).await?;
        let part = |(id, name, since_ms)| Contact { player: Player::new(id, name), since_ms };
        Ok(rows.into_iter().map(part).collect())
    }

    /// Goes on with handing over what was played and said by those who have become part of others; whether there may be more to do.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn hand_over_some(&self) -> Result<bool, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let next: Option<(Uuid,)> =
            Statement::of("SELECT player FROM merges WHERE NOT done ORDER BY number LIMIT 1")
                .fetch_optional(&mut reader)
                .await?;
        let Some((player,)) = next else { return Ok(false) };
        let into = is_now(&mut reader, player).await?;
        drop(reader);
        self.write(HandOver { player, into }).await?;
        Ok(true)
    }
}
