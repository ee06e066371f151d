//! Command dispatch: what is asked of a table goes to whoever does it. Most commands only ask for records, which the state
//! machine makes and this keeps; the others have their own files.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{Command, ComputerSeat, ErrorCode, OfferKind};
use cydonia_rules::Seat;
use cydonia_table::journal::Record;
use cydonia_table::{Action, Arrival, Mover, Rejection, Table};
use uuid::Uuid;

use super::actor::{Ack, Answered, TableActor};
use super::message::{Ask, Asker};
use super::persist::{Transition, no_table};

impl TableActor {
    /// Does what is asked.
    pub(super) async fn answer(&mut self, from: &Asker, ask: Ask) -> Result<Ack, Answered> {
        match ask {
            Ask::Command(command) => {
                self.let_in(from, &command).await?;
                self.carry_out(from, command).await
            }
            Ask::Quick(quick) => self.quick(from, quick).await,
            Ask::Join => {
                self.admit(from, None).await?;
                Ok(self.join(from.outbox.seated_at(self.id)?, None).await?)
            }
            Ask::Recall => {
                self.ensure_loaded().await?;
                Ok(self.recall(&from.outbox))
            }
        }
    }

    /// Has the table here for a command, with the key that it shows. Whoever watches no longer needs neither.
    async fn let_in(&mut self, from: &Asker, command: &Command) -> Result<(), Rejection> {
        match command {
            Command::Unwatch { .. } => Ok(()),
            Command::Watch { key, .. } | Command::Sit { key, .. } => self.admit(from, key.as_deref()).await,
            _ => self.admit(from, None).await,
        }
    }

    /// Has the table here as it stands when the message came, for somebody who may see it.
    async fn admit(&mut self, from: &Asker, key: Option<&str>) -> Result<(), Rejection> {
        self.ensure_loaded().await?;
        let player = from.outbox.player_at(self.id).map(|player| player.id);
        // Whoever was let in by the key need not show it again.
        if !self.has_watcher(&from.outbox) && !self.here()?.admits(player, key) {
            return Err(no_table());
        }
        self.run_due(from.came).await
    }

    /// Does what a client has said.
    async fn carry_out(&mut self, from: &Asker, command: Command) -> Result<Ack, Answered> {
        let (id, outbox) = (self.id, &from.outbox);
        let player = || outbox.seated_at(id);
        let plan = match command {
            Command::Watch { since, quiet, .. } => {
                self.watch(outbox, since, quiet).await?;
                return Ok(Ack::default());
            }
            Command::Unwatch { .. } => {
                self.forget(outbox.number());
                return Ok(Ack::default());
            }
            Command::Hint { at, .. } => return self.want_hint(from, at),
            Command::Explain { at, action, .. } => {
                let objection = self.here()?.explain(player()?.id, at, &action)?;
                return Ok(Ack { objection, ..Ack::default() });
            }
            Command::Say { request, room, words, .. } => {
                self.say(outbox, request, room, words).await?;
                return Ok(Ack::default());
            }
            Command::Sit { seat, .. } => return Ok(self.sit(player()?, seat, None).await?),
            Command::Ready { pledge, .. } => return Ok(self.ready(player()?, pledge).await?),
            Command::Offer { request, what, computer, .. } => {
                return Ok(self.offer(player()?.id, request, what, computer).await?);
            }
            Command::Rematch { .. } => {
                player()?;
                // A link ends with the game, and what comes after is another.
                return self.rematch(outbox.signed_in()?, outbox.address()).await;
            }
            Command::Stand { .. } => self.plan_seating(from, |table, by| table.stand(by.party))?,
            Command::AddComputer { seat, level, .. } => {
                return Ok(self.add_computer(player()?.id, seat, level).await?);
            }
            Command::RemoveComputer { seat, .. } => {
                let host = player()?.id;
                self.plan_seating(from, |table, _| table.remove_computer(host, seat))?
            }
            Command::Begin { .. } => self.plan_seating(from, |table, by| table.begin(by.party))?,
            Command::Act { at, action, share, .. } => {
                self.plan(from, |table, by| table.act(by, Action { at, text: action, share }))?
            }
            Command::Share { k, share, .. } => self.plan(from, |table, by| table.share(by, k, share))?,
            Command::Roll { k, share, pledge, .. } => {
                self.plan(from, |table, by| table.roll(by, k, &share, pledge))?
            }
            Command::Lost { k, pledge, .. } => self.plan(from, |table, by| table.lost(by, k, pledge))?,
            Command::Undo { at, .. } => self.plan(from, |table, by| table.undo(by, at))?,
            Command::Swap { at, .. } => self.plan(from, |table, by| table.swap(by, at))?,
            Command::Resign { .. } => self.plan(from, |table, by| table.resign(by.party))?,
            Command::Abort { .. } => self.plan(from, |table, by| table.abort(by.party))?,
            Command::Answer { offer, agree, .. } => self.plan_answer(from, offer, agree)?,
            Command::Withdraw { offer, .. } => {
                self.plan(from, |table, by| table.withdraw(by.party, offer))?
            }
            Command::Resume { .. } => {
                let is_nobody_away = self.absences.is_nobody_away();
                self.plan(from, |table, by| table.resume(by.party, by.arrival.now, is_nobody_away))?
            }
            Command::Claim { seat, .. } => self.plan_claim(from, seat)?,
            Command::Ping {}
            | Command::Lobby { .. }
            | Command::Quick { .. }
            | Command::Create { .. }
            | Command::Analyse { .. }
            | Command::Review { .. }
            | Command::Show { .. }
            | Command::Lead { .. }
            | Command::OwnGames { .. }
            | Command::LeaveReview { .. } => {
                return Err(Rejection::new(ErrorCode::BadMessage, "this is asked of the house").into());
            }
        };
        self.commit(plan).await?;
        Ok(Ack::default())
    }

    /// Takes an action, which is what mostly comes: as any command, but with little room for whatever needs it.
    pub(super) async fn act(&mut self, from: &Asker, action: Action) -> Result<(), Rejection> {
        let plan = self.plan(from, |table, by| table.act(by, action))?;
        self.commit(plan).await?;
        from.outbox.set_plays(true);
        Ok(())
    }

    async fn offer(
        &mut self,
        player: Uuid,
        request: Uuid,
        what: OfferKind,
        computer: Option<ComputerSeat>,
    ) -> Result<Ack, Rejection> {
        let table = self.here()?;
        let (offer, records) = match (what, computer) {
            (OfferKind::Computer, Some(wish)) => {
                let is_absent = self.absences.is_claimable(table, wish.seat, self.now());
                table.offer_computer(player, request, wish, is_absent)?
            }
            (_, None) => table.offer(player, request, what)?,
            (_, Some(_)) => {
                let why = "a seat and a level belong to an offer of a computer";
                return Err(Rejection::new(ErrorCode::BadOffer, why));
            }
        };
        self.commit(records).await?;
        Ok(Ack { offer: Some(offer), ..Ack::default() })
    }

    /// What an answer would bring about. Nobody's seat is taken over who is back by now.
    fn plan_answer(&mut self, from: &Asker, offer: u64, agree: bool) -> Result<Transition, Rejection> {
        let table = self.here()?;
        let now = self.now();
        let is_back = |seat| !self.absences.is_claimable(table, seat, now);
        if agree && table.absent_by_offer(offer).is_some_and(is_back) {
            let why = "whoever sits there is back: the seat is not taken over";
            return Err(Rejection::new(ErrorCode::NotAbsent, why));
        }
        self.plan(from, |table, by| table.answer(by.party, offer, agree))
    }

    fn plan_claim(&mut self, from: &Asker, seat: Seat) -> Result<Transition, Rejection> {
        let is_claimable = self.absences.is_claimable(self.here()?, seat, self.now());
        self.plan(from, |table, by| table.claim(by.party, seat, is_claimable))
    }

    /// What sitting down or standing up would bring about, of somebody who does not do so all the time.
    fn plan_seating(
        &mut self,
        from: &Asker,
        ask: impl FnOnce(&Table, &Mover<'_>) -> Result<Vec<Record>, Rejection>,
    ) -> Result<Transition, Rejection> {
        let plan = self.plan(from, ask)?;
        self.check_pace(from.outbox.seated_at(self.id)?.id)?;
        Ok(plan)
    }

    /// What a player who asks the state machine for records would bring about.
    fn plan<P: Into<Transition>>(
        &mut self,
        from: &Asker,
        ask: impl FnOnce(&Table, &Mover<'_>) -> Result<P, Rejection>,
    ) -> Result<Transition, Rejection> {
        let player = from.outbox.seated_at(self.id)?.id;
        self.note_place(&from.outbox);
        let table = self.here()?;
        let key = table.dice_key;
        let secrets = |k| self.secret(key, k);
        let now = self.now();
        let lag_ms = table.seat_of(player).map_or(0, |seat| self.lag_ms(seat)).max(from.outbox.lag_ms());
        let arrival = Arrival { came: from.came, now, lag_ms };
        let planned = ask(table, &Mover { party: player.into(), arrival, secrets: &secrets })?;
        Ok(Transition { as_of: Some(now), ..planned.into() })
    }

    /// The server's secret for a roll; of a game without a key there are none, and nobody gets to ask for one.
    pub(super) fn secret(&self, key: Option<Bytes32>, k: u64) -> Bytes32 {
        self.context.dice_secrets.secret(&key.unwrap_or(Bytes32([0; 32])), self.id, k)
    }

    pub(super) fn here(&self) -> Result<&Table, Rejection> {
        self.table.as_deref().ok_or_else(no_table)
    }
}
