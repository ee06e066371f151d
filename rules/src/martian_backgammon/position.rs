//! Position text: the stacks and those that wait, the dice that are left in the turn, and how long nothing has happened.

use super::dice::Dice;
use super::track::{OUT, PLACES, WAITING, is_on_a_track, name, named, step};
use super::{
    DRY_LIMIT, IDLE_LIMIT, INFO, LastMoves, MOST_MOVES, MartianBackgammon, PIECES, Place, Side, Stack, Stage,
};
use crate::position::{ListField, digit, entries, read_stack, read_turn, write_number, write_turn};
use crate::{PositionFields, Seat, Setup, Size};

/// The fact while the roll is due that decides who begins.
const OPENING: &str = "opening";
/// The fact while the roll is due that opens a turn.
const ROLL: &str = "roll";
/// The place of those that were hit.
const WAITING_PLACE: &str = "wait";
/// Each seat's pieces of each size.
const OF_A_SIZE: u8 = 5;

impl MartianBackgammon {
    pub(super) fn options_chosen(&self) -> Vec<(&'static str, &'static str)> {
        if self.strict { vec![("landing", "strict")] } else { Vec::new() }
    }

    pub(super) fn write_fields(&self, text: &mut String) {
        let own = |seat: Seat, stack: Stack| stack.upwards().map(move |size| (seat, size));
        let waiting =
            (0..2).flat_map(|seat| own(seat, self.sides[usize::from(seat)].stacks[usize::from(WAITING)]));
        let mut stacks = ListField::begin(text);
        for place in (0..PLACES as Place).filter(|place| is_on_a_track(*place)) {
            let of_both = (0..2).filter_map(|seat| {
                Some(own(seat, self.sides[usize::from(seat)].stacks[usize::from(step(seat, place)?)]))
            });
            stacks.stack(|entry| entry.extend(name(place)), of_both.flatten());
        }
        stacks.stack(|entry| entry.push_str(WAITING_PLACE), waiting);
        stacks.end();
        write_turn(&self.seats, text);
        match self.stage {
            Stage::Opening => text.push_str(OPENING),
            Stage::Roll => text.push_str(ROLL),
            Stage::Act => {
                let mut unspent: Vec<u8> = self.dice.unspent().collect();
                unspent.sort_unstable();
                text.extend(unspent.into_iter().map(|face| char::from(b'0' + face)));
                text.push('.');
                write_number(u32::from(self.moved), text);
            }
        }
        let went_out = self.went_out && self.stage == Stage::Act;
        for (between, count) in [('/', self.idle), ('.', self.dry), ('.', u8::from(went_out))] {
            text.push(between);
            write_number(u32::from(count), text);
        }
    }

    pub(super) fn read_fields(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let seats = read_turn(setup, fields.turn).filter(|seats| seats.leavers().is_empty())?;
        let (stage, dice, moved) = match fields.facts {
            OPENING => (Stage::Opening, Dice::default(), 0),
            ROLL => (Stage::Roll, Dice::default(), 0),
            fact => {
                let (dice, moved) = read_dice(seats.to_act(), fact)?;
                (Stage::Act, dice, moved)
            }
        };
        let mut counters = fields.counters.split('.');
        let mut counter = || counters.next()?.parse::<u8>().ok();
        let (idle, dry, went_out) = (counter()?, counter()?, counter()?);
        let game = Self {
            strict: setup.choice(&INFO, "landing") == "strict",
            stage,
            began: None,
            sides: read_sides(fields.placement)?,
            dice,
            moved,
            went_out: went_out == 1,
            idle,
            dry,
            last: LastMoves { seat: seats.to_act(), ..LastMoves::default() },
            ended: None,
            seats,
        };
        let is_on = idle < IDLE_LIMIT && dry < DRY_LIMIT && game.sides.iter().all(|side| side.out < PIECES);
        is_on.then_some(game)
    }
}

/// The dice that are left, and how many moves were made.
fn read_dice(seat: Seat, fact: &str) -> Option<(Dice, u8)> {
    let (unspent, moved) = fact.split_once('.')?;
    let moved = digit(moved)?;
    let faces: Vec<u8> = unspent.bytes().map(|face| face.wrapping_sub(b'0')).collect();
    let of_a_double = faces.windows(2).all(|pair| pair[0] == pair[1]);
    let fits = match faces.len() + usize::from(moved) {
        2 => faces.len() < 2 || !of_a_double,
        MOST_MOVES => of_a_double,
        _ => false,
    };
    let are_faces = faces.iter().all(|face| (1..=6).contains(face));
    (fits && are_faces).then(|| (Dice::left(seat, &faces), moved))
}

/// Both seats' pieces; those that are nowhere are out, in the order in which pieces go out.
fn read_sides(placement: &str) -> Option<[Side; 2]> {
    let mut sides = [Side { stacks: [Stack::EMPTY; OUT as usize], out: 0 }; 2];
    for entry in entries(placement) {
        let (name, pieces) = read_stack(entry)?;
        let is_waiting = name == WAITING_PLACE;
        let of_one = pieces.windows(2).all(|pair| pair[0].0 == pair[1].0);
        if !of_one && !is_waiting {
            return None;
        }
        for (owner, size) in pieces {
            let side = sides.get_mut(usize::from(owner))?;
            let step = if is_waiting { WAITING } else { step(owner, named(name)?)? };
            let stack = &mut side.stacks[usize::from(step)];
            if stack.counts()[usize::from(size) - 1] == OF_A_SIZE {
                return None;
            }
            stack.put(size);
        }
    }
    for side in &mut sides {
        let mut on_board = [0; 3];
        for (stack, size) in side.stacks.iter().flat_map(|stack| stack.sizes().map(move |size| (stack, size)))
        {
            on_board[usize::from(size) - 1] += stack.counts()[usize::from(size) - 1];
        }
        side.out = PIECES.checked_sub(on_board.iter().sum())?;
        let gone = |size: Size| (side.out + 3 - size) / 3;
        if (1..=3).any(|size| on_board[usize::from(size) - 1] + gone(size) != OF_A_SIZE) {
            return None;
        }
    }
    Some(sides)
}
