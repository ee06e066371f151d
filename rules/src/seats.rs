//! Turn order: who is to act, who has left, in what order.

/// A player's place, numbered from 0, clockwise as seen from above.
pub type Seat = u8;

/// The most seats any of the games takes.
pub const MAX_SEATS: usize = 6;

/// Turn order with leavers skipped. Small and `Copy`, so that states that hold it stay so.
///
/// # Examples
/// ```
/// use cydonia_rules::Seats;
///
/// let mut seats = Seats::new(3, 2);
/// seats.leave(0);
/// seats.advance();
/// assert_eq!(seats.to_act(), 1); // seat 0 is skipped
/// assert_eq!((seats.remaining(), seats.leavers()), (2, &[0][..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    count: u8,
    to_act: Seat,
    /// Who left, in order; the first `gone` entries count.
    leavers: [Seat; MAX_SEATS],
    gone: u8,
}

impl Seats {
    /// `count` seats, all in, with `first` to act.
    #[must_use]
    pub fn new(count: u8, first: Seat) -> Self {
        Self { count, to_act: first, leavers: [0; MAX_SEATS], gone: 0 }
    }

    /// How many seats the table was set for.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.count
    }

    /// The seat whose turn it is.
    #[must_use]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// All seats, those that left included.
    pub fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.count
    }

    /// The seats that left, the first to leave first.
    #[must_use]
    pub fn leavers(&self) -> &[Seat] {
        &self.leavers[..usize::from(self.gone)]
    }

    /// Whether `seat` exists and has not left.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        seat < self.count && !self.leavers().contains(&seat)
    }

    /// How many seats are still in.
    #[must_use]
    pub fn remaining(&self) -> u8 {
        self.count - self.gone
    }

    /// Hands the turn to `seat`, or if it has left to the next one still in.
    pub fn hand_to(&mut self, seat: Seat) {
        self.to_act = seat;
        if !self.is_in(seat) {
            self.advance();
        }
    }

    /// Hands the turn to the next seat that is still in.
    pub fn advance(&mut self) {
        for step in 1..=self.count {
            let next = (self.to_act + step) % self.count;
            if self.is_in(next) {
                self.to_act = next;
                return;
            }
        }
    }

    /// Takes `seat` out of the turn order; if it was to act, the turn passes on. The seat must be in.
    pub fn leave(&mut self, seat: Seat) {
        debug_assert!(self.is_in(seat), "only a seat that is in can leave");
        self.leavers[usize::from(self.gone)] = seat;
        self.gone += 1;
        if self.to_act == seat {
            self.advance();
        }
    }

    /// Takes `seat` into the turn order again, at its place; whose turn it is stays. The seat must have left.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::Seats;
    ///
    /// let mut seats = Seats::new(4, 0);
    /// seats.leave(1);
    /// seats.leave(3);
    /// seats.rejoin(1);
    /// seats.advance();
    /// assert_eq!((seats.to_act(), seats.leavers()), (1, &[3][..]));
    /// ```
    pub fn rejoin(&mut self, seat: Seat) {
        let place = self.leavers().iter().position(|leaver| *leaver == seat);
        debug_assert!(place.is_some(), "only a seat that has left can rejoin");
        if let Some(place) = place {
            self.leavers.copy_within(place + 1..usize::from(self.gone), place);
            self.gone -= 1;
            // What is past the end is no part of the position.
            self.leavers[usize::from(self.gone)] = 0;
        }
    }
}
