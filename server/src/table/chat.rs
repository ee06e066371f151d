//! What people say to each other at a table: the players among themselves, and the watchers among themselves.

use std::collections::VecDeque;

use cydonia_protocol::{ChatLine, ErrorCode, Player, Room, Scope, ServerMessage, Words};
use cydonia_rules::Seat;
use cydonia_table::{Rejection, Table};
use uuid::Uuid;

use super::actor::TableActor;
use super::broadcast::RoleChange;
use super::contacts::{check_not_blocked_by, sitters};
use super::persist::{unreadable, unstored};
use crate::context::Context;
use crate::limits;
use crate::outbox::{Frame, Outbox};
use crate::store::{Say, Store, StoreError};
use crate::text::{self, Company};

/// The last lines of both rooms.
#[derive(Debug, Default)]
pub(super) struct Chat {
    players: VecDeque<ChatLine>,
    watchers: VecDeque<ChatLine>,
}

impl Chat {
    async fn read(store: &Store, table: Uuid) -> Result<Self, StoreError> {
        let (players, watchers) =
            (store.chat(table, Room::Players).await?, store.chat(table, Room::Watchers).await?);
        Ok(Self { players: players.into(), watchers: watchers.into() })
    }

    /// Whether somebody has said any of them.
    pub(super) fn has(&self, player: Uuid) -> bool {
        self.players.iter().chain(&self.watchers).any(|line| line.player.id == player)
    }

    fn room(&mut self, room: Room) -> &mut VecDeque<ChatLine> {
        match room {
            Room::Players => &mut self.players,
            Room::Watchers => &mut self.watchers,
        }
    }
}

/// Whether those at a seat, or at none, hear what is said in a room. Nobody is told anything about a game that is on
/// by those who see more of it than its players do, and once it is over there is nothing to hide from them.
fn hears(seat: Option<Seat>, room: Room, is_over: bool) -> bool {
    match room {
        Room::Players => seat.is_some(),
        Room::Watchers => seat.is_none() || is_over,
    }
}

/// Somebody as they are known at a table: as they sat down, or under a name that is taken for no sitter's.
fn known_as(table: &Table, player: &Player) -> Player {
    let sitter = table.seat_of(player.id).and_then(|seat| table.seats[usize::from(seat)].sitter());
    let watcher = || Player { name: Company::of(&table.seats).shown(player), ..player.clone() };
    sitter.cloned().unwrap_or_else(watcher)
}

/// Looks whether whoever asks over a socket has finished a game here in which they moved, and notes down at the socket if they
/// have. Games are played through for that, so that it is for the socket's task to wait for it, and never for a table's.
///
/// # Errors
/// If the store cannot be read.
pub(crate) async fn note_played(context: &Context, outbox: &Outbox, table: Uuid) -> Result<(), Rejection> {
    let Some(player) = outbox.player_at(table).map(|player| player.id) else { return Ok(()) };
    if outbox.has_played() {
        return Ok(());
    }
    // As any who reads, so that tables always find a reader of the store that is free.
    let permit = context.admission.permit(true).await;
    let games = context.store.last_games_of(player).await.map_err(unreadable)?;
    drop(permit);
    for game in games {
        let permit = context.admission.permit(true).await;
        let found = context.store.kept(game).await;
        // Not held in the queue for the threads: others would wait for it who only read.
        drop(permit);
        let kept = match found {
            Ok(kept) => kept,
            // It hides no other.
            Err(StoreError::Damaged(_)) => None,
            Err(error) => return Err(unreadable(error)),
        };
        let Some(kept) = kept else { continue };
        let looked = move || kept.read().is_ok_and(|kept| Table::has_moved(&kept, player));
        if context.workers.run(looked).await.unwrap_or(false) {
            outbox.set_has_played();
            return Ok(());
        }
    }
    Ok(())
}

impl TableActor {
    /// Says something to all who hear it.
    pub(super) async fn say(
        &mut self,
        outbox: &Outbox,
        request: Uuid,
        room: Room,
        words: Words,
    ) -> Result<(), Rejection> {
        let player = outbox.seated_at(self.id)?;
        let (id, store) = (self.id, self.context.store.clone());
        if store.has_said(player.id, request).await.map_err(unreadable)? {
            return Ok(());
        }
        // As they are called by now: a socket may have been open since before.
        let known = store.player(player.id).await.map_err(unreadable)?;
        let table = self.here()?;
        let (seat, is_over) = (table.seat_of(player.id), table.is_over());
        if !hears(seat, room, is_over) {
            return Err(Rejection::new(ErrorCode::WrongRoom, "this room is for others while the game is on"));
        }
        // What is said has waited for the store, and a moderator may have been quicker.
        self.context.sanctions.check(Some(player), outbox.address(), Scope::Chat)?;
        self.context.conduct.check_words(&words)?;
        let words = match words {
            Words::Text { text } => Words::Text {
                text: text::validate_chat_line(&text)
                    .map_err(|error| Rejection::new(ErrorCode::BadText, error.to_string()))?,
            },
            phrase @ Words::Phrase { .. } => phrase,
        };
        if !self.context.admission.admits_line(player.id, id) {
            return Err(Rejection::new(ErrorCode::TooFast, "that was much in a short time: wait a moment"));
        }
        // Those who play a game with each other are heard until it is over: a page shows nothing of whom its reader has blocked.
        if seat.is_none() || is_over {
            check_not_blocked_by(&self.context, player.id, &sitters(table)).await?;
        }
        let table = self.here()?;
        let speaker = known_as(table, known.as_ref().unwrap_or(player));
        // Among friends, and whoever has a private table's key came by one, everybody may write.
        let among_strangers = !table.private;
        if matches!(words, Words::Text { .. }) && among_strangers && !outbox.has_played() {
            let why =
                "words of your own are for those who have played a game to its end here; phrases are for all";
            return Err(Rejection::new(ErrorCode::NewHere, why));
        }
        // Read before anything is kept: what is said now comes after it.
        self.chat().await?;
        let seat = seat.filter(|_| room == Room::Players);
        let ms = self.context.clock.now_ms();
        let mut line = ChatLine { n: 0, ms, player: speaker, seat, words };
        // The store gives the number. Should nothing be known of the outcome, the rooms are read again.
        let chat = self.chat.take();
        let kept =
            store.write(Say { table: id, room, request, line: line.clone() }).await.map_err(unstored)?;
        self.chat = chat;
        let Some(n) = kept else { return Ok(()) };
        line.n = n;
        let lines = self.chat().await?.room(room);
        lines.push_back(line.clone());
        if lines.len() > limits::CHAT_TOLD {
            lines.pop_front();
        }
        let frame = Frame::of(&ServerMessage::Chat { table: id, room, lines: vec![line] });
        for watcher in self.watchers.iter().filter(|watcher| hears(watcher.seat, room, is_over)) {
            watcher.outbox.push(frame.clone());
        }
        Ok(())
    }

    /// Tells those who have come, sat down or stood up what was said last where they are now; and all players, once
    /// their game is over, what those who watched have said of it. Nobody is kept from the game if that cannot be read.
    pub(super) async fn tell_rooms(&mut self, arrived: &[RoleChange], game_ends: bool) {
        if (arrived.is_empty() && !game_ends) || self.watchers.is_empty() {
            return;
        }
        if let Err(Rejection { message, .. }) = Box::pin(self.try_tell_rooms(arrived, game_ends)).await {
            tracing::warn!(message, "what was said could not be told");
        }
    }

    async fn try_tell_rooms(&mut self, arrived: &[RoleChange], game_ends: bool) -> Result<(), Rejection> {
        let is_over = self.here()?.is_over();
        let table = self.id;
        let chat = self.chat().await?;
        let mut frame = |room| {
            let lines: Vec<_> = chat.room(room).iter().cloned().collect();
            (!lines.is_empty()).then(|| Frame::of(&ServerMessage::Chat { table, room, lines }))
        };
        let rooms = [(Room::Players, frame(Room::Players)), (Room::Watchers, frame(Room::Watchers))];
        for (room, frame) in rooms {
            let Some(frame) = frame else { continue };
            for arrived in arrived.iter().filter(|arrived| hears(arrived.seat, room, is_over)) {
                arrived.outbox.push(frame.clone());
            }
            if game_ends && room == Room::Watchers {
                for watcher in self.watchers.iter().filter(|watcher| watcher.seat.is_some()) {
                    watcher.outbox.push(frame.clone());
                }
            }
        }
        Ok(())
    }

    /// What was said, read when it is first needed.
    async fn chat(&mut self) -> Result<&mut Chat, Rejection> {
        let read = match self.chat.take() {
            Some(chat) => chat,
            None => Chat::read(&self.context.store, self.id).await.map_err(unreadable)?,
        };
        Ok(self.chat.insert(read))
    }
}
