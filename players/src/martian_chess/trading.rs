//! Trading when ahead: a lead is worth the more, the fewer pieces are left.

use cydonia_rules::Seat;
use cydonia_rules::martian_chess::MartianChess;

use crate::evaluation::{Evaluate, SURE, Score};

/// An evaluation for which leads grow with every piece that is gone since a position, and shrink with none. What is believed of
/// that position itself stays as it is.
pub(super) struct TradeWhenAhead<E> {
    evaluate: E,
    gone: Score,
}

/// A little more than the pieces that there are, so that a lead counts for something from the beginning.
const ALL: Score = 20;

impl<E> TradeWhenAhead<E> {
    pub(super) fn from(game: &MartianChess, evaluate: E) -> Self {
        Self { evaluate, gone: gone(game) }
    }
}

impl<E: Evaluate<MartianChess>> Evaluate<MartianChess> for TradeWhenAhead<E> {
    fn score(&self, game: &MartianChess, seat: Seat) -> Score {
        let score = self.evaluate.score(game, seat) * gone(game) / self.gone;
        score.clamp(1 - SURE, SURE - 1)
    }
}

fn gone(game: &MartianChess) -> Score {
    ALL - pieces_left(game) as Score
}

pub(super) fn pieces_left(game: &MartianChess) -> u32 {
    [1, 2, 3].map(|size| game.pieces(size).len()).iter().sum()
}

#[cfg(test)]
mod tests {
    use cydonia_rules::{Game, Phase, Setup};

    use super::*;
    use crate::martian_chess::hand;

    #[test]
    fn a_lead_grows_with_pieces_gone_and_a_position_is_worth_to_itself_what_it_was() {
        let mut chance = fastrand::Rng::with_seed(1);
        let start = MartianChess::start(&Setup::for_seats(2)).expect("a game");
        let (plain, from_start) = (hand(), TradeWhenAhead::from(&start, hand()));
        let mut game = start;
        let mut fewer = 0;
        while let Phase::Act { seat } = game.phase() {
            let believed = plain.score(&game, seat);
            assert_eq!(TradeWhenAhead::from(&game, hand()).score(&game, seat), believed);
            let traded = from_start.score(&game, seat);
            assert_eq!(traded, -from_start.score(&game, 1 - seat), "what one seat wins the other loses");
            if gone(&game) > ALL - 18 {
                assert_eq!(
                    traded.cmp(&believed),
                    believed.cmp(&0),
                    "more of the same: {believed} became {traded}"
                );
                fewer += 1;
            }
            game.apply(chance.choice(game.legal_actions()).expect("a choice"));
        }
        assert!(fewer > 10, "pieces were taken: {fewer}");
    }
}
