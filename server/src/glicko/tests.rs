//! Ratings: what games do to them.

use super::*;

fn standing(rating: f64, deviation: f64, games: i64) -> Standing {
    Standing { rating, deviation, volatility: 0.06, games, last_ms: 0 }
}

/// One game of people, each at a seat that is worth as much as the others.
fn rate_game(players: &[(Option<Standing>, u8)], finished_ms: i64) -> Vec<Change> {
    let seats: Vec<_> =
        (1..).zip(players).map(|(id, (known, rank))| placed(Uuid::from_u128(id), *known, *rank)).collect();
    rate_seats(&seats, finished_ms)
}

/// A player of 1500 ± 200 beats one of 1400 ± 30 and loses to ones of 1550 ± 100 and 1700 ± 300, within a period: the paper
/// has 1464.06 ± 151.52 and a volatility of 0.05999.
#[test]
fn the_papers_example_comes_out() {
    let own = Estimate { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    let met = |rating, deviation, score| Met { rating, deviation, score, weight: 1.0 };
    let met = [met(1400.0, 30.0, 1.0), met(1550.0, 100.0, 0.0), met(1700.0, 300.0, 0.0)];
    let after = rate_period(own, &met, 1.0);
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

/// A week after the last game is the paper's period, and two are one more that was idle; what is between is between.
#[test]
fn a_game_counts_the_time_since_the_one_before() {
    let other = Standing { last_ms: WEEK_MS, ..standing(1400.0, 30.0, 9) };
    let after = |ms: i64| {
        let own = Standing { last_ms: WEEK_MS - ms, ..standing(1500.0, 200.0, 4) };
        rate_pair([(Some(own), 1), (Some(other), 2)], WEEK_MS)[0].after
    };
    let met = Met { rating: 1400.0, deviation: 30.0, score: 1.0, weight: 1.0 };
    let own = standing(1500.0, 200.0, 4).estimate();
    assert_eq!(after(WEEK_MS), Standing::of(rate_period(own, &[met], 1.0), 5, WEEK_MS));
    let at_once = after(0);
    assert!(at_once.deviation < after(WEEK_MS / 2).deviation, "less is forgotten");
    assert!(after(WEEK_MS / 2).deviation < after(WEEK_MS).deviation);
}

/// One ranking of six is not five games: it tells less, and moves less; of two it is one, to the last bit.
#[test]
fn a_ranking_weighs_less_than_as_many_games() {
    let game = |seats: u8| -> Vec<_> { (1..=seats).map(|rank| (None, rank)).collect() };
    for seats in 2..=6 {
        let [first, .., last] = rate_game(&game(seats), 0)[..] else { panic!("some") };
        let pairs: Vec<_> = game(seats).split_off(1);
        let whole = rate_period(
            Estimate::default(),
            &pairs
                .iter()
                .map(|_| Met { rating: 1500.0, deviation: 350.0, score: 1.0, weight: 1.0 })
                .collect::<Vec<_>>(),
            0.0,
        );
        let (rated, whole) = (first.after, Standing::of(whole, 1, 0));
        assert!((first.after.rating + last.after.rating - 3000.0).abs() < 1e-9);
        if seats == 2 {
            assert_eq!(rated, whole);
        } else {
            assert!(rated.deviation > whole.deviation && rated.rating < whole.rating, "{seats}: {rated:?}");
        }
    }
}

/// Who wins from the better seat has won less; and at a seat that is worth what the other is better, it is a game of equals.
#[test]
fn a_seat_that_is_worth_more_wins_less() {
    let seat = |id, rating, rank, offset| Placed {
        offset,
        ..placed(Uuid::from_u128(id), Some(standing(rating, 80.0, 9)), rank)
    };
    let game =
        |offset: f64| rate_seats(&[seat(1, 1500.0, 1, offset), seat(2, 1500.0, 2, -offset)], 0)[0].after;
    assert!(game(80.0).rating < game(0.0).rating && game(0.0).rating < game(-80.0).rating);
    let even = rate_seats(&[seat(1, 1600.0, 1, -100.0), seat(2, 1500.0, 1, 0.0)], 0);
    assert!((even[0].after.rating - 1600.0).abs() < 1e-9, "{even:?}");
}

#[test]
fn a_draw_of_equals_moves_nobody_and_makes_both_better_known() {
    for Change { before, after: one } in rate_game(&[(None, 1), (None, 1)], 7) {
        assert_eq!(before, None);
        assert!((one.rating - 1500.0).abs() < 1e-9 && one.deviation < 350.0, "{one:?}");
        assert_eq!((one.games, one.last_ms), (1, 7));
    }
}

fn placed(player: Uuid, standing: Option<Standing>, rank: u8) -> Placed {
    Placed { player, standing, rank, offset: 0.0 }
}

/// Two are rated alike, whichever way they are told.
#[test]
fn a_pair_is_a_game_of_two_seats() {
    let known = [Some(standing(1612.5, 70.0, 4)), None];
    for ranks in [[1, 2], [2, 1], [1, 1]] {
        let pair = [(known[0], ranks[0]), (known[1], ranks[1])];
        assert_eq!(rate_game(&pair, 7), rate_pair(pair, 7));
    }
}

/// A person who lost to one level at two seats, the other of which lost to a third computer: for the person that is two
/// losses and a win, for each computer what it did against the person.
#[test]
fn computers_meet_people_alone_and_one_at_two_seats_is_one_player() {
    let (person, strong, weak) = (Uuid::from_u128(1), COMPUTERS[6], COMPUTERS[0]);
    let ada = Some(standing(1500.0, 90.0, 4));
    let seats =
        [placed(strong, None, 1), placed(person, ada, 3), placed(weak, None, 4), placed(strong, None, 2)];
    let [one, of_person, of_weak, other] = rate_seats(&seats, 7)[..] else { panic!("four seats") };
    assert_eq!(one, other, "both seats tell what became of the one player");
    assert_eq!(one.after.games, 1);
    let twice = rate_game(&[(None, 1), (ada, 2), (ada, 2)], 7)[0];
    assert_eq!(one, twice, "one period with two wins");
    assert_eq!(of_weak, rate_game(&[(None, 2), (ada, 1)], 7)[0]);
    assert_eq!(of_person, rate_game(&[(None, 1), (ada, 3), (None, 4), (None, 2)], 7)[1]);
    // Their order among themselves is nobody's strength.
    let swapped =
        [placed(strong, None, 2), placed(person, ada, 3), placed(weak, None, 4), placed(strong, None, 1)];
    assert_eq!(rate_seats(&swapped, 7), rate_seats(&seats, 7));
}

#[test]
fn what_is_known_fades_with_the_time_and_never_beyond_nothing() {
    let known = standing(1600.0, 50.0, 20);
    assert_eq!(known.at(0), known);
    assert_eq!(known.at(-WEEK_MS), known);
    // A week is a period without games: the paper's step 6, in its scale of 173.7178.
    for weeks in [0.001, 0.5, 1.0, 3.0] {
        let faded = (50.0f64.powi(2) + weeks * (0.06 * 173.7178f64).powi(2)).sqrt();
        let at = known.at((weeks * WEEK_MS as f64) as i64);
        assert!((at.deviation - faded).abs() < 1e-6, "{weeks}: {at:?}");
    }
    assert_eq!(known.at(i64::MAX).deviation, MOST_DEVIATION);
    assert_eq!(known.at(i64::MAX).rating, 1600.0);
}

/// Whatever sound standings meet, what comes of it is figures; and working it out comes to an end.
#[test]
fn what_is_sound_leads_to_figures() {
    let mut corners = vec![None];
    for rating in [-10_000.0, 1500.0, 10_000.0] {
        for deviation in [1.0, 350.0] {
            for volatility in [1e-4, 0.06, 10.0] {
                for last_ms in [0, LARGEST] {
                    corners.push(Some(Standing { rating, deviation, volatility, games: 1, last_ms }));
                }
            }
        }
    }
    assert!(corners.iter().flatten().all(Standing::is_sound));
    for one in &corners {
        for other in &corners {
            for ranks in [[1, 2], [2, 1], [1, 1]] {
                for Change { after, .. } in rate_game(&[(*one, ranks[0]), (*other, ranks[1])], 1 << 41) {
                    let figures = [after.rating, after.deviation, after.volatility];
                    assert!(figures.iter().all(|figure| figure.is_finite()), "{one:?} {other:?}: {after:?}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_have_come_of_games_is_not_sound() {
    let sound = standing(1500.0, 80.0, 3);
    assert!(sound.is_sound());
    for figure in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        assert!(!Standing { rating: figure, ..sound }.is_sound());
        assert!(!Standing { deviation: figure, ..sound }.is_sound());
        assert!(!Standing { volatility: figure, ..sound }.is_sound());
    }
    for figure in [0.0, -1.0] {
        assert!(!Standing { deviation: figure, ..sound }.is_sound());
        assert!(!Standing { volatility: figure, ..sound }.is_sound());
    }
    for number in [-1, i64::MAX] {
        assert!(!Standing { games: number, ..sound }.is_sound());
        assert!(!Standing { last_ms: number, ..sound }.is_sound());
    }
}

#[test]
fn a_clock_that_was_set_back_changes_nothing_but_the_game_itself() {
    let then = Standing { last_ms: 50 * WEEK_MS, ..standing(1500.0, 80.0, 3) };
    let now = rate_game(&[(Some(then), 1), (Some(then), 2)], WEEK_MS);
    let in_time = rate_game(&[(Some(then), 1), (Some(then), 2)], 50 * WEEK_MS);
    assert_eq!(now, in_time);
}
