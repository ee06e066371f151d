//! When searches stop: at the end of their nodes, and soon after they are told.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use cydonia_players::evaluation::{Evaluate, Score};
use cydonia_players::pointing::{Known, engine_with};
use cydonia_players::{
    Budget, Engine, Level, Never, Stop, analyse, choose_in, martian_backgammon, martian_chess,
    martian_frisby, martian_go, martian_mud_wrestling,
};
use cydonia_rules::martian_go::MartianGo;
use cydonia_rules::{AnyGame, Game, GameKind, Phase, Seat, Setup};
use fastrand::Rng;

use crate::positions::{random, setups};

/// Is due when it has been asked so often.
struct Asked {
    times: AtomicU32,
    most: u32,
}

impl Stop for Asked {
    fn is_due(&self) -> bool {
        self.times.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

/// Nodes between two looks at whether to stop, as the budget has it.
const BETWEEN: u64 = 256;

fn stops<G: Game>(engine: &mut impl Engine<G>) {
    for seed in 0..5 {
        let game: G = random(&Setup::for_seats(2), 20, &mut Rng::with_seed(seed));
        let legal = game.legal_actions().len();
        for nodes in [0, 1, 2, 50, 3_000] {
            let mut budget = Budget::new(nodes, &Never);
            let verdict = engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
            assert_eq!(verdict.len(), legal, "there is a verdict whatever the budget");
        }
        for most in [0, 3, 40] {
            let stop = Asked { times: AtomicU32::new(0), most };
            let mut budget = Budget::new(u64::MAX, &stop);
            let verdict = engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
            assert_eq!(verdict.len(), legal);
            let used = u64::MAX - budget.left();
            assert!(used <= u64::from(most + 1) * BETWEEN, "{used} nodes, and told after {most} looks");
        }
        let told = AtomicBool::new(true);
        let mut budget = Budget::new(u64::MAX, &told);
        engine.think(&game, &mut budget, &mut Rng::with_seed(seed));
        assert!(u64::MAX - budget.left() <= BETWEEN, "it was told before it began");
    }
}

#[test]
fn every_search_stops_within_so_many_nodes() {
    stops(&mut martian_chess::engine());
    stops(&mut martian_chess::engine().with_lines(4));
    stops(&mut martian_mud_wrestling::engine());
    stops(&mut martian_frisby::engine());
    stops(&mut martian_backgammon::engine());
}

/// The positions that a judge was asked for.
struct Counted<'a, E> {
    judge: E,
    judged: &'a AtomicU64,
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Counted<'_, E> {
    fn score(&self, game: &G, seat: Seat) -> Score {
        self.judged.fetch_add(1, Ordering::Relaxed);
        self.judge.score(game, seat)
    }
}

/// Is due when it has been asked so often, and sees how many positions are judged from one look to the next.
struct Observed<'a> {
    asked: Asked,
    judged: &'a AtomicU64,
    before: AtomicU64,
    most: AtomicU64,
}

impl Observed<'_> {
    fn look(&self) {
        let judged = self.judged.load(Ordering::Relaxed);
        let before = self.before.swap(judged, Ordering::Relaxed);
        self.most.fetch_max(judged - before, Ordering::Relaxed);
    }
}

impl Stop for Observed<'_> {
    fn is_due(&self) -> bool {
        self.look();
        self.asked.is_due()
    }
}

/// Positions that are judged between two looks at most, whatever counts as a node: a net judges as many in a millisecond.
const JUDGED: u64 = 3 * BETWEEN;

/// The most positions that are judged from one look at whether to stop to the next, or to the end.
fn most_judged<G: Game, E: Engine<G>>(judged: &AtomicU64, engine: &mut E) -> u64 {
    most_judged_from(&setups::<G>(), judged, engine)
}

fn most_judged_from<G: Game, E: Engine<G>>(setups: &[Setup], judged: &AtomicU64, engine: &mut E) -> u64 {
    let mut most = 0;
    for setup in setups {
        for seed in 0..40 {
            let game: G = random(setup, 3 * seed as usize, &mut Rng::with_seed(seed));
            let asked = Asked { times: AtomicU32::new(0), most: 2 };
            let (before, none) = (AtomicU64::new(judged.load(Ordering::Relaxed)), AtomicU64::new(0));
            let stop = Observed { asked, judged, before, most: none };
            engine.think(&game, &mut Budget::new(u64::MAX, &stop), &mut Rng::with_seed(seed));
            stop.look();
            most = most.max(stop.most.into_inner());
        }
    }
    most
}

#[test]
fn no_search_judges_many_positions_without_a_look_at_whether_to_stop() {
    let judged = AtomicU64::new(0);
    let frisby = Counted { judge: martian_frisby::judge(martian_frisby::WEIGHTS), judged: &judged };
    let backgammon =
        Counted { judge: martian_backgammon::judge(martian_backgammon::WEIGHTS), judged: &judged };
    let chess = Counted { judge: martian_chess::hand(), judged: &judged };
    let mud = Counted { judge: martian_mud_wrestling::hand(), judged: &judged };
    let most = [
        most_judged(&judged, &mut martian_frisby::engine_with(frisby)),
        most_judged(&judged, &mut martian_backgammon::engine_with(backgammon)),
        most_judged(&judged, &mut martian_chess::engine_with(chess).with_lines(4)),
        most_judged(&judged, &mut martian_mud_wrestling::engine_with(mud).with_lines(usize::MAX)),
    ];
    assert!(most.iter().all(|most| (1..=JUDGED).contains(most)), "{most:?}");
}

/// What counts as one node there, the way through the tree and a look as each seat, takes as long as a hundred elsewhere.
#[test]
fn a_sampling_search_by_a_net_judges_few_positions_without_a_look_at_whether_to_stop() {
    let judged = AtomicU64::new(0);
    let most = |seats: u8| {
        let setups = [Setup::for_seats(seats)];
        if seats == 2 {
            let judge = Counted { judge: martian_go::ForTwo::judge(), judged: &judged };
            most_judged_from::<MartianGo, _>(
                &setups,
                &judged,
                &mut engine_with::<martian_go::ForTwo, _>(judge),
            )
        } else {
            let judge = Counted { judge: martian_go::ForMany::judge(), judged: &judged };
            most_judged_from::<MartianGo, _>(
                &setups,
                &judged,
                &mut engine_with::<martian_go::ForMany, _>(judge),
            )
        }
    };
    for (seats, leaves) in [(2, 20), (3, 60), (4, 80), (6, 120)] {
        let most = most(seats);
        assert!((1..=leaves).contains(&most), "{most} with {seats} seats");
    }
}

/// A game of that kind some way on, if so many can play it.
fn under_way(kind: GameKind, seats: u8) -> Option<AnyGame> {
    let mut game = AnyGame::start(kind, &Setup::for_seats(seats)).ok()?;
    let mut chance = Rng::with_seed(seats.into());
    let mut actions = 0;
    while actions < 12 || !matches!(game.phase(), Phase::Act { .. }) {
        match game.phase() {
            Phase::Roll { .. } => game.roll([chance.u8(1..=6), chance.u8(1..=6)]).expect("it is due"),
            Phase::Act { .. } => {
                let action = chance.choice(game.actions()).expect("there is one");
                game.play(&action).expect("it is legal");
                actions += 1;
            }
            Phase::Over => return None,
        }
    }
    Some(game)
}

/// Whoever plays, whoever errs and whoever explains, at any number of seats: what is asked of a house.
#[test]
fn whatever_the_game_and_the_seats_no_more_is_thought_once_it_is_to_stop() {
    let mut tried = 0;
    for kind in GameKind::ALL {
        for seats in 2..=6 {
            let Some(game) = under_way(*kind, seats) else { continue };
            tried += 1;
            let legal = game.actions();
            let asked = || Asked { times: AtomicU32::new(0), most: 1 };
            for level in [Level::new(1).expect("a level"), Level::MAX] {
                let stop = asked();
                let choice = choose_in(&game, level, u64::MAX, 1, &stop).expect("a choice all the same");
                assert!(legal.contains(&choice.action), "{kind:?} for {seats}");
                // It may be sure before it is stopped; but once it was told it asks no more, and so does no more.
                assert!(stop.times.into_inner() <= 2, "{kind:?} for {seats}");
            }
            let stop = asked();
            let analysis = analyse(&game, u64::MAX, 1, &stop).expect("something all the same");
            assert!(legal.contains(&analysis.best[0].action), "{kind:?} for {seats}");
            assert!(stop.times.into_inner() <= 2, "{kind:?} for {seats}");
        }
    }
    assert_eq!(tried, 3 + 3 * 5, "three games are for two, three for up to six");
}
