//! Ownership through any order of beats, commits, stops and losses: never two who write to one slot, and always one in the end.
//!
//! The database is modelled as what it promises, transactions one after another. Everything else is chance, drawn from a seed: which node
//! beats, stands still, dies or starts, who hears whom, who reaches the database, and how long a commit is under way.

mod world;

use world::World;

/// How many orders: as `CYDONIA_ORDERS` says.
fn orders(usually: u64) -> u64 {
    std::env::var("CYDONIA_ORDERS").map_or(usually, |count| count.parse().expect("a number"))
}

#[test]
fn never_two_write_and_always_one_owns_in_the_end() {
    let (mut events, mut commits, mut condemned) = (0, 0, 0);
    for seed in 0..orders(150) {
        let mut world = World::new(seed, true);
        for _ in 0..400 {
            world.happen();
            events += 1;
        }
        assert_eq!(world.violations, Vec::<String>::new(), "seed {seed}");
        commits += world.commits;
        condemned += world.condemned();
        world.heal();
        world.start();
        world.pass_by(20_000);
        assert_eq!(world.violations, Vec::<String>::new(), "seed {seed}, once all is well");
        world.assert_settled(seed);
    }
    println!("{events} events: {commits} commits, {condemned} nodes condemned");
    assert!(commits > events / 20 && condemned > events / 1_000, "much has happened");
}

#[test]
fn where_one_is_cut_off_the_others_own_everything_until_it_is_back() {
    for seed in 0..20 {
        let mut world = World::settled(seed);
        world.isolate(0);
        world.pass_by(20_000);
        assert_eq!((world.owned(0), world.is_open(0)), (0, false), "seed {seed}");
        assert!(world.is_open(1) && world.is_open(2), "seed {seed}: the larger side goes on");
        assert_eq!(
            (world.owned(1) + world.owned(2), world.condemned()),
            (1_024, 0),
            "seed {seed}: it let go by itself"
        );
        world.heal();
        world.pass_by(20_000);
        world.assert_settled(seed);
    }
}

#[test]
fn whoever_leaves_lets_go_of_everything_and_is_not_condemned() {
    for seed in 0..20 {
        let mut world = World::settled(seed);
        world.leave(1);
        world.pass_by(20_000);
        assert_eq!(
            (world.owned(1), world.owned(0) + world.owned(2), world.condemned()),
            (0, 1_024, 0),
            "seed {seed}"
        );
    }
}

#[test]
fn while_the_database_or_the_bus_is_away_nobody_takes_moves_and_nobody_is_condemned() {
    for seed in 0..20 {
        let mut world = World::settled(seed);
        let owned: Vec<usize> = (0..3).map(|node| world.owned(node)).collect();
        for take_away in [World::stall, World::silence] {
            take_away(&mut world);
            world.pass_by(30_000);
            assert!((0..3).all(|node| !world.is_open(node)), "seed {seed}");
            world.heal();
            world.pass_by(2_000);
            assert!((0..3).all(|node| world.is_open(node)), "seed {seed}: all are back");
            assert_eq!(
                (0..3).map(|node| world.owned(node)).collect::<Vec<_>>(),
                owned,
                "seed {seed}: nothing moved"
            );
        }
        assert_eq!(world.condemned(), 0, "seed {seed}");
    }
}

#[test]
fn who_does_not_stay_judges_nobody() {
    for seed in 0..20 {
        let mut world = World::settled(seed);
        world.silence();
        world.pass_by(2_000);
        world.freeze_for_good(2);
        world.pass_by(10_000);
        assert_eq!(world.condemned(), 0, "seed {seed}: nobody knows who stays");
        world.mend_bus();
        world.pass_by(3_000);
        assert_eq!((world.owned(0) + world.owned(1), world.condemned()), (1_024, 1), "seed {seed}");
    }
}

#[test]
fn whoever_dies_or_stands_still_is_taken_over_within_three_seconds() {
    for seed in 0..20 {
        for fail in [World::kill, World::freeze_for_good] {
            let mut world = World::settled(seed);
            fail(&mut world, 2);
            world.pass_by(3_000);
            assert_eq!((world.owned(0) + world.owned(1), world.condemned()), (1_024, 1), "seed {seed}");
        }
    }
}

#[test]
fn without_the_fence_it_would_be_found() {
    let is_found = |seed| {
        let mut world = World::new(seed, false);
        (0..400).any(|_| {
            world.happen();
            !world.violations.is_empty()
        })
    };
    assert!((0..150).any(is_found), "a zombie's commit is taken, and nobody notices");
}
