//! Pie rule: the second player takes the first one's side, in whatever way the game is looked at from then on.

use cydonia_protocol::record::{GameRecord, Step};
use cydonia_protocol::{
    Command, ErrorCode, LiveTable, MatchPage, MatchPosition, MatchRecord, PlayerRatings, RecordCheck, Replay,
    TimeControl,
};
use cydonia_rules::OptionValue;
use cydonia_tests::{Guest, TestClient, TestServer};
use uuid::Uuid;

use crate::exports::tell_alike;
use crate::support::{all_see, come_back, play_on, seated_guests, to_act, watch, wish};

const LIVE: TimeControl = TimeControl::Fischer { initial_s: 300, increment_s: 5 };

fn with_pie(game: &str, setup: Option<&str>) -> Command {
    let mut wish = wish(game, 2, LIVE);
    if let Command::Create { pie, rated, options, .. } = &mut wish {
        (*pie, *rated) = (true, true);
        options.extend(setup.map(|setup| ("setup".to_owned(), OptionValue::Choice(setup.to_owned()))));
    }
    wish
}

fn id(player: &TestClient) -> Uuid {
    player.player.as_ref().expect("a player").id
}

/// Two play with the pie, and the second takes the other's side.
async fn swapped(server: &TestServer, wish: Command) -> (Uuid, [Guest; 2], Vec<TestClient>) {
    let (table, guests, mut players) = seated_guests(server, wish).await;
    assert!(!players[0].offered(table).await.swap, "nothing was done yet");
    players[0].play(table, |_| 5).await.expect("the first action");
    all_see(&mut players, table).await;
    let offered = players[1].offered(table).await;
    assert!(offered.swap, "it is among what the second player may choose");
    let at = offered.at;
    players[1].call(Command::Swap { table, at }).await.expect("swapped");
    all_see(&mut players, table).await;
    for player in &players {
        let seats = &player.tables[&table].info.seats;
        let now: Vec<_> = seats.iter().map(|seat| seat.sitter().expect("seated").id).collect();
        assert_eq!(now, [id(&players[1]), id(&players[0])]);
    }
    (table, guests, players)
}

#[tokio::test]
async fn a_game_with_a_swap_is_the_same_however_it_is_looked_at() {
    let mut server = TestServer::start().await;
    for (game, setup) in [("branches-twigs-thorns", None), ("martian-go", Some("free-root"))] {
        let (table, guests, mut players) = swapped(&server, with_pie(game, setup)).await;
        // The first player acts again, on the other side; and has the choices.
        assert_eq!(to_act(&players[0], table), Some(1));
        assert!(!players[0].offered(table).await.swap);
        let at = players[0].tables[&table].at;
        let once = players[0].call(Command::Swap { table, at }).await.expect_err("refused");
        assert_eq!(once.code, ErrorCode::NoSwap);

        // A newcomer, and whoever comes after the house was closed, see it as those who were there.
        let mut late = server.connect(None).await;
        late.call(watch(table)).await.expect("watching");
        assert_eq!(late.tables[&table], players[0].tables[&table]);
        drop(late);
        drop(players);
        server = server.restart().await;
        players = come_back(&server, &guests, table).await;
        let live: LiveTable = server.get(&format!("/api/v1/tables/{table}")).await;
        assert_eq!(live.info.seat_of(id(&players[0])), Some(1));
        // In the order of seats as they are now.
        players.reverse();
        play_on(table, &mut players, 500, &mut fastrand::Rng::with_seed(8)).await;
        let outcome = players[0].tables[&table].outcome.clone().expect("over");

        let address = format!("/api/v1/matches/{table}");
        let whole: MatchRecord = server.get(&address).await;
        assert!(whole.pie);
        let sat: Vec<_> = whole.summary.seats.iter().map(|seat| seat.player.id).collect();
        assert_eq!(sat, [id(&players[0]), id(&players[1])], "as it was at the end");
        let ranks: Vec<u8> = whole.summary.seats.iter().map(|seat| seat.rank).collect();
        assert_eq!(ranks, outcome.ranks);
        assert_eq!(whole.line.iter().position(|entry| entry.swap), Some(1));
        assert_eq!(whole.line[1].seat, 1, "of the seat that the player had until then");
        let (after, first): (MatchPosition, MatchPosition) = (
            server.get(&format!("{address}/position?ply=1")).await,
            server.get(&format!("{address}/position?ply=0")).await,
        );
        assert_ne!(after.view, first.view);
        let last: MatchPosition = server.get(&format!("{address}/position")).await;
        assert_eq!(Some(last.view), players[0].tables[&table].view);
        let replay: Replay = server.get(&format!("{address}/replay")).await;
        assert_eq!(replay.info.seat_of(id(&players[0])), Some(0));
        let text = reqwest::get(server.url(&format!("{address}/record")))
            .await
            .expect("an answer")
            .text()
            .await
            .expect("text");
        let (record, checked) = GameRecord::check(&text).expect("it plays through");
        assert_eq!((record.line[1].clone(), checked.outcome), (Step::Swap, Some(outcome)));
        let asked = reqwest::Client::new().post(server.url("/api/v1/check-record")).body(text).send();
        let check: RecordCheck = asked.await.expect("an answer").json().await.expect("a check");
        assert_eq!(check.plies, whole.summary.plies);
        let page: MatchPage = server.get(&format!("/api/v1/matches?player={}&result=won", sat[0])).await;
        assert_eq!(page.matches.iter().any(|game| game.id == table), ranks == [1, 2]);

        // The rating of whoever has won has risen.
        for (seat, rank) in sat.iter().zip(&ranks) {
            let ratings: PlayerRatings = server.get(&format!("/api/v1/players/{seat}/ratings")).await;
            let rating = ratings.ratings.iter().find(|rating| rating.game == game).expect("rated").rating;
            match ranks.iter().filter(|rank| **rank == 1).count() {
                1 => assert_eq!(rating.rating > 1500, *rank == 1, "{ratings:?}"),
                _ => assert_eq!(rating.rating, 1500),
            }
        }
    }
    tell_alike(&server).await;
}

/// What each of them may do, and what is on their clock, goes where they go.
#[tokio::test]
async fn after_a_swap_each_player_has_the_other_seat_in_every_way() {
    let server = TestServer::start().await;
    let (table, _, mut players) = swapped(&server, with_pie("branches-twigs-thorns", None)).await;
    let at = players[1].tables[&table].at;
    let action = players[0].offered(table).await.actions[0].clone();
    let act = Command::Act { table, at, action, share: None };
    let refused = players[1].call(act.clone()).await.expect_err("refused");
    assert_eq!(refused.code, ErrorCode::NotYourTurn, "whoever has swapped waits");
    players[0].call(act).await.expect("the first player again");
    all_see(&mut players, table).await;
    assert_eq!(to_act(&players[0], table), Some(0));
    players[1].offered(table).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    let over = players[0].until(table, |table| table.outcome.is_some()).await;
    assert_eq!(over.outcome.as_ref().map(|outcome| outcome.ranks.clone()), Some(vec![2, 1]));
    // A rematch begins with whoever did not begin this one.
    let next = players[0].call(Command::Rematch { table }).await.expect("a rematch");
    assert_eq!(next.seat, Some(1), "Ada began, whatever became of her side");
}

#[test]
fn a_record_has_its_swap_in_its_place_alone() {
    let text = |line: &str| {
        let entries: Vec<&str> = line.split(' ').collect();
        format!("[Game \"martian-chess\"]\n[Seats \"2\"]\n\n{}\n", entries.join("\n"))
    };
    let (record, _) = GameRecord::check(&text("b3-a4 swap a6-a4")).expect("it plays through");
    assert_eq!(GameRecord::check(&record.to_string()).expect("its own text").0, record);
    for (line, at) in [("swap b3-a4", 4), ("b3-a4 swap swap", 6), ("b3-a4 a6-a4 swap", 6)] {
        let error = GameRecord::check(&text(line)).expect_err("out of place");
        assert_eq!(error.line, at, "{line}: {error}");
        assert!(error.to_string().contains("a swap stands"), "{error}");
    }
    let three = text("b3-a4 swap").replace("\"2\"", "\"3\"");
    assert!(GameRecord::check(&three).is_err());
    assert_eq!(Step::Swap.to_string(), "swap");
}
