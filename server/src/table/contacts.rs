//! Contacts at tables: who is challenged, and who does not sit with whom.

use std::sync::Arc;

use cydonia_protocol::{ChallengedSeat, ChallengesFrom, ErrorCode, Player, SeatState};
use cydonia_table::{Rejection, Table};
use uuid::Uuid;

use super::actor::TableActor;
use super::create::Wish;
use super::persist::unreadable;
use super::{Registry, TableMessage};
use crate::context::Context;
use crate::store::{Block, StoreError, holders};

impl Registry {
    /// One has blocked the other: wherever they both sit, or a seat is kept for one of them, the table is told.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn part(self: &Arc<Self>, by: Uuid, blocked: Uuid) -> Result<(), StoreError> {
        for info in self.context().store.own_tables(by).await? {
            if holders(&info.seats).any(|player| player == blocked) {
                self.post(info.id, TableMessage::Parted(by, blocked)).await;
            }
        }
        Ok(())
    }
}

/// Keeps seats for those who are challenged, if each of them may be. Gives those who may be told where they are not.
///
/// # Errors
/// `bad_seat` or `seat_taken` for a seat that is not to be had; `bad_contact`, `no_player`, `blocked` or `no_challenges` for somebody who
/// cannot be challenged.
pub(super) async fn keep_challenged(
    context: &Context,
    by: &Player,
    wish: &Wish,
    seats: &mut [SeatState],
) -> Result<Vec<Uuid>, Rejection> {
    let all: Vec<Uuid> = wish.challenged.iter().map(|one| one.player).collect();
    check_not_blocked(context, by.id, &all).await?;
    let (mut people, mut told) = (Vec::new(), Vec::new());
    for ChallengedSeat { seat, player } in &wish.challenged {
        let state = seats.get_mut(usize::from(*seat));
        let no_seat = || Rejection::new(ErrorCode::BadSeat, "there is no such seat for whom you challenge");
        let state = state.ok_or_else(no_seat)?;
        if *seat == wish.seat || *state != (SeatState::Free {}) {
            let why = "the seat for whom you challenge is your own, or somebody else's";
            return Err(Rejection::new(ErrorCode::SeatTaken, why));
        }
        if people.contains(player) {
            return Err(Rejection::new(ErrorCode::BadContact, "you challenge somebody for two seats"));
        }
        people.push(*player);
        let (who, is_known) = challengeable(context, by, *player).await?;
        told.extend(is_known.then_some(who.id));
        *state = SeatState::Reserved { player: who };
    }
    Ok(told)
}

/// Somebody who takes challenges from somebody, and whether they may be told of one where they are not: what a stranger calls themselves
/// is no message to everybody's pocket.
async fn challengeable(context: &Context, by: &Player, player: Uuid) -> Result<(Player, bool), Rejection> {
    let store = &context.store;
    let who = store.player(player).await.map_err(unreadable)?;
    let who = who
        .ok_or_else(|| Rejection::new(ErrorCode::NoPlayer, "there is nobody whom you could challenge so"))?;
    let is_another = store.is_now(player).await.map_err(unreadable)? != player;
    if who.id == by.id || who.computer.is_some() || who.is_deleted() || is_another {
        let why =
            "people are challenged: not oneself, nor computers, nor whoever was deleted or is another by now";
        return Err(Rejection::new(ErrorCode::BadContact, why));
    }
    if context.sanctions.bans(player) {
        let why = format!("{} may not play here just now", who.name);
        return Err(Rejection::new(ErrorCode::NoChallenges, why));
    }
    let is_followed = store.follows(player, by.id).await.map_err(unreadable)?;
    let is_known = by.registered || is_followed;
    let takes = match store.contact_settings(player).await.map_err(unreadable)?.challenges {
        ChallengesFrom::Everyone => true,
        ChallengesFrom::Registered => is_known,
        ChallengesFrom::Followed => is_followed,
        ChallengesFrom::Nobody => false,
    };
    if !takes {
        let why = format!("{} takes no challenges from you", who.name);
        return Err(Rejection::new(ErrorCode::NoChallenges, why));
    }
    Ok((who, is_known))
}

/// Checks that nobody of some others has blocked somebody, nor been blocked by them.
///
/// # Errors
/// `blocked`.
pub(super) async fn check_not_blocked(
    context: &Context,
    player: Uuid,
    others: &[Uuid],
) -> Result<(), Rejection> {
    check_blocks(context, player, others, |_| true).await
}

/// Checks that none of some others has blocked whoever wants to say something to them.
///
/// # Errors
/// `blocked`.
pub(super) async fn check_not_blocked_by(
    context: &Context,
    player: Uuid,
    others: &[Uuid],
) -> Result<(), Rejection> {
    check_blocks(context, player, others, |block| block.blocked == player).await
}

/// Checks that somebody may sit down at a table: nobody who sits there and they have blocked each other, and nobody for whom a seat is
/// kept has blocked them, who could not sit down any more.
///
/// # Errors
/// `blocked`.
pub(super) async fn check_may_sit(context: &Context, player: Uuid, table: &Table) -> Result<(), Rejection> {
    let (sitters, others): (Vec<Uuid>, Vec<Uuid>) = (sitters(table), holders(&table.seats).collect());
    let matters = |block: &Block| block.blocked == player || sitters.contains(&block.blocked);
    check_blocks(context, player, &others, matters).await
}

/// Checks that neither of two has blocked the other.
///
/// # Errors
/// `blocked`.
pub(crate) async fn check_may_meet(context: &Context, player: Uuid, other: Uuid) -> Result<(), Rejection> {
    check_blocks(context, player, &[other], |_| true).await
}

/// Checks that between somebody and some others there is no block that matters.
async fn check_blocks(
    context: &Context,
    player: Uuid,
    others: &[Uuid],
    matters: impl Fn(&Block) -> bool,
) -> Result<(), Rejection> {
    let blocks = context.store.blocks_between(player, others).await.map_err(unreadable)?;
    match blocks.into_iter().find(matters) {
        None => Ok(()),
        Some(block) => Err(blocked(player, block)),
    }
}

/// What somebody is told of a block between them and another.
fn blocked(player: Uuid, block: Block) -> Rejection {
    Rejection::new(
        ErrorCode::Blocked,
        if block.by == player {
            "you have blocked somebody there: take that back first"
        } else {
            "somebody there has blocked you"
        },
    )
}

impl TableActor {
    /// One of two has blocked the other: no seat is kept any more for either where both are wanted.
    pub(super) async fn part(&mut self, one: Uuid, other: Uuid) {
        if let Err(rejection) = self.give_up_between(one, other).await {
            tracing::warn!(table = %self.id, rejection.message, "a challenge stands between two of whom one has blocked the other");
        }
    }

    async fn give_up_between(&mut self, one: Uuid, other: Uuid) -> Result<(), Rejection> {
        let Some(table) = self.ensure_loaded().await? else { return Ok(()) };
        let wanted: Vec<Uuid> = holders(&table.seats).collect();
        if ![one, other].iter().all(|player| wanted.contains(player)) {
            return Ok(());
        }
        let records = table.give_up_kept(|player| player == one || player == other);
        if records.is_empty() { Ok(()) } else { self.commit(records).await }
    }
}

/// The people who sit at a table.
pub(super) fn sitters(table: &Table) -> Vec<Uuid> {
    table.seats.iter().filter_map(SeatState::person).map(|player| player.id).collect()
}
