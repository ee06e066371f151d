//! Hurry: pieces brought out are worth the more, the longer none has been.

use cydonia_rules::Seat;
use cydonia_rules::martian_backgammon::{DRY_LIMIT, MartianBackgammon};

use crate::evaluation::{Evaluate, Score};

/// An evaluation by which what goes out after a position is worth more than it is believed to be. Of that position itself it believes the same.
pub(super) struct Hurry<E> {
    evaluate: E,
    /// Pieces out, by seat, where it begins.
    out: [u8; 2],
    /// What one more of them is worth.
    bonus: Score,
}

/// What a piece is worth at the last moment before the game is drawn. Halfway there it is a quarter of that, and next to nothing in games that go on.
const MOST: Score = 4_000;
/// So many turns without a piece are a draw.
const TURNS: Score = DRY_LIMIT as Score;

impl<E> Hurry<E> {
    pub(super) fn from(game: &MartianBackgammon, evaluate: E) -> Self {
        let (_, left) = game.turns_left();
        let waited = TURNS - Score::from(left).min(TURNS);
        let out = [0, 1].map(|seat| game.pieces_out(seat));
        Self { evaluate, out, bonus: MOST * waited * waited / (TURNS * TURNS) }
    }

    fn gone(&self, game: &MartianBackgammon, seat: Seat) -> Score {
        Score::from(game.pieces_out(seat)) - Score::from(self.out[usize::from(seat)])
    }
}

impl<E: Evaluate<MartianBackgammon>> Evaluate<MartianBackgammon> for Hurry<E> {
    fn score(&self, game: &MartianBackgammon, seat: Seat) -> Score {
        let more = self.gone(game, seat) - self.gone(game, 1 - seat);
        self.evaluate.score(game, seat) + self.bonus * more
    }
}

#[cfg(test)]
mod tests {
    use cydonia_rules::{Game, Phase, Setup};

    use super::*;
    use crate::martian_backgammon::hand;

    /// Plays by chance, but brings nothing out, for so many turns, with dice of two.
    fn waited(turns: u32) -> MartianBackgammon {
        let mut game = MartianBackgammon::start(&Setup::for_seats(2)).expect("a game");
        let mut chance = fastrand::Rng::with_seed(1);
        game.apply_roll([2, 1]);
        let mut rolls = 0;
        while rolls < turns {
            match game.phase() {
                Phase::Roll { .. } => {
                    rolls += 1;
                    game.apply_roll([2, 2]);
                }
                Phase::Act { .. } => {
                    let mut actions = game.legal_actions();
                    actions.retain(|action| !game.notation(*action).ends_with("-out"));
                    game.apply(chance.choice(actions).expect("a choice"));
                }
                Phase::Over => panic!("it goes on"),
            }
        }
        game
    }

    #[test]
    fn the_longer_none_went_out_the_more_a_piece_brings_and_waiting_brings_nothing() {
        for turns in [1, 40, 120, 199] {
            let game = waited(turns);
            let hurry = Hurry::from(&game, hand());
            assert_eq!(hurry.score(&game, 0), hand().score(&game, 0), "the position is worth what it was");
        }
        let bonus = [1, 40, 120, 199].map(|turns| Hurry::from(&waited(turns), hand()).bonus);
        assert!(bonus[0] < 10 && bonus.is_sorted() && bonus[3] > 3_900, "{bonus:?}");
    }
}
