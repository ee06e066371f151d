//! Publish–subscribe: what a table tells those who watch it: events, choices, who is there.

use std::collections::HashSet;

use cydonia_protocol::{ErrorCode, Event, Player, Scope, ServerMessage, TableStatus, Watchers};
use cydonia_rules::Seat;
use cydonia_table::{Rejection, Table};

use super::actor::TableActor;
use super::persist::{load, no_table, unreadable};
use crate::limits;
use crate::outbox::{Frame, Outbox};
use crate::text::Company;

pub(super) struct Watcher {
    pub(super) outbox: Outbox,
    /// Players are served first.
    pub(super) seat: Option<Seat>,
    /// Whether it only glances at the table, and is not counted.
    quiet: bool,
}

/// A socket that is told of another room than before.
pub(super) struct RoleChange {
    pub(super) outbox: Outbox,
    /// Where its player sits now.
    pub(super) seat: Option<Seat>,
}

/// What the seat to act may choose from.
struct Choices<T> {
    seat: Seat,
    message: T,
}

impl Watcher {
    /// Whether it is one of those who watch and do not play.
    fn counts(&self) -> bool {
        self.seat.is_none() && !self.quiet
    }

    /// Whether its player sits there and looks at this table.
    pub(super) fn attends(&self, seat: Seat) -> bool {
        self.seat == Some(seat) && !self.quiet
    }

    /// Whether it looks at this table, and not at many.
    pub(super) fn looks_on(&self) -> bool {
        self.seat.is_some() || !self.quiet
    }
}

/// Where a socket's player sits, at a table as it stands now.
fn seat_at(table: &Table, outbox: &Outbox) -> Option<Seat> {
    outbox.player_at(table.id).and_then(|player| table.seat_of(player.id))
}

/// What a table is going to tell, as it goes over the line: made ready before it is kept, so that once it is nothing is
/// left but to send it.
pub(super) struct Broadcast {
    events: Frame,
    /// After which event they come.
    after: u64,
    /// Whether somebody may have sat down or stood up.
    moves_seats: bool,
    /// What the seat to act may choose from, if the position has changed.
    choices: Option<Choices<Frame>>,
}

impl Broadcast {
    /// That these events have brought the table to where it stands. Choices are worked out only for somebody who is there.
    pub(super) fn of(table: &Table, events: Vec<Event>, watchers: &[Watcher]) -> Self {
        let moves = |event: &Event| event.what.moves_choices();
        let to_act = table.seat_to_act().filter(|_| events.iter().any(moves));
        let is_there =
            |seat: &Seat| watchers.iter().any(|watcher| seat_at(table, &watcher.outbox) == Some(*seat));
        let choices = to_act.filter(is_there).and_then(|_| choices(table));
        Self {
            after: table.n - events.len() as u64,
            moves_seats: events.iter().any(|event| event.what.moves_seats()),
            events: Frame::of(&ServerMessage::Events { table: table.id, events }),
            choices: choices.map(|Choices { seat, message }| Choices { seat, message: Frame::of(&message) }),
        }
    }
}

impl TableActor {
    /// The same bytes for everyone, players first; then the choices, for the seat to act alone. Gives those who sit
    /// somewhere else now than before.
    pub(super) async fn fan_out(&mut self, news: Broadcast) -> Vec<RoleChange> {
        let frame = news.events.clone();
        let moved_over = self.tell_players(news);
        if self.watchers.iter().any(|watcher| watcher.seat.is_none()) {
            // Those who play have it before those who watch so much as learn that there is something.
            tokio::task::yield_now().await;
        }
        for watcher in self.watchers.iter().filter(|watcher| watcher.seat.is_none()) {
            watcher.outbox.push(frame.clone());
        }
        moved_over
    }

    fn tell_players(
        &mut self,
        Broadcast { events, after, moves_seats, choices }: Broadcast,
    ) -> Vec<RoleChange> {
        let Some(table) = &self.table else { return Vec::new() };
        let mut moved_over = Vec::new();
        self.told = table.n;
        if moves_seats {
            for watcher in &mut self.watchers {
                let seat = seat_at(table, &watcher.outbox);
                if seat.is_some() != watcher.seat.is_some() {
                    moved_over.push(RoleChange { outbox: watcher.outbox.clone(), seat });
                }
                watcher.seat = seat;
            }
        }
        self.recent.told(after, &events);
        for watcher in self.watchers.iter().filter(|watcher| watcher.seat.is_some()) {
            watcher.outbox.push(events.clone());
        }
        if let Some(Choices { seat, message }) = choices {
            for watcher in self.watchers.iter().filter(|watcher| watcher.seat == Some(seat)) {
                watcher.outbox.push(message.clone());
            }
        }
        moved_over
    }

    /// Sends what is missing, or everything, and follows from there on.
    pub(super) async fn watch(
        &mut self,
        outbox: &Outbox,
        since: Option<u64>,
        quiet: bool,
    ) -> Result<(), Rejection> {
        let Some(table) = &self.table else { return Err(no_table()) };
        let seat = seat_at(table, outbox);
        let is_on = table.status() != TableStatus::Finished;
        if is_on && since.is_some_and(|since| since > table.n) {
            return Err(Rejection::new(ErrorCode::Regressed, "this table is not as far as you have seen it"));
        }
        let resumes = since.filter(|_| is_on);
        // The key is for those who sit.
        let key = seat.and_then(|_| table.key.clone());
        if resumes == Some(table.n) {
            // There is nothing to tell.
        } else if let Some(frames) = resumes.and_then(|since| self.recent.since(since)) {
            frames.for_each(|frame| outbox.push(frame.clone()));
        } else if let Some(snapshot) = self.recent.snapshot().filter(|_| resumes.is_none() && key.is_none()) {
            outbox.answer(snapshot.clone());
        } else {
            // Of a game that has not begun nothing is told but how it stands.
            let mut events = Vec::new();
            if resumes.is_some() || table.game().is_some() {
                let loaded = load(&self.context, self.id).await.map_err(unreadable)?;
                events = loaded.map(|(_, events)| events).unwrap_or_default();
            }
            match resumes {
                Some(since) => {
                    events.retain(|event| event.n > since);
                    outbox.answer(Frame::of(&ServerMessage::Events { table: self.id, events }));
                }
                None => {
                    let snapshot = Frame::of(&ServerMessage::Table {
                        n: table.n,
                        info: table.info(),
                        key,
                        preview: table.preview().map(Box::new),
                        game: table.game_state(events).map(Box::new),
                    });
                    if seat.is_none() {
                        self.recent.shown(&snapshot);
                    }
                    outbox.answer(snapshot);
                }
            }
        }
        if seat.is_some()
            && table.seat_to_act() == seat
            && let Some(Choices { message, .. }) = choices(table)
        {
            outbox.send(&message);
        }
        self.told = table.n;
        self.watchers.retain(|watcher| watcher.outbox.number() != outbox.number());
        let watcher = Watcher { outbox: outbox.clone(), seat, quiet };
        if !quiet {
            self.note_seen(outbox);
        }
        self.note_watcher(&watcher);
        self.watchers.push(watcher);
        self.tell_presence(Some(outbox));
        self.tell_rooms(&[RoleChange { outbox: outbox.clone(), seat }], false).await;
        Ok(())
    }

    /// Of a socket that is gone the farewell may have been missed.
    pub(super) fn drop_closed(&mut self) {
        let before = self.watchers.len();
        self.watchers.retain(|watcher| !watcher.outbox.is_closed());
        if self.watchers.len() < before {
            self.note_watchers();
            self.tell_presence(None);
        }
    }

    /// Somebody has come or gone.
    pub(super) fn note_watcher(&mut self, watcher: &Watcher) {
        if watcher.counts() || self.watchers.is_empty() {
            self.note_watchers();
        }
    }

    /// Others watch now than before: that is told soon, and of many at once.
    pub(super) fn note_watchers(&mut self) {
        if self.watchers.is_empty() {
            // There is nobody to be told, and the table may sleep.
            self.watchers_due = None;
            self.context.lobby.watched(self.id, 0);
        } else if self.watchers_due.is_none() {
            self.watchers_due = Some(self.now() + limits::WATCHERS_COALESCE.into());
        }
    }

    /// Tells who watches, if that is due.
    pub(super) fn tell_watchers(&mut self) {
        let now = self.now();
        if self.watchers_due.take_if(|due| *due <= now).is_none() {
            return;
        }
        if let Some(frame) = self.presence() {
            self.watchers.iter().for_each(|watcher| watcher.outbox.push(frame.clone()));
            self.context.lobby.watched(self.id, self.onlookers().count);
        }
    }

    /// Those who watch and do not sit here: of several sockets of one player it is one.
    fn onlookers(&self) -> Watchers {
        let outboxes =
            || self.watchers.iter().filter(|watcher| watcher.counts()).map(|watcher| &watcher.outbox);
        let nameless = outboxes().filter(|outbox| outbox.player_at(self.id).is_none()).count();
        let mut ids = HashSet::new();
        let named: Vec<_> = outboxes()
            .filter_map(|outbox| outbox.player_at(self.id))
            .filter(|player| ids.insert(player.id))
            .collect();
        let company = self.table.as_ref().map(|table| Company::of(&table.seats));
        let shown = |player: &&Player| match &company {
            Some(company) => company.shown(player),
            None => player.name.clone(),
        };
        let names = named.iter().take(limits::WATCHERS_NAMED).map(shown).collect();
        Watchers { count: (nameless + named.len()) as u32, names }
    }

    /// Who is there, as it is told; nothing once the game is kept.
    fn presence(&self) -> Option<Frame> {
        let table = self.table.as_ref().filter(|table| table.number.is_some())?;
        let (seats, watchers) = (self.absences.shown(table), self.onlookers());
        Some(Frame::of(&ServerMessage::Presence { table: self.id, seats, watchers }))
    }

    /// Tells who is there: everyone, if that has changed, or else only whoever just came.
    pub(super) fn tell_presence(&mut self, newcomer: Option<&Outbox>) {
        let now = self.now();
        let Some(table) = &mut self.table else { return };
        // Whoever is banned looks on as anybody may, and is waited for no more than if they were gone.
        let sanctions = &self.context.sanctions;
        let may_play = |outbox: &Outbox| {
            let player = outbox.session().map(|session| &session.player);
            sanctions.check(player, outbox.address(), Scope::Play).is_ok()
        };
        let is_here = |seat| {
            self.watchers.iter().any(|watcher| watcher.seat == Some(seat) && may_play(&watcher.outbox))
        };
        let changed = self.absences.update(table, now, is_here);
        let sitter = self.watchers.iter().find(|watcher| watcher.seat.is_some());
        if let Some(waiting) = table.waiting_mut() {
            if sitter.is_some() || self.is_attended {
                waiting.attended = now;
            }
            self.is_attended = sitter.is_some();
        }
        if !table.is_over() {
            self.context.lobby.attended(self.id, sitter.map(|sitter| &sitter.outbox));
        }
        if !changed && newcomer.is_none() {
            return;
        }
        let Some(frame) = self.presence() else { return };
        match newcomer {
            Some(outbox) if !changed => outbox.push(frame),
            _ => self.watchers.iter().for_each(|watcher| watcher.outbox.push(frame.clone())),
        }
    }
}

/// What the seat to act may choose from.
fn choices(table: &Table) -> Option<Choices<ServerMessage>> {
    let seat = table.seat_to_act()?;
    let game = table.game()?;
    let message = ServerMessage::Choices {
        table: table.id,
        at: table.at,
        actions: game.notations(),
        ends: game.turn_ending_actions().into_iter().collect(),
        scores: game.score_changes(),
        undo: table.can_undo(),
        swap: table.may_swap(),
    };
    Some(Choices { seat, message })
}
