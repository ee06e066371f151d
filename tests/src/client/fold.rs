//! Folding: what follows from each message for whoever hears it, with everything checked that they can check.

use cydonia_protocol::{AnalysisProgress, Event, EventKind, ServerMessage};
use cydonia_rules::{Notations, Seat};
use uuid::Uuid;

use super::{Offered, TestClient};
use crate::{CheatError, Folded};

impl TestClient {
    /// Takes an event in, with everything checked that this player can check.
    fn take(&mut self, table: Uuid, event: &Event) {
        let Some(folded) = self.tables.get_mut(&table) else { return };
        let own = self.player.as_ref().and_then(|player| folded.seat_of(player.id));
        let is_left_out = |seat: Seat| {
            let EventKind::Start { dice: Some(start), .. } = &event.what else { return false };
            start.pledges.get(usize::from(seat)) == Some(&None) && !self.pledged.contains(&table)
        };
        let is_own =
            own.is_none_or(|seat| self.hand.owns(folded, seat, event, &self.agreed) || is_left_out(seat));
        let checked = if is_own { folded.take(event) } else { Err(CheatError::NotMine) };
        checked.unwrap_or_else(|noticed| panic!("{noticed}: {event:?}"));
    }

    pub(super) fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Lobby { version, tables, total } => {
                self.lobby_total = *total;
                self.lobby_version = *version;
                self.lobby.clone_from(tables);
            }
            ServerMessage::LobbyDiff { version, set, gone, total } => {
                self.lobby_total = *total;
                assert_eq!(*version, self.lobby_version + 1, "the lobby's versions have no gaps");
                self.lobby_version = *version;
                self.lobby.retain(|table| {
                    !gone.contains(&table.info.id) && set.iter().all(|new| new.info.id != table.info.id)
                });
                self.lobby.extend(set.iter().cloned());
            }
            ServerMessage::Table { n, info, game, .. } => {
                self.tables.insert(info.id, Folded::of(*n, info, game.as_deref()));
            }
            ServerMessage::Events { table, events } => {
                events.iter().for_each(|event| self.take(*table, event));
            }
            ServerMessage::Choices { table, at, actions, ends, scores, undo, swap } => {
                let list = |all: &Notations| all.iter().map(str::to_owned).collect();
                let (actions, ends) = (list(actions), list(ends));
                let offered =
                    Offered { at: *at, actions, ends, scores: scores.clone(), undo: *undo, swap: *swap };
                self.choices.insert(*table, offered);
            }
            ServerMessage::Presence { table, seats, watchers } => {
                self.presence.insert(*table, seats.clone());
                self.watchers.insert(*table, watchers.clone());
            }
            ServerMessage::Chat { table, room, lines } => {
                let heard = self.chat.entry((*table, *room)).or_default();
                for line in lines {
                    match heard.last() {
                        Some(last) if line.n <= last.n => {
                            assert!(heard.contains(line), "said otherwise: {line:?}");
                        }
                        Some(last) => {
                            assert_eq!(line.n, last.n + 1, "lines have no gaps");
                            heard.push(line.clone());
                        }
                        None => heard.push(line.clone()),
                    }
                }
            }
            ServerMessage::Rematch { table, next } => {
                self.rematches.insert(*table, *next);
            }
            ServerMessage::Hint { table, at, action, .. } => {
                self.hints.insert(*table, (*at, action.clone()));
            }
            ServerMessage::Analysis { table, done, all, ready, until, .. } => {
                let progress = AnalysisProgress { done: *done, all: *all, ready: *ready, until: *until };
                self.analyses.insert(*table, progress);
            }
            ServerMessage::Hello { .. }
            | ServerMessage::Ok { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::OwnGames { .. }
            | ServerMessage::OwnGame { .. }
            | ServerMessage::Review { .. }
            | ServerMessage::Shown { .. } => {}
        }
    }
}
