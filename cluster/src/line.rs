//! Lines: numbered letters from one node to another (sequence numbers over a lossy channel).
//!
//! What carries them may lose, double, delay and reorder them. What a receiver takes in is all the same just what was sent, in its order
//! and once, up to a *break*: then something may be missing, and whatever was built on the line is built anew. Nothing is sent a
//! second time. A letter that is missing shows with the next one that comes; if none does, with the second beat after it.

/// Where on a line a letter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How often the line has been begun; 1 and up.
    pub epoch: u64,
    /// Which letter since then; 1 and up, and 0 before the first.
    pub n: u64,
}

/// The sending end.
#[derive(Clone, Debug)]
pub struct LineSender {
    last: Place,
}

impl Default for LineSender {
    fn default() -> Self {
        Self { last: Place { epoch: 1, n: 0 } }
    }
}

impl LineSender {
    /// The place of a letter that is sent now.
    pub fn number(&mut self) -> Place {
        self.last.n += 1;
        self.last
    }

    /// The place of the last letter, which each beat repeats.
    #[must_use]
    pub fn last(&self) -> Place {
        self.last
    }

    /// Begins anew, as letters that were numbered may not have been sent.
    pub fn begin_anew(&mut self) {
        self.last = Place { epoch: self.last.epoch + 1, n: 0 };
    }

    /// Takes in that the other end has missed letters of an epoch; says whether the line is begun anew for that.
    pub fn missed(&mut self, epoch: u64) -> bool {
        let is_news = epoch == self.last.epoch;
        if is_news {
            self.begin_anew();
        }
        is_news
    }
}

/// What a receiver is to do with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    /// To take it in.
    Next,
    /// To build anew what was built on the line, as something before it may be missing; and then to take it in.
    Anew,
    /// To build that anew, and not to take it in.
    Broken,
    /// Nothing: it is known, or of before a break.
    Old,
}

/// The receiving end.
#[derive(Clone, Debug)]
pub struct LineReceiver {
    epoch: u64,
    heard: u64,
    /// Whether letters of this epoch are missing: no more of it is taken in.
    is_broken: bool,
    /// What the last beat said of the line, if it was more than had come.
    awaited: Option<Place>,
}

impl Default for LineReceiver {
    fn default() -> Self {
        Self { epoch: 1, heard: 0, is_broken: false, awaited: None }
    }
}

impl LineReceiver {
    /// A letter has come.
    pub fn hear(&mut self, at: Place) -> Reception {
        if at.epoch < self.epoch || at.n == 0 {
            return Reception::Old;
        }
        let is_whole = at.epoch == self.epoch || self.turn_to(at.epoch);
        if self.is_broken || at.n <= self.heard {
            return Reception::Old;
        }
        if at.n > self.heard + 1 {
            self.is_broken = true;
            return Reception::Broken;
        }
        self.heard = at.n;
        if is_whole { Reception::Next } else { Reception::Anew }
    }

    /// A beat has come that says what was sent last; true if letters are missing, which was not known: what was built on the line is to
    /// be built anew. Beats may overtake letters: what one has said is waited for until the next.
    pub fn hear_beat(&mut self, last: Place) -> bool {
        let awaited = self.awaited.take();
        if last.epoch < self.epoch {
            return false;
        }
        let is_late = awaited.is_some_and(|place| !self.has(place));
        if last.epoch > self.epoch && (last.n == 0 || is_late) {
            // Begun anew, and nothing has come since then.
            let is_known = self.turn_to(last.epoch);
            self.is_broken = last.n > 0;
            return !is_known || self.is_broken;
        }
        if is_late && !self.is_broken {
            self.is_broken = true;
            return true;
        }
        self.awaited = (!self.has(last)).then_some(last);
        false
    }

    /// The epoch whose letters are missing, to be told to the other end with each beat until that has begun anew.
    #[must_use]
    pub fn broken(&self) -> Option<u64> {
        self.is_broken.then_some(self.epoch)
    }

    /// Whether a letter need not be waited for: it was taken in, or is of before a break.
    fn has(&self, place: Place) -> bool {
        place.epoch < self.epoch || (place.epoch == self.epoch && (self.is_broken || place.n <= self.heard))
    }

    /// Turns to an epoch that has begun; whether what may be missing for that is known already.
    fn turn_to(&mut self, epoch: u64) -> bool {
        let is_known = self.is_broken;
        *self = Self { epoch, ..Self::default() };
        is_known
    }
}
