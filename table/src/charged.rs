//! What a turn is charged for: the times of the day in which its clock ran and of which nothing was given back.

use smallvec::SmallVec;

use super::time::{Millis, Span, UnixMs};

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
    pub(crate) fn add(&mut self, span: Span) {
        match self.0.last_mut().filter(|last| last.to == span.from) {
            Some(last) => last.to = span.to,
            None => self.0.push(span),
        }
    }

    /// When the first begins.
    pub(crate) fn first(&self) -> Option<UnixMs> {
        self.0.first().map(|span| span.from)
    }

    /// How much is charged from then on.
    pub(crate) fn since(&self, moment: UnixMs) -> Millis {
        let last_first = self.0.iter().rev().take_while(|span| span.to > moment);
        last_first.map(|span| span.to - span.from.max(moment)).sum()
    }

    /// Takes a time off; tells how much of it was charged.
    pub(crate) fn take(&mut self, taken: Span) -> Millis {
        let Self(charged) = self;
        let Some(first) = charged.iter().position(|span| span.to > taken.from) else { return Millis::ZERO };
        let after = charged.partition_point(|span| span.from < taken.to);
        if first >= after {
            return Millis::ZERO;
        }
        let touched: Millis = charged[first..after].iter().map(|span| span.length()).sum();
        let before = Span { from: charged[first].from, to: taken.from };
        let behind = Span { from: taken.to, to: charged[after - 1].to };
        let left = [before, behind].into_iter().filter(|span| span.from < span.to);
        let left_length: Millis = left.clone().map(Span::length).sum();
        charged.drain(first..after);
        charged.insert_many(first, left);
        touched - left_length
    }

    /// Takes the last of it off, as much as that is.
    pub(crate) fn take_last(&mut self, mut credit: Millis) {
        while credit > Millis::ZERO
            && let Some(last) = self.0.last_mut()
        {
            let taken = credit.min(last.length());
            last.to -= taken;
            credit -= taken;
            if last.from == last.to {
                self.0.pop();
            }
        }
    }

    /// Another turn begins.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
