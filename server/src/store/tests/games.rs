//! Games that are finished.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{GameResult, MatchSeat, MatchSummary, Player, TableInfo};
use cydonia_rules::Reason;
use cydonia_table::journal::{Finished, PackedLine};
use uuid::Uuid;

use super::{House, append, info};
use crate::limits;
use crate::store::{Append, KeepSeatKey, MatchFilter, StoreError, TokenHash};

pub(super) fn finished(info: &TableInfo, players: &[Player]) -> Finished {
    let line = r#"{"form":2,"start":3,"started_ms":10,"created_ms":5,"first":0,"rules_version":1,
        "line":"leave:0:resigned","pauses_ms":[1,0]}"#;
    let seat = |(place, player): (u8, &Player)| MatchSeat {
        player: player.clone(),
        score: -i32::from(place),
        rank: place + 1,
        result: if place == 0 { GameResult::Won } else { GameResult::Lost },
        team: None,
        rating: None,
    };
    Finished {
        summary: MatchSummary {
            number: 0,
            id: info.id,
            game: info.game.clone(),
            options: info.options.clone(),
            first: info.first,
            clock: info.clock,
            private: info.private,
            rated: info.rated,
            series: info.series.clone(),
            seats: (0..).zip(players).map(seat).collect(),
            reason: Reason::RESIGNED,
            plies: 3,
            started_ms: 10,
            finished_ms: 20,
            duration_ms: 10,
            winners: vec![0],
            rematch_of: info.rematch_of,
        },
        key: info.private.then(|| "secret".to_owned()),
        packed: PackedLine::read(line).expect("a line"),
    }
}

#[tokio::test]
async fn games_that_end_together_are_numbered_without_gaps_each_once() {
    let house = House::open().await;
    let (store, players) = (&house.store, [house.player("Ada").await, house.player("Ben").await]);
    let mut ending = Vec::new();
    for _ in 0..40 {
        let info = info();
        let number = house.table(&info).await;
        let key = Some(Bytes32([7; 32]));
        store.append(Append { dice_key: key, ..append(number, 2, 1) }).await.expect("kept");
        store
            .write(KeepSeatKey {
                table: number,
                player: players[0].id,
                key: TokenHash::of(&info.id.to_string()),
            })
            .await
            .expect("kept");
        ending.push((number, info));
    }
    // Each is ended twice at the same time.
    let tasks: Vec<_> = ending
        .iter()
        .chain(&ending)
        .map(|(number, info)| {
            let end = Append { finished: Some(finished(info, &players).into()), ..append(*number, 3, 1) };
            let store = store.clone();
            tokio::spawn(async move { store.append(end).await })
        })
        .collect();
    let mut fenced = 0;
    for task in tasks {
        match task.await.expect("done") {
            Ok(()) => {}
            Err(StoreError::Fenced) => fenced += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(fenced, 40);
    let mut numbers = Vec::new();
    for (number, info) in &ending {
        let kept = store.finished(info.id).await.expect("read").expect("it is kept");
        let expected = finished(info, &players);
        numbers.push(kept.summary.number);
        assert_eq!(kept.summary.seats, expected.summary.seats);
        assert_eq!((kept.packed, kept.summary.reason), (expected.packed, Reason::RESIGNED));
        assert!(store.table(info.id).await.expect("read").is_none(), "the table's row is gone");
        assert!(store.journal(*number).await.expect("read").is_empty(), "and its journal");
        let link = TokenHash::of(&info.id.to_string());
        assert!(store.player_of_seat(info.id, link).await.expect("read").is_none());
        let again = store.append(append(*number, 4, 1)).await;
        assert!(matches!(again, Err(StoreError::Fenced)), "{again:?}");
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    let mut outside = house.data.open().await;
    assert_eq!(outside.number("SELECT count(*) FROM match_seats", None).await, 80);
    assert_eq!(outside.number("SELECT count(*) FROM dice_keys", None).await, 0);
    let games = store.last_games_of(players[1].id).await.expect("read");
    let last = store.finished(games[0]).await.expect("read").expect("it is kept").summary.number;
    assert_eq!((games.len(), last), (limits::GAMES_LOOKED_AT, 40), "the newest first");
    assert!(store.last_games_of(Uuid::from_u128(1)).await.expect("read").is_empty());
    // The numbers go on after a restart.
    let house = house.again_at(2_000).await;
    let info = info();
    let number = house.table(&info).await;
    let end = Append { finished: Some(finished(&info, &players).into()), ..append(number, 2, 1) };
    house.store.append(end).await.expect("kept");
    let kept = house.store.finished(info.id).await.expect("read").expect("it is kept");
    assert_eq!(kept.summary.number, 41);
}

#[tokio::test]
async fn the_list_goes_back_page_by_page_and_leaves_out_what_is_private() {
    let house = House::open().await;
    let (store, players) = (&house.store, [house.player("Ada").await, house.player("Ben").await]);
    let mut public = Vec::new();
    for game in 0..23 {
        let mut info = info();
        info.private = game % 5 == 0;
        info.rematch_of = Some(Uuid::from_u128(game));
        let number = house.table(&info).await;
        let end = Append { finished: Some(finished(&info, &players).into()), ..append(number, 2, 1) };
        store.append(end).await.expect("kept");
        assert_eq!(store.rematch_of(Uuid::from_u128(game)).await.expect("read"), Some(info.id));
        let kept = store.finished(info.id).await.expect("read").expect("it is kept");
        assert_eq!((kept.summary.private, kept.key.is_some()), (info.private, info.private));
        if !info.private {
            public.insert(0, info.id);
        }
    }
    for limit in [1, 4, 18, 100] {
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let page = store.look_up(&MatchFilter::default(), after, limit).await.expect("read");
            assert!(page.games.len() <= limit && page.games.iter().all(|game| game.seats.len() == 2));
            listed.extend(page.games.into_iter().map(|game| game.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(listed, public, "{limit} a page");
    }
}
