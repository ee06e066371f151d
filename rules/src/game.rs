//! Game trait: what every game implements, and what it is given for that.

use std::fmt::Debug;

use crate::{
    Ask, GameInfo, InputError, Layout, LeaveReason, Motion, Notations, Objection, Outcome, Picture,
    PositionFields, ScoreChange, Seat, Seats, Setup, SetupError, View,
};

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat must choose an action.
    Act {
        /// It has not left, and has a legal action.
        seat: Seat,
    },
    /// Two six-sided dice must be rolled; the rules never roll, they are told.
    Roll {
        /// The seat whose turn the roll opens.
        seat: Seat,
    },
    /// The game has ended.
    Over,
}

/// A position of one game.
///
/// The required methods trust their caller ([`apply`](Game::apply) takes legal actions only); the provided
/// ones check, and leave the position as it was when they refuse.
///
/// # Examples
/// ```
/// use cydonia_rules::{Game, Phase, Setup, martian_go::MartianGo};
///
/// let mut game = MartianGo::start(&Setup::for_seats(2)).unwrap();
/// while game.phase() != Phase::Over {
///     let action = game.legal_actions()[0];
///     game.apply(action);
/// }
/// assert!(game.outcome().is_some());
/// assert!(game.legal_actions().is_empty());
/// ```
pub trait Game: Clone + Debug + Send + Sized + 'static {
    /// The smallest thing a player decides.
    type Action: Copy + Eq + Debug;

    /// The game's description.
    const INFO: &'static GameInfo;

    /// The starting position of a set-up that [`Setup::check`] has passed.
    fn new(setup: &Setup) -> Self;

    /// What the game waits for now.
    fn phase(&self) -> Phase;

    /// Appends every legal action, each once, in any order. Nothing outside [`Phase::Act`].
    fn legal(&self, actions: &mut Vec<Self::Action>);

    /// Takes a legal action.
    fn apply(&mut self, action: Self::Action);

    /// Takes a roll in [`Phase::Roll`]; dice are 1 to 6. Games without dice keep the default.
    fn apply_roll(&mut self, _dice: [u8; 2]) {
        debug_assert!(false, "a game without dice never asks for a roll");
    }

    /// Takes a seat that is still in out of the game.
    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason);

    /// The seats, for who is still in.
    fn seats(&self) -> &Seats;

    /// The same, for a seat that comes back.
    fn seats_mut(&mut self) -> &mut Seats;

    /// One number a seat as it stands.
    fn scores(&self) -> Vec<i32>;

    /// What that seat has so far, turned so that more is better: what computer players go by while a game is on. Games with
    /// scores override it: it is asked by the million, and the default makes a list each time.
    fn merit_of(&self, seat: Seat) -> i32 {
        self.scores().get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// The seat that began, where the game itself finds it out, as by a roll, and once it has. Others keep the default: there the
    /// set-up says it.
    fn began(&self) -> Option<Seat> {
        None
    }

    /// The dice not yet used, ascending; none outside [`Phase::Act`]. Games without dice keep the default.
    fn unspent_dice(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// No game from this set-up takes more actions than this, rolls not counted.
    fn action_bound(&self) -> u32;

    /// Reads an action's notation without regard to whether it is legal; `None` if it is no action at all.
    /// Reading what [`write_notation`](Game::write_notation) wrote gives the same action, and nothing else gives it.
    fn parse(&self, text: &str) -> Option<Self::Action>;

    /// Appends an action's notation.
    fn write_notation(&self, action: Self::Action, text: &mut String);

    /// The options that are not at their default, by name: what a position text begins with. Games without options keep the default.
    fn chosen(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Appends the fields of the position's text that are the game's own, as [`PositionFields`] has them, with slashes in between. Not
    /// once the game is over.
    fn write_position(&self, text: &mut String);

    /// The position that was written so; `None` where that can be none. Whatever is read is written again and compared, so that
    /// only what could be played on in a wrong way must be looked for.
    fn read_position(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self>;

    /// Where things are and what they are called.
    fn layout(&self) -> Layout;

    /// What is to be seen of the position and only the game itself knows.
    fn picture(&self) -> Picture;

    /// What the pieces do when this legal action is taken now.
    fn motions(&self, action: Self::Action) -> Vec<Motion>;

    /// What is asked of the seat to act or to roll, token by token, as [`View::asks`] has it. A game with words of its own
    /// overrides it.
    fn asks(&self) -> Vec<Ask> {
        match self.phase() {
            Phase::Act { .. } => vec![Ask::Choose {}],
            Phase::Roll { .. } => vec![Ask::Roll {}],
            Phase::Over => Vec::new(),
        }
    }

    /// What legal actions would bring in scores, those together that bring the same. An action that brings nobody anything
    /// stands in none.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{Game, Setup, martian_go::MartianGo};
    ///
    /// let mut game = MartianGo::start(&Setup::for_seats(2)).unwrap();
    /// assert_eq!(game.score_changes(), []); // nothing but roots lies there to be pointed at
    /// game.play("c4-2-d4").unwrap();
    /// let place = game.actions().iter().position(|action| action == "b4-1-c4").unwrap() as u16;
    /// let changes = game.score_changes();
    /// let paid = changes.iter().find(|change| change.actions.contains(&place)).unwrap();
    /// assert_eq!(paid.change, [0, 2]); // a penalty of two for pointing at the other's medium piece
    /// ```
    fn score_changes(&self) -> Vec<ScoreChange> {
        if Self::INFO.score.is_none() {
            return Vec::new();
        }
        let before = self.scores();
        let change = |action: Self::Action| {
            let mut next = self.clone();
            next.apply(action);
            let after = next.scores();
            (after != before)
                .then(|| after.iter().zip(&before).map(|(after, before)| after - before).collect())
        };
        let bringing: Vec<(Self::Action, Vec<i32>)> = self
            .legal_actions()
            .into_iter()
            .filter_map(|action| change(action).map(|change| (action, change)))
            .collect();
        if bringing.is_empty() {
            return Vec::new();
        }
        // Only what stands in the answer is looked up in the list that is told beside it.
        let notations = self.notations();
        let texts: Vec<&str> = notations.iter().collect();
        let place = |action| texts.binary_search(&self.notation(action).as_str()).ok();
        let mut placed: Vec<(u16, Vec<i32>)> = bringing
            .into_iter()
            .filter_map(|(action, change)| Some((u16::try_from(place(action)?).ok()?, change)))
            .collect();
        placed.sort_unstable_by_key(|(place, _)| *place);
        let mut changes: Vec<ScoreChange> = Vec::new();
        for (place, change) in placed {
            match changes.iter_mut().find(|known| known.change == change) {
                Some(known) => known.actions.push(place),
                None => changes.push(ScoreChange { change, actions: vec![place] }),
            }
        }
        changes
    }

    /// Why no legal action has these as its first tokens, in [`Phase::Act`], where that is known already: what
    /// [`objection`](Game::objection) looks up. Games that tell why override it.
    fn object(&self, _tokens: &[&str]) -> Objection {
        Objection::NotNow {}
    }

    /// Why an action, or one that begins so, may not be taken now; none if it may. It takes whole tokens: `b2`, `b2-c3`.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{Game, Objection, Setup, martian_chess::MartianChess};
    ///
    /// let game = MartianChess::start(&Setup::for_seats(2)).unwrap();
    /// assert_eq!(game.objection("b3"), None); // a pawn that can move
    /// assert_eq!(game.objection("a8"), Some(Objection::OthersGround { size: 3, seat: 1 }));
    /// assert_eq!(game.objection("b3-b4"), Some(Objection::Stride { size: 1 })); // pawns move diagonally
    /// ```
    fn objection(&self, beginning: &str) -> Option<Objection> {
        if !matches!(self.phase(), Phase::Act { .. }) {
            return Some(Objection::NotNow {});
        }
        let begins = |action: &str| {
            action.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        if self.notations().iter().any(begins) {
            return None;
        }
        let tokens: Vec<&str> = beginning.split('-').collect();
        Some(self.object(&tokens))
    }

    /// An action's notation.
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{Game, Setup, martian_chess::MartianChess};
    ///
    /// let game = MartianChess::start(&Setup::for_seats(2)).unwrap();
    /// for action in game.legal_actions() {
    ///     assert_eq!(game.parse(&game.notation(action)), Some(action));
    /// }
    /// assert_eq!(game.parse("B3-A4"), None); // there is one spelling only
    /// ```
    fn notation(&self, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_notation(action, &mut text);
        text
    }

    /// The position as it is shown.
    fn view(&self) -> View {
        let Picture { spaces, trays, dice, counters, last } = self.picture();
        View {
            spaces,
            trays,
            dice,
            scores: self.scores(),
            counters,
            turn: self.phase().into(),
            asks: self.asks(),
            last,
            left: self.seats().leavers().to_vec(),
        }
    }

    /// Every legal action, each once, in any order.
    fn legal_actions(&self) -> Vec<Self::Action> {
        // Mostly there are no more, and the list need not grow.
        let mut actions = Vec::with_capacity(64);
        self.legal(&mut actions);
        actions
    }

    /// Every legal action's notation, sorted by bytes.
    fn notations(&self) -> Notations {
        Notations::of(self.legal_actions(), |action, text| self.write_notation(action, text))
    }

    /// The same, each in a text of its own.
    fn actions(&self) -> Vec<String> {
        self.notations().iter().map(str::to_owned).collect()
    }

    /// Whether an action may be taken now, in [`Phase::Act`]. Games that can tell without a list of all do.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.legal_actions().contains(&action)
    }

    /// Reads an action and checks that it may be taken now.
    ///
    /// # Errors
    /// [`InputError::Over`], [`InputError::WrongPhase`], [`InputError::BadNotation`] or [`InputError::Illegal`].
    ///
    /// # Examples
    /// ```
    /// use cydonia_rules::{Game, InputError, Setup, martian_chess::MartianChess};
    ///
    /// let game = MartianChess::start(&Setup::for_seats(2)).unwrap();
    /// assert_eq!(game.check("a1-z9"), Err(InputError::BadNotation("a1-z9".to_owned())));
    /// assert_eq!(game.check("a1-a2"), Err(InputError::Illegal("a1-a2".to_owned()))); // nothing stands on a1
    /// assert_eq!(game.check("b3-a4").map(|action| game.notation(action)), Ok("b3-a4".to_owned()));
    /// ```
    fn check(&self, text: &str) -> Result<Self::Action, InputError> {
        match self.phase() {
            Phase::Over => return Err(InputError::Over),
            Phase::Roll { .. } => return Err(InputError::WrongPhase),
            Phase::Act { .. } => {}
        }
        let action = self.parse(text).ok_or_else(|| InputError::BadNotation(text.to_owned()))?;
        if self.is_legal(action) { Ok(action) } else { Err(InputError::Illegal(text.to_owned())) }
    }

    /// Takes an action by its notation.
    ///
    /// # Errors
    /// As [`check`](Game::check).
    fn play(&mut self, text: &str) -> Result<(), InputError> {
        let action = self.check(text)?;
        self.apply(action);
        Ok(())
    }

    /// Takes two dice in the order in which they were thrown; 1 to 6 each.
    ///
    /// # Errors
    /// [`InputError::Over`], [`InputError::WrongPhase`] or [`InputError::BadDice`].
    fn roll(&mut self, dice: [u8; 2]) -> Result<(), InputError> {
        match self.phase() {
            Phase::Over => return Err(InputError::Over),
            Phase::Act { .. } => return Err(InputError::WrongPhase),
            Phase::Roll { .. } => {}
        }
        if dice.iter().any(|die| !(1..=6).contains(die)) {
            return Err(InputError::BadDice);
        }
        self.apply_roll(dice);
        Ok(())
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// [`InputError::Over`] or [`InputError::BadSeat`].
    fn leave(&mut self, seat: Seat, reason: LeaveReason) -> Result<(), InputError> {
        if self.phase() == Phase::Over {
            return Err(InputError::Over);
        }
        if !self.seats().is_in(seat) {
            return Err(InputError::BadSeat(seat));
        }
        self.apply_leave(seat, reason);
        Ok(())
    }

    /// Takes a seat that has left into the game again, as somebody else plays on for it. It finds its pieces as they stand, and
    /// is to act when its turn comes.
    ///
    /// # Errors
    /// [`InputError::Over`], or [`InputError::BadSeat`] if it has not left.
    fn rejoin(&mut self, seat: Seat) -> Result<(), InputError> {
        if self.phase() == Phase::Over {
            return Err(InputError::Over);
        }
        if !self.seats().leavers().contains(&seat) {
            return Err(InputError::BadSeat(seat));
        }
        self.seats_mut().rejoin(seat);
        Ok(())
    }

    /// Whether this legal action ends the turn and not the game.
    ///
    /// Without dice every action is a turn, even if the same seat is to act again because the others are skipped.
    /// With dice a turn is over when a roll is due or another seat is to act.
    fn ends_turn(&self, action: Self::Action) -> bool {
        let mut next = self.clone();
        next.apply(action);
        match next.phase() {
            Phase::Act { .. } => !Self::INFO.dice || next.phase() != self.phase(),
            Phase::Roll { .. } => true,
            Phase::Over => false,
        }
    }

    /// The legal actions that end the turn and not the game, sorted by bytes: for games with dice, where a turn
    /// may be taken back until one of these. Without dice every action ends the turn, and the list stays empty.
    fn turn_ending_actions(&self) -> Vec<String> {
        if !Self::INFO.dice {
            return Vec::new();
        }
        let ends = self.legal_actions().into_iter().filter(|action| self.ends_turn(*action));
        let mut texts: Vec<String> = ends.map(|action| self.notation(action)).collect();
        texts.sort_unstable();
        texts
    }

    /// The starting position of a set-up, which is checked first.
    ///
    /// # Errors
    /// What [`Setup::check`] finds.
    fn start(setup: &Setup) -> Result<Self, SetupError> {
        setup.check(Self::INFO)?;
        Ok(Self::new(setup))
    }
}
