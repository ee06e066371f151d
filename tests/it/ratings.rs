//! Ratings: what rated games do to them, who sees them where, and that they follow from the games alone.

mod computers;
mod recompute;

use std::time::Duration;

use cydonia_protocol::{
    Command, ErrorCode, Leaderboard, LobbyFilter, MatchPage, PlayerRatings, Pool, Rating, RatingHistory,
    SeatState, TimeControl,
};
use cydonia_rules::OptionValue;
use cydonia_tests::{Guest, TestClient, TestServer, fresh_id};
use uuid::Uuid;

use crate::support::{create_game, hidden, move_each, refused, sit, watch, wish};

const FISCHER: TimeControl = TimeControl::Fischer { initial_s: 600, increment_s: 5 };

fn rated(game: &str, seats: u8) -> Command {
    let mut wish = wish(game, seats, FISCHER);
    if let Command::Create { rated, .. } = &mut wish {
        *rated = true;
    }
    wish
}

/// Sets a table up, has everybody sit down and watch.
async fn table(players: &mut [TestClient], wish: Command) -> Uuid {
    let table = players[0].call(wish).await.expect("a table").table.expect("its id");
    for player in &mut players[1..] {
        player.call(sit(table)).await.expect("a seat");
    }
    for player in players {
        player.call(watch(table)).await.expect("watching");
    }
    table
}

/// The same, and everybody moves once.
async fn moved(players: &mut [TestClient], wish: Command) -> Uuid {
    let table = table(players, wish).await;
    move_each(table, &mut players.iter_mut().collect::<Vec<_>>()).await;
    table
}

/// A game that the last to sit down loses by resigning, once everybody has moved.
async fn lost_by_the_last(players: &mut [TestClient], wish: Command) -> Uuid {
    let table = moved(players, wish).await;
    let last = players.len() - 1;
    players[last].call(Command::Resign { table }).await.expect("resigned");
    for player in players {
        player.until(table, |table| table.outcome.is_some()).await;
    }
    table
}

async fn ratings(server: &TestServer, guest: &Guest) -> PlayerRatings {
    server.get(&format!("/api/v1/players/{}/ratings", guest.player.id)).await
}

/// With what ratings a client is told that the players sat down.
fn told(client: &TestClient, table: Uuid) -> Vec<Option<Rating>> {
    let rating = |seat: &SeatState| match seat {
        SeatState::Taken { rating, .. } => *rating,
        other => panic!("nobody sits there: {other:?}"),
    };
    client.tables[&table].info.seats.iter().map(rating).collect()
}

async fn company<const N: usize>(server: &TestServer) -> ([Guest; N], Vec<TestClient>) {
    let mut guests = Vec::new();
    let mut clients = Vec::new();
    for number in 0..N {
        let guest = server.guest(&format!("Player {number}")).await;
        clients.push(server.connect(Some(&guest)).await);
        guests.push(guest);
    }
    (guests.try_into().expect("as many"), clients)
}

/// Two who have never played: the winner of 1500 ± 350 over another such comes out at 1662 ± 290.
#[tokio::test]
async fn a_rated_game_moves_both_ratings_and_a_casual_one_none() {
    let server = TestServer::start().await;
    let ([ada, ben], mut clients) = company(&server).await;
    lost_by_the_last(&mut clients, create_game("martian-chess", 2)).await;
    assert_eq!(ratings(&server, &ada).await.ratings, [], "that was for fun");

    let first = lost_by_the_last(&mut clients, rated("martian-chess", 2)).await;
    let page: MatchPage = server.get("/api/v1/matches").await;
    assert_eq!(page.matches.iter().map(|game| game.rated).collect::<Vec<_>>(), [true, false]);
    let [winner, loser] = [0, 1].map(|seat| page.matches[0].seats[seat].rating.expect("it was rated"));
    assert_eq!((winner.before, loser.before), (None, None), "their first");
    assert_eq!(winner.after, Rating { rating: 1662, deviation: 290, provisional: true });
    assert_eq!(loser.after, Rating { rating: 1338, deviation: 290, provisional: true });
    assert!(page.matches[1].seats.iter().all(|seat| seat.rating.is_none()));

    let after = ratings(&server, &ben).await;
    assert_eq!(after.player, ben.player);
    assert_eq!((after.ratings.len(), after.ratings[0].pool, after.ratings[0].games), (1, Pool::Two, 1));
    assert_eq!((after.ratings[0].game.as_str(), after.ratings[0].rating), ("martian-chess", loser.after));

    // Who sits down next brings the rating along, and whoever looks sees it.
    let second = table(&mut clients, rated("martian-chess", 2)).await;
    for client in &clients {
        assert_eq!(told(client, second), [Some(winner.after), Some(loser.after)]);
    }
    move_each(second, &mut clients.iter_mut().collect::<Vec<_>>()).await;
    clients[1].call(Command::Resign { table: second }).await.expect("resigned");
    for client in &mut clients {
        client.until(second, |table| table.outcome.is_some()).await;
    }
    let mut late = server.connect(None).await;
    late.call(watch(second)).await.expect("watching");
    assert_eq!(
        told(&late, second),
        [Some(winner.after), Some(loser.after)],
        "as they sat down, also afterwards"
    );

    let history: RatingHistory =
        server.get(&format!("/api/v1/players/{}/ratings/martian-chess?limit=1", ada.player.id)).await;
    assert_eq!((history.points.len(), history.points[0].id), (1, second));
    let more = history.next.expect("another page");
    let history: RatingHistory =
        server.get(&format!("/api/v1/players/{}/ratings/martian-chess?cursor={more}", ada.player.id)).await;
    assert_eq!((history.points.len(), history.points[0].id, history.next), (1, first, None));
    assert_eq!(history.points[0].rating, winner.after);
}

#[tokio::test]
async fn games_of_more_than_two_are_a_pool_of_their_own() {
    let server = TestServer::start().await;
    let ([ada, ben, eve], mut clients) = company(&server).await;
    // Eve leaves first, then Ben: the ranks are 1, 2, 3.
    let table = moved(&mut clients, rated("branches-twigs-thorns", 3)).await;
    clients[2].call(Command::Resign { table }).await.expect("resigned");
    clients[1].call(Command::Resign { table }).await.expect("resigned");
    clients[0].until(table, |table| table.outcome.is_some()).await;
    let mut shown = Vec::new();
    for guest in [&ada, &ben, &eve] {
        let PlayerRatings { ratings, .. } = ratings(&server, guest).await;
        assert_eq!((ratings.len(), ratings[0].pool, ratings[0].games), (1, Pool::More, 1));
        shown.push(ratings[0].rating.rating);
    }
    assert!(shown[0] > 1500 && shown[1] == 1500 && shown[2] < 1500, "{shown:?}");
}

/// Sits down and has the others sit down too, one seat staying free, and begins all the same.
async fn begun_early(players: &mut [TestClient], wish: Command) -> Uuid {
    let table = table(players, wish).await;
    players[0].call(Command::Begin { table }).await.expect("it begins");
    for player in players {
        player.until(table, |table| table.view.is_some()).await;
    }
    table
}

#[tokio::test]
async fn whoever_begins_with_two_of_three_is_shown_no_rating_of_games_of_three() {
    let server = TestServer::start().await;
    let (guests, mut clients) = company::<3>(&server).await;
    let first = moved(&mut clients, rated("martian-go", 3)).await;
    for loser in [2, 1] {
        clients[loser].call(Command::Resign { table: first }).await.expect("resigned");
    }
    clients[0].until(first, |table| table.outcome.is_some()).await;

    // Three of four are still of the pool of games of more.
    let three = begun_early(&mut clients, rated("martian-go", 4)).await;
    for client in &clients {
        assert!(told(client, three).iter().all(Option::is_some), "{:?}", told(client, three));
    }
    let two = begun_early(&mut clients[..2], rated("martian-go", 3)).await;
    clients[2].call(watch(two)).await.expect("watching");
    for client in &clients {
        assert_eq!(told(client, two), [None, None]);
    }
    clients[2].call(Command::Lobby { on: true, filter: LobbyFilter::default() }).await.expect("a list");
    let listed = clients[2].lobby.iter().find(|listed| listed.info.id == two).expect("it is listed");
    assert_eq!(listed.info, clients[0].tables[&two].info);
    move_each(two, &mut clients[..2].iter_mut().collect::<Vec<_>>()).await;
    // What is read back from the journal is no different.
    drop(clients);
    let server = server.restart().await;
    let mut ada = server.connect(Some(&guests[0])).await;
    ada.call(watch(two)).await.expect("watching");
    assert_eq!(told(&ada, two), [None, None]);
    ada.call(Command::Resign { table: two }).await.expect("resigned");
    ada.until(two, |table| table.outcome.is_some()).await;
    let pools: Vec<_> = ratings(&server, &guests[0]).await.ratings.iter().map(|rated| rated.pool).collect();
    assert_eq!(pools, [Pool::Two, Pool::More], "it is rated in its own pool");
}

#[tokio::test]
async fn what_cannot_be_rated_is_refused() {
    let server = TestServer::start().await;
    let mut ada = server.join("Ada").await;
    let mut teams = rated("martian-chess", 4);
    if let Command::Create { options, .. } = &mut teams {
        options.insert("teams".to_owned(), OptionValue::Switch(true));
    }
    refused(&mut ada, teams, ErrorCode::BadRated).await;
    refused(&mut ada, hidden(rated("martian-chess", 2)), ErrorCode::BadRated).await;
    ada.call(rated("martian-chess", 4)).await.expect("each alone");
}

#[tokio::test]
async fn rated_tables_are_found_apart_and_a_rematch_is_rated_too() {
    let server = TestServer::start().await;
    let (_, mut clients) = company::<2>(&server).await;
    let first = lost_by_the_last(&mut clients, rated("martian-go", 2)).await;
    let again =
        clients[0].call(Command::Rematch { table: first }).await.expect("again").table.expect("its id");
    clients[0].call(watch(again)).await.expect("watching");
    let casual = wish("martian-go", 2, TimeControl::Correspondence { days: 1 });
    let casual = clients[1].call(casual).await.expect("a table").table.expect("its id");
    let mut onlooker = server.connect(None).await;
    for (rated, only) in [(true, again), (false, casual)] {
        let filter = LobbyFilter { rated: Some(rated), ..LobbyFilter::default() };
        onlooker.call(Command::Lobby { on: true, filter }).await.expect("a list");
        let listed: Vec<_> = onlooker.lobby.iter().map(|table| (table.info.id, table.info.rated)).collect();
        assert_eq!(listed, [(only, rated)]);
    }
    // A quick match for fun leads to no rated table.
    let quick = |rated| Command::Quick {
        request: fresh_id(),
        game: "martian-mud-wrestling".to_owned(),
        seats: 2,
        clock: FISCHER,
        rated,
    };
    let open = clients[0].call(quick(true)).await.expect("a table").table.expect("its id");
    clients[0].call(watch(open)).await.expect("watching");
    assert_ne!(clients[1].call(quick(false)).await.expect("a table").table, Some(open));
    assert_eq!(clients[1].call(quick(true)).await.expect("a seat").table, Some(open));
}

#[tokio::test]
async fn a_leaderboard_has_those_who_play_enough_and_have_not_gone() {
    let server = TestServer::start().await;
    let ([ada, ben, eve], mut clients) = company(&server).await;
    let board = "/api/v1/leaderboards/martian-go";
    for round in 0..14 {
        for pair in [[0, 1], [1, 2], [0, 2]] {
            // The better one does not always win, or nobody would be sure of either.
            let [winner, loser] = if round % 3 == 2 { [pair[1], pair[0]] } else { pair };
            let mut two = clients.get_disjoint_mut([winner, loser]).expect("two of them");
            let table = two[0].call(rated("martian-go", 2)).await.expect("a table").table.expect("its id");
            two[1].call(sit(table)).await.expect("a seat");
            for player in &mut two {
                player.call(watch(table)).await.expect("watching");
            }
            move_each(table, &mut two).await;
            two[1].call(Command::Resign { table }).await.expect("resigned");
            for player in &mut two {
                player.call(Command::Unwatch { table }).await.expect("seen");
            }
        }
        if round == 3 {
            let page: Leaderboard = server.get(board).await;
            assert_eq!(page.leaders, [], "eight games are too few");
            // Whoever is not on it yet has a list of their own.
            let page: Leaderboard = server.get(&format!("{board}?provisional=true")).await;
            let games: Vec<_> = page.leaders.iter().map(|leader| (leader.place, leader.games)).collect();
            assert_eq!(games, [(1, 8), (2, 8), (3, 8)]);
            let first: Leaderboard = server.get(&format!("{board}?provisional=true&limit=1")).await;
            let next = first.next.expect("there are more");
            let rest: Leaderboard = server.get(&format!("{board}?provisional=true&cursor={next}")).await;
            assert_eq!([first.leaders, rest.leaders].concat(), page.leaders);
        }
    }
    let page: Leaderboard = server.get(board).await;
    let provisional: Leaderboard = server.get(&format!("{board}?provisional=true")).await;
    assert_eq!(provisional.leaders, [], "all of them are listed");
    let places: Vec<_> = page.leaders.iter().map(|leader| (leader.place, leader.player.id)).collect();
    let expected = [(1, ada.player.id), (2, ben.player.id), (3, eve.player.id)];
    assert_eq!(places, expected, "{:?}", page.leaders);
    assert!(page.leaders.iter().all(|leader| !leader.rating.provisional && leader.games >= 10));
    // Page by page it is the same list.
    let mut cursor = String::new();
    let mut paged = Vec::new();
    loop {
        let page: Leaderboard = server.get(&format!("{board}?limit=1{cursor}")).await;
        paged.extend(page.leaders);
        match page.next {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(paged, page.leaders);
    let others: Leaderboard = server.get(&format!("{board}?pool=more")).await;
    assert_eq!(others.leaders, []);
    tell_the_same_of_both_times(&server, &ada).await;
    // Who has not played for longer than a season is remembered, but not listed.
    server.advance(Duration::from_secs(70 * 24 * 60 * 60));
    let page: Leaderboard = server.get(board).await;
    assert_eq!(page.leaders, []);
    let kept = &ratings(&server, &ada).await.ratings[0];
    assert_eq!(
        Some(kept.last),
        paged.iter().find(|leader| leader.player == ada.player).map(|leader| leader.last)
    );
}

/// Three weeks after somebody's last game: leaderboard and ratings tell the same deviation, that of today, and both tell by name
/// what the last game left.
async fn tell_the_same_of_both_times(server: &TestServer, guest: &Guest) {
    server.advance(Duration::from_secs(21 * 24 * 60 * 60));
    let page: Leaderboard = server.get("/api/v1/leaderboards/martian-go").await;
    let leader = page.leaders.iter().find(|leader| leader.player == guest.player).expect("listed");
    let own = &ratings(server, guest).await.ratings[0];
    assert_eq!((leader.rating, leader.now, leader.last), (own.rating, own.now, own.last));
    assert_eq!((own.now.rating, own.now.volatility), (own.last.rating, own.last.volatility));
    let three_weeks = own.last.deviation.hypot(3.0_f64.sqrt() * own.last.volatility * 173.7178);
    assert!((own.now.deviation - three_weeks).abs() < 0.011, "{own:?}");
    assert_eq!(f64::from(own.rating.rating), own.now.rating.round());
    assert_eq!(f64::from(own.rating.deviation), own.now.deviation.round());
    assert!(own.now.rating.fract() != 0.0 && own.now.volatility > 0.05, "decimals: {own:?}");

    let history: RatingHistory =
        server.get(&format!("/api/v1/players/{}/ratings/martian-go", guest.player.id)).await;
    assert_eq!(history.points[0].exact, own.last);
    let games: MatchPage = server.get(&format!("/api/v1/matches?player={}", guest.player.id)).await;
    let seat = games.matches[0].seats.iter().find(|seat| seat.player == guest.player).expect("sat there");
    assert_eq!(seat.rating.expect("rated").exact, Some(own.last));
}

/// Whoever begins where that is known to be an advantage gains less by winning than the other would.
#[tokio::test]
async fn who_wins_from_the_better_seat_gains_less() {
    let server = TestServer::start().await;
    let (_, mut clients) = company::<4>(&server).await;
    // In the one game whoever begins wins, and in the other whoever does not.
    let first = lost_by_the_last(&mut clients[..2], rated("branches-twigs-thorns", 2)).await;
    let second = moved(&mut clients[2..], rated("branches-twigs-thorns", 2)).await;
    clients[2].call(Command::Resign { table: second }).await.expect("resigned");
    clients[3].until(second, |table| table.outcome.is_some()).await;
    let page: MatchPage = server.get("/api/v1/matches").await;
    let won = |id: Uuid, seat: usize| {
        let game = page.matches.iter().find(|game| game.id == id).expect("it is listed");
        assert_eq!(game.first, 0);
        game.seats[seat].rating.and_then(|change| change.exact).expect("rated").rating
    };
    let [by_the_first, by_the_second] = [won(first, 0), won(second, 1)];
    assert!(1500.0 < by_the_first && by_the_first + 20.0 < by_the_second, "{by_the_first} {by_the_second}");
}
