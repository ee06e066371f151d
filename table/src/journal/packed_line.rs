//! A finished game folded into the one row in which it is kept, and unfolded again.

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{
    ComputerSeat, OfferKind, Player, Rating, Series, TimeControl, TournamentRound, Unrated,
};
use cydonia_rules::{LeaveReason, Reason, Seat};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::corrupt_data::CorruptData;
use super::record::{Record, RollProof, Stamped};
use crate::time::{Millis, Span};

/// A finished game's records from the start to the finish: as text, and when each came, as differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedLine {
    /// The version of this form: 1 held moves alone, 2 every record, 3, which is written now, holds waits too.
    pub form: u8,
    /// The number of the start event.
    pub start: u64,
    /// When it started, in milliseconds since 1970.
    pub started_ms: i64,
    /// When the table was made.
    pub created_ms: i64,
    /// The seat that began.
    pub first: Seat,
    /// The version of the rules it was played under.
    pub rules_version: u16,
    /// How much time each seat had.
    #[serde(default)]
    pub clock: TimeControl,
    /// An entry for each record but the first and the last, separated by spaces. An action is its notation, with `*`
    /// after it if it gave a share, and `~` and a number if time was given back for the net. All else is a word, with
    /// what belongs to it after colons. What waited in the house has `+` and a number at its end. No notation holds any
    /// of these signs, and none is one of these words.
    pub line: String,
    /// The ratings with which the players sat down; empty if nobody had one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Option<Rating>>,
    /// Milliseconds from each to the next, from the start to the finish.
    pub pauses_ms: Vec<i64>,
    /// What the dice were made of, in games with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<PackedDice>,
    /// Whether it ended as a draw by agreement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// Why it does not count for ratings, though it was to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Who sat at the seats that computers have taken over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_over: Vec<(Seat, Player)>,
    /// Whether the player who did not act first could take that side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pie: bool,
    /// Its place in a series of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
    /// The tournament that it was a game of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentRound>,
    /// Of a tournament's game the seats that have never acted,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<Seat>,
    /// and those of them that did not come: nobody was there for them when it ended, nor resigned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Seat>,
}

/// What the dice of a game were made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedDice {
    /// The first pledges.
    pub pledges: Vec<Option<Bytes32>>,
    /// The seal of roll 0.
    pub seal: Bytes32,
    /// Every roll, void ones included.
    pub rolls: Vec<RollProof>,
    /// The share that was given for the roll that was not made any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Share>,
}

impl PackedLine {
    /// The form that this program writes. It reads older ones too.
    pub(crate) const FORM: u8 = 3;

    /// Reads a line as it is kept, in JSON.
    ///
    /// # Errors
    /// If it is damaged, or of a form that is not known.
    pub fn read(json: &str) -> Result<Self, CorruptData> {
        #[derive(Deserialize)]
        struct OnlyForm {
            form: u8,
        }
        // The form is asked first: what else there is depends on it.
        match serde_json::from_str(json) {
            Ok(OnlyForm { form: 1..=Self::FORM }) => serde_json::from_str(json).map_err(CorruptData::Line),
            Ok(OnlyForm { form }) => Err(CorruptData::Form(form)),
            Err(error) => Err(CorruptData::Line(error)),
        }
    }

    /// Who sat where when the game started, by where they sat at its end: two may have changed sides.
    pub(crate) fn seats_at_start<T>(&self, mut seats: Vec<T>) -> Vec<T> {
        let is_swap = |entry: &str| entry.split('+').next() == Some("swap");
        if self.line.split_ascii_whitespace().any(is_swap) {
            seats.reverse();
        }
        seats
    }

    /// The records from the start to the finish.
    ///
    /// # Errors
    /// If the line is damaged.
    pub fn unpack(&self) -> Result<Vec<Stamped>, CorruptData> {
        self.unpack_stepwise(|| {})
    }

    /// The same, with `between` called after each entry: a long line takes as long as many moves.
    ///
    /// # Errors
    /// As [`PackedLine::unpack`].
    pub(crate) fn unpack_stepwise(&self, mut between: impl FnMut()) -> Result<Vec<Stamped>, CorruptData> {
        if !(1..1 << 53).contains(&self.start) {
            return Err(CorruptData::Start(self.start));
        }
        let mut ms = self.started_ms;
        let seal = self.dice.as_ref().map(|dice| dice.seal);
        let mut records = vec![(ms, Record::Start { rules: self.rules_version, seal })];
        let mut pauses = self.pauses_ms.iter();
        let mut proofs = self.dice.as_ref().map(|dice| Proofs { dice, k: 0 });
        let mut push = |record| {
            ms = pauses.next().and_then(|pause| ms.checked_add(*pause)).ok_or(CorruptData::Pauses)?;
            records.push((ms, record));
            Ok::<_, CorruptData>(())
        };
        for entry in self.line.split_ascii_whitespace() {
            let record = unpack_entry(entry, proofs.as_mut());
            push(record.ok_or_else(|| CorruptData::Entry(entry.to_owned()))?)?;
            between();
        }
        push(Record::Finish { agreed: self.agreed, unrated: self.unrated })?;
        if pauses.next().is_some() {
            return Err(CorruptData::Pauses);
        }
        if proofs.is_some_and(|proofs| proofs.k != proofs.dice.rolls.len()) {
            return Err(CorruptData::Proofs);
        }
        Ok(records)
    }
}

/// The proofs of a game's rolls, as its line is read.
struct Proofs<'a> {
    dice: &'a PackedDice,
    k: usize,
}

impl Proofs<'_> {
    /// The proof of the next roll, which is made now.
    fn next(&mut self) -> Option<RollProof> {
        self.k += 1;
        self.dice.rolls.get(self.k - 1).cloned()
    }

    /// The share that is given now, for the next roll.
    fn share(&self) -> Option<Share> {
        match self.dice.rolls.get(self.k) {
            Some(proof) => proof.waiting.clone(),
            None => self.dice.given.clone(),
        }
    }
}

fn unpack_entry(entry: &str, proofs: Option<&mut Proofs<'_>>) -> Option<Record> {
    let (entry, wait_ms) = match entry.split_once('+') {
        Some((entry, wait)) => (entry, wait.parse().ok()?),
        None => (entry, 0),
    };
    let mut parts = entry.split(':');
    let word = parts.next()?;
    let mut number = || parts.next().and_then(|text| text.parse::<i64>().ok());
    let seat = |number: Option<i64>| number.and_then(|seat| Seat::try_from(seat).ok());
    let event = |number: Option<i64>| number.and_then(|event| u64::try_from(event).ok());
    let record = match word {
        "roll" => {
            let dice = [seat(number())?, seat(number())?];
            let proof = match proofs {
                Some(proofs) => Some(Box::new(proofs.next()?)),
                None => None,
            };
            Record::Roll { dice, proof, wait_ms }
        }
        "lost" => Record::Lost { proof: Box::new(proofs?.next()?), wait_ms },
        "share" => Record::Share { share: proofs?.share()?, wait_ms },
        "undo" => Record::Undo { wait_ms },
        "swap" => Record::Swap { wait_ms },
        "leave" => Record::Leave { seat: seat(number())?, reason: LeaveReason::from_name(parts.next()?)? },
        "offer" => {
            let (by, what) = (seat(number())?, offer_named(parts.next()?)?);
            let mut small = || parts.next().and_then(|text| text.parse().ok());
            let computer = match what {
                OfferKind::Computer => Some(ComputerSeat { seat: small()?, level: small()? }),
                _ => None,
            };
            Record::Offer { seat: by, what, computer, request: Uuid::nil() }
        }
        "takeover" => Record::Takeover { seat: seat(number())?, level: seat(number())? },
        "yes" | "no" => {
            Record::Answer { seat: seat(number())?, offer: event(number())?, agree: word == "yes" }
        }
        "withdraw" => Record::Withdraw { offer: event(number())? },
        "takeback" => Record::Takeback { seat: seat(number())? },
        "allow_analysis" => Record::AllowAnalysis {},
        "pause" => Record::Pause {},
        "resume" => Record::Resume { seat: seat(number())? },
        "outage" => {
            let credit_ms = Millis(number()?);
            let mut spans_ms = Vec::new();
            while let Some(from_ms) = number() {
                spans_ms.push(Span::of_ms(from_ms, number()?));
            }
            Record::Outage { credit_ms, spans_ms }
        }
        _ => {
            let (rest, lag_ms) = match word.split_once('~') {
                Some((rest, lag)) => (rest, lag.parse().ok()?),
                None => (word, 0),
            };
            let (action, share) = match rest.strip_suffix('*') {
                Some(action) => (action, Some(proofs?.share()?)),
                None => (rest, None),
            };
            Record::Act { action: action.to_owned(), share, lag_ms, wait_ms }
        }
    };
    let fits = wait_ms == 0 || waited_ms(&record).is_some();
    (fits && parts.next().is_none()).then_some(record)
}

/// How long a record's message waited in the house; none for records that know of no wait.
fn waited_ms(record: &Record) -> Option<u32> {
    match record {
        Record::Act { wait_ms, .. }
        | Record::Share { wait_ms, .. }
        | Record::Roll { wait_ms, .. }
        | Record::Lost { wait_ms, .. }
        | Record::Swap { wait_ms }
        | Record::Undo { wait_ms } => Some(*wait_ms),
        _ => None,
    }
}

/// Packs a line entry, the opposite of [`unpack_entry`]; nothing for records that come before the start or end the game.
pub(crate) fn pack_entry(record: &Record) -> Option<String> {
    let mut entry = pack_what(record)?;
    if let Some(wait_ms) = waited_ms(record).filter(|wait_ms| *wait_ms > 0) {
        entry.push_str(&format!("+{wait_ms}"));
    }
    Some(entry)
}

fn pack_what(record: &Record) -> Option<String> {
    Some(match record {
        Record::Act { action, share, lag_ms, .. } => {
            let gave = if share.is_some() { "*" } else { "" };
            let lag = if *lag_ms > 0 { format!("~{lag_ms}") } else { String::new() };
            format!("{action}{gave}{lag}")
        }
        Record::Share { .. } => "share".to_owned(),
        Record::Roll { dice: [one, two], .. } => format!("roll:{one}:{two}"),
        Record::Lost { .. } => "lost".to_owned(),
        Record::Undo { .. } => "undo".to_owned(),
        Record::Swap { .. } => "swap".to_owned(),
        Record::Leave { seat, reason } => format!("leave:{seat}:{}", Reason::from(*reason).name()),
        Record::Offer { seat, what, computer, .. } => {
            let whose = computer.map_or(String::new(), |wish| format!(":{}:{}", wish.seat, wish.level));
            format!("offer:{seat}:{}{whose}", offer_name(*what))
        }
        Record::Takeover { seat, level } => format!("takeover:{seat}:{level}"),
        Record::Answer { seat, offer, agree: true } => format!("yes:{seat}:{offer}"),
        Record::Answer { seat, offer, agree: false } => format!("no:{seat}:{offer}"),
        Record::Withdraw { offer } => format!("withdraw:{offer}"),
        Record::Takeback { seat } => format!("takeback:{seat}"),
        Record::AllowAnalysis {} => "allow_analysis".to_owned(),
        Record::Pause {} => "pause".to_owned(),
        Record::Resume { seat } => format!("resume:{seat}"),
        Record::Outage { credit_ms, spans_ms } => {
            let spans = spans_ms.iter().map(|span| format!(":{}:{}", span.from.0, span.to.0));
            [format!("outage:{}", credit_ms.0)].into_iter().chain(spans).collect()
        }
        Record::Sit { .. }
        | Record::Stand { .. }
        | Record::Ready { .. }
        | Record::Fewer { .. }
        | Record::Start { .. }
        | Record::Abort { .. }
        | Record::Finish { .. } => return None,
    })
}

fn offer_name(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "draw",
        OfferKind::Takeback => "takeback",
        OfferKind::Pause => "pause",
        OfferKind::Lost => "lost",
        OfferKind::Computer => "computer",
        OfferKind::Analysis => "analysis",
    }
}

fn offer_named(name: &str) -> Option<OfferKind> {
    OfferKind::ALL.into_iter().find(|what| offer_name(*what) == name)
}

#[cfg(test)]
mod tests;
