//! Identity: who asks, and how far their session goes.

use cydonia_protocol::{ErrorCode, Player, Scope};
use cydonia_table::Rejection;
use uuid::Uuid;

use crate::store::LiveSession;

/// Whoever asks for something. A session that a seat's link has opened is for one table: so nobody is asked for without
/// saying where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    session: Option<LiveSession>,
    /// How many times sessions had ended when this one was looked for.
    as_of: u64,
}

impl Visitor {
    pub(crate) fn new(session: Option<LiveSession>, as_of: u64) -> Self {
        Self { session, as_of }
    }

    /// How many times sessions had ended when this one was looked for.
    pub(crate) fn as_of(&self) -> u64 {
        self.as_of
    }

    /// Who one is at that table.
    pub(crate) fn at(&self, table: Uuid) -> Option<&Player> {
        let session = self.session.as_ref()?;
        session.table.is_none_or(|own| own == table).then_some(&session.player)
    }

    /// The same of somebody who must be somebody there.
    pub(crate) fn seated_at(&self, table: Uuid) -> Result<&Player, Rejection> {
        self.at(table).ok_or_else(|| self.rejection())
    }

    /// Who one is anywhere: whoever came by a seat's link is nobody.
    pub(crate) fn own(&self) -> Option<&LiveSession> {
        self.session.as_ref().filter(|session| session.table.is_none())
    }

    /// The same of somebody who must be somebody.
    pub(crate) fn signed_in(&self) -> Result<&LiveSession, Rejection> {
        self.own().ok_or_else(|| self.rejection())
    }

    /// The same of somebody who is here in person, and not by a token: what is about their account is theirs alone.
    pub(crate) fn in_person(&self) -> Result<&LiveSession, Rejection> {
        let session = self.signed_in()?;
        if session.scopes.is_some() {
            return Err(no_scope("this is about the account: no token is good for that"));
        }
        Ok(session)
    }

    /// Refuses what the token that asks is not good for; whoever has a session, or none, may do whatever they may.
    pub(crate) fn check_scope(&self, scope: Scope) -> Result<(), Rejection> {
        let scopes = self.session.as_ref().and_then(|session| session.scopes);
        if scopes.is_none_or(|scopes| scopes.has(scope)) {
            return Ok(());
        }
        Err(no_scope(match scope {
            Scope::Read => "this token is not good for reading",
            Scope::Play => "this token is not good for playing: make one that is",
            Scope::Chat => "this token is not good for talking: make one that is",
        }))
    }

    /// The session, of whatever kind.
    pub(crate) fn session(&self) -> Option<&LiveSession> {
        self.session.as_ref()
    }

    fn rejection(&self) -> Rejection {
        match self.session {
            Some(_) => Rejection::new(
                ErrorCode::SeatOnly,
                "you play for one seat here by its link, which is for its table alone: stop playing for it first",
            ),
            None => Rejection::no_session(),
        }
    }
}

fn no_scope(why: &str) -> Rejection {
    Rejection::new(ErrorCode::NoScope, why)
}
