//! A term for who begins: what the seats of a game are worth in points of rating, from the chances that the game publishes.

use cydonia_rules::{GameKind, Options, Seat, Setup};

/// The part of the published advantage that counts. It was measured between computers that make the most of it; between people it
/// may be smaller, and a term that is too large would take from whoever begins what was earned.
const PART: f64 = 0.5;

/// By how many points whoever sits at each seat plays above the own rating. The chances of the seats are those of the
/// rank-ordered logit, whose strengths are as the parts of the victory; where nothing is known of them, no seat has any.
pub(crate) fn offsets(game: &str, seats: usize, options: &Options, first: Seat) -> Vec<f64> {
    let none = vec![0.0; seats];
    let Some(kind) = GameKind::from_id(game) else { return none };
    let Ok(number) = u8::try_from(seats) else { return none };
    let setup = Setup { seats: number, options: options.clone(), first };
    let Some(advantage) = kind.info().advantage(&setup) else { return none };
    let points = |wins: &u8| PART * 400.0 * f64::from((*wins).max(1)).log10();
    let by_turn: Vec<f64> = advantage.wins.iter().map(points).collect();
    let mean = by_turn.iter().sum::<f64>() / by_turn.len() as f64;
    // Published in the order of play.
    let turn = |seat: usize| (seat + seats - usize::from(first) % seats) % seats;
    (0..seats).map(|seat| by_turn.get(turn(seat)).map_or(0.0, |points| points - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_published_advantage_counts_in_the_order_of_play() {
        let free = Setup::for_seats(2).choose("setup", "free-root").options;
        let whole = 400.0 * (88.0_f64 / 12.0).log10();
        let [first, second] = offsets("martian-go", 2, &free, 0)[..] else { panic!("two seats") };
        assert!(
            (first - second - whole / 2.0).abs() < 1e-9 && (first + second).abs() < 1e-9,
            "{first} {second}"
        );
        assert_eq!(offsets("martian-go", 2, &free, 1), [second, first]);
        let none = Options::new();
        let of_three = offsets("martian-go", 3, &none, 0);
        assert!(of_three.is_sorted_by(|one, next| one > next), "{of_three:?}");
        let [first, second, third] = of_three[..] else { panic!("three seats") };
        assert_eq!(offsets("martian-go", 3, &none, 2), [second, third, first]);
        for (game, seats) in [("martian-go", 2), ("martian-go", 4), ("martian-chess", 2), ("no-game", 2)] {
            assert_eq!(offsets(game, seats, &none, 0), vec![0.0; seats], "{game}");
        }
    }

    /// Whoever reads how ratings come about finds the very figures, for each game, number of seats and option.
    #[test]
    fn the_page_on_ratings_tells_every_term() {
        let page = include_str!("../../../docs/ratings.md");
        for kind in GameKind::ALL {
            for advantage in kind.info().advantages {
                let options = match &advantage.only {
                    Some(only) => {
                        Setup::for_seats(advantage.seats).choose(only.option, only.values[0]).options
                    }
                    None => Options::new(),
                };
                let points = offsets(kind.id(), usize::from(advantage.seats), &options, 0);
                let signed: Vec<_> =
                    points.iter().map(|points| format!("{points:+.1}").replace('-', "−")).collect();
                let row = format!("| {} |", signed.join(", "));
                assert!(
                    page.lines()
                        .any(|line| line.starts_with(&format!("| {} ", kind.info().title))
                            && line.contains(&row)),
                    "{} for {}: {row}",
                    kind.id(),
                    advantage.seats
                );
            }
        }
    }
}
