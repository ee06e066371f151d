//! Offers: what one player can ask of the others.

use cydonia_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ComputerSeat;

/// What is offered. All the others who are still in must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To go back to before the offerer's last turn; in games without dice.
    Takeback,
    /// To let the clocks stand still until somebody goes on.
    Pause,
    /// To let the offerer say `lost` once more.
    Lost,
    /// To have a computer play on at a seat that was left, in a casual game. Whose seat that is need not agree.
    Computer,
    /// To let what was played so far be analysed, in a casual game: for all who may see it.
    Analysis,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Draw, Self::Takeback, Self::Pause, Self::Lost, Self::Computer, Self::Analysis];
}

/// An offer that waits for answers. It lapses as soon as somebody who has not agreed changes the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OpenOffer {
    /// The number of the event that made it.
    #[ts(type = "number")]
    pub offer: u64,
    /// Who offers.
    pub seat: Seat,
    /// What.
    pub what: OfferKind,
    /// With `computer`: for which seat, and how strong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computer: Option<ComputerSeat>,
    /// Who has agreed so far, besides the offerer.
    pub agreed: Vec<Seat>,
}
