//! Matchmaking: a quick match: the first table at which a seat can be had, or a new one.

use std::sync::Arc;

use cydonia_protocol::{ErrorCode, TableInfo, TimeControl};
use cydonia_rules::{GameKind, Options, Setup};
use cydonia_table::Rejection;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::create::{Wish, create};
use super::message::{Ask, Asker, Request};
use super::rated::check_not_barred;
use super::registry::Registry;
use crate::context::Context;
use crate::outbox::Outbox;
use crate::rejection::by_store;

/// What somebody wants to play at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Quick {
    /// The player's own id for this wish: a repeat gets the first answer.
    pub(crate) request: Uuid,
    /// Which game, by its id.
    pub(crate) game: String,
    /// How many seats.
    pub(crate) seats: u8,
    /// How much time each seat has.
    pub(crate) clock: TimeControl,
    /// Whether the game counts for the players' ratings.
    pub(crate) rated: bool,
    /// How many games are played; 0 until the wish was looked at.
    pub(crate) games: u8,
    /// Tables that are still to be tried, the last of them next.
    pub(crate) tries: Vec<Uuid>,
}

impl Quick {
    /// Looks for tables to try, unless the wish was carried out before. Answers in every case.
    pub(crate) async fn begin(mut self, registry: &Arc<Registry>, from: Asker) {
        match self.look(registry.context(), &from.outbox).await {
            Ok(Some(table)) => registry.send(table, Request { from, ask: Ask::Join }).await,
            Ok(None) => self.go_on(registry, from).await,
            Err(rejection) => from.outbox.send(&rejection.told(from.id)),
        }
    }

    async fn look(&mut self, context: &Context, outbox: &Outbox) -> Result<Option<Uuid>, Rejection> {
        let player = outbox.signed_in()?;
        let kind = GameKind::from_id(&self.game);
        let kind = kind.ok_or_else(|| Rejection::new(ErrorCode::BadGame, "there is no such game"))?;
        let setup = Setup::for_seats(self.seats);
        setup.check(kind.info())?;
        self.clock.check().map_err(|why| Rejection::new(ErrorCode::BadClock, why.to_string()))?;
        if self.rated && self.clock == (TimeControl::None {}) {
            return Err(Rejection::new(ErrorCode::BadRated, "a game without a clock is not rated"));
        }
        // Where it matters for points who has which seat, everybody has each.
        let advantage = kind.info().advantage(&setup).filter(|_| self.rated);
        self.games = advantage.map_or(1, |advantage| advantage.seats);
        if self.rated {
            check_not_barred(context, player.id)?;
        }
        let wished = context.store.wished(player.id, self.request).await;
        let wished = wished.map_err(|error| by_store(&error, "no table could be found just now"))?;
        self.tries = context.lobby.free(player.id, |info| self.fits(info), context.clock.now_ms());
        self.tries.reverse();
        Ok(wished)
    }

    /// Whether a table is of the kind that is wanted, without special options.
    fn fits(&self, info: &TableInfo) -> bool {
        info.game == self.game
            && info.seats.len() == usize::from(self.seats)
            && info.clock == self.clock
            && info.rated == self.rated
            && info.options.is_empty()
            // Whoever wants to meet somebody wants to meet people.
            && info.seats.iter().all(|seat| seat.computer().is_none())
            && info.games() == self.games
            && !info.pie
    }

    /// Tries the next table, or sets one up.
    pub(super) async fn go_on(mut self, registry: &Arc<Registry>, from: Asker) {
        if let Some(table) = self.tries.pop() {
            return registry.send(table, Request { from, ask: Ask::Quick(self) }).await;
        }
        let Self { request, game, seats, clock, rated, games, .. } = self;
        let options = Options::new();
        let wish = Wish {
            request,
            game,
            seats,
            options,
            clock,
            private: false,
            rated,
            seat: 0,
            computers: Vec::new(),
            challenged: Vec::new(),
            games,
            pie: false,
        };
        create(registry, from, wish).await;
    }
}
