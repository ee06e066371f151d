//! How a player's rated games look to a moderator.

use cydonia_protocol::{FairPlay, PlayerFile};
use cydonia_server::limits::Limits;
use cydonia_tests::{Guest, TestClient, TestServer, ample};

use super::{fine, get, house_with};
use crate::fair_ratings::lost;

async fn looks(server: &TestServer, mia: &Guest, of: &Guest) -> FairPlay {
    let path = format!("/api/v1/moderation/players/{}", of.player.id);
    fine::<PlayerFile>(get(server, mia, &path)).await.fair_play
}

#[tokio::test]
async fn a_file_tells_of_games_that_were_thrown_and_of_one_address() {
    let limits = Limits { behind_proxy: true, ..ample() };
    let (server, mia) = house_with(limits).await;
    let (ada, ben, cleo) = (server.guest("Ada").await, server.guest("Ben").await, server.guest("Cleo").await);
    assert_eq!(looks(&server, &mia, &ada).await.games, 0);
    let (mut hers, mut his) = (server.connect(Some(&ada)).await, server.connect(Some(&ben)).await);
    for plies in [4, 8, 10] {
        lost(&mut hers, &mut his, plies).await;
    }
    let mut other = server.connect(Some(&cleo)).await;
    lost(&mut other, &mut hers, 12).await;

    let hers = looks(&server, &mia, &ada).await;
    assert_eq!((hers.games, hers.thrown, hers.given), (4, 0, 2), "four plies a seat are eight");
    let met: Vec<_> =
        hers.opponents.iter().map(|one| (&one.player, one.games, one.won, one.same_address)).collect();
    assert_eq!(met, [(&ben.player, 3, 3, 3), (&cleo.player, 1, 0, 1)], "all are at one address here");
    let his = looks(&server, &mia, &ben).await;
    assert_eq!((his.games, his.thrown, his.given), (3, 2, 0));
}

#[tokio::test]
async fn whoever_plays_from_afar_shares_no_address() {
    let (server, mia) = house_with(Limits { behind_proxy: true, ..ample() }).await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let mut hers = TestClient::connect_from(server.address, "203.0.113.1", &ada).await;
    let mut his = TestClient::connect_from(server.address, "203.0.113.2", &ben).await;
    lost(&mut hers, &mut his, 4).await;
    let hers = looks(&server, &mia, &ada).await;
    assert_eq!((hers.games, hers.opponents[0].same_address), (1, 0));
}
