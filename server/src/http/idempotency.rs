//! Idempotency keys: a command that comes again under the same word is not carried out again, but answered as it was. Kept in memory for
//! some minutes: what a restart loses is told by the commands' own marks (`at`, `request`).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cydonia_protocol::CommandAnswer;
use cydonia_table::Rejection;
use uuid::Uuid;

use crate::limits;

/// The header that brings the word.
pub(super) const KEY: &str = "idempotency-key";

/// How a command was answered.
pub(super) type Settled = Result<CommandAnswer, Rejection>;

/// Whose word it is.
type Key = (Uuid, String);

/// What is known of commands that came under a word.
#[derive(Debug, Default)]
pub(crate) struct IdempotencyKeys(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    commands: HashMap<Key, Carried>,
    /// When each came, in milliseconds since 1970, the oldest first.
    order: VecDeque<(i64, Key)>,
}

#[derive(Debug)]
struct Carried {
    /// The SHA-256 of its body.
    sum: [u8; 32],
    /// None while it is being carried out.
    answer: Option<Settled>,
}

/// What a word stands for.
#[derive(Debug)]
pub(super) enum Claim {
    /// Nothing yet: the command is to be carried out, and its answer noted down.
    First(Claimed),
    /// The same command, which was answered.
    Settled(Settled),
    /// The same command, which is being carried out.
    UnderWay,
    /// Another command.
    Other,
    /// Nothing: it is no word, or too long.
    None,
}

/// A command that is being carried out under a word. Dropped without an answer, it is as if it had never come.
#[derive(Debug)]
pub(super) struct Claimed {
    keys: Arc<IdempotencyKeys>,
    key: Key,
}

impl IdempotencyKeys {
    fn lock(&self) -> MutexGuard<'_, Known> {
        // Every change is made whole under one lock, whatever panicked elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks a word up, and takes it if nobody has.
    pub(super) fn claim(self: &Arc<Self>, player: Uuid, word: &str, sum: [u8; 32], now_ms: i64) -> Claim {
        if word.is_empty() || word.len() > limits::IDEMPOTENCY_KEY {
            return Claim::None;
        }
        let mut known = self.lock();
        known.forget(now_ms);
        let key = (player, word.to_owned());
        match known.commands.get(&key) {
            Some(carried) if carried.sum != sum => Claim::Other,
            Some(Carried { answer: None, .. }) => Claim::UnderWay,
            Some(Carried { answer: Some(answer), .. }) => Claim::Settled(answer.clone()),
            None => {
                known.order.push_back((now_ms, key.clone()));
                known.commands.insert(key.clone(), Carried { sum, answer: None });
                Claim::First(Claimed { keys: Arc::clone(self), key })
            }
        }
    }
}

impl Known {
    /// What came too long ago, and the oldest where there are too many.
    fn forget(&mut self, now_ms: i64) {
        let kept_ms = limits::IDEMPOTENCY_KEPT.as_millis() as i64;
        while let Some((came_ms, _)) = self.order.front()
            && (*came_ms + kept_ms <= now_ms || self.order.len() >= limits::IDEMPOTENCY_KEYS)
        {
            if let Some((_, key)) = self.order.pop_front() {
                self.commands.remove(&key);
            }
        }
    }
}

impl Claimed {
    /// Notes the answer down, for whoever asks again.
    pub(super) fn settle(self, answer: Settled) {
        if let Some(carried) = self.keys.lock().commands.get_mut(&self.key) {
            carried.answer = Some(answer);
        }
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        let mut known = self.keys.lock();
        if known.commands.get(&self.key).is_some_and(|carried| carried.answer.is_none()) {
            known.commands.remove(&self.key);
            known.order.retain(|(_, key)| *key != self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::ErrorCode;

    use super::*;

    fn answer(seat: u8) -> Settled {
        Ok(CommandAnswer { seat: Some(seat), ..CommandAnswer::default() })
    }

    #[test]
    fn a_word_stands_for_one_command_of_one_player_for_ten_minutes() {
        let keys = Arc::new(IdempotencyKeys::default());
        let (ada, ben) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let Claim::First(first) = keys.claim(ada, "a", [1; 32], 0) else { panic!("nobody has it") };
        assert!(matches!(keys.claim(ada, "a", [1; 32], 1), Claim::UnderWay));
        assert!(matches!(keys.claim(ada, "a", [2; 32], 1), Claim::Other));
        assert!(matches!(keys.claim(ben, "a", [2; 32], 1), Claim::First(_)), "another's is another");
        first.settle(answer(3));
        let Claim::Settled(settled) = keys.claim(ada, "a", [1; 32], 599_999) else { panic!("it is known") };
        assert_eq!(settled, answer(3));
        assert!(matches!(keys.claim(ada, "a", [2; 32], 600_000), Claim::First(_)), "it is forgotten");
        for bad in ["", &"x".repeat(65)] {
            assert!(matches!(keys.claim(ada, bad, [1; 32], 0), Claim::None));
        }
    }

    #[test]
    fn what_was_not_answered_may_be_asked_again_and_the_oldest_goes() {
        let keys = Arc::new(IdempotencyKeys::default());
        let ada = Uuid::from_u128(1);
        drop(keys.claim(ada, "a", [1; 32], 0));
        let Claim::First(again) = keys.claim(ada, "a", [2; 32], 0) else { panic!("as if it had never come") };
        again.settle(Err(Rejection::new(ErrorCode::Stale, "too late")));
        for place in 0..limits::IDEMPOTENCY_KEYS {
            let Claim::First(one) = keys.claim(ada, &place.to_string(), [1; 32], 1) else {
                panic!("it is new")
            };
            one.settle(answer(0));
        }
        assert_eq!(keys.lock().commands.len(), limits::IDEMPOTENCY_KEYS);
        assert!(matches!(keys.claim(ada, "a", [3; 32], 1), Claim::First(_)), "the oldest made room");
    }
}
