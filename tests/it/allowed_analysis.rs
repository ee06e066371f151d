//! Analyses of games that are on: as far as all who play have allowed it, and no further.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc;

use cydonia_players::Analysis;
use cydonia_protocol::{
    AnalysisProgress, Command, ErrorCode, MatchAnalysis, OfferKind, Problem, ServerMessage, TimeControl,
};
use cydonia_rules::{AnyGame, Turn};
use cydonia_server::{Thinker, limits};
use cydonia_tests::{Guest, PATIENCE, TestClient, TestServer};
use reqwest::{Client, StatusCode};
use uuid::Uuid;

use crate::analysis::{counted, first_is_best, held_back, house, until_ready, wish as analyse_it};
use crate::company::{agree, agreed, offer, offered};
use crate::support::{
    all_see, come_back, create, create_game, full, hidden, play_on, refused, refused_at, roll, seated,
    seated_by, seated_guests, to_act, turn, watch, wish,
};

fn path(table: Uuid) -> String {
    format!("/api/v1/tables/{table}/analysis")
}

/// Asks over REST, as that guest or as nobody.
async fn ask(server: &TestServer, table: Uuid, guest: Option<&Guest>) -> Result<AnalysisProgress, ErrorCode> {
    let mut request = Client::new().post(server.url(&path(table)));
    if let Some(guest) = guest {
        request = request.bearer_auth(&guest.token);
    }
    let response = request.send().await.expect("an answer");
    if response.status() == StatusCode::OK {
        return Ok(response.json().await.expect("how far it is"));
    }
    Err(response.json::<Problem>().await.expect("a problem").code)
}

/// What is read without a name.
async fn read(server: &TestServer, table: Uuid) -> Result<MatchAnalysis, ErrorCode> {
    let response = reqwest::get(server.url(&path(table))).await.expect("an answer");
    if response.status() == StatusCode::OK {
        return Ok(response.json().await.expect("a document"));
    }
    Err(response.json::<Problem>().await.expect("a problem").code)
}

/// Has a game that is on analysed; what that gives.
async fn analysed(server: &TestServer, client: &mut TestClient, table: Uuid) -> MatchAnalysis {
    client.analyses.remove(&table);
    client.call(analyse_it(table)).await.expect("begun");
    until_ready(client, table).await;
    read(server, table).await.expect("it is ready")
}

/// Nothing of a game is analysed, whoever asks and wherever.
async fn nothing_is_analysed(server: &TestServer, client: &mut TestClient, table: Uuid) {
    refused_at(client, table, analyse_it(table), ErrorCode::NotOver).await;
    assert_eq!(ask(server, table, None).await, Err(ErrorCode::NotOver));
    assert_eq!(read(server, table).await, Err(ErrorCode::NoAnalysis));
}

#[tokio::test]
async fn what_all_allow_is_analysed_and_no_further() {
    let (thinker, count) = counted();
    let server = house(thinker).await;
    let (table, mut players) = seated(&server, 3).await;
    let mut rng = fastrand::Rng::with_seed(3);
    play_on(table, &mut players, 5, &mut rng).await;
    nothing_is_analysed(&server, &mut players[0], table).await;
    let number = offered(&mut players[0], table, OfferKind::Analysis).await;
    players[1].call(agree(table, number)).await.expect("agreed");
    nothing_is_analysed(&server, &mut players[1], table).await;
    players[2].call(agree(table, number)).await.expect("agreed");
    all_see(&mut players, table).await;
    let until = players[0].tables[&table].analysed_until.expect("all have agreed");
    assert_eq!(until, number + 3, "by the event behind the last consent");

    let document = analysed(&server, &mut players[0], table).await;
    // The five positions in which somebody acted, and the one in which the game stands.
    let progress = AnalysisProgress { done: 6, all: 6, ready: true, until: Some(until) };
    assert_eq!((players[0].analyses[&table], count.load(Ordering::Relaxed)), (progress, 6));
    assert_eq!((document.id, document.until, document.positions.len()), (table, Some(until), 5));
    let events: Vec<u64> = document.positions.iter().filter_map(|position| position.n).collect();
    assert!(events.len() == 5 && events.is_sorted() && events[4] < number, "{events:?}");
    let to_move = to_act(&players[0], table).expect("the game is on");
    let end: Vec<f64> = (0..3).map(|seat| if seat == to_move { 0.9 } else { 0.1 }).collect();
    assert_eq!(document.end, end, "what it is worth where it stands");

    // The game goes on, and of that nothing is told, nor is anything looked at anew.
    play_on(table, &mut players, 2, &mut rng).await;
    let mut eve = server.join("Eve").await;
    assert_eq!(analysed(&server, &mut eve, table).await, document, "whoever may see the game may see this");
    assert_eq!(count.load(Ordering::Relaxed), 6);
    agreed(&mut players, table, 2, OfferKind::Analysis).await;
    assert_eq!(read(&server, table).await, Err(ErrorCode::NoAnalysis), "what is new is to be asked for");
    let longer = analysed(&server, &mut eve, table).await;
    assert_eq!((longer.positions.len(), count.load(Ordering::Relaxed)), (7, 14));
    assert!(longer.until > document.until);

    // When it is over it is a finished game like any other.
    for seat in [0, 1] {
        players[seat].call(Command::Resign { table }).await.expect("resigned");
    }
    players[2].until(table, |table| table.outcome.is_some()).await;
    assert_eq!(read(&server, table).await, Err(ErrorCode::NoTable));
    players[2].analyses.remove(&table);
    players[2].call(analyse_it(table)).await.expect("begun");
    until_ready(&mut players[2], table).await;
    assert_eq!(players[2].analyses[&table].until, None);
    let whole: MatchAnalysis = server.get(&format!("/api/v1/matches/{table}/analysis")).await;
    assert_eq!((whole.until, whole.positions.len(), whole.positions[0].n), (None, 7, None));
}

/// Holds the first action for the best, and then the first again, and again.
fn first_and_on(game: &AnyGame) -> Option<Analysis> {
    let mut found = first_is_best(game)?;
    let mut after = game.clone();
    let best = found.best.first_mut()?;
    let mut next = best.action.clone();
    for _ in 0..2 {
        after.play(&next).ok()?;
        next = after.actions().into_iter().next()?;
        best.line.push(next.clone());
    }
    Some(found)
}

#[tokio::test]
async fn no_line_leads_on_from_where_the_game_stands() {
    let server = house(Thinker::players().analysing(|game, _, _, _| first_and_on(game))).await;
    let (table, mut players) = seated(&server, 2).await;
    for _ in 0..4 {
        let seat = to_act(&players[0], table).expect("the game is on");
        players[seat].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
    }
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    let document = analysed(&server, &mut players[0], table).await;
    let lines: Vec<usize> = document.positions.iter().map(|position| position.line.len()).collect();
    assert_eq!(lines, [3, 3, 2, 1], "nobody is told what to do next");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    players[0].call(analyse_it(table)).await.expect("begun");
    while players[0].analyses[&table].until.is_some() || !players[0].analyses[&table].ready {
        players[0].next().await;
    }
    let whole: MatchAnalysis = server.get(&format!("/api/v1/matches/{table}/analysis")).await;
    assert!(whole.positions.iter().all(|position| position.line.len() == 3), "when it is over they do");
}

#[tokio::test]
async fn whoever_declines_or_leaves_ends_the_offer() {
    let server = house(counted().0).await;
    let (table, mut players) = seated(&server, 4).await;
    let mut rng = fastrand::Rng::with_seed(4);
    play_on(table, &mut players, 4, &mut rng).await;
    let number = offered(&mut players[0], table, OfferKind::Analysis).await;
    players[1].call(agree(table, number)).await.expect("agreed");
    players[2].call(Command::Answer { table, offer: number, agree: false }).await.expect("declined");
    all_see(&mut players, table).await;
    assert!(players[3].tables[&table].offers.is_empty());
    refused_at(&mut players[3], table, agree(table, number), ErrorCode::NoOffer).await;
    nothing_is_analysed(&server, &mut players[1], table).await;
    refused_at(&mut players[0], table, offer(table, OfferKind::Analysis), ErrorCode::BadOffer).await;

    // Another may ask; and with a seat that leaves all offers end.
    let number = offered(&mut players[1], table, OfferKind::Analysis).await;
    players[2].call(agree(table, number)).await.expect("agreed");
    players[3].call(agree(table, number)).await.expect("agreed");
    players[0].call(Command::Resign { table }).await.expect("resigned");
    all_see(&mut players, table).await;
    nothing_is_analysed(&server, &mut players[2], table).await;
    refused_at(&mut players[0], table, offer(table, OfferKind::Analysis), ErrorCode::Left).await;
    // Those who stayed are asked, and nobody else.
    let number = offered(&mut players[1], table, OfferKind::Analysis).await;
    for seat in [2, 3] {
        players[seat].call(agree(table, number)).await.expect("agreed");
    }
    let document = analysed(&server, &mut players[2], table).await;
    assert_eq!(document.positions.len(), 4);
    all_see(&mut players, table).await;
    refused_at(&mut players[1], table, offer(table, OfferKind::Analysis), ErrorCode::BadOffer).await;
}

#[tokio::test]
async fn a_rated_game_is_not_analysed_before_it_is_over() {
    let server = house(counted().0).await;
    let clock = TimeControl::Fischer { initial_s: 600, increment_s: 0 };
    let mut begin = wish("martian-chess", 2, clock);
    if let Command::Create { rated, .. } = &mut begin {
        *rated = true;
    }
    let (table, mut players) = seated_by(&server, begin).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    for player in &mut players {
        refused_at(player, table, offer(table, OfferKind::Analysis), ErrorCode::BadRated).await;
        nothing_is_analysed(&server, player, table).await;
    }
}

#[tokio::test]
async fn it_is_offered_in_casual_games_in_which_something_was_played() {
    let server = house(counted().0).await;
    let asked = |table| offer(table, OfferKind::Analysis);
    let (waiting, mut ada) = full(&server, create_game("martian-frisby", 2)).await;
    refused_at(&mut ada[0], waiting, asked(waiting), ErrorCode::NotPlaying).await;
    refused(&mut ada[0], analyse_it(waiting), ErrorCode::NoMatch).await;
    assert_eq!(ask(&server, waiting, None).await, Err(ErrorCode::NoTable));
    // One of a series is a game like any other, as long as it is casual.
    let mut begin = create(2);
    if let Command::Create { games, .. } = &mut begin {
        *games = 2;
    }
    let (table, mut players) = seated_by(&server, begin).await;
    refused_at(&mut players[0], table, asked(table), ErrorCode::BadOffer).await;
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    let number = offered(&mut players[0], table, OfferKind::Analysis).await;
    refused_at(&mut players[0], table, agree(table, number), ErrorCode::OwnOffer).await;
    players[1].until(table, |table| !table.offers.is_empty()).await;
    refused_at(&mut players[1], table, asked(table), ErrorCode::BadOffer).await;
    players[1].call(agree(table, number)).await.expect("agreed");
    players[1].call(Command::Resign { table }).await.expect("resigned");
    let mut stranger = server.join("Zoe").await;
    stranger.call(watch(table)).await.expect("watching");
    refused(&mut stranger, asked(table), ErrorCode::NotSeated).await;
    players[0].until(table, |table| table.outcome.is_some()).await;
    refused(&mut players[0], asked(table), ErrorCode::Over).await;
}

#[tokio::test]
async fn a_restart_keeps_what_was_allowed_and_has_it_made_anew() {
    let (thinker, go) = held_back();
    let server = house(thinker).await;
    let (table, guests, mut players) = seated_guests(&server, create(2)).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    let until = players[0].tables[&table].analysed_until;
    play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    // It is under way when the house ends, and waits for ever unless it is told to stop.
    players[0].call(analyse_it(table)).await.expect("begun");
    drop(players);
    let server = server.restart().await;
    let mut players = come_back(&server, &guests, table).await;
    assert_eq!(players[0].tables[&table].analysed_until, until);
    assert_eq!(read(&server, table).await, Err(ErrorCode::NoAnalysis));
    for _ in 0..3 {
        go.send(()).expect("it waits");
    }
    let document = analysed(&server, &mut players[1], table).await;
    assert_eq!((document.until, document.positions.len()), (until, 2));
}

#[tokio::test]
async fn a_turn_that_is_taken_back_ends_it_and_whatever_is_being_made() {
    let (told, stopped) = mpsc::channel();
    let told = Mutex::new(told);
    let thinker = Thinker::players().analysing(move |_, _, _, stop| {
        while !stop.is_due() {
            std::thread::yield_now();
        }
        told.lock().expect("nobody panics").send(()).expect("the test waits");
        None
    });
    let server = house(thinker).await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 3, &mut fastrand::Rng::with_seed(2)).await;
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    let until = players[0].tables[&table].analysed_until;
    let mut eve = server.join("Eve").await;
    eve.call(analyse_it(table)).await.expect("begun");
    agreed(&mut players, table, 1, OfferKind::Takeback).await;
    let ended = tokio::task::spawn_blocking(move || stopped.recv_timeout(PATIENCE));
    ended.await.expect("no panic").expect("it was told to stop");
    let error = loop {
        if let ServerMessage::Analysis { error: Some(error), until: of, .. } = eve.next().await {
            assert_eq!(of, until);
            break error;
        }
    };
    assert_eq!(error, ErrorCode::Stale);
    assert_eq!(players[0].tables[&table].analysed_until, None);
    nothing_is_analysed(&server, &mut players[0], table).await;
}

#[tokio::test]
async fn what_was_ready_is_let_go_with_the_turn_that_is_taken_back() {
    let server = house(counted().0).await;
    let (table, mut players) = seated(&server, 2).await;
    play_on(table, &mut players, 3, &mut fastrand::Rng::with_seed(2)).await;
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    analysed(&server, &mut players[0], table).await;
    agreed(&mut players, table, 1, OfferKind::Takeback).await;
    nothing_is_analysed(&server, &mut players[0], table).await;
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(2)).await;
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    let document = analysed(&server, &mut players[1], table).await;
    let steps: Vec<u32> = document.positions.iter().map(|position| position.step).collect();
    // One turn of each went with the takeback, which is an entry of the line itself.
    assert_eq!(steps, [0, 4, 5]);
}

#[tokio::test]
async fn with_dice_what_was_done_stands_and_a_roll_that_is_due_hides_nothing() {
    let server = house(counted().0).await;
    let (table, mut players) = seated_by(&server, create_game("martian-frisby", 2)).await;
    roll(&mut players, table).await;
    let seat = to_act(&players[0], table).expect("rolled");
    players[seat].play(table, |_| 0).await.expect("legal");
    all_see(&mut players, table).await;
    assert_eq!(to_act(&players[0], table), Some(seat), "a turn of several actions");
    assert!(players[seat].offered(table).await.undo);
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    // Nobody looks it up and takes it back: what may be done is told anew.
    while players[seat].choices[&table].undo {
        players[seat].next().await;
    }
    let at = players[seat].tables[&table].at;
    refused_at(&mut players[seat], table, Command::Undo { table, at }, ErrorCode::NothingToUndo).await;
    let document = analysed(&server, &mut players[seat], table).await;
    assert_eq!((document.positions.len(), document.end[seat]), (1, 0.9));
    // What comes after may be undone as ever, and leaves what was allowed as it is.
    players[seat].play(table, |_| 0).await.expect("legal");
    while to_act(&players[0], table).is_some() {
        all_see(&mut players, table).await;
        let seat = to_act(&players[0], table).expect("it goes on");
        if players[seat].offered(table).await.undo {
            let at = players[seat].tables[&table].at;
            players[seat].call(Command::Undo { table, at }).await.expect("undone");
            assert_eq!(players[seat].tables[&table].analysed_until, document.until);
            players[seat].play(table, |_| 0).await.expect("legal");
        }
        all_see(&mut players, table).await;
        let Some(seat) = to_act(&players[0], table) else { break };
        players[seat].play(table, |_| 0).await.expect("legal");
        all_see(&mut players, table).await;
    }
    assert!(matches!(turn(&players[0], table), Turn::Roll { .. }));
    agreed(&mut players, table, 1, OfferKind::Analysis).await;
    let document = analysed(&server, &mut players[0], table).await;
    let last = document.positions.last().expect("somebody has acted");
    // No seat is to act there: it is worth what the last action was held to be.
    assert_eq!(players[0].analyses[&table].all as usize, document.positions.len());
    assert_eq!(document.end[usize::from(last.seat)], last.value);
}

#[tokio::test]
async fn a_private_game_is_for_those_who_may_see_it() {
    let server = house(counted().0).await;
    let mut ada = server.join("Ada").await;
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let (table, key) = (made.table.expect("its id"), made.key.expect("its key"));
    let mut ben = server.join("Ben").await;
    ben.call(Command::Sit { table, seat: None, key: Some(key.clone()) }).await.expect("a seat");
    let mut players = vec![ada, ben];
    for player in &mut players {
        player.call(watch(table)).await.expect("watching");
    }
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(1)).await;
    agreed(&mut players, table, 0, OfferKind::Analysis).await;
    let mut eve = server.join("Eve").await;
    refused(&mut eve, analyse_it(table), ErrorCode::NoMatch).await;
    assert_eq!(ask(&server, table, None).await, Err(ErrorCode::NoTable));
    eve.call(Command::Analyse { table, key: Some(key.clone()) }).await.expect("whoever has the key");
    until_ready(&mut eve, table).await;
    assert_eq!(read(&server, table).await, Err(ErrorCode::NoTable));
    let with_key = Client::new().get(server.url(&path(table))).header("x-table-key", key).send().await;
    let document: MatchAnalysis = with_key.expect("an answer").json().await.expect("a document");
    assert_eq!(document.positions.len(), 2);
}

#[tokio::test]
async fn they_count_among_the_analyses_that_a_person_may_have() {
    let (thinker, _go) = held_back();
    let server = house(thinker).await;
    let guest = server.guest("Eve").await;
    for game in 0..=limits::ANALYSES_A_PERSON {
        let (table, mut players) = seated(&server, 2).await;
        play_on(table, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
        agreed(&mut players, table, 0, OfferKind::Analysis).await;
        let progress = ask(&server, table, Some(&guest)).await;
        if game < limits::ANALYSES_A_PERSON {
            assert_eq!(progress.expect("begun").all, 2);
        } else {
            assert_eq!(progress, Err(ErrorCode::TooMany));
        }
    }
}
