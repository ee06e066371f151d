//! Hints: the strongest action for the seat to act, thought of for whoever plays against computers alone.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use cydonia_players::{Choice, Level};
use cydonia_protocol::{ErrorCode, ServerMessage};
use cydonia_table::Rejection;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

use super::actor::{Ack, Answered, TableActor};
use super::message::Asker;
use crate::outbox::Outbox;
use crate::patience::{Asking, AtABoard};

/// The hint that is thought of at a table, one at most; in a box, as at most tables there is none.
#[derive(Default)]
pub(super) struct Hints(Option<Box<Wanted>>);

/// A hint that was asked for and not given yet. The command waits for its answer as long.
struct Wanted {
    player: Uuid,
    outbox: Outbox,
    id: u64,
    at: u64,
    /// Dropped, it is thought of no longer.
    answer: AbortOnDropHandle<Option<Choice>>,
}

impl Hints {
    /// What was thought of, once it was; never if nothing is.
    pub(super) fn found(&mut self) -> impl Future<Output = Option<Choice>> {
        // No async function: its future would have room for what it waits for, at every table.
        poll_fn(|context| match &mut self.0 {
            // A task that failed has told the log why.
            Some(wanted) => Pin::new(&mut wanted.answer).poll(context).map(|answer| answer.ok().flatten()),
            None => Poll::Pending,
        })
    }
}

impl TableActor {
    /// Has a hint thought of. It is answered when that is done.
    pub(super) fn want_hint(&mut self, from: &Asker, at: u64) -> Result<Ack, Answered> {
        let player = from.outbox.seated_at(self.id)?.id;
        let table = self.here()?;
        table.hint(player, at)?;
        let Some(game) = table.game().cloned() else { return Ok(Ack::default()) };
        if let Some(wanted) = &mut self.hints.0 {
            let rejection = Rejection::new(ErrorCode::TooMany, "a hint is being thought of already");
            let is_same = wanted.at == at && wanted.player == player;
            if !is_same || wanted.outbox.number() == from.outbox.number() {
                return Err(rejection.into());
            }
            // Whoever was cut off asks again from another socket: it is told there, and no longer here.
            wanted.outbox.send(&rejection.told(wanted.id));
            (wanted.outbox, wanted.id) = (from.outbox.clone(), from.id);
            return Err(Answered::Later);
        }
        if !self.context.admission.admits_hint(player) {
            let why = "you have had as many hints as may be in a minute: think for yourself for a moment";
            return Err(Rejection::new(ErrorCode::TooFast, why).into());
        }
        let seed = u64::from_be_bytes(self.context.entropy.bytes());
        let context = Arc::clone(&self.context);
        let answer = async move {
            let (thinker, clock) = (context.thinker.clone(), context.clock.clone());
            let (asking, patience) = Asking::begin();
            let think = move || thinker.choose(&game, Level::MAX, seed, &AtABoard::begin(&patience, &clock));
            let thought = context.thinkers.run(think).await;
            drop(asking);
            // A search that was cut short has told the log why.
            thought.ok().flatten()
        };
        let answer = AbortOnDropHandle::new(self.context.tasks.spawn(answer));
        self.hints.0 =
            Some(Box::new(Wanted { player, outbox: from.outbox.clone(), id: from.id, at, answer }));
        Err(Answered::Later)
    }

    /// Gives the hint that was thought of to whoever asked, if it is still of use.
    pub(super) fn give_hint(&mut self, choice: Option<Choice>) {
        let Some(wanted) = self.hints.0.take() else { return };
        let answer = match self.hint(&wanted, choice) {
            Ok(hint) => {
                wanted.outbox.send(&hint);
                Ack::default().told(wanted.id)
            }
            Err(rejection) => rejection.told(wanted.id),
        };
        wanted.outbox.send(&answer);
    }

    /// Lets a hint go whose position is gone: taken back, left, or at its end.
    pub(super) fn look_after_hints(&mut self) {
        let refused = self.hints.0.as_ref().and_then(|wanted| self.check_hint(wanted).err());
        if let Some(rejection) = refused
            && let Some(wanted) = self.hints.0.take()
        {
            wanted.outbox.send(&rejection.told(wanted.id));
        }
    }

    fn check_hint(&self, wanted: &Wanted) -> Result<(), Rejection> {
        let player = wanted.outbox.seated_at(self.id)?.id;
        self.here()?.hint(player, wanted.at).map(drop)
    }

    fn hint(&self, wanted: &Wanted, choice: Option<Choice>) -> Result<ServerMessage, Rejection> {
        self.check_hint(wanted)?;
        let nothing = || Rejection::new(ErrorCode::Unavailable, "no hint was thought of; try again");
        let (Some(mut game), Some(Choice { action, .. })) = (self.here()?.game().cloned(), choice) else {
            return Err(nothing());
        };
        let motions = game.play(&action).map_err(|_not_legal| nothing())?;
        Ok(ServerMessage::Hint { table: self.id, at: wanted.at, action, motions })
    }
}
