//! Puzzles: the puzzle of the day, attempts and what they do to ratings, floods, and puzzles that are damaged.

mod finding;

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::time::Duration;

use cydonia_protocol::{ErrorCode, Problem, Puzzle, PuzzleAnswer, PuzzleOfTheDay, PuzzlePage, PuzzleSummary};
use cydonia_server::limits::Limits;
use cydonia_tests::{Guest, TestServer, ample};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::log::Log;
use crate::schema::{assert_fits, closed};
use crate::support::database;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn today(server: &TestServer) -> PuzzleOfTheDay {
    server.get("/api/v1/puzzles/today").await
}

fn attempt(server: &TestServer, guest: Option<&Guest>, puzzle: Uuid, action: &str) -> RequestBuilder {
    let request = Client::new().post(server.url(&format!("/api/v1/puzzles/{puzzle}/attempts")));
    let request = request.json(&json!({ "action": action }));
    guest.iter().fold(request, |request, guest| request.bearer_auth(&guest.token))
}

/// What came of an attempt that is taken.
async fn answer(server: &TestServer, guest: Option<&Guest>, puzzle: Uuid, action: &str) -> PuzzleAnswer {
    let response = attempt(server, guest, puzzle, action).send().await.expect("an answer");
    let document: Value = response.json().await.expect("JSON");
    assert_fits(&closed("puzzle-answer"), &document);
    serde_json::from_value(document).expect("an answer")
}

async fn refusal(request: RequestBuilder) -> ErrorCode {
    let response = request.send().await.expect("an answer");
    let status = response.status().as_u16();
    let problem: Problem = response.json().await.expect("a problem");
    assert_eq!(problem.status, status);
    problem.code
}

/// A puzzle as somebody is shown it.
async fn shown(server: &TestServer, guest: Option<&Guest>, id: Uuid) -> Puzzle {
    let request = Client::new().get(server.url(&format!("/api/v1/puzzles/{id}")));
    let request = guest.iter().fold(request, |request, guest| request.bearer_auth(&guest.token));
    let document: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    assert_fits(&closed("puzzle"), &document);
    assert!(document.get("solution").is_none(), "the solution is not told before an attempt");
    serde_json::from_value(document).expect("a puzzle")
}

/// The solution of a puzzle, and an action that is another: by an attempt of nobody's.
async fn known(server: &TestServer, puzzle: &Puzzle) -> (String, String) {
    let solution = answer(server, None, puzzle.summary.id, &puzzle.choices[0]).await.solution;
    let other = puzzle.choices.iter().find(|action| **action != solution).expect("another").clone();
    (solution, other)
}

/// Every puzzle of a house, page by page.
async fn all(server: &TestServer, limit: usize) -> Vec<PuzzleSummary> {
    let mut puzzles = Vec::new();
    let mut cursor = String::new();
    loop {
        let page: PuzzlePage = server.get(&format!("/api/v1/puzzles?limit={limit}{cursor}")).await;
        puzzles.extend(page.puzzles);
        let Some(next) = page.next else { return puzzles };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn every_day_has_a_puzzle_and_none_comes_again_before_all_have_had_their_day() {
    let server = TestServer::start().await;
    let first = today(&server).await;
    assert_eq!(first.day, "2026-01-01");
    server.advance(DAY - Duration::from_millis(1));
    assert_eq!(today(&server).await, first, "until midnight");
    server.advance(Duration::from_millis(1));
    let count = all(&server, 100).await.len();
    let mut seen = BTreeSet::from([first.puzzle.summary.id]);
    let mut games = vec![first.puzzle.summary.game.clone()];
    for _ in 1..count {
        let puzzle = today(&server).await.puzzle.summary;
        assert!(seen.insert(puzzle.id), "{puzzle:?} comes again");
        games.push(puzzle.game);
        server.advance(DAY);
    }
    assert_eq!(today(&server).await.puzzle, first.puzzle, "then they begin again");
    assert!(games.windows(2).take(5).all(|pair| pair[0] != pair[1]), "games take turns: {games:?}");
}

#[tokio::test]
async fn whatever_may_not_be_done_is_explained_and_is_no_attempt() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    for PuzzleSummary { id, game, .. } in all(&server, 100).await {
        let puzzle = shown(&server, Some(&ada), id).await;
        let known: BTreeSet<u16> =
            puzzle.scores.iter().flat_map(|bringing| bringing.actions.clone()).collect();
        assert!(known.iter().all(|place| usize::from(*place) < puzzle.choices.len()), "{game}");
        let why = |action: String| {
            let path = format!("/api/v1/puzzles/{id}/objection?action={action}");
            let request = Client::new().get(server.url(&path)).bearer_auth(&ada.token);
            async move {
                let answer: Value = request.send().await.expect("an answer").json().await.expect("JSON");
                assert_fits(&closed("puzzle-objection"), &answer);
                answer["objection"].clone()
            }
        };
        let solution = &puzzle.choices[0];
        assert_eq!(why(solution.clone()).await, Value::Null, "{game}: {solution} may be done");
        let odd = why(format!("{solution}-{solution}")).await;
        assert!(odd["objection"].is_string(), "{game}: {odd}");
        assert_eq!(shown(&server, Some(&ada), id).await.summary.attempts, puzzle.summary.attempts, "{game}");
    }
}

#[tokio::test]
async fn pages_hold_every_puzzle_once_however_long_they_are() {
    let server = TestServer::start().await;
    let whole = all(&server, 100).await;
    assert_eq!(all(&server, 7).await, whole);
    assert_eq!(whole.iter().map(|puzzle| puzzle.id).collect::<BTreeSet<_>>().len(), whole.len());
    for game in ["martian-chess", "martian-go", "martian-mud-wrestling"] {
        let page: PuzzlePage = server.get(&format!("/api/v1/puzzles?limit=100&game={game}")).await;
        let own: Vec<_> = whole.iter().filter(|puzzle| puzzle.game == game).cloned().collect();
        assert_eq!((page.puzzles, page.next), (own, None), "{game}");
    }
}

#[tokio::test]
async fn the_first_attempt_rates_both_and_later_ones_change_nothing() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.guest("Ada").await, server.guest("Ben").await);
    let puzzle = today(&server).await.puzzle;
    let id = puzzle.summary.id;
    let (solution, other) = known(&server, &puzzle).await;
    assert_eq!(shown(&server, None, id).await, puzzle, "whoever has no name moves nothing");
    let nobody = answer(&server, None, id, &solution).await;
    assert_eq!((nobody.right, nobody.counted, nobody.own), (true, false, None));
    assert_eq!(nobody.rating, puzzle.summary.rating);

    let wrong = answer(&server, Some(&ada), id, &other).await;
    let fell = wrong.own.expect("a rating");
    assert_eq!((wrong.right, wrong.counted, fell.before), (false, true, None));
    assert!(fell.after.rating < 1500 && wrong.rating.rating > puzzle.summary.rating.rating, "{wrong:?}");
    assert_eq!(wrong.solution, solution);
    assert!(!wrong.line.is_empty() && wrong.best > wrong.second, "{wrong:?}");
    // She has been told the solution; that it is right now is worth nothing.
    for action in [&solution, &other] {
        let again = answer(&server, Some(&ada), id, action).await;
        assert_eq!((again.right, again.counted), (*action == solution, false));
        assert_eq!((again.own, again.rating), (Some(fell), wrong.rating));
    }

    let right = answer(&server, Some(&ben), id, &solution).await;
    assert!(right.right && right.counted && right.own.expect("a rating").after.rating > 1500, "{right:?}");
    assert!(right.rating.rating < wrong.rating.rating, "{right:?}");
    for (guest, solved) in [(&ada, false), (&ben, true)] {
        let summary = shown(&server, Some(guest), id).await.summary;
        assert_eq!((summary.solved, summary.attempts, summary.rating), (Some(solved), 2, right.rating));
    }

    // A second puzzle goes on from the first; and all of it outlasts the house.
    let server = server.restart().await;
    server.advance(DAY);
    let next = today(&server).await.puzzle;
    let (solution, _) = known(&server, &next).await;
    let second = answer(&server, Some(&ada), next.summary.id, &solution).await.own.expect("a rating");
    assert_eq!(second.before.map(|before| before.rating), Some(fell.after.rating));
    let list = Client::new().get(server.url("/api/v1/puzzles?limit=1")).bearer_auth(&ada.token);
    let list: PuzzlePage = list.send().await.expect("an answer").json().await.expect("a page");
    assert_eq!(list.own, Some(second.after));
}

#[tokio::test]
async fn what_is_no_action_there_is_refused_and_counts_for_nothing() {
    let server = TestServer::start().await;
    let ada = server.guest("Ada").await;
    let puzzle = today(&server).await.puzzle;
    let id = puzzle.summary.id;
    assert_eq!(refusal(attempt(&server, Some(&ada), id, "?")).await, ErrorCode::BadNotation);
    assert_eq!(refusal(attempt(&server, Some(&ada), Uuid::nil(), "?")).await, ErrorCode::NoPuzzle);
    let chess: PuzzlePage = server.get("/api/v1/puzzles?game=martian-chess&limit=1").await;
    let chess = chess.puzzles[0].id;
    assert_eq!(refusal(attempt(&server, Some(&ada), chess, "b3-b3")).await, ErrorCode::Illegal);
    for id in [id, chess] {
        let summary = shown(&server, Some(&ada), id).await.summary;
        assert_eq!((summary.solved, summary.attempts), (None, 0));
    }
}

#[tokio::test]
async fn a_flood_of_attempts_is_refused_until_a_minute_has_passed() {
    let few = NonZeroU32::new(3).expect("some");
    let server = TestServer::start_with_limits(Limits { attempts: few, ..ample() }).await;
    let puzzle = today(&server).await.puzzle;
    let (id, action) = (puzzle.summary.id, &puzzle.choices[0]);
    for _ in 0..3 {
        answer(&server, None, id, action).await;
    }
    assert_eq!(refusal(attempt(&server, None, id, action)).await, ErrorCode::TooFast);
    server.advance(Duration::from_secs(60));
    answer(&server, None, id, action).await;
}

#[tokio::test]
async fn a_damaged_puzzle_is_told_to_who_asks_for_it_and_hides_no_other() {
    let (log, _guard) = Log::keep();
    let server = TestServer::start().await;
    let whole = all(&server, 100).await;
    let mut database = database(&server).await;
    let id = Uuid::from_u128(7);
    let add =
        "INSERT INTO puzzles (id, game, record, added_ms) SELECT $1, 'martian-go', '{', 0 RETURNING number";
    database.number(add, Some(id)).await;
    assert_eq!(all(&server, 100).await, whole);
    let get = Client::new().get(server.url(&format!("/api/v1/puzzles/{id}")));
    assert_eq!(refusal(get).await, ErrorCode::Damaged);
    assert_eq!(refusal(attempt(&server, None, id, "pass")).await, ErrorCode::Damaged);
    assert!(log.has_error(&["a puzzle is left out of the list"]));
    // A rating that cannot be read begins anew, rather than that nobody could try any more.
    let ada = server.guest("Ada").await;
    let puzzle = today(&server).await.puzzle;
    let wild = "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, games, last_ms)
                SELECT $1, 1e300, 0, 0, 0, 0 RETURNING games";
    database.number(wild, Some(puzzle.summary.id)).await;
    let (solution, _) = known(&server, &puzzle).await;
    let rated = answer(&server, Some(&ada), puzzle.summary.id, &solution).await;
    assert!(rated.rating.rating < puzzle.summary.rating.rating, "{rated:?}");
}
