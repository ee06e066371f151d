//! What a turn is charged for: the times of the day in which its clock ran and of which nothing was given back.

use smallvec::SmallVec;

/// From one time to another, in milliseconds since 1970.
pub type Span = (i64, i64);

/// Times one after another, none empty, of which a turn mostly has one. There is no more than one for each message that was
/// given something back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Charged(SmallVec<[Span; 1]>);

impl Charged {
    #[cfg(test)]
    pub(crate) fn of(spans: &[Span]) -> Self {
        Self(spans.into())
    }

    /// Charges a time that comes after all others, or right where they end.
    pub(crate) fn add(&mut self, (from_ms, to_ms): Span) {
        match self.0.last_mut().filter(|(_, end_ms)| *end_ms == from_ms) {
            Some((_, end_ms)) => *end_ms = to_ms,
            None => self.0.push((from_ms, to_ms)),
        }
    }

    /// When the first begins.
    pub(crate) fn first_ms(&self) -> Option<i64> {
        self.0.first().map(|(from_ms, _)| *from_ms)
    }

    /// How much is charged from then on.
    pub(crate) fn since_ms(&self, ms: i64) -> i64 {
        let last_first = self.0.iter().rev().take_while(|(_, to_ms)| *to_ms > ms);
        last_first.map(|(from_ms, to_ms)| to_ms - from_ms.max(&ms)).sum()
    }

    /// Takes a time off; tells how much of it was charged.
    pub(crate) fn take(&mut self, (from_ms, to_ms): Span) -> i64 {
        let Self(charged) = self;
        let Some(first) = charged.iter().position(|(_, to)| *to > from_ms) else { return 0 };
        let after = charged.partition_point(|(from, _)| *from < to_ms);
        if first >= after {
            return 0;
        }
        let touched_ms: i64 = charged[first..after].iter().map(|(from, to)| to - from).sum();
        let (begin, end) = (charged[first].0, charged[after - 1].1);
        let left = [(begin, from_ms), (to_ms, end)].into_iter().filter(|(from, to)| from < to);
        let left_ms: i64 = left.clone().map(|(from, to)| to - from).sum();
        charged.drain(first..after);
        charged.insert_many(first, left);
        touched_ms - left_ms
    }

    /// Takes the last so many milliseconds off.
    pub(crate) fn take_last(&mut self, mut credit_ms: i64) {
        while credit_ms > 0
            && let Some((from_ms, to_ms)) = self.0.last_mut()
        {
            let taken_ms = credit_ms.min(*to_ms - *from_ms);
            *to_ms -= taken_ms;
            credit_ms -= taken_ms;
            if from_ms == to_ms {
                self.0.pop();
            }
        }
    }

    /// Another turn begins.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
