//! Quarry, for 2 to 4 seats: a game made up to show what it takes to add one. It is in no list that is shipped.
//!
//! Five nests stand in a row. A turn takes as many pyramids as one likes from the top of one of them. When the quarry
//! is empty, whoever took the most points wins, or with the option `goal: last` whoever took the last piece.

use crate::grid::{Cell, Grid};
use crate::position::{read_turn, write_turn};
use crate::{
    Choice, Game, GameInfo, LastAction, Layout, LeaveReason, Motion, OptionInfo, OptionKind, OptionValue,
    Outcome, Phase, Picture, PositionFields, Pyramid, Reason, ReasonInfo, ScoreInfo, Seat, Seats, Setup,
    Size, SpaceView, Token, TrayInfo, TrayKind, rank,
};

const GRID: Grid = Grid::new(5, 1);
const CELLS: usize = GRID.cell_count() as usize;
/// A nest holds one piece of each size, the largest on top.
const NEST: u8 = 3;
const MAX_SEATS: usize = 4;

const EMPTY: Reason = Reason::new("empty");

const INFO: GameInfo = GameInfo {
    id: "quarry",
    title: "Quarry",
    designer: "Cydonia",
    summary: "Take pyramids from the top of a nest until none is left.",
    min_seats: 2,
    max_seats: MAX_SEATS as u8,
    options: &[OptionInfo {
        name: "goal",
        label: "Goal",
        help: "What wins.",
        kind: OptionKind::Choices {
            choices: &[
                Choice {
                    value: "most",
                    label: "Most points",
                    help: "Whoever has taken the most points wins.",
                },
                Choice { value: "last", label: "Last piece", help: "Whoever takes the last piece wins." },
            ],
        },
        only_seats: &[],
    }],
    score: Some(ScoreInfo { label: "points", help: "The sizes of the pieces taken." }),
    dice: false,
    loser_begins: false,
    advantages: &[],
    reasons: &[ReasonInfo { reason: EMPTY, sentence: "The quarry is empty." }],
    rules_version: 1,
};

/// A position of Quarry.
#[derive(Clone, Copy, Debug)]
pub struct Quarry {
    seats: Seats,
    last_wins: bool,
    /// How many pieces are left of each nest: the sizes from 1 up to this.
    heights: [u8; CELLS],
    /// How many of each size every seat has taken.
    taken: [[u8; 3]; MAX_SEATS],
    last: Option<(Seat, Take)>,
    ended: Option<Reason>,
}

/// Takes so many pieces off a nest: `a1-2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    from: Cell,
    count: u8,
}

impl Quarry {
    /// The sizes that a take brings, the topmost first.
    fn sizes(&self, take: Take) -> impl Iterator<Item = Size> + use<> {
        let height = self.heights[usize::from(take.from)];
        (height + 1 - take.count..=height).rev()
    }

    fn score(&self, seat: Seat) -> i32 {
        (1..).zip(self.taken[usize::from(seat)]).map(|(size, count)| size * i32::from(count)).sum()
    }

    fn ranks(&self) -> Vec<u8> {
        // Whoever stayed stands above whoever left, and of those the last to leave above the first.
        let merit = |seat: Seat| match self.seats.leavers().iter().position(|leaver| *leaver == seat) {
            Some(place) => (0, place as i32),
            None if self.last_wins => (1, i32::from(self.last.is_some_and(|(by, _)| by == seat))),
            None => (1, self.score(seat)),
        };
        rank(&self.seats.all().map(merit).collect::<Vec<_>>())
    }
}

impl Game for Quarry {
    type Action = Take;
    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup) -> Self {
        let last_wins = setup.options.get("goal") == Some(&OptionValue::Choice("last".to_owned()));
        Self {
            seats: Seats::new(setup.seats, setup.first),
            last_wins,
            heights: [NEST; CELLS],
            taken: [[0; 3]; MAX_SEATS],
            last: None,
            ended: None,
        }
    }

    fn phase(&self) -> Phase {
        match self.ended {
            Some(_) => Phase::Over,
            None => Phase::Act { seat: self.seats.to_act() },
        }
    }

    fn legal(&self, actions: &mut Vec<Take>) {
        if self.ended.is_none() {
            for (from, height) in (0..).zip(self.heights) {
                actions.extend((1..=height).map(|count| Take { from, count }));
            }
        }
    }

    fn apply(&mut self, take: Take) {
        let seat = self.seats.to_act();
        for size in self.sizes(take) {
            self.taken[usize::from(seat)][usize::from(size - 1)] += 1;
        }
        self.heights[usize::from(take.from)] -= take.count;
        self.last = Some((seat, take));
        self.seats.advance();
        self.ended = (self.heights == [0; CELLS]).then_some(EMPTY);
    }

    fn apply_leave(&mut self, seat: Seat, reason: LeaveReason) {
        self.seats.leave(seat);
        if self.seats.remaining() == 1 {
            self.ended = Some(reason.into());
        }
    }

    fn seats(&self) -> &Seats {
        &self.seats
    }

    fn seats_mut(&mut self) -> &mut Seats {
        &mut self.seats
    }

    fn scores(&self) -> Vec<i32> {
        self.seats.all().map(|seat| self.score(seat)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|reason| Outcome { scores: self.scores(), ranks: self.ranks(), reason })
    }

    fn action_bound(&self) -> u32 {
        u32::from(NEST) * CELLS as u32
    }

    fn parse(&self, text: &str) -> Option<Take> {
        let (from, count) = text.split_once('-')?;
        let count = match count {
            "1" => 1,
            "2" => 2,
            "3" => 3,
            _ => return None,
        };
        Some(Take { from: GRID.cell_named(from)?, count })
    }

    fn write_notation(&self, take: Take, text: &mut String) {
        text.push_str(&format!("{}-{}", GRID.name(take.from), take.count));
    }

    fn chosen(&self) -> Vec<(&'static str, &'static str)> {
        if self.last_wins { vec![("goal", "last")] } else { Vec::new() }
    }

    fn write_position(&self, text: &mut String) {
        text.extend(self.heights.map(|height| char::from(b'0' + height)));
        write_turn(&self.seats, text);
        let taken = &self.taken[..usize::from(self.seats.count())];
        let counts = taken.iter().map(|counts| counts.map(|count| count.to_string()).join("."));
        text.push_str(&counts.collect::<Vec<_>>().join(","));
        text.push_str("/-");
    }

    fn read_position(setup: &Setup, fields: &PositionFields<'_>) -> Option<Self> {
        let mut game = Self { seats: read_turn(setup, fields.turn)?, ..Self::new(setup) };
        let heights: Vec<u8> = fields.placement.bytes().map(|height| height.wrapping_sub(b'0')).collect();
        game.heights = heights.try_into().ok()?;
        for (taken, counts) in game.taken.iter_mut().zip(fields.facts.split(',')) {
            let counts: Vec<u8> = counts.split('.').map(|count| count.parse().ok()).collect::<Option<_>>()?;
            *taken = counts.try_into().ok()?;
        }
        // Every piece is in the quarry or taken.
        let all_there = (1..=NEST).all(|size| {
            let lies = game.heights.iter().filter(|height| **height >= size).count();
            let taken: usize =
                game.taken.iter().map(|counts| usize::from(counts[usize::from(size) - 1])).sum();
            lies + taken == CELLS
        });
        let is_on = game.seats.remaining() > 1 && game.heights != [0; CELLS];
        (all_there && is_on && game.heights.iter().all(|height| *height <= NEST)).then_some(game)
    }

    fn layout(&self) -> Layout {
        let spaces = GRID.spaces(|_| None);
        let counts = (1..=NEST).map(|count| {
            let label = format!("Take {count}");
            Token::button(&count.to_string(), &label, &label)
        });
        let trays = self.seats.all().map(|seat| TrayInfo {
            kind: TrayKind::Captured,
            seat,
            label: "Taken".to_owned(),
            owner: None,
        });
        Layout {
            lines: Vec::new(),
            decor: Vec::new(),
            trays: trays.collect(),
            counters: Vec::new(),
            sides: self.seats.all().map(|_| 0).collect(),
            teams: Vec::new(),
            pieces: ["small pyramid", "medium pyramid", "large pyramid"].map(str::to_owned),
            tokens: Token::spaces(&spaces).chain(counts).collect(),
            spaces,
        }
    }

    fn picture(&self) -> Picture {
        let nest = |height: u8| SpaceView { marker: None, stack: (1..=height).map(Pyramid::plain).collect() };
        let last = self.last.map(|(seat, take)| LastAction { seat, spaces: vec![take.from.into()] });
        Picture {
            spaces: self.heights.into_iter().map(nest).collect(),
            trays: self.seats.all().map(|seat| self.taken[usize::from(seat)]).collect(),
            last: last.into_iter().collect(),
            ..Picture::default()
        }
    }

    fn motions(&self, take: Take) -> Vec<Motion> {
        let space = take.from.into();
        self.sizes(take).map(|size| Motion::Capture { piece: Pyramid::plain(size), space }).collect()
    }
}
