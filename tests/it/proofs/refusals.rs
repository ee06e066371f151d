//! What does not fit is found: any byte that is another, and whatever somebody alters who can sign it anew.

use cydonia_protocol::dice::DiceProof;
use cydonia_protocol::proof::{ChainLink, GameProof, HouseKey, ProofStatement};
use cydonia_protocol::{ErrorCode, MatchPage};
use cydonia_server::cli::verify::{ProofReport, TrustedKeys, Verdict, verify};
use cydonia_server::cli::verify_dice;
use cydonia_tests::TestServer;

use super::{asked, found, keys, proof, rated_game, short_game};

/// A key that is none of the house's.
fn forger() -> HouseKey {
    HouseKey::from_bytes(&[9; 32])
}

/// What is found of a statement that somebody has altered and signed anew, by whoever trusts that key.
fn forged(text: &str, alter: impl FnOnce(&mut ProofStatement)) -> ProofReport {
    let mut proof = GameProof::read(text).expect("a proof");
    alter(&mut proof.statement);
    let signed = GameProof::sign(proof.statement, proof.seal.before, &forger()).expect("signed").to_string();
    verify(&[Some(&signed)], Some(&TrustedKeys::One(forger().public()))).remove(0)
}

/// Something is wrong, and this is it.
fn assert_wrong(report: &ProofReport, part: &str, words: &str) {
    assert_eq!(report.verdict, Verdict::Flawed, "{:#?}", report.lines);
    let wrong: Vec<&String> = report.lines.iter().filter(|line| line.contains("WRONG")).collect();
    assert_eq!(wrong.len(), 1, "{:#?}", report.lines);
    assert!(wrong[0].starts_with(part) && wrong[0].contains(words), "{wrong:?}");
}

fn dice(statement: &mut ProofStatement) -> &mut DiceProof {
    statement.dice.as_mut().expect("a game with dice")
}

/// What `verify-dice` finds, which does not know the line.
fn dice_alone_fit(statement: &ProofStatement) -> bool {
    let text = serde_json::to_string(statement.dice.as_ref().expect("dice")).expect("JSON");
    verify_dice::verify(&text).expect("a record of dice").fits
}

#[tokio::test]
async fn a_proof_with_any_byte_changed_is_refused() {
    let server = TestServer::start().await;
    let mut players = vec![server.join("Ada").await, server.join("Bén").await];
    let rated = rated_game(&server, &mut players, "martian-chess").await;
    let rolled = short_game(&server, "martian-frisby").await;
    let keys = TrustedKeys::Published(keys(&server).await);
    let http = reqwest::Client::new();
    let listed: MatchPage = server.get("/api/v1/matches").await;
    for table in [rated, rolled] {
        let text = proof(&server, table).await;
        assert_eq!(verify(&[Some(&text)], Some(&keys))[0].verdict, Verdict::Fits);
        for place in 0..text.len() {
            for bits in [1, 0x80] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= bits;
                let changed = String::from_utf8(bytes.clone()).ok();
                let report = verify(&[changed.as_deref()], Some(&keys)).remove(0);
                assert_ne!(report.verdict, Verdict::Fits, "byte {place} with {bits}: {:#?}", report.lines);
                // The house itself, now and then.
                if place % 211 == 0 {
                    let asked = http.post(server.url("/api/v1/check-proof")).body(bytes);
                    let problem: cydonia_protocol::Problem =
                        asked.send().await.expect("an answer").json().await.expect("a problem");
                    let due = if changed.is_some() { ErrorCode::BadProof } else { ErrorCode::BadMessage };
                    assert_eq!(problem.code, due, "byte {place}");
                }
            }
        }
        assert_ne!(verify(&[Some(&text[..text.len() - 1])], Some(&keys))[0].verdict, Verdict::Fits, "no end");
        assert_ne!(
            verify(&[Some(&format!("{text}\n"))], Some(&keys))[0].verdict,
            Verdict::Fits,
            "a line more"
        );
        assert_eq!(proof(&server, table).await, text, "nothing was disturbed");
        asked(&server, &text).await.expect("it fits as ever");
    }
    assert_eq!(server.get::<MatchPage>("/api/v1/matches").await, listed);
}

#[tokio::test]
async fn dice_that_are_not_those_of_the_line_are_found_though_they_fit_by_themselves() {
    let server = TestServer::start().await;
    let table = short_game(&server, "martian-frisby").await;
    let text = proof(&server, table).await;
    let whole = GameProof::read(&text).expect("a proof").statement;
    let rolls = whole.dice.as_ref().expect("dice").rolls.len();
    assert!(rolls > 2, "{rolls}");

    let cut = |statement: &mut ProofStatement| {
        let dice = dice(statement);
        let last = dice.rolls.pop().expect("a roll");
        (dice.unopened, dice.unused) = (last.seal, last.waiting);
    };
    let void = |statement: &mut ProofStatement| {
        let last = dice(statement).rolls.last_mut().expect("a roll");
        (last.share, last.dice) = (None, None);
    };
    for alter in [&cut as &dyn Fn(&mut ProofStatement), &void] {
        let mut altered = whole.clone();
        alter(&mut altered);
        assert!(dice_alone_fit(&altered), "by themselves they fit");
        assert_wrong(&forged(&text, alter), "dice", &format!("roll {}: the line and the record", rolls - 1));
    }
    let unused = |statement: &mut ProofStatement| {
        let share = dice(statement).rolls[0].waiting.clone();
        dice(statement).unused = share;
    };
    let report = forged(&text, unused);
    let was_due = whole.dice.as_ref().is_some_and(|dice| dice.unused.is_some());
    assert_eq!(report.verdict == Verdict::Fits, was_due, "{:#?}", report.lines);
    assert_wrong(&forged(&text, |statement| dice(statement).rolls[0].secret.0[0] ^= 1), "dice", "roll 0");
    assert_wrong(
        &forged(&text, |statement| dice(statement).table = uuid::Uuid::nil()),
        "dice",
        "another game",
    );

    let chess = short_game(&server, "martian-chess").await;
    let chess = proof(&server, chess).await;
    assert_wrong(&forged(&chess, |statement| statement.dice = whole.dice), "dice", "the game has none");
}

#[tokio::test]
async fn a_line_a_result_or_a_rating_that_does_not_follow_is_found_whoever_signs_it() {
    let server = TestServer::start().await;
    let mut players = vec![server.join("Ada").await, server.join("Ben").await];
    let table = rated_game(&server, &mut players, "martian-chess").await;
    let text = proof(&server, table).await;
    assert_eq!(forged(&text, |_| {}).verdict, Verdict::Fits);

    let swap = |from: &'static str, to: &'static str| {
        move |statement: &mut ProofStatement| {
            assert!(statement.record.contains(from), "{}", statement.record);
            statement.record = statement.record.replace(from, to);
        }
    };
    assert_wrong(&forged(&text, swap("[Ranks \"1 2\"]", "[Ranks \"2 1\"]")), "line", "header Ranks");
    assert_wrong(&forged(&text, swap("leave 1 resigned", "leave 0 resigned")), "line", "header Ranks");
    assert_wrong(
        &forged(&text, swap("leave 1 resigned", "leave 1 resigned ; so they say")),
        "line",
        "not written",
    );
    assert_wrong(&forged(&text, swap("[Ranks \"1 2\"]\n", "")), "result", "does not tell");
    assert_wrong(&forged(&text, |statement| statement.seats.swap(0, 1)), "result", "those of the record");

    let rating = |seat: usize, alter: fn(&mut f64)| {
        move |statement: &mut ProofStatement| {
            alter(&mut statement.seats[seat].rating.as_mut().expect("rated").after.rating);
        }
    };
    assert_wrong(&forged(&text, rating(0, |rating| *rating += 1.0)), "ratings", "seat 0: the rating is not");
    assert_wrong(&forged(&text, rating(1, |rating| *rating -= 0.5)), "ratings", "seat 1: the rating is not");
    assert_wrong(&forged(&text, rating(1, |rating| *rating = 1e9)), "ratings", "seat 1: no games lead");
    assert_wrong(&forged(&text, |statement| statement.seats[0].rating = None), "ratings", "at every seat");
    assert_wrong(&forged(&text, |statement| statement.rating_rule = None), "ratings", "or not at all");
    assert_wrong(&forged(&text, |statement| statement.rating_rule = Some(1)), "ratings", "rule 1");
}

#[tokio::test]
async fn another_key_and_another_game_before_are_found() {
    let server = TestServer::start().await;
    let tables = [short_game(&server, "martian-chess").await, short_game(&server, "martian-go").await];
    let texts = [proof(&server, tables[0]).await, proof(&server, tables[1]).await];
    let [first, second] = [0, 1].map(|place: usize| GameProof::read(&texts[place]).expect("a proof"));

    // Signed by somebody else: all else fits, and whose key it is nobody vouches for.
    let stranger =
        GameProof::sign(first.statement.clone(), ChainLink::START, &forger()).expect("signed").to_string();
    assert_wrong(&found(&server, &[&stranger]).await[0], "key", "none of those given");
    let told = asked(&server, &stranger).await.expect("all else fits");
    let key = told.findings.iter().find(|finding| finding.part.name() == "key").expect("a finding");
    assert!(!key.checked && key.sentence.contains("none of this house"), "{key:?}");
    let untold = verify(&[Some(&stranger)], None).remove(0);
    assert!(untold.lines.iter().any(|line| line.contains("Nobody vouches")), "{:#?}", untold.lines);
    // Under the house's name.
    let mut claimed = GameProof::read(&stranger).expect("a proof");
    claimed.seal.key = first.seal.key;
    assert_wrong(&found(&server, &[&claimed.to_string()]).await[0], "signature", "not that of the key");

    // The game before is another than the one that was sealed.
    let mut other = first.statement.clone();
    other.record = other.record.replace("Ada", "Ida");
    other.seats[0].player.name = "Ida".to_owned();
    let other = GameProof::sign(other, ChainLink::START, &forger()).expect("signed").to_string();
    let reports = verify(&[Some(&other), Some(&texts[1])], None);
    assert_wrong(&reports[1], "chain", "the proof of game 1 is not the one");
    let mut moved = second;
    moved.seal.before = ChainLink::START;
    assert_wrong(&found(&server, &[&moved.to_string()]).await[0], "signature", "not that of the key");
}
