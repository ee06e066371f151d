//! Proofs of finished games: `statement` is what the house says of one, `sealer` signs game after game and chains them, and `check`
//! finds whether all of a proof fits, for `cydonia verify` and for whoever asks the house.

mod check;
mod sealer;
mod statement;

pub(crate) use check::{Examined, examine};
pub(crate) use sealer::{Sealer, SealerError};
pub(crate) use statement::record_text;
