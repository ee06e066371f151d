//! How computers answer what is asked of them: turns taken back, pauses, draws, rematches.

use cydonia_protocol::{Command, OfferKind, SeatState, TableStatus, TimeControl};
use cydonia_tests::{TestServer, fresh_id};

use super::{against, begun, step, to_own_turn};
use crate::support::watch;

fn offer(table: uuid::Uuid, what: OfferKind) -> Command {
    Command::Offer { table, request: fresh_id(), what, computer: None }
}

#[tokio::test]
async fn a_computer_lets_turns_be_taken_back_and_plays_on_from_there() {
    let server = TestServer::start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 3, &[(1, 1), (2, 2)])).await;
    let mut rng = fastrand::Rng::with_seed(2);
    let before = ada.tables[&table].view.clone();
    step(&mut ada, table, &mut rng).await;
    to_own_turn(&mut ada, table, &mut rng).await;
    assert_ne!(ada.tables[&table].view, before);
    ada.call(offer(table, OfferKind::Takeback)).await.expect("offered");
    ada.until(table, |table| table.line.last().is_some_and(|entry| entry.contains("takes back"))).await;
    assert_eq!(ada.tables[&table].view, before, "all three turns are gone");
    // Once more from there.
    step(&mut ada, table, &mut rng).await;
    to_own_turn(&mut ada, table, &mut rng).await;
    assert_ne!(ada.tables[&table].view, before);
}

#[tokio::test]
async fn a_turn_is_taken_back_while_the_computer_still_thinks_about_its_answer() {
    let server = cydonia_tests::TestServerBuilder::new().limits(super::unhurried()).start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 2, &[(1, 1)])).await;
    let before = ada.tables[&table].view.clone();
    let mut rng = fastrand::Rng::with_seed(3);
    step(&mut ada, table, &mut rng).await;
    ada.call(offer(table, OfferKind::Takeback)).await.expect("offered");
    ada.until(table, |table| table.view == before).await;
    // What it has thought of was for a position that is gone: time passes, and it is still one's own turn.
    server.pass(std::slice::from_mut(&mut ada), std::time::Duration::from_secs(10)).await;
    assert_eq!(ada.tables[&table].view, before);
    step(&mut ada, table, &mut rng).await;
    server.advance(std::time::Duration::from_secs(2));
    to_own_turn(&mut ada, table, &mut rng).await;
}

#[tokio::test]
async fn a_computer_agrees_to_pauses_and_declines_a_draw_in_the_opening() {
    let server = TestServer::start().await;
    let mut wish = against("martian-chess", 2, &[(1, 5)]);
    if let Command::Create { clock, .. } = &mut wish {
        *clock = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
    }
    let (table, mut ada) = begun(&server, wish).await;
    ada.call(offer(table, OfferKind::Pause)).await.expect("offered");
    ada.until(table, |table| table.paused).await;
    ada.call(Command::Resume { table }).await.expect("on it goes");
    ada.until(table, |table| !table.paused).await;
    ada.call(offer(table, OfferKind::Draw)).await.expect("offered");
    assert_eq!(ada.until(table, |table| table.offers.is_empty()).await.outcome, None, "declined");
}

#[tokio::test]
async fn computers_let_a_game_be_analysed_as_soon_as_it_is_asked_for() {
    let server = TestServer::start().await;
    for (game, wished) in [("martian-chess", &[(1, 1), (2, 5)][..]), ("martian-frisby", &[(1, 3)])] {
        let seats = wished.len() as u8 + 1;
        let (table, mut ada) = begun(&server, against(game, seats, wished)).await;
        let mut rng = fastrand::Rng::with_seed(5);
        to_own_turn(&mut ada, table, &mut rng).await;
        step(&mut ada, table, &mut rng).await;
        let number = ada.call(offer(table, OfferKind::Analysis)).await.expect("offered").offer;
        let until = ada.until(table, |table| table.analysed_until.is_some()).await.analysed_until;
        assert!(until > number, "{game}: all who are asked say so");
        to_own_turn(&mut ada, table, &mut rng).await;
        assert_eq!(ada.tables[&table].analysed_until, until, "and play on");
    }
}

#[tokio::test]
async fn a_rematch_begins_as_soon_as_it_is_asked_for() {
    let server = TestServer::start().await;
    let (table, mut ada) = begun(&server, against("martian-chess", 3, &[(1, 1), (2, 4)])).await;
    ada.call(Command::Resign { table }).await.expect("resigned");
    ada.until(table, |table| table.outcome.is_some()).await;
    let made = ada.call(Command::Rematch { table }).await.expect("a rematch");
    let next = made.table.expect("its id");
    ada.call(watch(next)).await.expect("watching");
    let info = &ada.until(next, |table| table.view.is_some()).await.info;
    assert_eq!(info.status, TableStatus::Playing);
    let levels: Vec<_> = info.seats.iter().map(SeatState::computer).collect();
    assert_eq!((made.seat, levels), (Some(1), vec![Some(4), None, Some(1)]));
    assert_eq!(ada.call(Command::Rematch { table }).await.expect("the same"), made);
    to_own_turn(&mut ada, next, &mut fastrand::Rng::with_seed(4)).await;
}

#[tokio::test]
async fn a_rematch_with_dice_waits_for_the_person_alone() {
    let server = TestServer::start().await;
    let (table, mut ada) = begun(&server, against("martian-backgammon", 2, &[(1, 1)])).await;
    ada.call(Command::Resign { table }).await.expect("resigned");
    let next = ada.call(Command::Rematch { table }).await.expect("a rematch").table.expect("its id");
    ada.call(watch(next)).await.expect("watching");
    assert_eq!(ada.tables[&next].info.status, TableStatus::Open);
    ada.ready(next).await.expect("ready");
    ada.until(next, |table| table.view.is_some()).await;
    to_own_turn(&mut ada, next, &mut fastrand::Rng::with_seed(4)).await;
}
