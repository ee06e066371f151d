//! Shared reviews: people who look at a finished game together, and who of them leads. They are kept in memory alone: whoever comes
//! again after a restart begins them anew under the same id.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cydonia_protocol::{ErrorCode, ReviewPlace, Reviewer, ServerMessage};
use cydonia_table::Rejection;
use uuid::Uuid;

use crate::limits;
use crate::outbox::{Frame, Outbox};

/// All reviews in which somebody takes part.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    reviews: HashMap<Uuid, Review>,
    /// Which review each socket takes part in, by its number.
    joined: HashMap<u64, Uuid>,
}

#[derive(Debug)]
struct Review {
    table: Uuid,
    /// In the order of coming, and never empty.
    people: Vec<Person>,
    leader: u32,
    /// Who leads whenever they are there: whoever began it with a name, until they have another lead.
    host: Option<Uuid>,
    place: Option<ReviewPlace>,
    /// How many have come so far.
    came: u32,
}

#[derive(Debug)]
struct Person {
    number: u32,
    player: Option<Uuid>,
    name: Option<String>,
    outbox: Outbox,
}

impl Reviews {
    /// Whose review it is: whoever began it with a name, or was given the lead since.
    pub(crate) fn host_of(&self, id: Uuid) -> Option<Uuid> {
        self.lock().reviews.get(&id)?.host
    }

    /// Has a socket take part in a review of a game that it may see, and no longer in any other.
    ///
    /// # Errors
    /// [`ErrorCode::NoMatch`] if it is a review of another game, [`ErrorCode::TooMany`] if it is full.
    pub(crate) fn join(&self, outbox: &Outbox, id: Uuid, table: Uuid) -> Result<(), Rejection> {
        let mut known = self.lock();
        if let Some(review) = known.reviews.get(&id) {
            if review.table != table {
                return Err(Rejection::new(ErrorCode::NoMatch, "that is a review of another game"));
            }
            if review.of(outbox).is_some() {
                review.tell(id);
                return Ok(());
            }
            if review.people.len() >= limits::REVIEWERS {
                return Err(Rejection::new(
                    ErrorCode::TooMany,
                    "as many as may look at this review already do",
                ));
            }
        }
        known.leave(outbox);
        known.joined.insert(outbox.number(), id);
        let player = outbox.player_at(table);
        let review = known.reviews.entry(id).or_insert_with(|| Review {
            table,
            people: Vec::new(),
            leader: 0,
            host: player.map(|player| player.id),
            place: None,
            came: 0,
        });
        let person = Person {
            number: review.came,
            player: player.map(|player| player.id),
            name: player.map(|player| player.name.clone()),
            outbox: outbox.clone(),
        };
        if person.player.is_some() && person.player == review.host {
            review.leader = person.number;
        }
        review.came += 1;
        review.people.push(person);
        review.tell(id);
        Ok(())
    }

    /// Shows a place to all others who take part.
    ///
    /// # Errors
    /// [`ErrorCode::NoReview`], [`ErrorCode::NotLeader`].
    pub(crate) fn show(&self, outbox: &Outbox, id: Uuid, place: ReviewPlace) -> Result<(), Rejection> {
        let mut known = self.lock();
        let review = known.led(outbox, id)?;
        review.place = Some(place.clone());
        let frame = Frame::of(&ServerMessage::Shown { review: id, place });
        for person in review.people.iter().filter(|person| person.number != review.leader) {
            person.outbox.push(frame.clone());
        }
        Ok(())
    }

    /// Has another lead.
    ///
    /// # Errors
    /// [`ErrorCode::NoReview`], of the other, too; [`ErrorCode::NotLeader`].
    pub(crate) fn hand_over(&self, outbox: &Outbox, id: Uuid, to: u32) -> Result<(), Rejection> {
        let mut known = self.lock();
        let review = known.led(outbox, id)?;
        let other = review.people.iter().find(|person| person.number == to);
        let other =
            other.ok_or_else(|| Rejection::new(ErrorCode::NoReview, "nobody there has that number"))?;
        (review.leader, review.host) = (to, other.player);
        review.tell(id);
        Ok(())
    }

    /// Has a socket take part no longer; whoever has been there for the longest time leads then.
    ///
    /// # Errors
    /// [`ErrorCode::NoReview`].
    pub(crate) fn leave(&self, outbox: &Outbox, id: Uuid) -> Result<(), Rejection> {
        let mut known = self.lock();
        if known.joined.get(&outbox.number()) != Some(&id) {
            return Err(none());
        }
        known.leave(outbox);
        Ok(())
    }

    /// A socket is gone.
    pub(crate) fn forget(&self, outbox: &Outbox) {
        self.lock().leave(outbox);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // Every change is made whole under one lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Review {
    /// The number of a socket that takes part.
    fn of(&self, outbox: &Outbox) -> Option<u32> {
        self.people
            .iter()
            .find(|person| person.outbox.number() == outbox.number())
            .map(|person| person.number)
    }

    /// Tells everybody how it stands.
    fn tell(&self, id: Uuid) {
        let people: Vec<Reviewer> = self
            .people
            .iter()
            .map(|Person { number, name, .. }| Reviewer { number: *number, name: name.clone() })
            .collect();
        for person in &self.people {
            person.outbox.send(&ServerMessage::Review {
                review: id,
                table: self.table,
                you: person.number,
                leader: self.leader,
                people: people.clone(),
                place: self.place.clone(),
            });
        }
    }
}

impl Known {
    /// The review that a socket leads.
    fn led(&mut self, outbox: &Outbox, id: Uuid) -> Result<&mut Review, Rejection> {
        let review = self.reviews.get_mut(&id).ok_or_else(none)?;
        match review.of(outbox) {
            None => Err(none()),
            Some(number) if number == review.leader => Ok(review),
            Some(_) => Err(Rejection::new(ErrorCode::NotLeader, "somebody else leads this review")),
        }
    }

    fn leave(&mut self, outbox: &Outbox) {
        let Some(id) = self.joined.remove(&outbox.number()) else { return };
        let Some(review) = self.reviews.get_mut(&id) else { return };
        let left = review.of(outbox);
        review.people.retain(|person| Some(person.number) != left);
        let Some(first) = review.people.first() else {
            self.reviews.remove(&id);
            return;
        };
        if left == Some(review.leader) {
            review.leader = first.number;
        }
        review.tell(id);
    }
}

fn none() -> Rejection {
    Rejection::new(ErrorCode::NoReview, "you take part in no such review")
}
