//! What the journal keeps of a table: the least from which everything else follows.

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{ComputerSeat, OfferKind, Player, Rating, Unrated};
use cydonia_rules::{LeaveReason, Seat};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::time::{Millis, Span};

/// One numbered happening. Who acted, what it changed and how it ended are worked out by the rules again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A seat was taken.
    Sit {
        /// Which.
        seat: Seat,
        /// By whom.
        player: Player,
        /// Their rating in this game, if they had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<Rating>,
    },
    /// A seat was given up before the start, or one that was kept for somebody.
    Stand {
        /// Which.
        seat: Seat,
    },
    /// A seat is ready to play with dice.
    Ready {
        /// Which.
        seat: Seat,
        /// Its first pledge; none if it adds nothing.
        pledge: Option<Bytes32>,
    },
    /// The host began with fewer seats.
    Fewer {
        /// Those that stay, in order.
        seats: Vec<Seat>,
        /// How many there were.
        of: u8,
        /// Which of them was to begin.
        first: Seat,
    },
    /// The game began.
    Start {
        /// The version of the rules it is played under, to its end.
        rules: u16,
        /// The seal of roll 0, in games with dice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Bytes32>,
    },
    /// The seat to act acted.
    Act {
        /// The action's notation.
        action: String,
        /// What it gave for the other's next roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Share>,
        /// What was added to its time for the way through the net; in games from before `wait_ms` for its wait too.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u32,
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// The waiting seat gave its share.
    Share {
        /// What it gave.
        share: Share,
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// Dice were rolled for the seat whose turn they open.
    Roll {
        /// What they show.
        dice: [u8; 2],
        /// What they were made of; none for a game that began before dice could be checked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<Box<RollProof>>,
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// The roller had lost what it pledged.
    Lost {
        /// What was opened all the same; there is no share of the roller's.
        proof: Box<RollProof>,
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// The seat to act took its last action back.
    Undo {
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// The player to act took the other's side: each has the other's seat from here on.
    Swap {
        /// How much of the time that it waited in the house would have been charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        wait_ms: u32,
    },
    /// A seat left the game.
    Leave {
        /// Which.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
    },
    /// A computer plays on at a seat that was left, as those who stayed have agreed.
    Takeover {
        /// Which.
        seat: Seat,
        /// How strong it is.
        level: u8,
    },
    /// A seat offered something.
    Offer {
        /// Which.
        seat: Seat,
        /// What.
        what: OfferKind,
        /// Which computer, and where, if it is to take a seat over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        computer: Option<ComputerSeat>,
        /// The client's own id for the offer.
        request: Uuid,
    },
    /// A seat agreed to an offer or declined it.
    Answer {
        /// Which.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: u64,
        /// Agreed or declined.
        agree: bool,
    },
    /// A seat took its offer back.
    Withdraw {
        /// The number of the event that made the offer.
        offer: u64,
    },
    /// All went back to before that seat's last turn.
    Takeback {
        /// Which.
        seat: Seat,
    },
    /// What was played until now may be analysed, as all who play have agreed.
    AllowAnalysis {},
    /// The clocks stand still.
    Pause {},
    /// The clocks run again.
    Resume {
        /// Who goes on.
        seat: Seat,
    },
    /// Time was given back to the running clock because the house was away.
    Outage {
        /// How much.
        credit_ms: Millis,
        /// From when to when it was; empty where that was not kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spans_ms: Vec<Span>,
    },
    /// The game ended without a result before it had really begun.
    Abort {
        /// Who ended it.
        seat: Seat,
    },
    /// The game ended.
    Finish {
        /// As a draw by agreement, and not by the rules.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed: bool,
        /// Why it does not count for ratings, though it was to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unrated: Option<Unrated>,
    },
}

impl Record {
    /// Whether it changes what the lobby shows of the table.
    pub fn changes_info(&self) -> bool {
        match self {
            Self::Sit { .. }
            | Self::Stand { .. }
            | Self::Fewer { .. }
            | Self::Start { .. }
            | Self::Swap { .. }
            | Self::Takeover { .. }
            | Self::Abort { .. }
            | Self::Finish { .. } => true,
            Self::Ready { .. }
            | Self::Act { .. }
            | Self::Share { .. }
            | Self::Roll { .. }
            | Self::Lost { .. }
            | Self::Undo { .. }
            | Self::Leave { .. }
            | Self::Offer { .. }
            | Self::Answer { .. }
            | Self::Withdraw { .. }
            | Self::Takeback { .. }
            | Self::AllowAnalysis {}
            | Self::Pause {}
            | Self::Resume { .. }
            | Self::Outage { .. } => false,
        }
    }
}

/// What a roll was made of, and what the next one will be made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollProof {
    /// The server's secret.
    pub secret: Bytes32,
    /// What the other seat had given; none if it adds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Share>,
    /// What the roller had pledged; none if it adds nothing or has lost it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The roller's next pledge; none if it adds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pledge: Option<Bytes32>,
    /// The seal of the next roll.
    pub seal: Bytes32,
}

/// A record and when it was made, in milliseconds since 1970.
pub type Stamped = (i64, Record);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was once written must read for ever: these texts may be added to, but never changed.
    #[test]
    fn old_journals_still_read() {
        let first = r#"[[1,{"sit":{"seat":0,"player":{"id":"01930000-0000-7000-8000-000000000001","name":"Ada"}}}],
            [2,{"stand":{"seat":0}}],[3,{"start":{"rules":1}}],[4,{"act":{"action":"b3-a4"}}],[4,{"roll":{"dice":[3,5]}}],[4,{"undo":{}}],
            [5,{"leave":{"seat":1,"reason":"abandoned"}}],[6,{"finish":{}}]]"#;
        let records: Vec<Stamped> = serde_json::from_str(first).expect("an old journal reads");
        assert_eq!(records.len(), 8);
        assert_eq!(records[6], (5, Record::Leave { seat: 1, reason: LeaveReason::Abandoned }));
        let (bytes, share) = ("ab".repeat(32), "cd".repeat(16));
        let second = format!(
            r#"[[1,{{"ready":{{"seat":0,"pledge":"{bytes}"}}}}],[1,{{"ready":{{"seat":1,"pledge":null}}}}],[2,{{"start":{{"rules":1,"seal":"{bytes}"}}}}],
            [3,{{"share":{{"share":"{share}"}}}}],[4,{{"roll":{{"dice":[1,2],"proof":{{"secret":"{bytes}","waiting":"{share}","share":"{share}","pledge":"{bytes}","seal":"{bytes}"}}}}}}],
            [5,{{"act":{{"action":"end","share":"{share}","lag_ms":20}}}}],[6,{{"lost":{{"proof":{{"secret":"{bytes}","pledge":"{bytes}","seal":"{bytes}"}}}}}}],
            [7,{{"offer":{{"seat":0,"what":"takeback","request":"01930000-0000-7000-8000-000000000001"}}}}],[8,{{"answer":{{"seat":1,"offer":7,"agree":true}}}}],
            [9,{{"withdraw":{{"offer":7}}}}],[9,{{"takeback":{{"seat":0}}}}],[9,{{"pause":{{}}}}],[9,{{"resume":{{"seat":1}}}}],[9,{{"outage":{{"credit_ms":5}}}}],
            [9,{{"fewer":{{"seats":[0,3],"of":5,"first":1}}}}],[9,{{"abort":{{"seat":1}}}}],[9,{{"finish":{{"agreed":true,"unrated":"not_all_moved"}}}}]]"#
        );
        let records: Vec<Stamped> =
            serde_json::from_str(&second).expect("a journal with dice and offers reads");
        let written = serde_json::to_value(&records).expect("JSON");
        assert_eq!(written, serde_json::from_str::<serde_json::Value>(&second).expect("JSON"));
        let third = format!(
            r#"[[3,{{"share":{{"share":"{share}","wait_ms":1}}}}],[4,{{"roll":{{"dice":[1,2],"wait_ms":20}}}}],[5,{{"undo":{{"wait_ms":300}}}}],
            [6,{{"act":{{"action":"end","share":"{share}","lag_ms":20,"wait_ms":4000}}}}],
            [7,{{"lost":{{"proof":{{"secret":"{bytes}","pledge":"{bytes}","seal":"{bytes}"}},"wait_ms":7}}}}],
            [8,{{"outage":{{"credit_ms":5,"spans_ms":[[1,3],[4,7]]}}}}],[9,{{"swap":{{}}}}],[9,{{"swap":{{"wait_ms":8}}}}],
            [9,{{"offer":{{"seat":0,"what":"computer","computer":{{"seat":1,"level":3}},"request":"01930000-0000-7000-8000-000000000001"}}}}],
            [9,{{"takeover":{{"seat":1,"level":3}}}}],
            [9,{{"offer":{{"seat":0,"what":"analysis","request":"01930000-0000-7000-8000-000000000001"}}}}],[9,{{"allow_analysis":{{}}}}]]"#
        );
        let records: Vec<Stamped> = serde_json::from_str(&third).expect("a journal with waits reads");
        let written = serde_json::to_value(&records).expect("JSON");
        assert_eq!(written, serde_json::from_str::<serde_json::Value>(&third).expect("JSON"));
    }
}
