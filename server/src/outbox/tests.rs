//! What waits for a socket is bounded, but for one answer.

use std::net::IpAddr;

use bytes::Bytes;
use futures_util::FutureExt;

use super::*;

fn frame(length: usize) -> Frame {
    Frame(Bytes::from(vec![b' '; length]))
}

fn is_given_up(outgoing: &mut Outgoing) -> bool {
    outgoing.given_up().now_or_never().is_some()
}

/// Takes everything out; gives how many frames that were.
fn taken(outgoing: &mut Outgoing) -> usize {
    let mut count = 0;
    while let Some(Ok(frames)) = outgoing.next().now_or_never() {
        count += frames.len();
    }
    count
}

/// The queue of somebody who comes from this machine.
fn at_home() -> (Outbox, Outgoing) {
    Outbox::new(Visitor::default(), IpAddr::from([127, 0, 0, 1]).into(), None)
}

#[test]
fn a_long_answer_takes_no_room_and_there_is_room_for_one() {
    const LONG: usize = 3 * limits::OUTBOX_BYTES;
    let (outbox, mut outgoing) = at_home();
    for before in [0, 5] {
        (0..before).for_each(|_| outbox.push(frame(100)));
        outbox.answer(frame(LONG));
        (0..1_000).for_each(|_| outbox.push(frame(300)));
        assert!(!is_given_up(&mut outgoing));
        assert_eq!(taken(&mut outgoing), before + 1 + 1_000);
        assert_eq!(outgoing.0.lock().cost, 0);
    }
    outbox.answer(frame(LONG));
    outbox.answer(frame(LONG));
    assert!(is_given_up(&mut outgoing), "whoever asks for two at once has room for one");
    assert!(outgoing.0.lock().frames.is_empty(), "and what was queued is dropped");
}

#[test]
fn many_short_frames_count_with_the_room_that_they_take() {
    for length in [0, 30, 400, 5_000] {
        let (outbox, mut outgoing) = at_home();
        outbox.answer(frame(2 * limits::OUTBOX_BYTES));
        let most = limits::OUTBOX_BYTES / (length + limits::FRAME_COST);
        assert!(most > 200);
        (0..most).for_each(|_| outbox.push(frame(length)));
        assert!(!is_given_up(&mut outgoing), "{most} of {length}");
        outbox.push(frame(length));
        assert!(is_given_up(&mut outgoing), "{most} of {length}, and one more");
    }
}

#[test]
fn whoever_awaits_an_answer_is_heard_again_when_nobody_is_left_to_give_it() {
    let (outbox, _outgoing) = at_home();
    assert!(outbox.answered().now_or_never().is_some());
    let awaited = outbox.await_answer();
    assert!(outbox.answered().now_or_never().is_none());
    drop(awaited);
    assert!(outbox.answered().now_or_never().is_some());
}
