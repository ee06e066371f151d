//! A log that is not what happened: everybody who follows it notices, by the log alone or because something is said in
//! their own name.

use std::collections::HashSet;
use std::time::Duration;

use cydonia_protocol::dice::{self, Share};
use cydonia_protocol::{Command, DiceStart, Event, EventKind, OfferKind, Opened, TimeControl};
use cydonia_rules::{Turn, ViewDiff};
use cydonia_tests::{CheatError, Folded, Hand, TestClient, TestServer};
use uuid::Uuid;

use super::{FRISBY, bytes, log_of, share};
use crate::support::{all_see, create_game, full, give_share, play_dice, turn};

/// An honest game with everything in it that a log of dice can hold.
struct Game {
    /// Every event from the start on.
    log: Vec<Event>,
    /// The table before the start.
    before: Folded,
    /// What seat 0 adds. Seat 1 loses its seed on the way.
    hand: Hand,
    /// The offers that it has agreed to.
    agreed: HashSet<(Uuid, u64)>,
}

/// Has seat 1 say that it has lost its share.
async fn lose(players: &mut [TestClient], table: Uuid, number: u128) {
    give_share(players, table).await;
    let folded = players[1].tables[&table].clone();
    let lost = players[1].hand.lose(&folded, number);
    players[1].call(lost).await.expect("it is void");
    all_see(players, table).await;
}

impl Game {
    async fn play() -> Self {
        let server = TestServer::start().await;
        let mut wish = create_game(FRISBY, 2);
        if let Command::Create { clock, .. } = &mut wish {
            *clock = TimeControl::Fischer { initial_s: 600, increment_s: 5 };
        }
        let (table, mut players) = full(&server, wish).await;
        let mut before = players[0].tables[&table].clone();
        for player in &mut players {
            player.ready(table).await.expect("ready");
            before.n += 1;
        }
        all_see(&mut players, table).await;
        let mut rng = fastrand::Rng::with_seed(1);
        while turn(&players[0], table) != (Turn::Roll { seat: 1 }) {
            server.advance(Duration::from_secs(1));
            play_dice(&mut players, table, 1, &mut rng).await;
        }
        lose(&mut players, table, 77).await;
        let request = Uuid::from_u128(1);
        let offer = Command::Offer { table, request, what: OfferKind::Lost, computer: None };
        let offer = players[1].call(offer).await.expect("offered").offer.expect("its number");
        all_see(&mut players, table).await;
        players[0].call(Command::Answer { table, offer, agree: true }).await.expect("allowed");
        all_see(&mut players, table).await;
        lose(&mut players, table, 78).await;
        play_dice(&mut players, table, 40, &mut rng).await;
        let log = log_of(&server, table).await.split_off(before.n as usize);
        Self { log, before, hand: players[0].hand.clone(), agreed: HashSet::from([(table, offer)]) }
    }

    /// What is noticed in a log by somebody who watches.
    fn watched(&self, log: &[Event]) -> Result<(), CheatError> {
        let mut folded = self.before.clone();
        log.iter().try_for_each(|event| folded.take(event))
    }

    /// What is noticed in a log by seat 0, which knows what it has said itself.
    fn played(&self, log: &[Event]) -> Result<(), CheatError> {
        let mut folded = self.before.clone();
        log.iter().try_for_each(|event| {
            let is_own = self.hand.owns(&folded, 0, event, &self.agreed);
            if is_own { folded.take(event) } else { Err(CheatError::NotMine) }
        })
    }

    /// The place of the first such event from a place on.
    fn place(&self, from: usize, is_it: impl Fn(&EventKind) -> bool) -> usize {
        let found = self.log.iter().skip(from).position(|event| is_it(&event.what));
        from + found.expect("there is one")
    }

    /// The place of the first roll of a seat.
    fn roll_of(&self, roller: u8) -> usize {
        self.place(0, |what| matches!(what, EventKind::Roll { seat, .. } if *seat == roller))
    }

    /// The log with one event changed.
    fn with(&self, place: usize, change: impl FnOnce(&mut Event)) -> Vec<Event> {
        let mut log = self.log.clone();
        change(&mut log[place]);
        log
    }

    /// The log up to a place, and something that the house has made up there.
    fn and_then(&self, place: usize, what: EventKind) -> Vec<Event> {
        self.and_then_due(place, what, None)
    }

    /// The same, and something that is said to be due after it.
    fn and_then_due(&self, place: usize, what: EventKind, turn: Option<Turn>) -> Vec<Event> {
        let diff = turn.map(|turn| ViewDiff { turn: Some(turn), ..ViewDiff::default() });
        let mut log = self.log[..place].to_vec();
        let last = log.last().expect("events").clone();
        let made_up = Event { n: last.n + 1, what, diff, motions: Vec::new(), offers: None, ..last };
        log.push(made_up);
        log
    }
}

/// What an event of a roll brought to light.
fn opened(event: &mut Event) -> &mut Opened {
    match &mut event.what {
        EventKind::Roll { opened: Some(opened), .. } | EventKind::Lost { opened, .. } => opened,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn missing_and_extra_events_are_detected() {
    let game = Game::play().await;
    assert_eq!((game.watched(&game.log), game.played(&game.log)), (Ok(()), Ok(())));
    for place in 0..game.log.len() - 1 {
        let mut log = game.log.clone();
        log.remove(place);
        assert_eq!(game.watched(&log), Err(CheatError::Number), "without event {place}");
        log.insert(place, game.log[place].clone());
        log.insert(place, game.log[place].clone());
        assert_eq!(game.watched(&log), Err(CheatError::Number), "event {place} twice");
    }
}

#[tokio::test]
async fn a_roll_that_is_told_otherwise_than_it_was_is_noticed() {
    let game = Game::play().await;
    let (own, other) = (game.roll_of(0), game.roll_of(1));
    // Whoever's roll it is, everybody sees it.
    for place in [own, other] {
        let told = |change: &dyn Fn(&mut Event)| game.watched(&game.with(place, change));
        type Change<'a> = &'a dyn Fn(&mut u8, &mut u64, &mut [u8; 2], &mut Option<Share>);
        let roll = |change: Change<'_>| {
            told(&|event| match &mut event.what {
                EventKind::Roll { seat, k, dice, share, .. } => change(seat, k, dice, share),
                other => panic!("{other:?}"),
            })
        };
        assert_eq!(told(&|event| opened(event).secret = bytes(1)), Err(CheatError::Seal));
        assert_eq!(told(&|event| opened(event).waiting = Some(share(1))), Err(CheatError::Waiting));
        assert_eq!(told(&|event| opened(event).waiting = None), Err(CheatError::Waiting));
        assert_eq!(roll(&|_, _, dice, _| dice[0] = dice[0] % 6 + 1), Err(CheatError::Dice));
        assert_eq!(roll(&|_, _, dice, _| dice[1] = dice[1] % 6 + 1), Err(CheatError::Dice));
        assert_eq!(roll(&|_, _, _, shown| *shown = Some(share(1))), Err(CheatError::Pledge));
        assert_eq!(roll(&|_, _, _, shown| *shown = None), Err(CheatError::Pledge));
        assert_eq!(roll(&|_, k, _, _| *k += 1), Err(CheatError::Roll));
        assert_eq!(roll(&|seat, _, _, _| *seat = 1 - *seat), Err(CheatError::Roll));
        assert_eq!(roll(&|seat, _, _, _| *seat = 2), Err(CheatError::Roll));
        assert_eq!(told(&|event| opened(event).pledge = None), Err(CheatError::Plain));
        // A seal or a pledge that is not the true one comes out when it is opened.
        assert_eq!(told(&|event| opened(event).seal = bytes(1)), Err(CheatError::Seal));
        assert_eq!(told(&|event| opened(event).pledge = Some(bytes(1))), Err(CheatError::Pledge));
        let unproved = game.with(place, |event| {
            if let EventKind::Roll { opened, .. } = &mut event.what {
                *opened = None;
            }
        });
        assert_eq!(game.watched(&unproved), Err(CheatError::Unproved));
        // There is no second roll of one turn, nor one that nobody has asked for.
        let mut again = game.log[place].what.clone();
        if let EventKind::Roll { k, .. } = &mut again {
            *k += 1;
        }
        assert_eq!(game.watched(&game.and_then(place + 1, again)), Err(CheatError::Roll));
        let early = game.log[place].what.clone();
        assert_eq!(game.watched(&game.and_then(place - 1, early)), Err(CheatError::Waiting));
    }
    // Of its own pledge the roller knows at once.
    let forged = game.with(own, |event| opened(event).pledge = Some(bytes(1)));
    assert_eq!(game.played(&forged[..=own]), Err(CheatError::NotMine));
    assert_eq!(game.watched(&forged[..=own]), Ok(()));
}

#[tokio::test]
async fn a_start_or_a_share_that_was_not_said_so_is_noticed() {
    let game = Game::play().await;
    let start = |change: &dyn Fn(&mut DiceStart)| {
        game.with(0, |event| match &mut event.what {
            EventKind::Start { dice: Some(start), .. } => change(start),
            other => panic!("{other:?}"),
        })
    };
    for pledge in [None, Some(bytes(1))] {
        assert_eq!(game.played(&start(&|start| start.pledges[0] = pledge)[..1]), Err(CheatError::NotMine));
    }
    assert_eq!(game.watched(&start(&|start| start.pledges[0] = Some(bytes(1)))), Err(CheatError::Pledge));
    // A second start, or another pledge after it, would undo what a share was given for.
    let start_again = game.log[0].what.clone();
    for what in
        [start_again, EventKind::Ready { seat: 1, pledge: Some(bytes(1)) }, EventKind::Stand { seat: 1 }]
    {
        assert_eq!(game.watched(&game.and_then(2, what)), Err(CheatError::Begun));
    }
    // Whose clock runs gives away that seat 1 is to add something.
    let plain = game.watched(&start(&|start| start.pledges[1] = None));
    assert!(matches!(plain, Err(CheatError::Clocks { .. })), "{plain:?}");
    assert_eq!(game.watched(&start(&|start| start.seal = bytes(1))), Err(CheatError::Seal));

    // Seat 1 gives its share for roll 0, seat 0 with the end of its first turn.
    let first = game.place(0, |what| matches!(what, EventKind::Share { seat: 1, .. }));
    let with_end = game.place(0, |what| matches!(what, EventKind::Act { seat: 0, share: Some(_), .. }));
    let another = |event: &mut Event| match &mut event.what {
        EventKind::Share { share: given, .. } | EventKind::Act { share: Some(given), .. } => {
            *given = share(1);
        }
        other => panic!("{other:?}"),
    };
    let forged = game.with(with_end, another);
    assert_eq!(game.played(&forged[..=with_end]), Err(CheatError::NotMine));
    // To the others it is one share as good as another, until the roll does not hold it.
    assert_eq!(game.watched(&forged), Err(CheatError::Waiting));
    assert_eq!(game.watched(&game.with(first, another)), Err(CheatError::Waiting));
    let given = |seat, k| EventKind::Share { seat, k, share: share(1) };
    assert_eq!(game.watched(&game.and_then(first + 1, given(1, 0))), Err(CheatError::Share), "a second one");
    assert_eq!(game.watched(&game.and_then(first, given(0, 0))), Err(CheatError::Share), "of the roller");
    assert_eq!(game.watched(&game.and_then(first, given(2, 0))), Err(CheatError::Share), "of nobody");
    assert_eq!(game.watched(&game.and_then(first, given(1, 1))), Err(CheatError::Roll), "for another roll");
    assert_eq!(game.watched(&game.and_then(with_end, given(1, 1))), Err(CheatError::Share), "for no roll");
    // A share fits one seal only: whoever is shown another one gives another share.
    let Hand::Honest(seed) = &game.hand else { panic!("an honest hand") };
    let table = game.before.info.id;
    assert_ne!(
        dice::waiting_share(seed, table, 1, &bytes(1)),
        dice::waiting_share(seed, table, 1, &bytes(2))
    );
}

#[tokio::test]
async fn a_second_roll_of_one_turn_is_noticed_however_it_is_come_by() {
    let game = Game::play().await;
    let (own, other) = (game.roll_of(0), game.roll_of(1));
    for (place, seat) in [(own, 0), (other, 1)] {
        let again = Some(Turn::Roll { seat });
        let then = |what| game.watched(&game.and_then_due(place + 1, what, again));
        assert_eq!(then(EventKind::Undo { seat }), Err(CheatError::Rules), "by undoing it");
        assert_eq!(then(EventKind::Takeback { seat, actions: 1 }), Err(CheatError::Rules), "by a takeback");
        assert_eq!(then(EventKind::Pause {}), Err(CheatError::Rules), "by what changes nothing");
        let acted = game.place(place, |what| matches!(what, EventKind::Act { .. }));
        let act = game.log[acted].what.clone();
        assert_eq!(then(act), Err(CheatError::Rules), "by an action that ends no turn");
        // Nor does it help to say so of the roll itself, as if it had been an opening roll that decided nothing.
        let repeated = game.with(place, |event| {
            event.diff.as_mut().expect("a roll changes something").turn = again;
        });
        assert_eq!(game.watched(&repeated), Err(CheatError::Rules));
    }
    // Whoever ends a turn gives the share with that: there is no other way to make it wait for one.
    let with_end = game.place(0, |what| matches!(what, EventKind::Act { share: Some(_), .. }));
    let without = game.with(with_end, |event| {
        if let EventKind::Act { share, .. } = &mut event.what {
            *share = None;
        }
    });
    assert_eq!(game.watched(&without), Err(CheatError::Share));
    // What has ended a turn is not undone either, since the share is known.
    let undo = EventKind::Undo { seat: 0 };
    assert_eq!(
        game.watched(&game.and_then_due(with_end + 1, undo, Some(Turn::Act { seat: 0 }))),
        Err(CheatError::Rules)
    );
}

#[tokio::test]
async fn leave_to_lose_a_roll_that_nobody_gave_is_noticed() {
    let game = Game::play().await;
    let answered = game.place(0, |what| matches!(what, EventKind::Answer { .. }));
    assert_eq!(game.played(&game.log[..=answered]), Ok(()));
    let never = Game { agreed: HashSet::new(), ..game };
    assert_eq!(never.played(&never.log[..=answered]), Err(CheatError::NotMine));
    // Who watches cannot know who said it, but nobody gives leave to themselves.
    assert_eq!(never.watched(&never.log[..=answered]), Ok(()));
    let by_oneself = never.with(answered, |event| {
        if let EventKind::Answer { seat, .. } = &mut event.what {
            *seat = 1;
        }
    });
    assert_eq!(never.watched(&by_oneself), Err(CheatError::Offer));
}

#[tokio::test]
async fn a_loss_that_nobody_confessed_is_noticed() {
    let game = Game::play().await;
    let (own, lost) = (game.roll_of(0), game.place(0, |what| matches!(what, EventKind::Lost { .. })));
    let as_lost = |place: usize, later| match game.log[place].what.clone() {
        EventKind::Roll { seat, k, opened: Some(opened), .. } => {
            EventKind::Lost { seat, k: k + later, opened: Opened { pledge: Some(bytes(1)), ..opened } }
        }
        other => panic!("{other:?}"),
    };
    // The house foresees a roll of seat 0, dislikes it, and says in its name that the share is lost.
    assert_eq!(game.played(&game.and_then(own, as_lost(own, 0))), Err(CheatError::NotMine));
    // Not even before the other's share is in.
    assert_eq!(game.watched(&game.and_then(own - 1, as_lost(own, 0))), Err(CheatError::Waiting));
    // In the middle of a turn there is nothing to lose.
    assert_eq!(game.watched(&game.and_then(own + 1, as_lost(own, 1))), Err(CheatError::Roll));
    // A second loss wants the other's consent.
    let without_consent: Vec<Event> = {
        let is_deal = |what: &EventKind| matches!(what, EventKind::Offer { .. } | EventKind::Answer { .. });
        let kept = game.log.iter().filter(|event| !is_deal(&event.what)).cloned();
        kept.zip(game.log[0].n..).map(|(event, n)| Event { n, ..event }).collect()
    };
    assert_eq!(game.watched(&without_consent), Err(CheatError::Lost));
    let secret = game.with(lost, |event| opened(event).secret = bytes(1));
    assert_eq!(game.watched(&secret), Err(CheatError::Seal), "what is lost is opened all the same");
}

#[tokio::test]
async fn wrong_clocks_and_answers_to_nothing_are_detected() {
    let game = Game::play().await;
    for place in 0..game.log.len() {
        let shorter = game.with(place, |event| event.clocks.as_mut().expect("clocks").left_ms[0] -= 1);
        assert!(matches!(game.watched(&shorter), Err(CheatError::Clocks { .. })), "event {place}");
        let stopped = game.with(place, |event| event.clocks.as_mut().expect("clocks").running = None);
        assert!(matches!(game.watched(&stopped), Err(CheatError::Clocks { .. })), "event {place}");
    }
    let agreed = EventKind::Answer { seat: 0, offer: 3, agree: true };
    assert_eq!(game.watched(&game.and_then(2, agreed)), Err(CheatError::Offer));
}
