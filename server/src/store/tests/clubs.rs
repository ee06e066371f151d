//! Clubs: as many members as one may have.

use uuid::Uuid;

use super::House;
use crate::limits;
use crate::store::engine::Statement;
use crate::store::write::Batch;
use crate::store::{ClubWords, FoundClub, JoinClub, NoClub, StoreError, Write};

/// Gives somebody an account.
struct Register(Uuid);

impl Write for Register {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let register = Statement::of("UPDATE players SET registered_ms = 1 WHERE id = $1").bind(self.0);
        register.execute(&mut batch.connection).await?;
        Ok(())
    }
}

/// Has strangers belong to a club until there is room for one more.
struct Fill(Uuid);

impl Write for Fill {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        for stranger in 2..limits::CLUB_MEMBERS {
            Statement::of(
                "INSERT INTO club_members (club, player, joined_ms) SELECT number, $2, 2 FROM clubs WHERE id = $1",
            )
            .bind(self.0)
            .bind(Uuid::from_u128(stranger as u128))
            .execute(&mut batch.connection)
            .await?;
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_club_has_so_many_members_and_no_more() {
    let house = House::open().await;
    let id = Uuid::from_u128(1 << 100);
    let mut players = Vec::new();
    for name in ["Ada", "Ben", "Cleo"] {
        players.push(house.player(name).await.id);
    }
    for player in &players {
        house.store.write(Register(*player)).await.expect("registered");
    }
    let words = ClubWords { name: "Red Canal".to_owned(), about: String::new() };
    let new = FoundClub { id, owner: players[0], words, now_ms: 1 };
    house.store.write(new).await.expect("written").expect("founded");
    house.store.write(Fill(id)).await.expect("filled");
    let join = async |player| house.store.write(JoinClub { id, player, now_ms: 3 }).await.expect("written");
    assert_eq!(join(players[1]).await, Ok(()));
    assert_eq!(join(players[2]).await, Err(NoClub::Full));
    assert_eq!(join(players[1]).await, Ok(()), "who belongs to it goes on belonging to it");
    let club = house.store.club(id, None).await.expect("read").expect("it is there");
    assert_eq!(i64::from(club.summary.members), limits::CLUB_MEMBERS);
    assert_eq!(club.roster.len() as i64, limits::CLUB_MEMBERS);
}
