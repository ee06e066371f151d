//! Players, sessions, links to seats, and what is said.

use cydonia_protocol::{ChatLine, Phrase, Player, Room, Words};
use uuid::Uuid;

use super::{House, append, info};
use crate::limits;
use crate::store::{
    Beat, CreatePlayer, EndSessions, ForgetChat, KeepSeatKey, OpenSeat, RenamePlayer, Say, Store, StoreError,
    TokenHash, Unique,
};

/// Whose session a token opens.
async fn whose(store: &Store, token: &str) -> Option<Player> {
    let session = store.session_of(Some(TokenHash::of(token)), None).await.expect("read");
    session.map(|session| session.player)
}

#[tokio::test]
async fn a_session_opens_for_its_token_and_no_other() {
    let house = House::open().await;
    let ada = house.player("Ada").await;
    let store = &house.store;
    assert_eq!(whose(store, "Ada").await, Some(ada.clone()));
    assert_eq!(whose(store, "ada").await, None);
    assert_eq!(
        store.session_of(None, Some(TokenHash::of("Ada"))).await.expect("read"),
        None,
        "it is for no seat"
    );
    store
        .write(RenamePlayer { id: ada.id, name: "Åda 🂡 \u{1F3F3}".to_owned() })
        .await
        .expect("kept")
        .expect("nobody else’s name");
    let renamed = Player { name: "Åda 🂡 \u{1F3F3}".to_owned(), ..ada };
    assert_eq!(whose(store, "Ada").await, Some(renamed.clone()));
    let house = house.again_at(2_000).await;
    assert_eq!(whose(&house.store, "Ada").await, Some(renamed));
}

#[tokio::test]
async fn a_session_for_a_seat_comes_before_ones_own_and_goes_with_its_key() {
    let house = House::open().await;
    let (ada, ben, store) = (house.player("Ada").await, house.player("Ben").await, &house.store);
    let table = info();
    let number = house.table(&table).await;
    let (key, own, seat) = (TokenHash::of("key"), TokenHash::of("Ben"), TokenHash::of("seat"));
    let new = OpenSeat { table: table.id, key, token: seat, now_ms: 5 };
    assert_eq!(store.write(new).await.expect("taken"), None, "there is no such key");
    store.write(KeepSeatKey { table: number, player: ada.id, key }).await.expect("kept");
    assert_eq!(store.write(OpenSeat { table: Uuid::from_u128(9), ..new }).await.expect("taken"), None);
    assert_eq!(store.write(new).await.expect("kept"), Some(Vec::new()));
    let both = store.session_of(Some(own), Some(seat)).await.expect("read").expect("a session");
    assert_eq!((both.player.id, both.table, both.used_ms), (ada.id, Some(table.id), 5));
    let sessions = store.sessions_of(ada.id).await.expect("read");
    assert_eq!(sessions.iter().map(|one| one.table).collect::<Vec<_>>(), [Some(table.id), None]);

    // Ended by the player whose seat it is, it does not come back by the same link.
    let others = store.write(EndSessions::One { player: ben.id, number: both.number }).await;
    assert!(others.expect("taken").is_empty(), "it is not his");
    let ended = store.write(EndSessions::One { player: ada.id, number: both.number }).await;
    assert_eq!(ended.expect("ended"), [both.number]);
    assert!(!store.is_session_live(both.number).await.expect("read"));
    assert_eq!(store.write(OpenSeat { token: TokenHash::of("again"), ..new }).await.expect("taken"), None);
    let left = store.session_of(Some(own), Some(seat)).await.expect("read").expect("his own");
    assert_eq!((left.player.id, left.table), (ben.id, None));
}

#[tokio::test]
async fn what_nobody_uses_ends_and_what_is_for_a_table_that_is_gone() {
    let house = House::open().await;
    let (ada, ben, store) = (house.player("Ada").await, house.player("Ben").await, &house.store);
    let table = info();
    let number = house.table(&table).await;
    store
        .write(KeepSeatKey { table: number, player: ada.id, key: TokenHash::of("key") })
        .await
        .expect("kept");
    let token = TokenHash::of("seat");
    let new = OpenSeat { table: table.id, key: TokenHash::of("key"), token, now_ms: 2_000 };
    store.write(new).await.expect("kept").expect("opened");
    let [own] = &store.sessions_of(ben.id).await.expect("read")[..] else { panic!("one") };
    store.note_use(own, 1);
    store.note_use(own, limits::SESSION_NOTED.as_millis() as i64);
    assert!(store.write(EndSessions::Idle { before_ms: 1 }).await.expect("ended").is_empty());
    let noted = store.sessions_of(ben.id).await.expect("read")[0].used_ms;
    assert_eq!(noted, own.used_ms, "no day has passed since it was opened");
    store.note_use(own, own.used_ms + limits::SESSION_NOTED.as_millis() as i64);
    let adas = store.sessions_of(ada.id).await.expect("read").last().expect("her own").number;
    let ended = store.write(EndSessions::Idle { before_ms: 1_000 }).await.expect("ended");
    assert_eq!(ended, [adas]);
    assert_eq!(whose(store, "Ben").await, Some(ben), "it was used");
    let mut outside = house.data.open().await;
    outside.run("DELETE FROM tables").await;
    assert_eq!(store.session_of(None, Some(token)).await.expect("read"), None);
    assert_eq!(store.write(EndSessions::Idle { before_ms: 0 }).await.expect("ended").len(), 1);
}

#[tokio::test]
async fn a_second_of_the_same_id_is_told_so_and_is_no_failure() {
    let house = House::open().await;
    let ada = house.player("Ada").await;
    let again = CreatePlayer { player: ada.clone(), token: TokenHash::of("again"), created_ms: 1 };
    let refused = house.store.write(again).await.expect_err("she is there");
    assert!(matches!(refused, StoreError::Taken(Unique::PlayerId)), "{refused:?}");
    let other = CreatePlayer {
        player: Player::new(Uuid::from_u128(8), "Ben".to_owned()),
        token: TokenHash::of("Ada"),
        created_ms: 1,
    };
    let refused = house.store.write(other).await.expect_err("the token is hers");
    assert!(matches!(refused, StoreError::Taken(Unique::SessionToken)), "{refused:?}");
    assert!(!house.store.is_failing(), "the database is as well as ever");
    assert_eq!(whose(&house.store, "again").await, None);
    assert_eq!(whose(&house.store, "Ada").await, Some(ada));
    house.player("Ben").await;
}

#[tokio::test]
async fn a_link_leads_to_its_seat_until_there_are_too_many() {
    let house = House::open().await;
    let (ada, store) = (house.player("Ada").await, &house.store);
    let (here, there) = (info(), info());
    let number = house.table(&here).await;
    house.table(&there).await;
    for link in 0..=limits::SEAT_KEYS {
        store
            .write(KeepSeatKey { table: number, player: ada.id, key: TokenHash::of(&link.to_string()) })
            .await
            .expect("kept");
    }
    let whose = async |table, link: &str| {
        store.player_of_seat(table, TokenHash::of(link)).await.expect("read").map(|player| player.id)
    };
    assert_eq!(whose(here.id, "0").await, None, "the oldest is gone");
    assert_eq!(whose(here.id, "1").await, Some(ada.id));
    assert_eq!(whose(here.id, &limits::SEAT_KEYS.to_string()).await, Some(ada.id));
    assert_eq!(whose(there.id, "1").await, None, "of another table");
    // None is made for a table that is gone.
    store
        .write(KeepSeatKey { table: number + 7, player: ada.id, key: TokenHash::of("late") })
        .await
        .expect("taken");
    assert_eq!(whose(here.id, "late").await, None);
}

fn line(table: Uuid, room: Room, player: &Player, request: u128, ms: i64) -> Say {
    let words = Words::Phrase { phrase: Phrase::Oh };
    let line = ChatLine { n: 0, ms, player: player.clone(), seat: Some(1), words };
    Say { table, room, request: Uuid::from_u128(request), line }
}

#[tokio::test]
async fn lines_are_numbered_room_by_room_and_said_once() {
    let house = House::open().await;
    let (ada, store, table) = (house.player("Ada").await, &house.store, info());
    house.table(&table).await;
    let say =
        async |room, request, ms| store.write(line(table.id, room, &ada, request, ms)).await.expect("said");
    assert_eq!(say(Room::Players, 1, 10).await, Some(1));
    assert_eq!(say(Room::Players, 2, 20).await, Some(2));
    assert_eq!(say(Room::Watchers, 3, 30).await, Some(1));
    assert_eq!(say(Room::Players, 2, 40).await, None, "it was said before");
    assert!(store.has_said(ada.id, Uuid::from_u128(2)).await.expect("read"));
    assert!(!store.has_said(ada.id, Uuid::from_u128(4)).await.expect("read"));
    let heard = store.chat(table.id, Room::Players).await.expect("read");
    assert_eq!(heard.iter().map(|line| (line.n, line.ms)).collect::<Vec<_>>(), [(1, 10), (2, 20)]);
    // The last line of a table that goes on stays, as numbers go on from there.
    store.write(ForgetChat { before_ms: 1_000 }).await.expect("forgotten");
    let heard = store.chat(table.id, Room::Players).await.expect("read");
    assert_eq!(heard.iter().map(|line| line.n).collect::<Vec<_>>(), [2]);
    assert_eq!(say(Room::Players, 5, 50).await, Some(3));
    // Of a table that is not there any more nothing stays.
    store.write(line(Uuid::from_u128(7), Room::Players, &ada, 6, 60)).await.expect("said");
    store.write(ForgetChat { before_ms: 1_000 }).await.expect("forgotten");
    assert!(store.chat(Uuid::from_u128(7), Room::Players).await.expect("read").is_empty());
}

#[tokio::test]
async fn many_who_ask_at_once_are_all_answered_in_order() {
    let house = House::open().await;
    let (ada, store, table) = (house.player("Ada").await, &house.store, info());
    let number = house.table(&table).await;
    let saying: Vec<_> = (0..600)
        .map(|request| {
            let (store, new) = (store.clone(), line(table.id, Room::Players, &ada, request, 1));
            tokio::spawn(async move { store.write(new).await })
        })
        .collect();
    let appending: Vec<_> = (0..300)
        .map(|seq| {
            let (store, new) = (store.clone(), append(number, seq + 2, 1));
            tokio::spawn(async move { store.append(new).await })
        })
        .collect();
    let mut numbers = Vec::new();
    for said in saying {
        numbers.extend(said.await.expect("done").expect("said"));
    }
    assert_eq!(numbers, (1..=600).collect::<Vec<_>>());
    for appended in appending {
        appended.await.expect("done").expect("kept");
    }
    assert_eq!(store.journal(number).await.expect("read").len(), 301);
}

#[tokio::test]
async fn a_commit_that_is_refused_as_taken_leaves_the_next_its_way() {
    let house = House::open().await;
    let player = house.player("Ada").await;
    for name in ["Ben", "Cleo", "Dora"] {
        let again = CreatePlayer { player: player.clone(), token: TokenHash::of("another"), created_ms: 1 };
        let refused = house.store.write(again).await;
        assert!(matches!(refused, Err(StoreError::Taken(Unique::PlayerId))), "{refused:?}");
        assert!(!house.store.is_failing());
        house.store.write(Beat { now_ms: 2_000 }).await.expect("kept");
        house.player(name).await;
    }
}
