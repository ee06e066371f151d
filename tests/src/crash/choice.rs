//! Player policy: what a player does next, by what it knows and by chance.

use cydonia_protocol::{Command, OfferKind, OpenOffer, TableStatus, TimeControl};
use cydonia_rules::{Seat, Turn};
use uuid::Uuid;

use super::company::{Link, Plan};
use super::player::{Player, lost_seed};
use crate::{Folded, Hand, TestClient};

/// What to do next.
#[derive(Debug)]
pub(super) enum Step {
    /// Get to know a table.
    Learn(Link),
    /// Say something, at a table if there is one yet.
    Say(Command, Option<Uuid>),
    /// Ask for a link to one's seat.
    FetchSeatKey(Uuid),
    /// Wait until something happens.
    Wait,
    /// All is played.
    GoHome,
}

impl Player {
    /// The next step. Whoever owes something never waits, so that no game stands still.
    pub(super) fn step(&mut self, client: &TestClient) -> Step {
        let plan = self.plan.borrow_and_update().clone();
        match plan {
            Plan::New if self.place == 0 => Step::Say(self.company.wish(&mut self.rng), None),
            Plan::New => Step::Wait,
            Plan::Again(table) if self.asked_again != Some(table) => {
                self.asked_again = Some(table);
                Step::Say(Command::Rematch { table }, None)
            }
            Plan::Again(_) => Step::Wait,
            Plan::Home => Step::GoHome,
            Plan::Table(link) => match client.tables.get(&link.table) {
                None => Step::Learn(link),
                Some(table) => self.at_table(client, table, &link),
            },
        }
    }

    fn at_table(&mut self, client: &TestClient, table: &Folded, link: &Link) -> Step {
        let id = link.table;
        let seat = table.seat_of(self.guest.player.id);
        let say = |command| Step::Say(command, Some(id));
        match (table.info.status, seat) {
            (TableStatus::Finished | TableStatus::Aborted, _) => {
                let next = if self.storm.is_over() {
                    Plan::Home
                } else if table.info.status == TableStatus::Finished && self.rng.bool() {
                    Plan::Again(id)
                } else {
                    Plan::New
                };
                self.company.change(&Plan::Table(link.clone()), next);
                // Either one's own plan, or that of somebody who was quicker.
                self.step(client)
            }
            (TableStatus::Open, None) => say(Command::Sit { table: id, seat: None, key: link.key.clone() }),
            (TableStatus::Open, Some(_)) => {
                let has_dice = ["martian-frisby", "martian-backgammon"].contains(&self.company.game);
                if has_dice && self.ready_at != Some(id) {
                    self.ready_at = Some(id);
                    say(Command::Ready { table: id, pledge: client.hand.pledge(id, 0) })
                } else if self.chance(20) {
                    say(Command::Stand { table: id })
                } else {
                    Step::Wait
                }
            }
            (TableStatus::Playing, Some(seat)) => self.playing(client, table, seat),
            (TableStatus::Playing, None) => panic!("{id}: somebody sits in another's place"),
        }
    }

    fn playing(&mut self, client: &TestClient, table: &Folded, seat: Seat) -> Step {
        let id = table.info.id;
        let say = |command| Step::Say(command, Some(id));
        let left = &table.view.as_ref().expect("a game that is on").left;
        if left.contains(&seat) {
            return Step::Wait;
        }
        if let Some(command) = self.diplomacy(table, seat) {
            return say(command);
        }
        if table.paused {
            // Anybody may go on; somebody must.
            let first = (0..).find(|seat| !left.contains(seat));
            let goes_on = first == Some(seat) || self.chance(3);
            return if goes_on { say(Command::Resume { table: id }) } else { Step::Wait };
        }
        if self.chance(60) {
            return Step::FetchSeatKey(id);
        }
        if table.owes() != Some(seat) {
            return Step::Wait;
        }
        match table.turn() {
            Some(Turn::Act { .. }) => self.act(client, table),
            Some(Turn::Roll { seat: roller }) if roller != seat => say(client.share(id)),
            Some(Turn::Roll { .. }) => say(self.roll(client, table, seat)),
            Some(Turn::Over {}) | None => Step::Wait,
        }
    }

    fn act(&mut self, client: &TestClient, table: &Folded) -> Step {
        let id = table.info.id;
        let Some(offered) = client.choices.get(&id).filter(|offered| offered.at == table.at) else {
            // They are on their way.
            return Step::Wait;
        };
        let is_over = self.storm.is_over();
        let command = if is_over && self.calm_actions > self.storm.calm_actions {
            Command::Resign { table: id }
        } else if offered.undo && !is_over && self.chance(8) {
            Command::Undo { table: id, at: table.at }
        } else if offered.swap && self.chance(3) {
            Command::Swap { table: id, at: table.at }
        } else {
            self.calm_actions += u32::from(is_over);
            let action = &offered.actions[self.rng.usize(..offered.actions.len())];
            client.act(id, action)
        };
        Step::Say(command, Some(id))
    }

    fn roll(&mut self, client: &TestClient, table: &Folded, seat: Seat) -> Command {
        let (id, k) = (table.info.id, table.rolls);
        let may_lose = table.dice.as_ref().is_some_and(|dice| dice.seats[usize::from(seat)].may_lose > 0);
        if !self.storm.is_over() && may_lose && self.chance(6) {
            let pledge = Hand::honest(lost_seed(id, k)).pledge(id, k + 1).expect("a pledge");
            Command::Lost { table: id, k, pledge }
        } else if !self.storm.is_over() && !may_lose && self.chance(6) {
            self.offer(id, OfferKind::Lost)
        } else {
            client.roll(id)
        }
    }

    /// What has nothing to do with whose turn it is.
    fn diplomacy(&mut self, table: &Folded, seat: Seat) -> Option<Command> {
        let id = table.info.id;
        if self.storm.is_over() {
            return None;
        }
        let (own, others): (Vec<&OpenOffer>, Vec<_>) =
            table.offers.iter().partition(|open| open.seat == seat);
        if let Some(open) = others.iter().find(|open| !open.agreed.contains(&seat))
            && self.chance(2)
        {
            let agree = match open.what {
                OfferKind::Draw => self.chance(6),
                OfferKind::Takeback
                | OfferKind::Pause
                | OfferKind::Lost
                | OfferKind::Computer
                | OfferKind::Analysis => !self.chance(5),
            };
            return Some(Command::Answer { table: id, offer: open.offer, agree });
        }
        if let Some(open) = own.first()
            && self.chance(8)
        {
            return Some(Command::Withdraw { table: id, offer: open.offer });
        }
        if self.chance(40) {
            let has_clock = table.info.clock != TimeControl::None {};
            let what = match self.rng.u8(0..6) {
                0 => OfferKind::Draw,
                5 if !table.info.rated => OfferKind::Analysis,
                1 | 2 if has_clock => OfferKind::Pause,
                _ => OfferKind::Takeback,
            };
            return Some(self.offer(id, what));
        }
        match self.rng.u32(0..400) {
            0 => Some(Command::Resign { table: id }),
            1 | 2 => Some(Command::Abort { table: id }),
            3 => Some(Command::Claim { table: id, seat: 0 }),
            4 | 5 => Some(Command::Undo { table: id, at: table.at.saturating_sub(1) }),
            _ => None,
        }
    }

    fn offer(&mut self, table: Uuid, what: OfferKind) -> Command {
        Command::Offer { table, request: Uuid::from_u128(self.rng.u128(..)), what, computer: None }
    }

    /// True once in so many times.
    fn chance(&mut self, of: u32) -> bool {
        self.rng.u32(0..of) == 0
    }
}
