//! Explanations: why what somebody clicked may not be done, told to the seat to act alone, and changing nothing.

use cydonia_protocol::{Command, ErrorCode};
use cydonia_rules::Objection;
use cydonia_tests::TestServer;

use crate::support::{refused, seated, seated_at};

#[tokio::test]
async fn the_seat_to_act_is_told_why_not() {
    let server = TestServer::start().await;
    let (table, mut players) = seated(&server, 2).await;
    let at = players[0].tables[&table].at;
    let explain = |action: &str| Command::Explain { table, at, action: action.to_owned() };
    for (tried, objection) in [
        ("a8", Some(Objection::OthersGround { size: 3, seat: 1 })),
        ("b3-b4", Some(Objection::Stride { size: 1 })),
        ("a4", Some(Objection::Empty {})),
        ("🜂", Some(Objection::NotNow {})),
        ("", Some(Objection::NotNow {})),
        ("b3", None),
        ("b3-a4", None),
    ] {
        let answer = players[0].call(explain(tried)).await.expect("an answer");
        assert_eq!(answer.objection, objection, "{tried}");
    }
    refused(&mut players[1], explain("a8"), ErrorCode::NotYourTurn).await;
    assert_eq!(players[0].tables[&table].at, at, "nothing was taken, also of what may be");
    let act = players[0].act(table, "b3-a4");
    players[0].call(act).await.expect("it is legal");
    refused(&mut players[0], explain("a8"), ErrorCode::Stale).await;
}

#[tokio::test]
async fn choices_tell_what_actions_bring() {
    let server = TestServer::start().await;
    let (table, mut players) = seated_at(&server, "martian-go", 2).await;
    let act = players[0].act(table, "c4-2-d4");
    players[0].call(act).await.expect("it is legal");
    let offered = players[1].offered(table).await;
    let place = offered.actions.iter().position(|action| action == "b4-1-c4").expect("it is legal");
    let paid =
        offered.scores.iter().find(|change| change.actions.iter().any(|one| usize::from(*one) == place));
    assert_eq!(paid.map(|change| &change.change[..]), Some(&[0, 2][..]), "a penalty of the target's size");
}
