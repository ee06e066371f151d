//! Side lines: what might have been played instead, from any step of a finished game, and of one that is on as far as all allow.

use cydonia_protocol::{
    Command, ErrorCode, Event, EventKind, MAX_SIDE_LINE, MatchRecord, OfferKind, Problem, Replay, WhatIf,
};
use cydonia_rules::{AnyGame, GameKind, Phase, Setup, View};
use cydonia_tests::{TestClient, TestServer, fresh_id};
use reqwest::StatusCode;
use serde_json::Value;
use uuid::Uuid;

use crate::schema::{assert_fits, closed};
use crate::support::{all_see, create, hidden, play_dice, play_on, seated, seated_at};

fn of_match(table: Uuid, query: &str) -> String {
    format!("/api/v1/matches/{table}/what-if?{query}")
}

fn of_table(table: Uuid, query: &str) -> String {
    format!("/api/v1/tables/{table}/what-if?{query}")
}

async fn ask(server: &TestServer, path: &str) -> Result<WhatIf, Problem> {
    let response = reqwest::get(server.url(path)).await.expect("an answer");
    let is_ok = response.status() == StatusCode::OK;
    let document: Value = response.json().await.expect("JSON");
    if !is_ok {
        assert_fits(&closed("problem"), &document);
        return Err(serde_json::from_value(document).expect("a problem"));
    }
    assert_fits(&closed("what-if"), &document);
    let told: WhatIf = serde_json::from_value(document).expect("a side line");
    let end = told.line.iter().fold(told.start.clone(), folded);
    assert_eq!(end, told.view, "{path}: what its entries do leads to its end");
    Ok(told)
}

async fn refused(server: &TestServer, path: &str) -> (ErrorCode, Option<u32>) {
    let Problem { code, entry, .. } = ask(server, path).await.expect_err("refused");
    (code, entry)
}

fn folded(mut view: View, event: &Event) -> View {
    if let Some(diff) = &event.diff {
        view.fold(diff);
    }
    view
}

/// An entry as a side line has it, if it has any for that.
fn entry(event: &Event) -> Option<String> {
    match &event.what {
        EventKind::Act { action, .. } => Some(action.clone()),
        EventKind::Roll { dice: [one, two], .. } => Some(format!("roll+{one}+{two}")),
        _ => None,
    }
}

/// The steps of a game, each with the position before it, as its watchers saw them.
fn steps(replay: &Replay) -> Vec<(View, Event)> {
    let mut view = None;
    let mut steps = Vec::new();
    for event in &replay.events {
        if let EventKind::Start { view: first, .. } = &event.what {
            view = Some((**first).clone());
        } else if let Some(before) = view.take() {
            if event.what.moves_position() {
                steps.push((before.clone(), event.clone()));
            }
            view = Some(folded(before, event));
        }
    }
    steps
}

/// Every step of a finished game is found as it was, and what was done in it can be done there again.
async fn is_found_step_by_step(server: &TestServer, table: Uuid) {
    let replay: Replay = server.get(&format!("/api/v1/matches/{table}/replay")).await;
    let record: MatchRecord = server.get(&format!("/api/v1/matches/{table}")).await;
    let steps = steps(&replay);
    assert_eq!(steps.len(), record.line.len(), "a step is an entry of the record's line");
    for (step, (view, event)) in steps.iter().enumerate() {
        let there = ask(server, &of_match(table, &format!("step={step}&layout={}", step == 0))).await;
        let there = there.expect("a position");
        assert_eq!((there.step as usize, there.steps as usize), (step, steps.len()));
        assert_eq!((&there.start, &there.view), (view, view), "step {step}");
        assert_eq!(there.layout.is_some(), step == 0);
        assert!(there.line.is_empty() && there.outcome.is_none());
        let Some(entry) = entry(event) else { continue };
        let is_roll = entry.starts_with("roll");
        assert_eq!(
            there.actions.iter().next().is_none(),
            is_roll,
            "where dice are due there is nothing else"
        );
        assert!(is_roll || there.actions.iter().any(|action| action == entry), "{entry} was legal");
        let on = ask(server, &of_match(table, &format!("step={step}&line={entry}"))).await.expect("legal");
        assert_eq!(on.view, folded(view.clone(), event), "step {step}, then {entry}");
        let [again] = &on.line[..] else { panic!("{:?}", on.line) };
        assert_eq!((&again.diff, &again.motions), (&event.diff, &event.motions), "as it was seen");
    }
    let end = ask(server, &of_match(table, "")).await.expect("the end");
    assert_eq!(end.step, end.steps, "without a step it is the end");
}

#[tokio::test]
async fn any_step_of_any_game_leads_on_as_it_did() {
    let server = TestServer::start().await;
    for kind in GameKind::ALL {
        let (table, mut players) = seated_at(&server, kind.id(), 2).await;
        let rng = &mut fastrand::Rng::with_seed(8);
        if kind.info().dice {
            play_dice(&mut players, table, 14, rng).await;
        } else {
            play_on(table, &mut players, 8, rng).await;
        }
        players[0].call(Command::Resign { table }).await.expect("resigned");
        is_found_step_by_step(&server, table).await;
    }
}

/// A line to the end of a game that begins with these actions, of no more entries than a side line may have, one less.
pub(crate) fn to_the_end(kind: GameKind, played: &[String]) -> Vec<String> {
    let mut from = AnyGame::start(kind, &Setup::for_seats(2)).expect("two may play it");
    for action in played {
        from.play(action).expect("it was played");
    }
    let playout = |seed| {
        let (mut game, mut rng) = (from.clone(), fastrand::Rng::with_seed(seed));
        let mut line = Vec::new();
        while let Phase::Act { .. } = game.phase() {
            let mut actions = game.actions();
            let action = actions.swap_remove(rng.usize(..actions.len()));
            game.play(&action).expect("legal");
            line.push(action);
        }
        line
    };
    (0..1_000).map(playout).find(|line| line.len() < MAX_SIDE_LINE).expect("some game is short")
}

async fn played(server: &TestServer, actions: usize) -> (Uuid, Vec<TestClient>) {
    let (table, mut players) = seated(server, 2).await;
    play_on(table, &mut players, actions, &mut fastrand::Rng::with_seed(5)).await;
    (table, players)
}

#[tokio::test]
async fn a_side_line_goes_on_to_the_end_of_the_game_and_no_further() {
    let server = TestServer::start().await;
    let (table, mut players) = played(&server, 3).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let line = to_the_end(GameKind::MartianChess, &[]);
    let told =
        ask(&server, &of_match(table, &format!("step=0&line={}", line.join(",")))).await.expect("legal");
    assert_eq!((told.line.len(), told.outcome.is_some()), (line.len(), true));
    assert_eq!(told.actions.iter().count(), 0);
    assert!(told.line.iter().zip(1..).all(|(event, n)| event.n == n && event.ms == 0));
    let over = format!("step=0&line={},{}", line.join(","), line[0]);
    let beyond = u32::try_from(line.len() + 1).expect("a small number");
    assert_eq!(refused(&server, &of_match(table, &over)).await, (ErrorCode::Over, Some(beyond)));
    // After the leaving there is nothing left to do, either.
    let end = ask(&server, &of_match(table, "step=4")).await.expect("the end");
    assert!(end.outcome.is_some() && end.actions.iter().next().is_none());
    assert_eq!(refused(&server, &of_match(table, "step=4&line=b3-a4")).await, (ErrorCode::Over, Some(1)));
}

#[tokio::test]
async fn dice_of_a_side_line_are_chosen_where_they_are_due() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, "martian-frisby", 2).await;
    play_dice(&mut players, table, 5, &mut fastrand::Rng::with_seed(5)).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    for dice in [[1, 1], [6, 2]] {
        let line = format!("step=0&line=roll+{}+{}", dice[0], dice[1]);
        let rolled = ask(&server, &of_match(table, &line)).await.expect("rolled");
        assert_eq!(rolled.view.dice.iter().map(|die| die.face).collect::<Vec<_>>(), dice);
        let action = rolled.actions.iter().next().expect("something can be done").to_owned();
        let on = ask(&server, &of_match(table, &format!("{line},{action}"))).await.expect("legal");
        assert_eq!(on.line.len(), 2);
        let twice = refused(&server, &of_match(table, &format!("{line},roll+1+2"))).await;
        assert_eq!(twice, (ErrorCode::WrongPhase, Some(2)));
    }
    for wrong in
        ["roll+0+1", "roll+1+7", "roll+1", "roll+", "roll+1+2+3", "roll+01+2", "roll+a+b", "roll++1+2"]
    {
        let code = refused(&server, &of_match(table, &format!("step=0&line={wrong}"))).await;
        assert_eq!(code, (ErrorCode::Illegal, Some(1)), "{wrong}");
    }
    assert_eq!(
        refused(&server, &of_match(table, "step=0&line=b1-b2")).await,
        (ErrorCode::WrongPhase, Some(1))
    );
}

#[tokio::test]
async fn what_is_no_side_line_is_refused_with_the_entry_that_is_wrong() {
    let server = TestServer::start().await;
    let (table, mut players) = played(&server, 3).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    for (query, code, entry) in [
        ("step=0&line=b3-b3", ErrorCode::Illegal, Some(1)),
        ("step=0&line=b3-a4,nonsense", ErrorCode::BadNotation, Some(2)),
        ("step=0&line=b3-a4,", ErrorCode::BadNotation, Some(2)),
        ("step=0&line=,", ErrorCode::BadNotation, Some(1)),
        ("step=0&line=roll+1+2", ErrorCode::WrongPhase, Some(1)),
        ("step=5", ErrorCode::BadQuery, None),
        ("step=-1", ErrorCode::BadQuery, None),
        ("step=0&line=b3-a4&seat=1", ErrorCode::BadQuery, None),
    ] {
        assert_eq!(refused(&server, &of_match(table, query)).await, (code, entry), "{query}");
    }
    let longest = vec!["b3-a4"; MAX_SIDE_LINE].join(",");
    let longest = of_match(table, &format!("step=0&line={longest}"));
    assert_eq!(refused(&server, &longest).await.0, ErrorCode::Illegal, "it is looked at");
    assert_eq!(refused(&server, &format!("{longest},b3-a4")).await, (ErrorCode::BadQuery, None));
    assert_eq!(refused(&server, &of_match(Uuid::nil(), "step=0")).await, (ErrorCode::NoMatch, None));
}

#[tokio::test]
async fn side_lines_are_for_those_who_may_see_the_game_and_are_not_sent_twice() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_by_key(&server).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    assert_eq!(refused(&server, &of_match(table, "step=0")).await, (ErrorCode::NoMatch, None));

    let (table, mut players) = played(&server, 1).await;
    players[1].call(Command::Resign { table }).await.expect("resigned");
    let get = |tag: &str| {
        let path = server.url(&of_match(table, "step=0&line=b3-a4"));
        reqwest::Client::new().get(path).header("if-none-match", tag).send()
    };
    let first = get("\"-\"").await.expect("an answer");
    let tag = first.headers()["etag"].to_str().expect("text").to_owned();
    assert_eq!(get(&tag).await.expect("an answer").status(), StatusCode::NOT_MODIFIED);
    let other = reqwest::get(server.url(&of_match(table, "step=0"))).await.expect("an answer");
    assert_ne!(other.headers()["etag"], tag.as_str(), "another line is another answer");
}

async fn seated_by_key(server: &TestServer) -> (Uuid, Vec<TestClient>) {
    let (mut ada, mut ben) = (server.join("Ada").await, server.join("Ben").await);
    let made = ada.call(hidden(create(2))).await.expect("a table");
    let table = made.table.expect("its id");
    ben.call(Command::Sit { table, seat: None, key: made.key }).await.expect("a seat");
    (table, vec![ada, ben])
}

/// All who play let their game be analysed.
pub(crate) async fn allow(players: &mut [TestClient], table: Uuid) {
    let offer = Command::Offer { table, request: fresh_id(), what: OfferKind::Analysis, computer: None };
    let offer = players[0].call(offer).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    all_see(players, table).await;
}

#[tokio::test]
async fn of_a_game_that_is_on_there_are_side_lines_as_far_as_all_allow() {
    let server = TestServer::start().await;
    let (table, mut players) = played(&server, 4).await;
    assert_eq!(refused(&server, &of_match(table, "step=0")).await, (ErrorCode::NoMatch, None));
    for step in [0, 4] {
        let query = of_table(table, &format!("step={step}"));
        assert_eq!(refused(&server, &query).await, (ErrorCode::NotOver, None), "nobody has allowed it");
    }
    allow(&mut players, table).await;
    let stood = players[0].tables[&table].view.clone().expect("a game");
    let there = ask(&server, &of_table(table, "layout=true")).await.expect("allowed");
    assert_eq!((there.step, there.steps, &there.view), (4, 4, &stood));
    assert!(there.layout.is_some());
    let action = there.actions.iter().next().expect("something can be done").to_owned();
    let on = ask(&server, &of_table(table, &format!("step=4&line={action}"))).await.expect("legal");
    assert_eq!(on.line.len(), 1);

    // It goes on, and of that nothing is told.
    play_on(table, &mut players, 2, &mut fastrand::Rng::with_seed(6)).await;
    assert_eq!(ask(&server, &of_table(table, "")).await.expect("still allowed").view, stood);
    assert_eq!(refused(&server, &of_table(table, "step=5")).await, (ErrorCode::BadQuery, None));
    let takeback = Command::Offer { table, request: fresh_id(), what: OfferKind::Takeback, computer: None };
    let offer = players[0].call(takeback).await.expect("offered").offer.expect("its number");
    players[1].call(Command::Answer { table, offer, agree: true }).await.expect("agreed");
    all_see(&mut players, table).await;
    assert_eq!(
        refused(&server, &of_table(table, "step=0")).await,
        (ErrorCode::NotOver, None),
        "that ends it"
    );
    players[0].call(Command::Resign { table }).await.expect("resigned");
    assert_eq!(refused(&server, &of_table(table, "step=0")).await, (ErrorCode::NoTable, None));
    ask(&server, &of_match(table, "step=6")).await.expect("it is over");
}
