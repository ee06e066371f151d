//! Seating: sitting down at a table: by oneself, by a quick match, as the one who set it up; and being ready.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{ErrorCode, Player};
use cydonia_rules::Seat;
use cydonia_table::journal::Record;
use cydonia_table::{Rejection, Table, UnixMs};
use uuid::Uuid;

use super::actor::{Ack, Answered, TableActor};
use super::contacts::check_may_sit;
use super::create::{WishId, computers_rating, sitter_at};
use super::matchmaking::Quick;
use super::message::Asker;
use super::persist::{Transition, no_table, unreadable};
use super::rated::check_not_barred;
use crate::outbox::Outbox;

impl TableActor {
    /// Sits down if a seat can be had at once, and else leaves it to another table.
    pub(super) async fn quick(&mut self, from: &Asker, quick: Quick) -> Result<Ack, Answered> {
        match self.try_quick(from, quick.request).await {
            Ok(done) => Ok(done),
            // Whether it was kept is unknown: a seat at another table might be the second. And who sits down too fast
            // does so anywhere.
            Err(rejection) if matches!(rejection.code, ErrorCode::Unavailable | ErrorCode::TooFast) => {
                Err(rejection.into())
            }
            Err(_) => Err(Answered::Quick(quick)),
        }
    }

    async fn try_quick(&mut self, from: &Asker, request: Uuid) -> Result<Ack, Rejection> {
        let player = from.outbox.signed_in()?;
        self.ensure_loaded().await?;
        self.run_due(from.came).await?;
        // Whoever sits here already has said the same wish twice in one breath.
        self.join(player, Some(WishId { player: player.id, request })).await
    }

    pub(super) async fn sit(
        &mut self,
        player: &Player,
        seat: Option<Seat>,
        wish: Option<WishId>,
    ) -> Result<Ack, Rejection> {
        let table = self.here()?;
        if table.is_rated() {
            check_not_barred(&self.context, player.id)?;
        }
        let key = table.key.clone();
        let sitter = sitter_at(&self.context, player, &table.info()).await.map_err(unreadable)?;
        let (seat, records) = table.sit(sitter, seat)?;
        check_may_sit(&self.context, player.id, table).await?;
        let table = self.here()?;
        if !table.private
            && !self.context.lobby.has_seat_for(player.id, self.context.admission.limits().tables)
        {
            let why = "you sit at as many open tables of others as one may: stand up from one first";
            return Err(Rejection::new(ErrorCode::TooMany, why));
        }
        self.check_pace(player.id)?;
        self.commit(Transition { wish, ..Transition::from(records) }).await?;
        self.banish_if_banned(player.id).await;
        Ok(Ack { table: Some(self.id), seat: Some(seat), key, ..Ack::default() })
    }

    /// Says that a player is ready. The last one starts the game, and with it the table has a key for its dice.
    pub(super) async fn ready(&mut self, player: &Player, pledge: Option<Bytes32>) -> Result<Ack, Rejection> {
        let table = self.here()?;
        if table.is_rated() && table.waiting().is_some() && table.seat_of(player.id).is_some() {
            check_not_barred(&self.context, player.id)?;
        }
        let key = Bytes32(self.context.entropy.bytes());
        let records = self.here()?.ready(player.id, pledge, &key, &|k| self.secret(Some(key), k))?;
        if !records.is_empty() {
            self.check_pace(player.id)?;
        }
        self.commit_start(records, key).await?;
        Ok(Ack::default())
    }

    /// Has a computer sit down, for the host. The last seat taken may start the game.
    pub(super) async fn add_computer(
        &mut self,
        host: Uuid,
        seat: Option<Seat>,
        level: u8,
    ) -> Result<Ack, Rejection> {
        let info = self.here()?.info();
        let rating = match Player::computer(level) {
            Some(computer) => computers_rating(&self.context, &computer, &info).await.map_err(unreadable)?,
            None => None,
        };
        let key = Bytes32(self.context.entropy.bytes());
        let secrets = |k| self.secret(Some(key), k);
        let (seat, records) = self.here()?.add_computer(host, seat, (level, rating), &key, &secrets)?;
        self.check_pace(host)?;
        self.commit_start(records, key).await?;
        Ok(Ack { seat: Some(seat), ..Ack::default() })
    }

    /// What the time that a full table waits brings about. Where the game begins with that, the table has a key for its dice.
    pub(super) fn not_ready(&mut self, now: UnixMs) -> Vec<Record> {
        let is_due = |table: &&Table| table.ready_by().is_some_and(|by| by <= now);
        let Some(table) = self.table.as_deref().filter(is_due) else { return Vec::new() };
        let key = Bytes32(self.context.entropy.bytes());
        let records = table.not_ready(now, &|k| self.secret(Some(key), k));
        self.keep_key(key, &records);
        records
    }

    /// Keeps records that may start a game, and if they do what its dice are made from.
    pub(super) async fn commit_start(&mut self, records: Vec<Record>, key: Bytes32) -> Result<(), Rejection> {
        self.keep_key(key, &records);
        self.commit(records).await
    }

    /// Keeps a key for the table's dice, if these records start a game that has them.
    fn keep_key(&mut self, key: Bytes32, records: &[Record]) {
        let seals = |record: &Record| matches!(record, Record::Start { seal: Some(_), .. });
        if let Some(table) = self.table.as_mut().filter(|_| records.iter().any(seals)) {
            table.dice_key = Some(key);
        }
    }

    /// Checks that a player does not sit down, stand up and be ready all the time.
    ///
    /// # Errors
    /// `too_fast`.
    pub(super) fn check_pace(&self, player: Uuid) -> Result<(), Rejection> {
        if self.context.admission.admits_seating(player) {
            return Ok(());
        }
        let why = "you sit down, stand up and are ready too often: wait a moment";
        Err(Rejection::new(ErrorCode::TooFast, why))
    }

    /// Sits down, unless that was done before.
    pub(super) async fn join(&mut self, player: &Player, wish: Option<WishId>) -> Result<Ack, Rejection> {
        let Some(table) = &self.table else { return Err(no_table()) };
        match table.seat_of(player.id) {
            Some(seat) => {
                Ok(Ack { table: Some(self.id), seat: Some(seat), key: table.key.clone(), ..Ack::default() })
            }
            None => self.sit(player, None, wish).await,
        }
    }

    /// What whoever set the table up was told, but for a seat that they have given up. They need not show its key: they
    /// may have asked again because the answer that told it was lost.
    pub(super) fn recall(&self, outbox: &Outbox) -> Ack {
        let table = self.table.as_ref();
        let seat = table.zip(outbox.player_at(self.id)).and_then(|(table, player)| table.seat_of(player.id));
        let key = table.and_then(|table| table.key.clone());
        Ack { table: Some(self.id), seat, key, ..Ack::default() }
    }
}
