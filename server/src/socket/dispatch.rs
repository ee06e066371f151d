//! Dispatch: what a client says goes to whoever does it: what is for the house is done at once or waited for, and what is for a
//! table goes to its mailbox.

use std::sync::Arc;

use cydonia_protocol::{
    Command, Envelope, ErrorCode, LobbyFilter, MessageError, Scope, ServerMessage, TableStatus, Words, read,
};
use cydonia_table::{Rejection, UnixMs};
use uuid::Uuid;

use super::connection::Connection;
use crate::analysis::{Analysable, Inquirer};
use crate::limits;
use crate::lobby;
use crate::rejection::by_store;
use crate::table::{Ask, Asker, Quick, Request, TableMessage, Wish, create, note_played, tell_turns};

/// What a message asks for that cannot be done at once.
pub(super) enum Deferred {
    Create {
        from: Asker,
        wish: Box<Wish>,
    },
    Quick {
        from: Asker,
        quick: Box<Quick>,
    },
    /// A player's tables are looked up, and followed from then on; or no more.
    OwnGames {
        id: u64,
        on: bool,
    },
    /// Words of one's own, for which it must be looked whether one has played here.
    Say {
        table: Uuid,
        request: Box<Request>,
    },
    /// A game is looked up, and perhaps analysed.
    Analyse {
        id: u64,
        table: Uuid,
        key: Option<String>,
    },
    /// A game is looked up, for a review that the socket is to take part in.
    Review {
        id: u64,
        review: Uuid,
        table: Uuid,
        key: Option<String>,
    },
    Post {
        table: Uuid,
        request: Box<Request>,
    },
}

impl Connection {
    /// Does what a frame asks for, or gives what must be waited for.
    pub(super) fn dispatch(&mut self, text: &str) -> Option<Deferred> {
        let Envelope { id, command } = self.read(text)?;
        self.carry_out(id, command)
    }

    /// Does what was said under that id, or gives what must be waited for.
    pub(super) fn carry_out(&mut self, id: u64, command: Command) -> Option<Deferred> {
        match self.check_allowed(&command) {
            Ok(()) => self.begin(id, command),
            Err(rejection) => {
                self.refuse(id, rejection);
                None
            }
        }
    }

    /// Checks that the token is good for it, and that no moderator has forbidden it. Whoever is banned may still leave, and hand on what
    /// others wait for.
    fn check_allowed(&self, command: &Command) -> Result<(), Rejection> {
        let (visitor, scope) = (self.outbox.visitor(), scope_of(command));
        visitor.check_scope(scope)?;
        if matches!(command, Command::Stand { .. } | Command::Resign { .. } | Command::Lead { .. }) {
            return Ok(());
        }
        let player = visitor.session().map(|session| &session.player);
        self.registry.context().sanctions.check(player, self.outbox.address(), scope)
    }

    /// The same of what whoever says it may say.
    fn begin(&mut self, id: u64, command: Command) -> Option<Deferred> {
        let came_ms = self.registry.context().clock.now_ms();
        let from = Asker::new(self.outbox.clone(), id, UnixMs(came_ms));
        let table = match command {
            Command::Ping {} => {
                self.ok(id, Some(came_ms));
                return None;
            }
            Command::Lobby { on, filter } => {
                self.follow_lobby(id, on, filter);
                return None;
            }
            command @ Command::Create { .. } => {
                let wish = Box::new(Wish::said(command)?);
                return Some(Deferred::Create { from, wish });
            }
            Command::Quick { request, game, seats, clock, rated } => {
                let quick = Quick { request, game, seats, clock, rated, games: 0, tries: Vec::new() };
                return Some(Deferred::Quick { from, quick: Box::new(quick) });
            }
            Command::OwnGames { on } => return Some(Deferred::OwnGames { id, on }),
            Command::Analyse { table, key } => return Some(Deferred::Analyse { id, table, key }),
            Command::Review { review, table, key } => {
                return Some(Deferred::Review { id, review, table, key });
            }
            command @ (Command::Show { .. } | Command::Lead { .. } | Command::LeaveReview { .. }) => {
                self.answer(id, self.review(command));
                return None;
            }
            Command::Sit { table, .. }
            | Command::Stand { table }
            | Command::Begin { table }
            | Command::AddComputer { table, .. }
            | Command::RemoveComputer { table, .. }
            | Command::Ready { table, .. }
            | Command::Watch { table, .. }
            | Command::Unwatch { table }
            | Command::Hint { table, .. }
            | Command::Explain { table, .. }
            | Command::Act { table, .. }
            | Command::Share { table, .. }
            | Command::Roll { table, .. }
            | Command::Lost { table, .. }
            | Command::Undo { table, .. }
            | Command::Swap { table, .. }
            | Command::Resign { table }
            | Command::Abort { table }
            | Command::Offer { table, .. }
            | Command::Answer { table, .. }
            | Command::Withdraw { table, .. }
            | Command::Resume { table }
            | Command::Claim { table, .. }
            | Command::Say { table, .. }
            | Command::Rematch { table } => table,
        };
        self.ask_table(table, from, command)
    }

    /// Reads a frame; one that is no message is answered.
    fn read(&self, text: &str) -> Option<Envelope> {
        let said = read(text);
        if !matches!(said, Ok(Envelope { command: Command::Act { .. }, .. })) {
            self.outbox.set_plays(false);
        }
        said.inspect_err(|MessageError { id, message }| {
            let (id, message) = (*id, message.clone());
            self.outbox.send(&ServerMessage::Error { id, code: ErrorCode::BadMessage, message });
        })
        .ok()
    }

    /// Hands a command to its table, or gives it back if that must be waited for.
    fn ask_table(&self, table: Uuid, mut from: Asker, command: Command) -> Option<Deferred> {
        if let Command::Watch { .. } = command {
            if !self.outbox.watched().ask(table, self.registry.context().admission.limits().watched) {
                let why = "you watch as many tables as one page may";
                self.refuse(from.id, Rejection::new(ErrorCode::TooMany, why));
                return None;
            }
            from.awaited = Some(self.outbox.await_answer());
        }
        if let Command::Unwatch { .. } = command
            && !self.outbox.watched().ask_to_stop(table)
        {
            // Whoever does not watch need not wake a table to say so.
            self.ok(from.id, None);
            return None;
        }
        let is_text = matches!(command, Command::Say { words: Words::Text { .. }, .. });
        let request = Box::new(Request { from, ask: Ask::Command(command) });
        if is_text {
            return Some(Deferred::Say { table, request });
        }
        // Only where a table is not in memory, or many wait for it already, must this one wait, too.
        match self.registry.try_post(table, TableMessage::Request(request)) {
            Err(TableMessage::Request(request)) => Some(Deferred::Post { table, request }),
            // Nothing else comes back.
            Ok(()) | Err(_) => None,
        }
    }

    /// Does what is waited for.
    pub(super) async fn run_deferred(&mut self, slow: Deferred) {
        match slow {
            Deferred::Create { from, wish } => create(&self.registry, from, *wish).await,
            Deferred::Quick { from, quick } => quick.begin(&self.registry, from).await,
            Deferred::Say { table, request } => {
                match note_played(self.registry.context(), &self.outbox, table).await {
                    Ok(()) => self.registry.find(table, request).await,
                    Err(rejection) => self.refuse(request.from.id, rejection),
                }
            }
            Deferred::OwnGames { id, on } => {
                let followed = self.follow_own_games(on).await;
                self.answer(id, followed);
            }
            Deferred::Analyse { id, table, key } => {
                let analysed = self.analyse(table, key.as_deref()).await;
                self.answer(id, analysed);
            }
            Deferred::Review { id, review, table, key } => {
                let joined = self.join_review(review, table, key.as_deref()).await;
                self.answer(id, joined);
            }
            Deferred::Post { table, request } => self.registry.find(table, request).await,
        }
    }

    /// Has a game analysed, and this socket told how that goes on: a finished one, or one that is on where all who play allow it.
    async fn analyse(&self, table: Uuid, key: Option<&str>) -> Result<(), Rejection> {
        let context = self.registry.context();
        context.admission.wait_behind_moves().await;
        let unread = |error| by_store(&error, "the store does not answer just now; try again");
        let player = self.outbox.player_at(table).map(|player| player.id);
        let game = match context.store.kept(table).await.map_err(unread)? {
            Some(kept) => {
                Some(kept).filter(|kept| kept.admits(player, key)).map(Box::new).map(Analysable::Kept)
            }
            None => {
                let found = context.analyses.under_way(table, player, key).await.map_err(unread)?;
                found.map(Analysable::UnderWay)
            }
        };
        let game = game.ok_or_else(no_match)?;
        let player = self.outbox.visitor().own().map(|session| session.player.id);
        let (address, socket) = (self.outbox.address(), Some(&self.outbox));
        let by = Inquirer { player, address, admission: &context.admission, socket };
        context.analyses.ask(game, &by).await.map(drop)
    }

    /// Has this socket told of its player's tables, first of all that there are; or no more.
    async fn follow_own_games(&self, on: bool) -> Result<(), Rejection> {
        let player = self.outbox.signed_in()?.id;
        let context = self.registry.context();
        if !on {
            context.own_games.forget(&self.outbox);
            return Ok(());
        }
        context.admission.wait_behind_moves().await;
        // Before they are looked up: so none is missed.
        context.own_games.follow(player, &self.outbox);
        let tables = context.store.own_tables(player).await.map_err(|error| {
            context.own_games.forget(&self.outbox);
            by_store(&error, "the store does not answer just now; try again")
        })?;
        let playing = tables.iter().filter(|info| info.status == TableStatus::Playing);
        let asked: Vec<Uuid> = playing.map(|info| info.id).take(limits::OWN_TURNS).collect();
        self.outbox.send(&ServerMessage::OwnGames { tables });
        // Apart from the socket, which is heard meanwhile.
        context.tasks.spawn(tell_turns(Arc::clone(&self.registry), self.outbox.clone(), asked));
        Ok(())
    }

    fn follow_lobby(&self, id: u64, on: bool, filter: LobbyFilter) {
        if let Err(rejection) = lobby::check(&filter) {
            return self.refuse(id, rejection);
        }
        let lobby = &self.registry.context().lobby;
        lobby.forget(&self.outbox);
        if on {
            lobby.follow(&self.outbox, filter);
        }
        self.ok(id, None);
    }

    fn answer(&self, id: u64, done: Result<(), Rejection>) {
        match done {
            Ok(()) => self.ok(id, None),
            Err(rejection) => self.refuse(id, rejection),
        }
    }

    fn ok(&self, id: u64, ms: Option<i64>) {
        self.outbox.send(&ServerMessage::Ok {
            id,
            table: None,
            seat: None,
            key: None,
            offer: None,
            objection: None,
            ms,
        });
    }

    fn refuse(&self, id: u64, rejection: Rejection) {
        self.outbox.send(&rejection.told(id));
    }
}

/// What a token must be good for to say that.
fn scope_of(command: &Command) -> Scope {
    match command {
        Command::Ping {}
        | Command::Lobby { .. }
        | Command::OwnGames { .. }
        | Command::Watch { .. }
        | Command::Unwatch { .. }
        | Command::Analyse { .. }
        | Command::Review { .. }
        | Command::LeaveReview { .. } => Scope::Read,
        // Who shows something in a review speaks to all who are there.
        Command::Say { .. } | Command::Show { .. } | Command::Lead { .. } => Scope::Chat,
        Command::Create { .. }
        | Command::Quick { .. }
        | Command::Sit { .. }
        | Command::Stand { .. }
        | Command::Begin { .. }
        | Command::AddComputer { .. }
        | Command::RemoveComputer { .. }
        | Command::Ready { .. }
        | Command::Hint { .. }
        | Command::Explain { .. }
        | Command::Act { .. }
        | Command::Share { .. }
        | Command::Roll { .. }
        | Command::Lost { .. }
        | Command::Undo { .. }
        | Command::Swap { .. }
        | Command::Resign { .. }
        | Command::Abort { .. }
        | Command::Offer { .. }
        | Command::Answer { .. }
        | Command::Withdraw { .. }
        | Command::Resume { .. }
        | Command::Claim { .. }
        | Command::Rematch { .. } => Scope::Play,
    }
}

pub(super) fn no_match() -> Rejection {
    Rejection::new(ErrorCode::NoMatch, "there is no such game, or it is private and wants its key")
}
