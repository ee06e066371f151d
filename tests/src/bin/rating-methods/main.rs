//! Rating methods: ways to rate games of two to six seats, compared by how well they foretell games that they have not seen.
//!
//! `cargo run -p cydonia-tests --bin rating-methods -- [--seed N] [--games N]` prints the tables of `docs/rating-methods.md`: of
//! simulated players, whose strengths are known, and of computers that really play. Everything follows from the seed.

mod computers;
mod logit;
mod methods;
mod simulated;
mod trial;

use clap::Parser;

#[derive(Parser)]
struct Arguments {
    /// What all of it follows from.
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    /// Games that computers play of each kind; without any, none are played.
    #[arg(long, default_value_t = 600)]
    games: usize,
}

fn main() {
    let Arguments { seed, games } = Arguments::parse();
    simulated::print(seed);
    if games > 0 {
        computers::print(seed, games);
    }
}
