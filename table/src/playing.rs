//! What the players ask of a game that is on, and the records it would make: every check comes before the first record.

use std::borrow::Cow;

use cydonia_protocol::ErrorCode;
use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_rules::{AnyGame, LeaveReason, Motion, Phase, Seat};

use super::clocks::Arrival;
use super::dice::{Dice, Secrets};
use super::journal::Record;
use super::party::Party;
use super::rejection::Rejection;
use super::seating::no_dice;
use super::stage::{Play, Playing, Stage};
use super::state::Table;
use super::time::{Millis, Span, UnixMs};

/// An action as its player sends it.
#[derive(Debug)]
pub struct Action {
    /// The position it is meant for.
    pub at: u64,
    /// Its notation.
    pub text: String,
    /// What the player gives for the other's next roll.
    pub share: Option<Share>,
}

/// Whoever moves in a game that is on, and how that came.
pub struct Mover<'a> {
    /// Who.
    pub party: Party,
    /// How their message came.
    pub arrival: Arrival,
    /// What the server adds to the table's rolls.
    pub secrets: &'a Secrets<'a>,
}

/// What an action came to on a copy of the game: once it is kept, that need not be worked out again.
#[derive(Debug)]
pub struct Tried {
    pub(crate) game: AnyGame,
    pub(crate) motions: Vec<Motion>,
}

impl Table {
    /// What an action would record, and what it comes to.
    ///
    /// # Errors
    /// If it is not this player's to take now, was meant for another position, is not legal, or its share is missing
    /// or too much.
    pub fn act(&self, by: &Mover<'_>, action: Action) -> Result<(Vec<Record>, Box<Tried>), Rejection> {
        let Action { at, text, share } = action;
        let (seat, on) = self.seat_in_game(by.party)?;
        self.check_to_act(seat, on, at)?;
        let Play { dice, clocks, rolls, .. } = &on.play;
        let mut game = on.play.game.clone();
        let motions = game.play(&text)?;
        let mut dice = dice.clone();
        match &mut dice {
            Some(dice) => {
                let turn_goes_on = game.phase() == Phase::Act { seat };
                let ends_turn = !turn_goes_on && game.phase() != Phase::Over;
                dice.check_act(seat, ends_turn, share.as_ref())?;
                if let Some(share) = &share {
                    dice.give(share.clone());
                }
            }
            None if share.is_some() => return Err(no_dice()),
            None => {}
        }
        // Without a clock nothing is counted, and so nothing can be given back.
        let (lag_ms, wait_ms) = clocks.as_ref().map_or((0, 0), |clocks| clocks.credit_ms(by.arrival));
        let mut records = vec![Record::Act { action: text, share, lag_ms, wait_ms }];
        self.auto_advance(&game, dice, *rolls, by.secrets, &mut records);
        Ok((records, Box::new(Tried { game, motions })))
    }

    /// What giving one's share for the other's roll would record.
    ///
    /// # Errors
    /// If no roll is due, it is one's own, the number is not the next roll's, or the share is not due.
    pub fn share(&self, by: &Mover<'_>, k: u64, share: Share) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(by.party)?;
        let (mut dice, roller) = on.check_roll(k)?;
        if roller == seat {
            return Err(Rejection::new(
                ErrorCode::NotYourTurn,
                "this roll is your own: you roll with what you pledged",
            ));
        }
        dice.check_share(roller)?;
        dice.give(share.clone());
        let mut records = vec![Record::Share { share, wait_ms: on.waited_ms(by.arrival) }];
        self.auto_advance(&on.play.game, Some(dice), k, by.secrets, &mut records);
        Ok(records)
    }

    /// What a roll would record.
    ///
    /// # Errors
    /// If no roll is due, it is another's, the number is not the next roll's, a share is missing or does not fit.
    pub fn roll(
        &self,
        by: &Mover<'_>,
        k: u64,
        share: &Share,
        pledge: Bytes32,
    ) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(by.party)?;
        let (mut dice, roller) = on.check_roll(k)?;
        if roller != seat {
            return Err(not_your_turn());
        }
        let mut game = on.play.game.clone();
        let (faces, proof) = dice.roll(self.id, roller, k, share, pledge, by.secrets)?;
        game.roll(faces)?;
        dice.rolled(roller, k, &proof);
        let wait_ms = on.waited_ms(by.arrival);
        let mut records = vec![Record::Roll { dice: faces, proof: Some(Box::new(proof)), wait_ms }];
        self.auto_advance(&game, Some(dice), k + 1, by.secrets, &mut records);
        Ok(records)
    }

    /// What saying that one has lost what one pledged would record.
    ///
    /// # Errors
    /// As [`Table::roll`], or if it was lost before and the other has not allowed it again.
    pub fn lost(&self, by: &Mover<'_>, k: u64, pledge: Bytes32) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(by.party)?;
        let (dice, roller) = on.check_roll(k)?;
        if roller != seat {
            return Err(not_your_turn());
        }
        let proof = dice.lose(self.id, roller, k, pledge, by.secrets)?;
        Ok(vec![Record::Lost { proof: Box::new(proof), wait_ms: on.waited_ms(by.arrival) }])
    }

    /// Adds what follows by itself: rolls for seats that add nothing, and the finish.
    pub(crate) fn auto_advance(
        &self,
        game: &AnyGame,
        dice: Option<Dice>,
        mut k: u64,
        secrets: &Secrets<'_>,
        records: &mut Vec<Record>,
    ) {
        // Mostly nothing is rolled by itself, and there is nothing to copy.
        let mut game = Cow::Borrowed(game);
        if let Some(mut dice) = dice {
            while let Phase::Roll { seat } = game.phase()
                && let Some((faces, proof)) = dice.roll_plain(self.id, seat, k, secrets)
                && game.to_mut().roll(faces).is_ok()
            {
                dice.rolled(seat, k, &proof);
                k += 1;
                records.push(Record::Roll { dice: faces, proof: Some(Box::new(proof)), wait_ms: 0 });
            }
        }
        records.extend(finish(&game));
    }

    /// What taking one's last action back would record.
    ///
    /// # Errors
    /// If it is not this player's turn, was meant for another position, there is nothing to take back, or so much was
    /// in this turn that it must be enough.
    pub fn undo(&self, by: &Mover<'_>, at: u64) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(by.party)?;
        if at != self.at {
            return Err(stale());
        }
        on.check_not_paused()?;
        if on.seat_to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        if on.turn.is_empty() {
            return Err(Rejection::new(
                ErrorCode::NothingToUndo,
                "there is no action of this turn that you could take back",
            ));
        }
        if !on.can_undo() {
            let why = "you have taken back as many actions in this turn as one may: go on from here";
            return Err(Rejection::new(ErrorCode::TooMany, why));
        }
        Ok(vec![Record::Undo { wait_ms: on.waited_ms(by.arrival) }])
    }

    /// What resigning would record.
    ///
    /// # Errors
    /// If the player does not sit here, has left already, or the game is not on.
    pub fn resign(&self, player: impl Into<Party>) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        on.leave(seat, LeaveReason::Resigned)
    }

    /// What a seat's leaving would record.
    ///
    /// # Errors
    /// If it has left already, or the game is not on.
    pub fn leave(&self, seat: Seat, reason: LeaveReason) -> Result<Vec<Record>, Rejection> {
        self.playing().ok_or_else(not_playing)?.leave(seat, reason)
    }

    /// What a clock that has run out would record; `lag_ms` is how long a message of that seat may still be on its way.
    #[must_use]
    pub fn flag(&self, now: UnixMs, lag_ms: impl Fn(Seat) -> u32) -> Vec<Record> {
        let fallen = self.flag_due(lag_ms).filter(|(flag, _)| *flag <= now);
        // A seat that has left has no clock that runs: whose time is over can always leave.
        fallen.and_then(|(_, seat)| self.leave(seat, LeaveReason::Timeout).ok()).unwrap_or_default()
    }

    /// When the running clock's time is over for certain, and whose it is.
    #[must_use]
    pub fn flag_due(&self, lag_ms: impl Fn(Seat) -> u32) -> Option<(UnixMs, Seat)> {
        let clocks = self.clocks()?;
        let seat = clocks.running().filter(|seat| self.can_run_out(*seat))?;
        Some((clocks.flag()? + clocks.lag_allowed(lag_ms(seat)), seat))
    }

    /// What giving time back for the house's absence in those times would record.
    #[must_use]
    pub fn outage(&self, mut spans: Vec<Span>, now: UnixMs) -> Vec<Record> {
        let charged_in =
            |spans: &[Span]| self.clocks().map_or(Millis::ZERO, |clocks| clocks.charged_in(spans, now));
        // Some were given back in this turn already.
        spans.retain(|span| charged_in(&[*span]) > Millis::ZERO);
        let credit_ms = charged_in(&spans);
        if credit_ms > Millis::ZERO {
            vec![Record::Outage { credit_ms, spans_ms: spans }]
        } else {
            Vec::new()
        }
    }

    /// What ending the game before it has really begun would record.
    ///
    /// # Errors
    /// If the player does not sit here, the game is not on, or the second turn has begun.
    pub fn abort(&self, player: impl Into<Party>) -> Result<Vec<Record>, Rejection> {
        let (seat, on) = self.seat_in_game(player)?;
        if on.is_under_way {
            return Err(Rejection::new(ErrorCode::TooLate, "the second turn has begun; you may resign"));
        }
        self.check_not_bound("this game is to be played; you may resign")?;
        if self.is_rated() && on.is_seen() {
            let why = "something was seen of this rated game already; you may resign";
            return Err(Rejection::new(ErrorCode::TooLate, why));
        }
        Ok(vec![Record::Abort { seat }])
    }

    /// That a seat is to act now, in the position of that number.
    pub(crate) fn check_to_act(&self, seat: Seat, on: &Playing, at: u64) -> Result<(), Rejection> {
        if at != self.at {
            return Err(stale());
        }
        on.check_not_paused()?;
        if on.seat_to_roll() == Some(seat) {
            return Err(Rejection::new(ErrorCode::WrongPhase, "the dice come first"));
        }
        if on.seat_to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        Ok(())
    }

    /// The game that is on, and the seat of somebody who plays in it.
    pub(crate) fn seat_in_game(&self, player: impl Into<Party>) -> Result<(Seat, &Playing), Rejection> {
        let seat = self.seated(player)?;
        match &self.stage {
            Stage::Waiting(_) => Err(not_playing()),
            Stage::Playing(on) if on.play.game.seats().is_in(seat) => Ok((seat, on)),
            Stage::Playing(_) => Err(Rejection::new(ErrorCode::Left, "you have left this game")),
            Stage::Over(_) => Err(Rejection::new(ErrorCode::Over, "the game is over")),
        }
    }
}

impl Playing {
    /// What a seat's leaving would record.
    ///
    /// # Errors
    /// If it has left already, or the game is over by its rules.
    pub(crate) fn leave(&self, seat: Seat, reason: LeaveReason) -> Result<Vec<Record>, Rejection> {
        let mut game = self.play.game.clone();
        game.leave(seat, reason)?;
        Ok([Record::Leave { seat, reason }].into_iter().chain(finish(&game)).collect())
    }

    pub(crate) fn check_not_paused(&self) -> Result<(), Rejection> {
        if self.play.paused.is_some() {
            Err(Rejection::new(ErrorCode::Paused, "the game is paused"))
        } else {
            Ok(())
        }
    }

    /// The dice of the roll that is due, and whose it is.
    fn check_roll(&self, k: u64) -> Result<(Dice, Seat), Rejection> {
        let dice = self.play.dice.clone().ok_or_else(no_dice)?;
        if k != self.play.rolls {
            return Err(Rejection::new(ErrorCode::Stale, "this is not the number of the next roll"));
        }
        self.check_not_paused()?;
        let due = self.seat_to_roll().map(|roller| (dice, roller));
        due.ok_or_else(|| Rejection::new(ErrorCode::WrongPhase, "no roll is due now"))
    }

    /// What a message of the seat whose clock runs is given back for its wait in the house.
    pub(crate) fn waited_ms(&self, way: Arrival) -> u32 {
        self.play.clocks.as_ref().map_or(0, |clocks| clocks.waited_ms(way))
    }
}

/// The end of a game that is over by its rules.
pub(crate) fn finish(game: &AnyGame) -> Option<Record> {
    game.outcome().map(|_| Record::Finish { agreed: false, unrated: None })
}

/// What it records when these seats walk off one after another, and the end if the game is over then.
pub(crate) fn abandon(mut game: AnyGame, seats: impl Iterator<Item = Seat>) -> Vec<Record> {
    let reason = LeaveReason::Abandoned;
    let gone = seats.filter(|seat| game.leave(*seat, reason).is_ok());
    let mut records: Vec<Record> = gone.map(|seat| Record::Leave { seat, reason }).collect();
    records.extend(finish(&game));
    records
}

pub(crate) fn stale() -> Rejection {
    Rejection::new(ErrorCode::Stale, "this was meant for an earlier position")
}

pub(crate) fn not_your_turn() -> Rejection {
    Rejection::new(ErrorCode::NotYourTurn, "it is not your turn")
}

pub(crate) fn not_playing() -> Rejection {
    Rejection::new(ErrorCode::NotPlaying, "the game has not started")
}
