//! Seals of games and the keys that sign them.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::proof::{ChainLink, HouseKey, ProofRating, ProofSeal, ProofStanding, Signature};

use super::{House, append, info, settings};
use crate::store::tests::games::finished;
use crate::store::{
    Append, KeepFirstKey, SealGames, SealedGame, SealedRatings, StoreError, rotate_signing_key,
};

fn key(byte: u8) -> HouseKey {
    HouseKey::from_bytes(&[byte; 32])
}

fn sealed(number: i64, before: ChainLink) -> SealedGame {
    let after = ProofStanding::of(1_662.310_901, 290.318_96, 0.059_999_123, 20);
    let seats = vec![ProofRating { before: None, after }, ProofRating { before: Some(after), after }];
    SealedGame {
        number,
        digest: Bytes32([number as u8; 32]),
        seal: ProofSeal { before, key: key(1).public(), signature: Signature([3; 64]) },
        ratings: (number == 1).then_some(SealedRatings { rule: 2, seats }),
    }
}

#[tokio::test]
async fn seals_read_as_they_were_kept_and_the_chain_goes_on_from_the_last() {
    let house = House::open().await;
    let store = &house.store;
    assert_eq!(store.last_link().await.expect("read"), ChainLink::START);
    let first = sealed(1, ChainLink::START);
    let third = sealed(3, first.link());
    let seal = SealGames { from: 0, through: 4, sealed: vec![first.clone(), third.clone()] };
    store.write(seal).await.expect("kept");
    assert_eq!(store.sealed_through().await.expect("read"), 4);
    assert_eq!(store.sealed_game(1).await.expect("read"), Some(first));
    assert_eq!(store.sealed_game(2).await.expect("read"), None);
    assert_eq!(store.last_link().await.expect("read"), third.link());
    // Whoever comes late with what is sealed already changes nothing.
    let late = SealGames { from: 0, through: 9, sealed: vec![sealed(2, ChainLink::START)] };
    store.write(late).await.expect("answered");
    assert_eq!(store.sealed_through().await.expect("read"), 4);
    assert_eq!(store.sealed_game(2).await.expect("read"), None);
}

#[tokio::test]
async fn games_are_to_be_sealed_in_their_order_private_ones_too() {
    let house = House::open().await;
    let players = [house.player("Ada").await, house.player("Ben").await];
    let mut ids = Vec::new();
    for private in [false, true, false] {
        let info = cydonia_protocol::TableInfo { private, ..info() };
        let number = house.table(&info).await;
        let ends = Append { finished: Some(finished(&info, &players).into()), ..append(number, 2, 1) };
        house.store.append(ends).await.expect("kept");
        ids.push(info.id);
    }
    let due = house.store.games_after(0).await.expect("read");
    assert_eq!(due, [(1, ids[0]), (2, ids[1]), (3, ids[2])]);
    assert_eq!(house.store.games_after(2).await.expect("read"), due[2..]);
    assert_eq!(house.store.ratings_to_seal(1, 20).await.expect("read"), None, "it was not rated");
}

#[tokio::test]
async fn a_house_has_one_first_key_and_another_is_signed_by_it() {
    let house = House::open().await;
    assert!(house.store.house_keys().await.expect("read").is_none());
    for byte in [1, 2] {
        house.store.write(KeepFirstKey { key: key(byte), now_ms: 1_000 }).await.expect("answered");
    }
    let keys = house.store.house_keys().await.expect("read").expect("a key");
    assert_eq!((keys.published.len(), keys.signing.public()), (1, key(1).public()));
    let database = settings(&house.data);
    let open = rotate_signing_key(&database, &key(3), 2_000).await;
    assert!(matches!(open, Err(StoreError::InUse)), "{open:?}");
    let House { store, writer, data, .. } = house;
    store.stop().await;
    writer.await.expect("it ends").expect("it closes");
    let next = rotate_signing_key(&database, &key(3), 2_000).await.expect("rotated");
    assert_eq!((next.key, next.first_game, next.created_ms), (key(3).public(), 1, 2_000));
    let house = House::open_on(data, 3_000).await.expect("it opens");
    let keys = house.store.house_keys().await.expect("read").expect("keys");
    assert_eq!((keys.published.len(), keys.signing.public()), (2, key(3).public()));
    let published = cydonia_protocol::proof::SigningKeys { keys: keys.published };
    assert_eq!(published.check(), Ok(()));
}
