//! Learner: a net of real numbers, and how it comes nearer to what it is told (Adam, on small batches).

use cydonia_players::evaluation::{Features, Net};
use cydonia_rules::Game;
use fastrand::Rng;

use crate::Sample;

/// So many samples make a step.
const STEP: usize = 128;
/// What is remembered of gradients and of their squares from step to step, as Adam's authors have it.
const DECAY: [f32; 2] = [0.9, 0.999];
/// No weight of the first layer is larger: what is written for it must fit when many are added up.
const MOST: f32 = 16.0;

/// A net that learns: one hidden layer of `HIDDEN` units, clipped to 0..=1, over sparse features.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner<const HIDDEN: usize> {
    /// The biases, the weights of the output, and a row for each feature.
    rows: Vec<[f32; HIDDEN]>,
    /// Means of the gradients, and of their squares.
    means: [Vec<[f32; HIDDEN]>; 2],
    steps: u32,
}

const BIAS: usize = 0;
const OUTPUT: usize = 1;
const FIRST: usize = 2;

impl<const HIDDEN: usize> Learner<HIDDEN> {
    /// One that knows nothing yet of so many features.
    #[must_use]
    pub fn new(features: usize, seed: u64) -> Self {
        let mut chance = Rng::with_seed(seed);
        let mut row = |scale: f32| std::array::from_fn(|_| (chance.f32() * 2.0 - 1.0) * scale);
        let mut rows = vec![row(0.25).map(|bias: f32| 0.4 + bias), row(0.3)];
        rows.extend((0..features).map(|_| row(0.05)));
        let none = vec![[0.0; HIDDEN]; rows.len()];
        Self { rows, means: [none.clone(), none], steps: 0 }
    }

    /// Takes a step for each few samples, in their order.
    pub fn learn(&mut self, samples: &[Sample], rate: f32) {
        let mut gradient = vec![[0.0; HIDDEN]; self.rows.len()];
        for step in samples.chunks(STEP) {
            gradient.iter_mut().for_each(|row| row.fill(0.0));
            for sample in step {
                self.add_gradient(sample, &mut gradient);
            }
            self.step(&gradient, step.len() as f32, rate);
        }
    }

    /// The log-odds of a victory, and the hidden units before they are clipped.
    fn look(&self, features: &[u16]) -> (f32, [f32; HIDDEN]) {
        let mut hidden = self.rows[BIAS];
        for feature in features {
            let row = &self.rows[FIRST + usize::from(*feature)];
            hidden.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        let units = hidden.iter().zip(&self.rows[OUTPUT]);
        (units.map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight).sum(), hidden)
    }

    /// Adds how the likelihood of a result grows with each weight.
    fn add_gradient(&self, sample: &Sample, gradient: &mut [[f32; HIDDEN]]) {
        let (odds, hidden) = self.look(&sample.features);
        let error = sample.target - 1.0 / (1.0 + (-odds).exp());
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            gradient[OUTPUT][unit] += error * hidden[unit].clamp(0.0, 1.0);
            let is_inside = hidden[unit] > 0.0 && hidden[unit] < 1.0;
            back[unit] = if is_inside { error * self.rows[OUTPUT][unit] } else { 0.0 };
            gradient[BIAS][unit] += back[unit];
        }
        for feature in &sample.features {
            let row = &mut gradient[FIRST + usize::from(*feature)];
            row.iter_mut().zip(&back).for_each(|(sum, part)| *sum += part);
        }
    }

    fn step(&mut self, gradient: &[[f32; HIDDEN]], samples: f32, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        // The means begin at nothing, and are as much too small.
        let [one, two] = DECAY.map(|decay| 1.0 / (1.0 - decay.powi(self.steps.min(100_000) as i32)));
        let [means, squares] = &mut self.means;
        for (at, row) in self.rows.iter_mut().enumerate() {
            for unit in 0..HIDDEN {
                let slope = gradient[at][unit] / samples;
                let mean = &mut means[at][unit];
                *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
                let square = &mut squares[at][unit];
                *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
                let moved = row[unit] + rate * *mean * one / ((*square * two).sqrt() + 1e-8);
                row[unit] = moved.clamp(-MOST, MOST);
            }
        }
    }

    /// What it has learned, as players read it.
    #[must_use]
    pub fn net<G: Game, F: Features<G>>(&self) -> Net<F, HIDDEN> {
        Net::quantized(&self.rows[BIAS], &self.rows[OUTPUT], &self.rows[FIRST..])
    }

    /// How many numbers [`numbers`](Self::numbers) has, for so many features.
    #[must_use]
    pub fn len(features: usize) -> usize {
        3 * (features + FIRST) * HIDDEN
    }

    /// Everything that it is, but for how many steps it has taken.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let [means, squares] = &self.means;
        self.rows.iter().chain(means).chain(squares).flatten().copied()
    }

    /// How many steps it has taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The one that has these [`numbers`](Self::numbers); what is missing is taken for 0.
    #[must_use]
    pub fn from_numbers(features: usize, steps: u32, mut numbers: impl Iterator<Item = f32>) -> Self {
        let mut rows = || -> Vec<[f32; HIDDEN]> {
            let mut row = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
            (0..features + FIRST).map(|_| row()).collect()
        };
        Self { rows: rows(), means: [rows(), rows()], steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_is_told_often_it_comes_to_believe() {
        let told = |features: &[u16], target| Sample { features: features.to_vec(), target };
        // Neither of the two alone decides, which no single layer could learn.
        let samples = [told(&[0], 0.9), told(&[1], 0.9), told(&[0, 1], 0.1), told(&[], 0.1)];
        let mut learner = Learner::<16>::new(2, 1);
        let error = |learner: &Learner<16>| -> f32 {
            let chance = |sample: &Sample| 1.0 / (1.0 + (-learner.look(&sample.features).0).exp());
            samples.iter().map(|sample| (chance(sample) - sample.target).abs()).sum()
        };
        let before = error(&learner);
        (0..1_000).for_each(|_| learner.learn(&samples, 0.01));
        assert!(before > 1.0 && error(&learner) < 0.1, "{before} {}", error(&learner));
    }

    #[test]
    fn its_numbers_are_all_of_it() {
        let mut learner = Learner::<16>::new(3, 7);
        learner.learn(&[Sample { features: vec![0, 2], target: 0.7 }], 0.01);
        let again = Learner::from_numbers(3, learner.steps(), learner.numbers());
        assert_eq!(again, learner);
        assert_eq!(learner.numbers().count(), Learner::<16>::len(3));
    }
}
