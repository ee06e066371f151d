//! Table information: how a table is set up, and the people at it.

use cydonia_rules::{Options, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::computer::{COMPUTERS, level_of};
use crate::{Pool, Rating, Series, TimeControl, TournamentRound};

/// Somebody, as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Player {
    /// Stable and public.
    pub id: Uuid,
    /// As they call themselves; unique among those who have an account alone.
    pub name: String,
    /// Whether they have an account, or had one by then: nobody else's that has one looks like this name. Left out for guests, who
    /// may call themselves alike, and for computers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub registered: bool,
    /// The level of a computer player, from 1 to 8; left out for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 8))]
    #[ts(optional)]
    pub computer: Option<u8>,
}

impl Player {
    /// What everybody is called who has had their data deleted; nobody else is.
    pub const DELETED: &str = "deleted player";

    /// Whether they have had their data deleted.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.name == Self::DELETED
    }

    /// A guest by their id and name. Computers have ids of their own, and are marked by them wherever they are read from.
    #[must_use]
    pub fn new(id: Uuid, name: String) -> Self {
        Self { id, name, registered: false, computer: level_of(id) }
    }

    /// The same, as one who has an account or has none.
    #[must_use]
    pub fn with_account(self, registered: bool) -> Self {
        Self { registered, ..self }
    }

    /// The computer player of that level, from 1 to 8: the same at every table of every house.
    ///
    /// # Examples
    /// ```
    /// use cydonia_protocol::Player;
    ///
    /// let computer = Player::computer(3).unwrap();
    /// assert_eq!((computer.name.as_str(), computer.computer), ("Computer 3", Some(3)));
    /// assert_eq!(Player::new(computer.id, computer.name.clone()), computer); // it cannot be hidden
    /// assert_eq!(Player::computer(9), None);
    /// ```
    #[must_use]
    pub fn computer(level: u8) -> Option<Self> {
        let place = usize::from(level.checked_sub(1)?);
        let id = *COMPUTERS.get(place)?;
        Some(Self::new(id, format!("Computer {level}")))
    }
}

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// Seats can be taken.
    Open,
    /// The game is on.
    Playing,
    /// The game is over and kept.
    Finished,
    /// The game was ended before it had really begun, and is not kept.
    Aborted,
}

/// Why a game that was to be rated is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It ended before everybody had moved.
    NotAllMoved,
    /// The same players, or players of one address, had as many rated games as count in a day.
    TooOften,
}

/// One seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SeatState {
    /// Anyone may take it.
    Free {},
    /// Kept for this player, as in a rematch or a challenge.
    Reserved {
        /// Who may take it.
        player: Player,
    },
    /// Somebody sits there.
    Taken {
        /// Who.
        player: Player,
        /// Their rating in this game when they sat down, if they had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rating: Option<Rating>,
    },
}

impl SeatState {
    /// Whoever sits there.
    #[must_use]
    pub fn sitter(&self) -> Option<&Player> {
        match self {
            Self::Taken { player, .. } => Some(player),
            Self::Free {} | Self::Reserved { .. } => None,
        }
    }

    /// The person who sits there, if it is no computer.
    #[must_use]
    pub fn person(&self) -> Option<&Player> {
        self.sitter().filter(|player| player.computer.is_none())
    }

    /// The person for whom it is kept, if it is kept for one.
    #[must_use]
    pub fn kept_for(&self) -> Option<&Player> {
        match self {
            Self::Reserved { player } => Some(player).filter(|player| player.computer.is_none()),
            Self::Free {} | Self::Taken { .. } => None,
        }
    }

    /// The level of the computer that sits there, if one does.
    #[must_use]
    pub fn computer(&self) -> Option<u8> {
        self.sitter()?.computer
    }

    /// The same without a rating, as one of games of two tells nothing about a game of more.
    #[must_use]
    pub fn unrated(self) -> Self {
        match self {
            Self::Taken { player, .. } => Self::Taken { player, rating: None },
            Self::Free {} | Self::Reserved { .. } => self,
        }
    }
}

/// A table as it stands in the lobby and in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableInfo {
    /// Its address: `/t/{id}`. Public; a private table wants its key besides.
    pub id: Uuid,
    /// Which game, by its id.
    pub game: String,
    /// The options that were chosen.
    #[ts(type = "Record<string, OptionValue>")]
    pub options: Options,
    /// Every seat in order.
    pub seats: Vec<SeatState>,
    /// The seat that begins.
    pub first: Seat,
    /// How much time each seat has.
    #[serde(default)]
    pub clock: TimeControl,
    /// Whether only those with the key find it.
    pub private: bool,
    /// Whether its game counts for the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// Why it does not, though it was to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<Unrated>,
    /// Its place in a series of games, if it is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub series: Option<Series>,
    /// The tournament that it is a game of, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<TournamentRound>,
    /// Whether the player who did not act first may take that side: `swap`. Not by the designer's rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub pie: bool,
    /// Where it stands.
    pub status: TableStatus,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// The table it is a rematch of, or of which it is the next in a series.
    pub rematch_of: Option<Uuid>,
    /// Its own rematch, once someone asked for it, or the next table of its series.
    pub rematch: Option<Uuid>,
}

impl TableInfo {
    /// Whether its game was to count for ratings when it was set up, whatever became of it.
    #[must_use]
    pub fn set_up_rated(&self) -> bool {
        self.rated || self.unrated.is_some()
    }

    /// Whether a computer sits at it, or has a seat kept for it.
    #[must_use]
    pub fn has_computers(&self) -> bool {
        self.seats.iter().any(|seat| match seat {
            SeatState::Taken { player, .. } | SeatState::Reserved { player } => player.computer.is_some(),
            SeatState::Free {} => false,
        })
    }

    /// The pool whose ratings its seats show, and in which its game is rated if it is. To a casual game people bring what they
    /// have among people, whoever else plays.
    #[must_use]
    pub fn pool(&self) -> Pool {
        Pool::of(self.seats.len(), self.set_up_rated() && self.has_computers())
    }

    /// How many games are played before the seats part: one, or those of its series.
    #[must_use]
    pub fn games(&self) -> u8 {
        self.series.as_ref().map_or(1, |series| series.games)
    }

    /// The seat a player sits at.
    #[must_use]
    pub fn seat_of(&self, player: Uuid) -> Option<Seat> {
        let sits = |seat: &SeatState| seat.sitter().is_some_and(|who| who.id == player);
        (0..).zip(&self.seats).find(|(_, seat)| sits(seat)).map(|(seat, _)| seat)
    }
}

/// The seats that stay at a table whose game begins with fewer, by their old numbers.
///
/// # Examples
/// ```
/// use cydonia_protocol::KeptSeats;
///
/// let kept = KeptSeats(&[0, 3]);
/// assert_eq!((kept.renumbered(3), kept.renumbered(1)), (Some(1), None));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeptSeats<'a>(pub &'a [Seat]);

impl KeptSeats<'_> {
    /// The number that a seat has from then on; none if it goes.
    #[must_use]
    pub fn renumbered(self, old: Seat) -> Option<Seat> {
        self.0.iter().position(|seat| *seat == old).map(|new| new as Seat)
    }

    /// Those of all seats that stay. The ratings with which their players sat down are shown no longer if the game has come
    /// into the other pool: what is rated then is not what they tell.
    ///
    /// # Errors
    /// The number of a seat that there is not.
    pub fn of(self, all: &[SeatState]) -> Result<Vec<SeatState>, Seat> {
        // Computers are among those that stay.
        let same_pool = Pool::of(self.0.len(), false) == Pool::of(all.len(), false);
        let keep = |seat: &SeatState| if same_pool { seat.clone() } else { seat.clone().unrated() };
        self.0.iter().map(|seat| all.get(usize::from(*seat)).map(keep).ok_or(*seat)).collect()
    }
}
