//! Glicko-2 ratings: how strong players are, by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): one finished game
//! is one rating period, and each whole day without one is a period without games.
//!
//! Games of two and games of more are rated apart, and so are games with computers. A game of more than two is one period in
//! which everybody met everybody else: whoever ranks better has won, and those who rank alike have drawn. Computers met people
//! alone: how they fare against each other would say nothing of them, as games that people have left are not played on for its
//! sake. One that sat at several seats is one player all the same, and has one period of what all of them did.

use std::cmp::Ordering;

use cydonia_protocol::{COMPUTERS, Rating};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use uuid::Uuid;

/// How much volatilities change: the paper's own example has 0.5.
const TAU: f64 = 0.5;
/// How exactly volatilities are worked out, as the paper proposes.
const TOLERANCE: f64 = 0.000_001;
/// Where nobody knows anything of a player any more.
const MOST_DEVIATION: f64 = 350.0;
/// How far a guess may be off: a dozen attempts move it to where it belongs.
const GUESSED_DEVIATION: f64 = 200.0;
/// No number of games and no time is larger, as everywhere.
const LARGEST: i64 = (1 << 53) - 1;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// What is known of one player in one pool, as it was after the player's last game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standing {
    /// In Glicko-2's scale around 1500.
    pub rating: f64,
    /// How much that may be wrong: the truth is within twice this with 95 %.
    pub deviation: f64,
    /// How much the player's strength goes up and down.
    pub volatility: f64,
    /// How many games that is from.
    pub games: i64,
    /// When the last of them ended, in milliseconds since 1970.
    pub last_ms: i64,
}

impl Standing {
    /// Whether it can have come of games. What lies far outside would not only be wrong: worked with, it leads to figures
    /// that cannot be kept, or nowhere.
    pub(crate) fn is_sound(&self) -> bool {
        let Self { rating, deviation, volatility, games, last_ms } = self;
        rating.abs() <= 10_000.0
            && (1.0..=MOST_DEVIATION).contains(deviation)
            && (1e-4..=10.0).contains(volatility)
            && (1..=LARGEST).contains(games)
            && (0..=LARGEST).contains(last_ms)
    }

    /// Somebody of whom nothing is known.
    fn unknown(now_ms: i64) -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { rating, deviation, volatility, games: 0, last_ms: now_ms }
    }

    /// Something that was never met, of whose strength there is a guess: a puzzle before anybody has tried it.
    pub(crate) fn guessed(rating: f64, now_ms: i64) -> Self {
        Self { rating, deviation: GUESSED_DEVIATION, ..Self::unknown(now_ms) }
    }

    /// How it stands at a later time: the less is known, the longer somebody has not played.
    pub(crate) fn at(self, now_ms: i64) -> Self {
        let idle_days = now_ms.saturating_sub(self.last_ms).max(0) / DAY_MS;
        let mut idle = self.glicko();
        for _ in 0..idle_days {
            if idle.deviation >= MOST_DEVIATION {
                break;
            }
            idle = decay_deviation(&idle);
        }
        Self { deviation: idle.deviation, ..self }
    }

    /// As it is shown at a time.
    pub(crate) fn shown(self, now_ms: i64) -> Rating {
        let now = self.at(now_ms);
        Rating::of(now.rating, now.deviation)
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// What one game did to one player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Change {
    /// As the game found it, idle days counted; none for somebody's first.
    pub before: Option<Standing>,
    /// As the game left it.
    pub after: Standing,
}

/// Who sat at one seat of a game, and how that went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// Who.
    pub player: Uuid,
    /// How they stood after their last game, if they had one.
    pub standing: Option<Standing>,
    /// The rank of this seat, 1 being the best.
    pub rank: u8,
}

impl Placed {
    /// Whether the game compares them: not somebody with themselves, and no computers.
    fn meets(&self, other: &Self) -> bool {
        let is_computer = |placed: &Self| COMPUTERS.contains(&placed.player);
        self.player != other.player && !(is_computer(self) && is_computer(other))
    }
}

/// What one game does to the ratings of all who played it, seat by seat. All seats of one player tell the same.
pub(crate) fn rate_seats(seats: &[Placed], finished_ms: i64) -> Vec<Change> {
    let change = |one: &Placed| {
        let own = seats.iter().filter(|seat| seat.player == one.player);
        let met = own.flat_map(|own| {
            let others = seats.iter().filter(|other| own.meets(other));
            others.map(|other| (other.standing, own.rank.cmp(&other.rank)))
        });
        rate(one.standing, met, finished_ms)
    };
    seats.iter().map(change).collect()
}

/// What one game does to the ratings of those who played it, each with everybody else, given how they stood after their last
/// one, if they had any, and their ranks in it, 1 being the best.
pub(crate) fn rate_game(players: &[(Option<Standing>, u8)], finished_ms: i64) -> Vec<Change> {
    let change = |(place, (standing, rank)): (usize, &(Option<Standing>, u8))| {
        let met = players.iter().enumerate().filter(|(other, _)| *other != place);
        let met = met.map(|(_, (other, others_rank))| (*other, rank.cmp(others_rank)));
        rate(*standing, met, finished_ms)
    };
    players.iter().enumerate().map(change).collect()
}

/// What one period does to a rating, given whom its player met, and whose rank was the lower figure.
fn rate(
    before: Option<Standing>,
    met: impl Iterator<Item = (Option<Standing>, Ordering)>,
    finished_ms: i64,
) -> Change {
    let now = |standing: Option<Standing>| {
        standing.unwrap_or_else(|| Standing::unknown(finished_ms)).at(finished_ms)
    };
    let results: Vec<(Glicko2Rating, Outcomes)> = met
        .map(|(other, ranks)| {
            let outcome = match ranks {
                Ordering::Less => Outcomes::WIN,
                Ordering::Equal => Outcomes::DRAW,
                Ordering::Greater => Outcomes::LOSS,
            };
            (now(other).glicko(), outcome)
        })
        .collect();
    let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
    let standing = now(before);
    let Glicko2Rating { rating, deviation, volatility } =
        glicko2_rating_period(&standing.glicko(), &results, &config);
    let deviation = deviation.min(MOST_DEVIATION);
    // A clock that was set back does not make the last game one of long ago.
    let last_ms = finished_ms.max(standing.last_ms);
    let after = Standing { rating, deviation, volatility, games: standing.games + 1, last_ms };
    Change { before: before.map(|_| standing), after }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(rating: f64, deviation: f64, games: i64) -> Standing {
        Standing { rating, deviation, volatility: 0.06, games, last_ms: 0 }
    }

    /// A player of 1500 ± 200 beats one of 1400 ± 30 and loses to ones of 1550 ± 100 and 1700 ± 300: the paper has 1464.06
    /// ± 151.52 and a volatility of 0.05999. There it is one period of three games; here three opponents in one game.
    #[test]
    fn the_papers_example_comes_out() {
        let game = [
            (Some(standing(1500.0, 200.0, 4)), 3),
            (Some(standing(1400.0, 30.0, 9)), 4),
            (Some(standing(1550.0, 100.0, 9)), 1),
            (Some(standing(1700.0, 300.0, 9)), 1),
        ];
        let after = rate_game(&game, 0)[0].after;
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
        assert_eq!(after.games, 5);
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
        Placed { player, standing, rank }
    }

    #[test]
    fn people_alone_meet_each_as_ever_to_the_last_bit() {
        let known = [Some(standing(1612.5, 70.0, 4)), None, Some(standing(1400.0, 30.0, 9))];
        let seats: Vec<_> =
            (1..).zip(known).map(|(rank, known)| placed(Uuid::from_u128(rank.into()), known, rank)).collect();
        let game: Vec<_> = seats.iter().map(|seat| (seat.standing, seat.rank)).collect();
        assert_eq!(rate_seats(&seats, 7), rate_game(&game, 7));
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
    fn what_is_known_fades_by_whole_days_and_never_beyond_nothing() {
        let known = standing(1600.0, 50.0, 20);
        assert_eq!(known.at(DAY_MS - 1), known);
        assert_eq!(known.at(-DAY_MS), known);
        // A day is a period without games: the paper's step 6, in its scale of 173.7178.
        let a_day = (50.0f64.powi(2) + (0.06 * 173.7178f64).powi(2)).sqrt();
        assert!((known.at(DAY_MS).deviation - a_day).abs() < 1e-9);
        let three = (50.0f64.powi(2) + 3.0 * (0.06 * 173.7178f64).powi(2)).sqrt();
        assert!((known.at(3 * DAY_MS).deviation - three).abs() < 1e-9);
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
                        assert!(
                            figures.iter().all(|figure| figure.is_finite()),
                            "{one:?} {other:?}: {after:?}"
                        );
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
        let then = Standing { last_ms: 50 * DAY_MS, ..standing(1500.0, 80.0, 3) };
        let now = rate_game(&[(Some(then), 1), (Some(then), 2)], DAY_MS);
        let in_time = rate_game(&[(Some(then), 1), (Some(then), 2)], 50 * DAY_MS);
        assert_eq!(now, in_time);
    }
}
