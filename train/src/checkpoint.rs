//! Checkpoint: a course as bytes, from which it goes on as if nothing had been.

use std::marker::PhantomData;

use cydonia_rules::{Game, fold};

use crate::{Course, Learner, Plan, Point, Subject};

/// Why bytes are no checkpoint of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// They do not begin as one does.
    #[error("it is no checkpoint")]
    NotACheckpoint,
    /// They are cut short, too long, or not the ones that were written.
    #[error("it is cut short or damaged")]
    Damaged,
    /// They are of another game, or another plan.
    #[error(
        "it is of another course: the game, --games, --seed, --every, --rounds and --nodes must be those that it began with"
    )]
    OtherCourse,
}

const MAGIC: &[u8; 8] = b"cydtrain";

impl<S: Subject, const HIDDEN: usize> Course<S, HIDDEN> {
    /// Everything that the course is: what a checkpoint begins with, a checksum of the rest, what it is a course of, how far it is, the learning curve,
    /// and the learner's numbers; all little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest: Vec<u8> = Self::course(self.plan).to_vec();
        let counts = [self.done, self.learner.steps().into(), self.curve.len() as u64];
        rest.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        for point in &self.curve {
            rest.extend(point.games.to_le_bytes());
            rest.extend(point.part.to_le_bytes());
        }
        rest.extend(self.learner.numbers().flat_map(f32::to_le_bytes));
        [&MAGIC[..], &checksum(&rest), &rest].concat()
    }

    /// The course that these bytes are of.
    ///
    /// # Errors
    /// A [`CheckpointError`], if they are not those of a course of this plan, every one of them.
    pub fn from_bytes(plan: Plan, bytes: &[u8]) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let (sum, mut rest) = rest.split_at_checked(8).ok_or(CheckpointError::Damaged)?;
        if sum != checksum(rest) {
            return Err(CheckpointError::Damaged);
        }
        let course = Self::course(plan);
        rest = rest.strip_prefix(&course[..]).ok_or(CheckpointError::OtherCourse)?;
        let mut numbers = Numbers { rest };
        let (done, steps, points) = (numbers.whole()?, numbers.whole()?, numbers.whole()?);
        let steps = u32::try_from(steps).map_err(damaged)?;
        let mut curve = Vec::new();
        for _ in 0..points {
            curve.push(Point { games: numbers.whole()?, part: numbers.part()? });
        }
        let length = 4 * Learner::<HIDDEN>::len(Self::FEATURES);
        if numbers.rest.len() != length || done > plan.games {
            return Err(CheckpointError::Damaged);
        }
        let parts = std::iter::from_fn(|| numbers.part().ok());
        let learner = Learner::from_numbers(Self::FEATURES, steps, parts);
        Ok(Self { plan, learner, done, curve, subject: PhantomData })
    }

    /// What tells this course from others.
    fn course(plan: Plan) -> [u8; 8] {
        let game = S::Game::INFO.id.bytes().map(u64::from);
        let Plan { games, seed, every, rounds, nodes } = plan;
        let shape = [Self::FEATURES as u64, HIDDEN as u64, games, seed, every, rounds, nodes];
        fold(game.chain(shape)).to_le_bytes()
    }
}

/// Reads one number after another.
struct Numbers<'a> {
    rest: &'a [u8],
}

impl Numbers<'_> {
    fn whole(&mut self) -> Result<u64, CheckpointError> {
        self.take().map(u64::from_le_bytes)
    }

    fn part(&mut self) -> Result<f32, CheckpointError> {
        self.take().map(f32::from_le_bytes)
    }

    fn take<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], CheckpointError> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        self.rest = rest;
        Ok(*bytes)
    }
}

fn damaged<E>(_: E) -> CheckpointError {
    CheckpointError::Damaged
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let numbers = bytes.chunks(8).map(|chunk| chunk.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)));
    fold(numbers.chain([bytes.len() as u64])).to_le_bytes()
}
