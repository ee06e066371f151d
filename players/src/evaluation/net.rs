//! Neural network: one hidden layer over sparse features, learned elsewhere and read from bytes.
//!
//! Most features of a position are absent. The first layer is therefore a sum of the columns of those that are there, some
//! twenty or forty, which is worked out anew for each position: on vectors of 16-bit numbers that costs about as much as
//! playing one action, and nothing has to be carried along and taken back.

use std::marker::PhantomData;

use cydonia_rules::{Game, Phase, Seat, fold};

use super::{Evaluate, Score};

/// No net is surer than this.
const MOST: Score = 20_000;

/// How a position of a game is put before a net.
pub trait Features<G: Game> {
    /// How many features there are.
    const COUNT: usize;

    /// Whether what is good for one seat is as bad for the other. If so, a position is put before the net as the seat sees it
    /// whose turn it is, and is worth as much less to the other. If not, because a draw is bad for both, it is put as the seat
    /// sees it that asks; then whose turn it is must be among the features.
    const IS_ZERO_SUM: bool = true;

    /// Names each feature that the position has, once or more often, as that seat sees the board: a position and its mirror
    /// image with seats exchanged have the same. All are below [`COUNT`](Self::COUNT).
    fn each(game: &G, seat: Seat, name: impl FnMut(usize));
}

/// Why bytes are no net of these features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin as weights do.
    NotWeights,
    /// They are for other features or another hidden layer.
    OtherShape,
    /// They are cut short, or go on too long.
    Length,
    /// They are as many as they should be, and not the ones that were written.
    Damaged,
}

/// A net with `HIDDEN` units in its one hidden layer; 16, 32, 64 … are quick.
///
/// The hidden units are clipped to 0..=[`ONE`](Net::ONE).
#[derive(Clone, Debug)]
pub struct Net<F, const HIDDEN: usize> {
    columns: Box<[[i16; HIDDEN]]>,
    bias: [i16; HIDDEN],
    output: [i16; HIDDEN],
    features: PhantomData<F>,
}

impl<F, const HIDDEN: usize> Net<F, HIDDEN> {
    /// What bytes begin with that hold weights.
    pub const MAGIC: [u8; 8] = *b"cydonet2";
    /// What 1 is written as in the first layer.
    pub const ONE: i16 = 256;
    /// What a thousandth of log-odds is written as, times [`ONE`](Self::ONE), in the output.
    const OUTPUT_ONE: i32 = 4;

    /// Reads what [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    /// A [`WeightsError`], if these are no such bytes, every one of them.
    pub fn from_bytes<G: Game>(bytes: &[u8]) -> Result<Self, WeightsError>
    where
        F: Features<G>,
    {
        let rest = bytes.strip_prefix(&Self::MAGIC).ok_or(WeightsError::NotWeights)?;
        let (shape, rest) = rest.split_at_checked(8).ok_or(WeightsError::Length)?;
        if shape != Self::shape::<G>() {
            return Err(WeightsError::OtherShape);
        }
        let (sum, rest) = rest.split_at_checked(8).ok_or(WeightsError::Length)?;
        if rest.len() != 2 * HIDDEN * (F::COUNT + 2) {
            return Err(WeightsError::Length);
        }
        if sum != checksum(rest) {
            return Err(WeightsError::Damaged);
        }
        let mut numbers = rest.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let (bias, output) = (row(), row());
        let columns = (0..F::COUNT).map(|_| row()).collect();
        Ok(Self { columns, bias, output, features: PhantomData })
    }

    /// The bytes of a net: [`MAGIC`](Self::MAGIC), the number of features and of hidden units (`u32` each), a checksum of what
    /// follows (`u64`), then, as `i16`, the hidden units' biases, their weights in the output, and for each feature its weight in
    /// each hidden unit. All are little-endian. What the trainer has as real numbers, [`quantized`](Self::quantized) turns into these.
    #[must_use]
    pub fn to_bytes<G: Game>(&self) -> Vec<u8>
    where
        F: Features<G>,
    {
        let rows = [&self.bias, &self.output].into_iter().chain(&self.columns);
        let numbers: Vec<u8> = rows.flatten().flat_map(|number| number.to_le_bytes()).collect();
        [&Self::MAGIC[..], &Self::shape::<G>(), &checksum(&numbers), &numbers].concat()
    }

    /// A net of real numbers: the output is the log-odds of a victory, of hidden units that are clipped to 0..=1.
    #[must_use]
    pub fn quantized(bias: &[f32; HIDDEN], output: &[f32; HIDDEN], columns: &[[f32; HIDDEN]]) -> Self {
        let first = |row: &[f32; HIDDEN]| row.map(|weight| (weight * f32::from(Self::ONE)).round() as i16);
        let last = |weight: f32| (weight * 1_000.0 / Self::OUTPUT_ONE as f32).round() as i16;
        let columns = columns.iter().map(first).collect();
        Self { columns, bias: first(bias), output: output.map(last), features: PhantomData }
    }

    fn shape<G: Game>() -> [u8; 8]
    where
        F: Features<G>,
    {
        let [features, hidden] = [F::COUNT as u32, HIDDEN as u32].map(u32::to_le_bytes);
        std::array::from_fn(|at| if at < 4 { features[at] } else { hidden[at - 4] })
    }

    /// What the position looks like to that seat, in thousandths of log-odds.
    fn seen_by<G: Game>(&self, game: &G, seat: Seat) -> Score
    where
        F: Features<G>,
    {
        let mut hidden = self.bias;
        F::each(game, seat, |feature| {
            for (unit, weight) in hidden.iter_mut().zip(&self.columns[feature]) {
                *unit = unit.saturating_add(*weight);
            }
        });
        let units = hidden.iter().zip(&self.output);
        let sum: i32 =
            units.map(|(unit, weight)| i32::from((*unit).clamp(0, Self::ONE)) * i32::from(*weight)).sum();
        (sum / (i32::from(Self::ONE) / Self::OUTPUT_ONE)).clamp(-MOST, MOST)
    }
}

impl<G: Game, F: Features<G>, const HIDDEN: usize> Evaluate<G> for Net<F, HIDDEN> {
    fn score(&self, game: &G, seat: Seat) -> Score {
        match game.phase() {
            Phase::Act { seat: to_act } | Phase::Roll { seat: to_act }
                if to_act != seat && F::IS_ZERO_SUM =>
            {
                -self.seen_by(game, to_act)
            }
            _ => self.seen_by(game, seat),
        }
    }
}

/// Tells whether bytes are those that were written.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let numbers = bytes.chunks(8).map(|chunk| chunk.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)));
    fold(numbers).to_le_bytes()
}

/// One judge, or the other where there is no such one: a net, or the hand evaluation if its weights cannot be read.
#[derive(Clone, Copy, Debug)]
pub enum Either<A, B> {
    /// The one.
    First(A),
    /// What stands in for it.
    Second(B),
}

impl<A, B> Either<A, B> {
    /// The first if it could be made, or else the second.
    pub fn or<E>(first: Result<A, E>, second: B) -> Self {
        first.map_or(Self::Second(second), Self::First)
    }
}

impl<G: Game, A: Evaluate<G>, B: Evaluate<G>> Evaluate<G> for Either<A, B> {
    #[inline]
    fn score(&self, game: &G, seat: Seat) -> Score {
        match self {
            Self::First(judge) => judge.score(game, seat),
            Self::Second(judge) => judge.score(game, seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use cydonia_rules::Setup;
    use cydonia_rules::martian_chess::MartianChess;

    use super::*;
    use crate::evaluation::Hand;
    use crate::martian_chess::Look;

    /// Whether a seat is to act, and its points and the other's.
    struct Points;

    impl Features<MartianChess> for Points {
        const COUNT: usize = 3;

        fn each(game: &MartianChess, seat: Seat, mut name: impl FnMut(usize)) {
            if game.seats().to_act() == seat {
                name(0);
            }
            (0..game.points(seat)).for_each(|_| name(1));
            (0..game.points(1 - seat)).for_each(|_| name(2));
        }
    }

    type Small = Net<Points, 16>;

    /// Tells half a log-odd for being to act, and a tenth for each point ahead, up to a whole one.
    fn small() -> Small {
        let mut columns = [[0.0; 16]; 3];
        (columns[0][0], columns[1][1], columns[2][1]) = (0.5, 0.1, -0.1);
        let mut output = [0.0; 16];
        (output[0], output[1]) = (1.0, 1.0);
        Net::quantized(&[0.0; 16], &output, &columns)
    }

    fn after(line: &str) -> MartianChess {
        let mut game = MartianChess::start(&Setup::for_seats(2)).unwrap();
        line.split_whitespace().for_each(|action| game.play(action).unwrap());
        game
    }

    #[test]
    fn a_net_says_what_its_weights_say() {
        let mut game = after("");
        let mut leads = std::collections::BTreeSet::new();
        while let Phase::Act { seat } = game.phase() {
            let lead = game.points(seat) - game.points(1 - seat);
            let told = small().score(&game, seat);
            // A tenth is not quite 26 of 256.
            let meant = 500 + 100 * lead.clamp(0, 10);
            assert!((told - meant).abs() <= 20, "{told} for {meant}");
            assert_eq!(small().score(&game, 1 - seat), -told);
            leads.insert(lead);
            // Takes what there is to take, or else the last that is listed.
            let actions = game.legal_actions();
            let taken = actions.iter().max_by_key(|action| game.capture_of(**action)).copied();
            game.apply(taken.unwrap());
        }
        assert!(leads.len() > 4, "{leads:?}");
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let bytes = small().to_bytes::<MartianChess>();
        let read = Small::from_bytes::<MartianChess>(&bytes).unwrap();
        assert_eq!(read.to_bytes::<MartianChess>(), bytes);
    }

    #[test]
    fn bytes_that_are_no_weights_are_refused_and_the_hand_evaluation_stands_in() {
        let bytes = small().to_bytes::<MartianChess>();
        let longer = [&bytes[..], &[0]].concat();
        let refused = |bytes: &[u8]| Small::from_bytes::<MartianChess>(bytes).err();
        assert_eq!(refused(b""), Some(WeightsError::NotWeights));
        assert_eq!(refused(&bytes[1..]), Some(WeightsError::NotWeights));
        assert_eq!(refused(&longer), Some(WeightsError::Length));
        for cut in 8..bytes.len() {
            assert_eq!(refused(&bytes[..cut]), Some(WeightsError::Length), "cut after {cut}");
        }
        for at in 24..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 4;
            assert_eq!(refused(&flipped), Some(WeightsError::Damaged), "byte {at}");
        }
        let other = Net::<Points, 32>::from_bytes::<MartianChess>(&bytes);
        assert_eq!(other.err(), Some(WeightsError::OtherShape));

        let hand = Hand::<Look>::new();
        let game = after("b3-a4");
        let own = hand.score(&game, 0);
        let judge = Either::or(Small::from_bytes::<MartianChess>(&bytes[..60]), hand);
        assert!(matches!(judge, Either::Second(_)));
        assert_eq!(judge.score(&game, 0), own);
    }
}
