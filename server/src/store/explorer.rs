//! Explorer index: which positions stood in which public games, and what was played there. It follows from the kept games and may be
//! made anew.

use std::collections::BTreeMap;

use cydonia_protocol::PositionKey;

use super::engine::{Connection, Session, Statement, Value, WriterConnection, from_row};
use super::write::{Batch, Write};
use super::{Store, StoreError};

/// The grammar of position texts that the index is made with. With another one it is made anew.
const GRAMMAR: i64 = 1;

/// One action in a position, of one game.
#[derive(Clone, Debug)]
pub(crate) struct Explored {
    /// The game's number.
    pub number: i64,
    /// The position.
    pub position: PositionKey,
    /// What was played there.
    pub action: String,
    /// Whether computers played in the game.
    pub computers: bool,
    /// Whether several won it, without being a team.
    pub drawn: bool,
    /// Which seats won it.
    pub won: [bool; 6],
    /// The rating of who acted, before the game.
    pub rating: Option<i32>,
}

/// Takes games into the index, unless it has come as far already.
#[derive(Debug)]
pub(crate) struct IndexGames {
    /// How far the index was.
    pub from: i64,
    /// How far it will be.
    pub through: i64,
    /// What was played in the games in between, each position once a game.
    pub explored: Vec<Explored>,
}

impl Write for IndexGames {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let connection = &mut batch.connection;
        let advanced =
            Statement::of("UPDATE explorer_progress SET through = $1 WHERE through = $2 AND grammar = $3")
                .bind(self.through)
                .bind(self.from)
                .bind(GRAMMAR)
                .execute(connection)
                .await?;
        if advanced == 0 || self.explored.is_empty() {
            return Ok(());
        }
        let mut games = Statement::of("INSERT INTO position_games (position, match_number) VALUES ");
        games.rows(self.explored.iter().map(|one| [one.position.signed().into(), one.number.into()]));
        // A row that is there already must not spoil what others write with this.
        games.text(" ON CONFLICT (position, match_number) DO NOTHING");
        games.execute(connection).await?;
        let mut moves = Statement::of(
            "INSERT INTO position_moves (position, action, computers, games, drawn, won0, won1, won2, won3,
             won4, won5, rated, ratings) VALUES ",
        );
        moves.rows(counted(&self.explored));
        moves.text(
            " ON CONFLICT (position, action, computers) DO UPDATE SET
             games = position_moves.games + excluded.games, drawn = position_moves.drawn + excluded.drawn,
             won0 = position_moves.won0 + excluded.won0, won1 = position_moves.won1 + excluded.won1,
             won2 = position_moves.won2 + excluded.won2, won3 = position_moves.won3 + excluded.won3,
             won4 = position_moves.won4 + excluded.won4, won5 = position_moves.won5 + excluded.won5,
             rated = position_moves.rated + excluded.rated,
             ratings = position_moves.ratings + excluded.ratings",
        );
        moves.execute(connection).await?;
        Ok(())
    }
}

/// What is counted of some actions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Games.
    pub games: i64,
    /// Those that several won, without being a team.
    pub drawn: i64,
    /// Those that each seat won.
    pub won: [i64; 6],
    /// Those in which whoever acted had a rating, and the sum of these.
    pub rated: (i64, i64),
}

impl Counts {
    fn count(&mut self, one: &Explored) {
        self.games += 1;
        self.drawn += i64::from(one.drawn);
        for (won, by) in self.won.iter_mut().zip(one.won) {
            *won += i64::from(by);
        }
        if let Some(rating) = one.rating {
            self.rated = (self.rated.0 + 1, self.rated.1 + i64::from(rating));
        }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.drawn += other.drawn;
        for (won, by) in self.won.iter_mut().zip(other.won) {
            *won += by;
        }
        self.rated = (self.rated.0 + other.rated.0, self.rated.1 + other.rated.1);
    }
}

/// The rows of some actions, each once: no statement may change a row twice.
fn counted(explored: &[Explored]) -> Vec<[Value; 13]> {
    let mut counts: BTreeMap<(PositionKey, &str, bool), Counts> = BTreeMap::new();
    for one in explored {
        counts.entry((one.position, &one.action, one.computers)).or_default().count(one);
    }
    let row = |((position, action, computers), counts): ((PositionKey, &str, bool), Counts)| {
        let [won0, won1, won2, won3, won4, won5] = counts.won.map(Value::from);
        [
            position.signed().into(),
            action.into(),
            computers.into(),
            counts.games.into(),
            counts.drawn.into(),
            won0,
            won1,
            won2,
            won3,
            won4,
            won5,
            counts.rated.0.into(),
            counts.rated.1.into(),
        ]
    };
    counts.into_iter().map(row).collect()
}

struct MoveRow {
    action: String,
    games: i64,
    drawn: i64,
    won0: i64,
    won1: i64,
    won2: i64,
    won3: i64,
    won4: i64,
    won5: i64,
    rated: i64,
    ratings: i64,
}

from_row!(MoveRow: action, games, drawn, won0, won1, won2, won3, won4, won5, rated, ratings);

impl Store {
    /// How far the index is: the number of the last game in it.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn explored_through(&self) -> Result<i64, StoreError> {
        let (through,): (i64,) = Statement::of("SELECT through FROM explorer_progress")
            .fetch_one(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(through)
    }

    /// What was played in a position, the most frequent first: in games with computers, without, or in all.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn explored(
        &self,
        position: PositionKey,
        computers: Option<bool>,
    ) -> Result<Vec<(String, Counts)>, StoreError> {
        let store = self.clone();
        self.look(async move {
            let mut statement = Statement::of(
                "SELECT action, games, drawn, won0, won1, won2, won3, won4, won5, rated, ratings
                 FROM position_moves",
            );
            statement.bound(" WHERE position = ", position.signed());
            statement.text(match computers {
                Some(true) => " AND computers",
                Some(false) => " AND NOT computers",
                None => "",
            });
            let rows: Vec<MoveRow> = statement.fetch_all(&mut store.readers.lookups.lend().await?).await?;
            let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
            for row in rows {
                let MoveRow { games, drawn, won0, won1, won2, won3, won4, won5, rated, ratings, .. } = row;
                let won = [won0, won1, won2, won3, won4, won5];
                let row_counts = Counts { games, drawn, won, rated: (rated, ratings) };
                counts.entry(row.action).or_default().add(row_counts);
            }
            let mut moves: Vec<_> = counts.into_iter().collect();
            moves.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.games));
            Ok(moves)
        })
        .await
    }
}

/// Empties an index that was made with another grammar, when the house opens: it is made anew from the first game on.
pub(super) async fn open(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let found: Option<(i64,)> = Statement::of("SELECT grammar FROM explorer_progress")
        .fetch_optional(&mut owner.begin().await?)
        .await?;
    if found == Some((GRAMMAR,)) {
        return Ok(());
    }
    let mut transaction = owner.begin().await?;
    empty(&mut transaction.connection()).await?;
    transaction.commit().await
}

/// Empties the index: what it was made of has changed.
pub(super) async fn empty(connection: &mut Connection<'_>) -> Result<(), StoreError> {
    for empty in ["DELETE FROM position_games", "DELETE FROM position_moves", "DELETE FROM explorer_progress"]
    {
        Statement::of(empty).execute(connection).await?;
    }
    Statement::of("INSERT INTO explorer_progress (one, grammar, through) VALUES (1, $1, 0)")
        .bind(GRAMMAR)
        .execute(connection)
        .await?;
    Ok(())
}
