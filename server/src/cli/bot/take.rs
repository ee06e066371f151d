//! What comes in: the house's messages and the program's lines, and what follows from them for the bot.

use cydonia_protocol::{ErrorCode, ServerMessage, TableStatus};
use uuid::Uuid;

use super::due::{Choices, Due};
use super::lines::Fault;
use super::play::{Bot, Ended, Leaving, Place};
use super::program::Heard;
use super::socket::Cut;
use super::table::{Table, TableError};
use super::{BotError, tell};

impl Bot {
    /// Takes in what the house says.
    pub(super) fn take(&mut self, message: ServerMessage, player: Uuid) -> Result<Result<(), Cut>, BotError> {
        self.heartbeat.hears(&self.clock);
        match message {
            ServerMessage::Ok { id, table, key, .. } => {
                self.heartbeat.is_answered(&self.clock);
                if let Some(due) = self.answered(Some(id)) {
                    self.done(&due, table, key);
                }
            }
            ServerMessage::Error { id, code, message } => {
                if let Some(due) = self.answered(id) {
                    return self.refuse(due, code, message);
                }
            }
            ServerMessage::Table { n, info, key, preview, game } if self.is_here(info.id) => {
                let (preview, game) = (preview.as_deref(), game.as_deref());
                self.table = Some(Table::of(player, n, &info, preview, game).map_err(BotError::Table)?);
                self.refused = None;
                if let (Some(place), Some(key)) = (&mut self.place, key) {
                    place.key = Some(key);
                }
                self.tell_link();
                if !self.sat && info.status != TableStatus::Open {
                    return Err(BotError::Begun);
                }
            }
            ServerMessage::Events { table, events } if self.is_here(table) => {
                let Some(known) = &mut self.table else { return Ok(Ok(())) };
                for event in &events {
                    match known.take(event, &self.hand) {
                        Ok(()) => {}
                        // What is missing is asked for.
                        Err(TableError::Gap) => self.watches = false,
                        Err(error) => return Err(BotError::Table(error)),
                    }
                }
                self.refused = None;
                self.tell_link();
            }
            ServerMessage::Choices { table, at, actions, ends, .. } if self.is_here(table) => {
                let list = |all: cydonia_rules::Notations| all.iter().map(str::to_owned).collect();
                self.choices = Some(Choices { at, actions: list(actions), ends: list(ends) });
            }
            _ => {}
        }
        Ok(Ok(()))
    }

    fn is_here(&self, table: Uuid) -> bool {
        self.place.as_ref().is_some_and(|place| place.table == table)
    }

    /// What was under way by that number.
    fn answered(&mut self, id: Option<u64>) -> Option<Due> {
        self.under_way.take_if(|(sent, _)| Some(*sent) == id).map(|(_, due)| due)
    }

    fn done(&mut self, due: &Due, table: Option<Uuid>, key: Option<String>) {
        match due {
            Due::Create => self.place = table.map(|table| Place { table, key }),
            Due::Watch { .. } => self.watches = true,
            _ => {}
        }
    }

    /// What is refused for where the table stands is settled by what has happened there meanwhile. The rest is the end.
    fn refuse(&mut self, due: Due, code: ErrorCode, message: String) -> Result<Result<(), Cut>, BotError> {
        let is_setting_up =
            matches!(due, Due::Create | Due::Watch { .. } | Due::Sit | Due::Ready | Due::Stand);
        // What was said on a line that was cut may be carried out only after the bot, on a new one, has looked at the table.
        let was_late = matches!(
            (&due, code),
            (Due::Sit, ErrorCode::AlreadySeated)
                | (Due::Ready, ErrorCode::NotOpen)
                | (Due::Stand, ErrorCode::NotOpen | ErrorCode::NotSeated)
        );
        match code {
            ErrorCode::Unavailable => Ok(Err(Cut::Line(message))),
            _ if was_late => {
                (self.refused, self.watches) = (Some(due), false);
                Ok(Ok(()))
            }
            ErrorCode::Stale
            | ErrorCode::WrongPhase
            | ErrorCode::NotYourTurn
            | ErrorCode::NotPlaying
            | ErrorCode::NotOpen
            | ErrorCode::Over
            | ErrorCode::Left
            | ErrorCode::Paused
            | ErrorCode::NoOffer
            | ErrorCode::OwnOffer
            | ErrorCode::NotAbsent
            | ErrorCode::NoShareDue
            | ErrorCode::ShareDue
                if !is_setting_up =>
            {
                (self.refused, self.watches) = (Some(due), false);
                Ok(Ok(()))
            }
            code => Err(BotError::Refused { code, message }),
        }
    }

    /// Says where the bot sits, for those who are to find it.
    fn tell_link(&mut self) {
        let seat = self.table.as_ref().and_then(Table::me);
        if let (Some(seat), Some(place), false) = (seat, &self.place, self.sat) {
            self.sat = true;
            let link = self.way.house.link(place.table, place.key.as_deref());
            tell(&format!("seat {seat} at {link}"));
        }
    }

    /// Takes in what the program says.
    pub(super) async fn hear(&mut self, heard: Heard) {
        let heard = match &self.table {
            Some(table) => self.program.hear(heard, table, self.choices.as_ref()),
            None if heard == Heard::Gone => Err(Fault::Gone),
            None => Err(Fault::Unasked),
        };
        if let Err(fault) = heard {
            self.strike(fault).await;
        }
    }

    /// Tells the program what is new.
    pub(super) async fn tell_program(&mut self) {
        let Some(table) = &self.table else { return };
        if let Err(fault) = self.program.follow(table, self.choices.as_ref()) {
            self.strike(fault).await;
        }
    }

    pub(super) async fn strike(&mut self, fault: Fault) {
        if let Some(last) = self.program.strike(fault).await {
            self.give_up(Leaving::Struck(last.to_string()));
        }
    }

    /// How it ended, if it has.
    pub(super) fn ended(&self) -> Option<Ended> {
        let gives_up = self.gives_up.as_ref();
        let out = |why: Leaving| Some(Ended::Left(gives_up.map_or(why, |up| up.why.clone())));
        if gives_up.is_some_and(|up| up.by_ms <= self.clock.running_ms()) {
            return out(Leaving::Stopped);
        }
        let Some(table) = &self.table else {
            return gives_up.and_then(|_| out(Leaving::Stopped));
        };
        match (table.info.status, table.me()) {
            (TableStatus::Finished | TableStatus::Aborted, _) if gives_up.is_some() => out(Leaving::Out),
            (TableStatus::Finished, _) => table.outcome.clone().map(Ended::Finished),
            (TableStatus::Aborted, _) => Some(Ended::Aborted),
            (TableStatus::Playing, Some(me)) if table.left.contains(&me) => {
                out(if self.program.resigns() { Leaving::Resigned } else { Leaving::Out })
            }
            (TableStatus::Playing, None) => out(Leaving::Unseated),
            (TableStatus::Open, None) if self.sat => out(Leaving::Unseated),
            (TableStatus::Open, None) => gives_up.and_then(|_| out(Leaving::Unseated)),
            (TableStatus::Playing | TableStatus::Open, Some(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use cydonia_rules::Options;
    use tokio_util::sync::CancellationToken;

    use super::super::address::HouseUrl;
    use super::super::play::Handles;
    use super::super::player::Player;
    use super::super::program::Start;
    use super::super::session::Way;
    use super::super::settings::BotArguments;
    use super::*;
    use crate::clock::Clock;
    use crate::entropy::Entropy;

    #[derive(Parser)]
    struct Called {
        #[command(flatten)]
        with: BotArguments,
    }

    fn bot() -> Bot {
        let called = Called::parse_from(["bot", "--program", "cat", "--create", "martian-chess"]);
        let (clock, _hand) = Clock::frozen_at(0);
        let start = Start { program: "cat".into(), arguments: Vec::new() };
        let program = Player::start(start, clock.clone(), 1_000, 3).expect("it is there");
        let way = Way { house: HouseUrl::local(), connect: None };
        let handles = Handles { clock, entropy: Entropy::system(), stop: CancellationToken::new() };
        Bot::new(called.with, Options::new(), way, String::new(), program, handles)
    }

    #[tokio::test]
    async fn what_was_carried_out_late_is_looked_at_again() {
        for (due, late, never) in [
            (Due::Sit, ErrorCode::AlreadySeated, ErrorCode::SeatTaken),
            (Due::Ready, ErrorCode::NotOpen, ErrorCode::TooMany),
            (Due::Stand, ErrorCode::NotSeated, ErrorCode::TooLate),
        ] {
            let mut bot = bot();
            bot.watches = true;
            let taken = bot.refuse(due.clone(), late, String::new());
            assert!(matches!(taken, Ok(Ok(()))), "{due:?}: {taken:?}");
            assert_eq!((bot.watches, bot.refused.as_ref()), (false, Some(&due)));
            let refused = bot.refuse(due.clone(), never, String::new());
            assert!(matches!(refused, Err(BotError::Refused { code, .. }) if code == never), "{due:?}");
        }
    }
}
