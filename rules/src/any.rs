//! A position of any game: the same questions whichever it is.

use crate::{
    AnyGame, Game, GameInfo, GameKind, Layout, LeaveReason, Motion, Notations, Outcome, Phase, Refusal, Seat,
    Seats, View,
};

impl GameKind {
    /// The game of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.info().id == id)
    }

    /// The game's stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.info().id
    }
}

impl AnyGame {
    /// The game's description.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.kind().info()
    }

    /// What the game waits for now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        with!(self, game => game.phase())
    }

    /// Every legal action's notation, sorted by bytes.
    #[must_use]
    pub fn notations(&self) -> Notations {
        with!(self, game => game.notations())
    }

    /// The same, each in a text of its own.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        with!(self, game => game.actions())
    }

    /// The legal actions that end the turn and not the game, sorted by bytes. Only games with dice are worth
    /// asking: in the others every action ends the turn, and the list is empty.
    #[must_use]
    pub fn turn_ending_actions(&self) -> Vec<String> {
        with!(self, game => game.turn_ending_actions())
    }

    /// Takes an action by its notation, and tells what the pieces did.
    ///
    /// # Errors
    /// As [`Game::check`]; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Vec<Motion>, Refusal> {
        with!(self, game => {
            let action = game.check(text)?;
            let motions = game.motions(action);
            game.apply(action);
            Ok(motions)
        })
    }

    /// Takes a roll.
    ///
    /// # Errors
    /// As [`Game::roll`]; nothing has changed then.
    pub fn roll(&mut self, dice: [u8; 2]) -> Result<(), Refusal> {
        with!(self, game => game.roll(dice))
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// As [`Game::leave`]; nothing has changed then.
    pub fn leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<(), Refusal> {
        with!(self, game => game.leave(seat, reason))
    }

    /// The seats, for who is still in.
    #[must_use]
    pub fn seats(&self) -> &Seats {
        with!(self, game => game.seats())
    }

    /// One number a seat as it stands.
    #[must_use]
    pub fn scores(&self) -> Vec<i32> {
        with!(self, game => game.scores())
    }

    /// The dice not yet used, ascending.
    #[must_use]
    pub fn unspent_dice(&self) -> Vec<u8> {
        with!(self, game => game.unspent_dice())
    }

    /// The result, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with!(self, game => game.outcome())
    }

    /// Where things are and what they are called.
    #[must_use]
    pub fn layout(&self) -> Layout {
        with!(self, game => game.layout())
    }

    /// The position as it is shown.
    #[must_use]
    pub fn view(&self) -> View {
        with!(self, game => game.view())
    }
}
