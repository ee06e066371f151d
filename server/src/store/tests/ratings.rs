//! Ratings as they are kept, and what somebody's hand did to them.

use cydonia_protocol::{Player, Pool};
use uuid::Uuid;

use super::database::TestDatabase;
use super::games::finished;
use super::{House, Outside, append, info, settings};
use crate::glicko::{RULE, Standing};
use crate::store::engine::{postgres, sqlite};
use crate::store::{Append, Recomputed, Standings, Store, StoreError, recompute_ratings};

/// Players and what they know of each other: nobody but these has ever played.
struct Company {
    house: House,
    players: [Player; 2],
}

impl Company {
    /// Two who have played twice.
    async fn new() -> Self {
        let house = House::open().await;
        let players = [house.player("Ada").await, house.player("Ben").await];
        let company = Self { house, players };
        company.play(true).await;
        company.play(true).await;
        company
    }

    /// Plays a game that the first player wins.
    async fn play(&self, rated: bool) -> Uuid {
        let mut info = info();
        info.rated = rated;
        let number = self.house.table(&info).await;
        let end = Append { finished: Some(finished(&info, &self.players).into()), ..append(number, 2, 1) };
        self.house.store.append(end).await.expect("it is kept");
        info.id
    }

    async fn standings(&self) -> [Option<Standing>; 2] {
        let standing = async |player: &Player| read(&self.house.store, player).await;
        [standing(&self.players[0]).await, standing(&self.players[1]).await]
    }

    /// Does something to the database while no server has it, and again has a server look after it.
    async fn closed(self, meanwhile: impl AsyncFnOnce(&TestDatabase)) -> Self {
        let Self { house: House { store, writer, data, .. }, players } = self;
        store.stop().await;
        writer.await.expect("it ends").expect("it closes");
        meanwhile(&data).await;
        let house = House::open_on(data, 2_000).await.expect("the store opens again");
        Self { house, players }
    }
}

async fn read(store: &Store, player: &Player) -> Option<Standing> {
    store.standing(player.id, "martian-chess", Pool::Two).await.expect("read")
}

/// Rows of `ratings` that can be written and not be used. What SQLite takes into any column, Postgres refuses by itself;
/// which in turn keeps what is no number.
fn unreadable(outside: &Outside) -> &'static [&'static str] {
    match outside {
        Outside::Sqlite(_) => &[
            "rating = 9e999",
            "rating = 'much'",
            "deviation = -9e999",
            "volatility = x'00'",
            "volatility = 0",
            "games = -1",
            "games = 1.5",
            "last_ms = 'yesterday'",
        ],
        Outside::Postgres(_) => &[
            "rating = 'NaN'",
            "rating = 'Infinity'",
            "deviation = '-Infinity'",
            "deviation = 'NaN'",
            "volatility = 'NaN'",
            "volatility = 0",
            "games = -1",
            "last_ms = 9223372036854775807",
        ],
    }
}

/// A game counts although somebody's rating cannot be read; and afterwards it can.
#[tokio::test]
async fn whose_rating_cannot_be_read_is_rated_as_if_for_the_first_time() {
    let company = Company::new().await;
    let mut outside = company.house.data.open().await;
    for damage in unreadable(&outside) {
        outside.run_made(format!("UPDATE ratings SET {damage}")).await;
        assert_eq!(company.standings().await, [None, None], "{damage}");
        assert_eq!(company.house.store.ratings_of(company.players[0].id).await.expect("read").len(), 0);
        company.play(true).await;
        let [winner, loser] = company.standings().await.map(|standing| standing.expect("it was rated"));
        assert_eq!((winner.games, loser.games), (1, 1), "{damage}");
        assert!(winner.rating > 1600.0 && loser.rating < 1400.0, "{damage}: {winner:?} {loser:?}");
    }
    // The one is not the other's business.
    outside
        .run("UPDATE ratings SET games = -1 WHERE rating < 1500; UPDATE ratings SET games = 7 WHERE rating > 1500")
        .await;
    company.play(true).await;
    assert_eq!(company.standings().await.map(|standing| standing.map(|it| it.games)), [Some(8), Some(1)]);
}

/// Rows of all kinds that cannot be read, in both tables: they count, and what follows from the games comes in their place.
#[tokio::test]
async fn what_cannot_be_read_is_counted_as_wrong_and_written_anew() {
    let mut company = Company::new().await;
    let live = company.standings().await;
    let outside = company.house.data.open().await;
    let mut damages: Vec<String> = unreadable(&outside)
        .iter()
        .map(|damage| format!("UPDATE ratings SET {damage} WHERE rating > 1500"))
        .collect();
    damages.push("UPDATE ratings SET pool = 'three' WHERE rating > 1500".to_owned());
    let in_changes: &[&str] = match &outside {
        Outside::Sqlite(_) => {
            damages.push("UPDATE ratings SET player = 'Ada' WHERE rating > 1500".to_owned());
            &[
                "rating = 9e999",
                "rating = 'x'",
                "before_rating = 'x'",
                "player = 1",
                "seat = 'x'",
                "pool = x'ff'",
            ]
        }
        Outside::Postgres(_) => {
            &["rating = 'NaN'", "before_rating = 'Infinity'", "seat = 99", "pool = 'three'"]
        }
    };
    damages.extend(
        in_changes
            .iter()
            .map(|damage| format!("UPDATE rating_changes SET {damage} WHERE match_number = 2 AND seat = 0")),
    );
    outside.close().await;
    for damage in damages {
        company = company
            .closed(async |data| {
                let mut outside = data.open().await;
                outside.run_made(damage.clone()).await;
                outside.close().await;
                let database = settings(data);
                for mends in [false, true] {
                    let found = recompute_ratings(&database, mends).await.expect("worked out");
                    assert_eq!((found.games, found.ratings, found.wrong), (2, 2, 1), "{damage}");
                }
                let found = recompute_ratings(&database, false).await.expect("worked out");
                assert_eq!(found.wrong, 0, "{damage}");
            })
            .await;
        assert_eq!(company.standings().await, live, "{damage}");
    }
    let mut outside = company.house.data.open().await;
    assert_eq!(outside.number("SELECT count(*) FROM rating_changes", None).await, 4);
}

/// One who plays a computer again and again, with luck on either side: both are listed, and among people neither is.
#[tokio::test]
async fn computers_are_listed_in_the_pools_that_are_theirs() {
    let house = House::open().await;
    let (ada, computer) = (house.player("Ada").await, Player::computer(4).expect("there is one"));
    for round in 0..30 {
        let mut info = info();
        info.rated = true;
        let number = house.table(&info).await;
        let players = if round % 3 == 0 { [&ada, &computer] } else { [&computer, &ada] };
        let finished = finished(&info, &players.map(Clone::clone));
        let end = Append { finished: Some(finished.into()), ..append(number, 2, 1) };
        house.store.append(end).await.expect("it is kept");
    }
    let leaders = async |pool, after, limit| {
        let (rows, more) = house
            .store
            .leaders("martian-chess", pool, Standings::Listed, 0, after, limit)
            .await
            .expect("read");
        (rows.into_iter().map(|row| (row.player, row.standing)).collect::<Vec<_>>(), more)
    };
    let (listed, _) = leaders(Pool::Computers, None, 10).await;
    let names: Vec<_> = listed.iter().map(|(player, _)| player.clone()).collect();
    assert_eq!(names, [computer.clone(), ada.clone()], "a computer is marked, and named as everywhere");
    assert_eq!(listed[0].1.games, 30);
    let (first, more) = leaders(Pool::Computers, None, 1).await;
    assert!(more);
    let after = Some((first[0].1.rating, computer.id));
    assert_eq!(leaders(Pool::Computers, after, 1).await, (listed[1..].to_vec(), false));
    for pool in [Pool::Two, Pool::More, Pool::ComputersMore] {
        assert_eq!(leaders(pool, None, 10).await, (Vec::new(), false));
    }
    let ratings = house.store.ratings_of(computer.id).await.expect("read");
    assert_eq!(ratings.iter().map(|rated| rated.pool).collect::<Vec<_>>(), [Pool::Computers]);
}

/// What an older rule made of the games is worked out anew when the house opens, and once: it is noted down.
#[tokio::test]
async fn ratings_of_an_older_rule_are_worked_out_anew_at_opening() {
    let mut company = Company::new().await;
    let live = company.standings().await;
    for older in [
        "UPDATE rating_rule SET version = 1",
        "DELETE FROM rating_rule",
        "INSERT INTO rating_rule (version) VALUES (1)",
    ] {
        company = company
            .closed(async |data| {
                let mut outside = data.open().await;
                outside
                    .run("UPDATE ratings SET rating = rating + 9; UPDATE rating_changes SET deviation = 9")
                    .await;
                outside.run(older).await;
                outside.close().await;
            })
            .await;
        assert_eq!(company.standings().await, live, "{older}");
        company = company
            .closed(async |data| {
                let found = recompute_ratings(&settings(data), false).await.expect("worked out");
                assert_eq!((found.games, found.wrong), (2, 0), "{older}");
                let mut outside = data.open().await;
                let told = outside.number("SELECT count(*) * max(version) FROM rating_rule", None).await;
                assert_eq!(told, RULE, "in one row");
                outside.close().await;
            })
            .await;
    }
    // Of the same rule nothing is worked out: whoever lends a hand is found by asking for it.
    let company = company
        .closed(async |data| {
            let mut outside = data.open().await;
            outside.run("UPDATE ratings SET rating = rating + 9").await;
            outside.close().await;
        })
        .await;
    assert_ne!(company.standings().await, live);
}

/// A damaged game keeps nobody out: ratings stay as they are, and so does the rule that they are by.
#[tokio::test]
async fn a_damaged_game_holds_up_no_opening() {
    let company = Company::new().await;
    let live = company.standings().await;
    let company = company
        .closed(async |data| {
            let mut outside = data.open().await;
            outside.run("UPDATE rating_rule SET version = 1; UPDATE match_seats SET rank = -1").await;
            outside.close().await;
        })
        .await;
    assert_eq!(company.standings().await, live);
    let mut outside = company.house.data.open().await;
    assert_eq!(outside.number("SELECT version FROM rating_rule", None).await, 1);
}

/// What was changed by a game that is not there cannot be read as a game's at all.
#[tokio::test]
async fn changes_by_no_game_are_wrong_and_go() {
    let company = Company::new().await;
    company.play(false).await;
    company
        .closed(async |data| {
            let mut outside = data.open().await;
            outside
                .run(
                    "INSERT INTO rating_changes
                     SELECT 3, seat, player, game, pool, NULL, NULL, rating, deviation, volatility
                     FROM rating_changes WHERE match_number = 1",
                )
                .await;
            outside.close().await;
            let found = recompute_ratings(&settings(data), true).await.expect("worked out");
            assert_eq!(found.wrong, 2);
            let found = recompute_ratings(&settings(data), false).await.expect("worked out");
            assert_eq!(found.wrong, 0);
        })
        .await;
}

/// Whoever only looks changes nothing: not even the version of what is older, or of what is no house's at all.
#[tokio::test]
async fn a_check_leaves_an_older_database_as_it_is() {
    for version in [0, 4] {
        let data = TestDatabase::empty().await;
        let mut outside = data.open().await;
        let made = match &mut outside {
            _ if version == 0 => Ok(()),
            Outside::Sqlite(connection) => sqlite::MIGRATIONS.run_to(version, connection).await,
            Outside::Postgres(connection) => postgres::MIGRATIONS.run_to(version, connection).await,
        };
        made.expect("as an older program left it");
        let before = schema(&mut outside).await;
        let refused = recompute_ratings(&settings(&data), false).await;
        assert!(matches!(refused, Err(StoreError::Older(told)) if told == version), "{refused:?}");
        assert_eq!(schema(&mut outside).await, before);
        // Whoever mends wants the database of today.
        outside.close().await;
        assert_eq!(
            recompute_ratings(&settings(&data), true).await.expect("worked out"),
            Recomputed::default()
        );
        assert_eq!(
            recompute_ratings(&settings(&data), false).await.expect("worked out"),
            Recomputed::default()
        );
    }
}

/// The names of all tables and indexes.
async fn schema(outside: &mut Outside) -> Vec<String> {
    let names =
        match outside {
            Outside::Sqlite(connection) => {
                sqlx::query_scalar("SELECT name FROM sqlite_master ORDER BY name").fetch_all(connection).await
            }
            Outside::Postgres(connection) => sqlx::query_scalar(
                "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
            )
            .fetch_all(connection)
            .await,
        };
    names.expect("names")
}

/// What was played for fun says nothing of ratings, and nothing of it is read; not even what could not be.
#[tokio::test]
async fn only_rated_games_are_worked_through() {
    let company = Company::new().await;
    company.play(false).await;
    company.play(true).await;
    company
        .closed(async |data| {
            let mut outside = data.open().await;
            // Only SQLite keeps what is not of its column's type.
            outside
                .run(match &outside {
                    Outside::Sqlite(_) => "UPDATE match_seats SET rank = 'first' WHERE match_number = 3",
                    Outside::Postgres(_) => "UPDATE match_seats SET rank = -1 WHERE match_number = 3",
                })
                .await;
            outside.close().await;
            let found = recompute_ratings(&settings(data), false).await.expect("worked out");
            assert_eq!((found.games, found.wrong), (3, 0));
        })
        .await;
}
