//! Trading when ahead: a lead is worth the more, the fewer pieces are left, and the longer none has gone the more that counts.

use cydonia_rules::Seat;
use cydonia_rules::martian_chess::MartianChess;

use crate::evaluation::{Evaluate, SURE, Score};

/// An evaluation for which leads grow with every piece that is gone since a position, and shrink with none. What is believed of
/// that position itself stays as it is.
pub(super) struct TradeWhenAhead<E> {
    evaluate: E,
    /// Pieces gone there.
    gone: Score,
    /// By how many times its share of them each piece more raises a lead, in tenths.
    urgency: Score,
}

/// A little more than the pieces that there are, so that a lead counts for something from the beginning.
const ALL: Score = 20;
/// Once, in tenths. After so many actions without a capture it is twice.
const ONCE: Score = 10;

impl<E> TradeWhenAhead<E> {
    pub(super) fn from(game: &MartianChess, evaluate: E) -> Self {
        Self { evaluate, gone: gone(game), urgency: ONCE + Score::from(game.quiet_actions()) }
    }
}

impl<E: Evaluate<MartianChess>> Evaluate<MartianChess> for TradeWhenAhead<E> {
    fn score(&self, game: &MartianChess, seat: Seat) -> Score {
        let more = self.urgency * (gone(game) - self.gone);
        let score = self.evaluate.score(game, seat) * (ONCE * self.gone + more) / (ONCE * self.gone);
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
    fn a_lead_grows_with_pieces_gone_and_the_more_the_longer_none_has() {
        let mut chance = fastrand::Rng::with_seed(1);
        let mut game = MartianChess::start(&Setup::for_seats(2)).expect("a game");
        let plain = hand();
        let (mut at_once, mut after_long) = (0, 0);
        while let Phase::Act { seat } = game.phase() {
            let from_here = TradeWhenAhead::from(&game, hand());
            let quiet = game.quiet_actions();
            assert_eq!(from_here.score(&game, seat), plain.score(&game, seat), "worth to itself what it was");
            let before = gone(&game);
            game.apply(chance.choice(game.legal_actions()).expect("a choice"));
            let (believed, traded) = (plain.score(&game, seat), from_here.score(&game, seat));
            assert_eq!(traded, -from_here.score(&game, 1 - seat), "what one seat wins the other loses");
            // Of one piece more a lead grows by its share of those that were gone, or twice that after ten actions.
            let growth = f64::from(believed * (gone(&game) - before)) / f64::from(before);
            let expected = growth * (1.0 + f64::from(quiet) / 10.0);
            assert!((f64::from(traded - believed) - expected).abs() < 1.0, "{believed} became {traded}");
            if growth != 0.0 {
                *(if quiet < 5 { &mut at_once } else { &mut after_long }) += 1;
            }
        }
        assert!(at_once > 2 && after_long > 0, "{at_once} at once, {after_long} after long");
    }
}
