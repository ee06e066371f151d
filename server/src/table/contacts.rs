//! Contacts at tables: who is challenged, and who does not sit with whom.

use cydonia_protocol::{ChallengedSeat, ChallengesFrom, ErrorCode, Player, SeatState, TableStatus};
use cydonia_table::{Rejection, Table};
use uuid::Uuid;

use super::create::Wish;
use super::persist::unreadable;
use crate::context::Context;
use crate::limits;
use crate::store::Block;

/// Keeps seats for those who are challenged, if each of them may be.
///
/// # Errors
/// `bad_seat` or `seat_taken` for a seat that is not to be had; `bad_contact`, `no_player`, `blocked`, `no_challenges` or `too_many`
/// for somebody who cannot be challenged.
pub(super) async fn keep_challenged(
    context: &Context,
    by: &Player,
    wish: &Wish,
    seats: &mut [SeatState],
) -> Result<(), Rejection> {
    let mut people: Vec<Uuid> = Vec::new();
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
        *state = SeatState::Reserved { player: challengeable(context, by, *player).await? };
    }
    check_not_blocked(context, by.id, &people).await
}

/// Somebody who takes challenges from somebody.
async fn challengeable(context: &Context, by: &Player, player: Uuid) -> Result<Player, Rejection> {
    let store = &context.store;
    let who = store.player(player).await.map_err(unreadable)?;
    let who = who
        .ok_or_else(|| Rejection::new(ErrorCode::NoPlayer, "there is nobody whom you could challenge so"))?;
    if who.id == by.id || who.computer.is_some() || who.is_deleted() {
        let why = "people are challenged: not oneself, nor computers, nor whoever was deleted";
        return Err(Rejection::new(ErrorCode::BadContact, why));
    }
    let from = store.contact_settings(player).await.map_err(unreadable)?.challenges;
    let takes = match from {
        ChallengesFrom::Everyone => true,
        ChallengesFrom::Nobody => false,
        ChallengesFrom::Registered if by.registered => true,
        ChallengesFrom::Registered | ChallengesFrom::Followed => {
            store.follows(player, by.id).await.map_err(unreadable)?
        }
    };
    if !takes {
        let why = format!("{} takes no challenges from you", who.name);
        return Err(Rejection::new(ErrorCode::NoChallenges, why));
    }
    let tables = store.own_tables(player).await.map_err(unreadable)?;
    let kept = |seat: &SeatState| matches!(seat, SeatState::Reserved { player: who } if who.id == player);
    let open = tables.iter().filter(|info| info.status == TableStatus::Open && info.seats.iter().any(kept));
    let (all, own) =
        open.fold((0, 0), |(all, own), info| (all + 1, own + usize::from(info.seat_of(by.id).is_some())));
    if own >= limits::CHALLENGES_BY_ONE || all >= limits::CHALLENGES {
        let why =
            format!("{} has not answered as many challenges as one may have: wait for an answer", who.name);
        return Err(Rejection::new(ErrorCode::TooMany, why));
    }
    Ok(who)
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
    match context.store.block_between(player, others).await.map_err(unreadable)? {
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

/// The people who sit at a table.
pub(super) fn sitters(table: &Table) -> Vec<Uuid> {
    table.seats.iter().filter_map(SeatState::person).map(|player| player.id).collect()
}

/// Checks that nobody who sits at a table has blocked whoever looks on and wants to say something there.
///
/// # Errors
/// `blocked`.
pub(super) async fn check_heard(context: &Context, speaker: Uuid, sitters: &[Uuid]) -> Result<(), Rejection> {
    match context.store.block_between(speaker, sitters).await.map_err(unreadable)? {
        Some(block) if block.blocked == speaker => Err(blocked(speaker, block)),
        Some(_) | None => Ok(()),
    }
}
