//! A finished game: one played at a table as a server has them, from its first seat to its result.

use cydonia_protocol::dice::Bytes32;
use cydonia_protocol::{OfferKind, Player, SeatState, TableInfo, TableStatus, TimeControl};
use cydonia_rules::{AnyGame, GameKind, Motion, Phase, Setup, TokenKind};
use cydonia_table::journal::{CorruptData, Finished, Record, Stamped, TableRow};
use cydonia_table::{Action, Arrival, DiceSecrets, Mover, Rejection, Sitter, Table, UnixMs, check_rated};
use uuid::Uuid;

use super::Chance;

/// A game that was played; its table was set up at 0 ms.
pub(super) struct Played(Finished);

impl Played {
    /// # Panics
    /// If a table refuses what its own rules offer.
    pub(super) fn at_random(chance: &mut Chance) -> Self {
        Self(play(chance).unwrap_or_else(|error| panic!("a game came to no end: {error}")))
    }

    pub(super) fn ranks(&self) -> Vec<u8> {
        self.0.summary.seats.iter().map(|seat| seat.rank).collect()
    }

    /// The game as it ended at a time, under other players and, if it is a copy, with an id of its own. Dice that were
    /// rolled for another table prove nothing: a copy has no proof of them.
    pub(super) fn by(&self, players: Vec<Player>, id: Option<Uuid>, finished_ms: i64) -> Finished {
        let mut game = self.0.clone();
        for (seat, player) in game.summary.seats.iter_mut().zip(players) {
            seat.player = player;
        }
        if let Some(id) = id {
            game.summary.id = id;
            game.packed.dice = None;
        }
        let later_ms = finished_ms - game.summary.finished_ms;
        game.summary.started_ms += later_ms;
        game.summary.finished_ms += later_ms;
        game.packed.started_ms += later_ms;
        game.packed.created_ms += later_ms;
        game
    }
}

/// Why a game did not come to its end.
#[derive(Debug, thiserror::Error)]
enum FillError {
    /// A table refused what its player asked for.
    #[error(transparent)]
    Rejection(#[from] Rejection),
    /// Its journal does not replay.
    #[error(transparent)]
    CorruptData(#[from] CorruptData),
    /// Nobody is to act, and it is not over.
    #[error("nobody is to act, and the game is not over")]
    Stuck,
}

/// A table, and all that has happened at it.
struct Game {
    table: Table,
    journal: Vec<Stamped>,
    players: Vec<Player>,
    /// What time it is.
    ms: i64,
    /// What the secrets of its dice are made from.
    key: Bytes32,
    /// Where its notation ends so, a turn or the game ends or is about to.
    words: Vec<String>,
}

/// Of so many games four are given up, two go on until a clock has run out, if there is one, and two are agreed to be
/// drawn.
const ENDS: usize = 60;

/// After so many moves now and then somebody has enough.
const LONG: usize = 200;

fn play(chance: &mut Chance) -> Result<Finished, FillError> {
    let mut game = Game::begin(chance)?;
    let end = chance.below(ENDS);
    let played_out = 10 + chance.below(60);
    let mut moves = 0;
    while game.table.status() == TableStatus::Playing {
        game.think(chance, end == 4 || end == 5, moves > played_out);
        let fallen = game.table.flag(UnixMs(game.ms), |_| 0);
        let seat = game.table.seat_to_act().ok_or(FillError::Stuck)?;
        let player = game.players[usize::from(seat)].id;
        moves += 1;
        if !fallen.is_empty() {
            game.add(fallen)?;
        } else if (end < 4 && moves > played_out) || (moves > LONG && chance.one_in(LONG)) {
            game.add(game.table.resign(player)?)?;
        } else if (end == 6 || end == 7) && moves > played_out {
            game.agree_on_a_draw(chance, player)?;
        } else {
            game.act(chance, player)?;
        }
    }
    Ok(game.table.finished(&game.journal)?)
}

impl Game {
    /// Sets a table up, has everybody sit down, and begins.
    fn begin(chance: &mut Chance) -> Result<Self, FillError> {
        let kind = *chance.of(GameKind::ALL).unwrap_or(&GameKind::ALL[0]);
        // Most people play by twos and leave the options alone.
        let setup = if chance.one_in(2) { None } else { chance.of(&kind.info().setups()).cloned() };
        let setup = setup.unwrap_or_else(|| Setup::for_seats(2));
        let clock = match chance.below(4) {
            0 => TimeControl::None {},
            1 => TimeControl::Correspondence { days: 3 },
            _ => TimeControl::Fischer { initial_s: 600, increment_s: 10 },
        };
        let players: Vec<Player> =
            (0..setup.seats).map(|seat| Player::new(chance.id(0), format!("Seat {seat}"))).collect();
        let private = chance.one_in(50);
        let mut info = TableInfo {
            id: chance.id(0),
            game: kind.id().to_owned(),
            rated: true,
            unrated: None,
            options: setup.options,
            seats: vec![SeatState::Free {}; players.len()],
            first: setup.first,
            clock,
            private,
            status: TableStatus::Open,
            created_ms: 0,
            rematch_of: None,
            rematch: None,
            series: None,
            tournament: None,
            pie: false,
        };
        info.rated = check_rated(&info).is_ok() && !chance.one_in(3);
        let key = private.then(|| Uuid::from_bytes(chance.bytes()).simple().to_string());
        let sat = (0, Record::Sit { seat: 0, player: players[0].clone(), rating: None });
        let row = TableRow { number: 1, info, key, dice_key: None, deadline_ms: None };
        let (table, _) = Table::of_row(row, std::slice::from_ref(&sat))?;
        let mut game = Self {
            table,
            journal: vec![sat],
            players,
            ms: 0,
            key: Bytes32(chance.bytes()),
            words: Vec::new(),
        };
        for player in game.players.clone().into_iter().skip(1) {
            game.ms += 5_000;
            let (_, records) = game.table.sit(Sitter { player, rating: None }, None)?;
            game.add(records)?;
        }
        if kind.info().dice {
            for player in game.players.clone() {
                let records = game.table.ready(player.id, None, &game.key, &|k| game.secret(k))?;
                game.add(records)?;
            }
        }
        let tokens = game.table.game().map(|game| game.layout().tokens).unwrap_or_default();
        let words = tokens
            .into_iter()
            .filter(|token| matches!(token.kind, TokenKind::Button {} | TokenKind::Switch {}));
        game.words = words.map(|token| token.text).collect();
        Ok(game)
    }

    fn secret(&self, k: u64) -> Bytes32 {
        DiceSecrets::honest().secret(&self.key, self.table.id, k)
    }

    fn add(&mut self, records: Vec<Record>) -> Result<(), CorruptData> {
        let records: Vec<Stamped> = records.into_iter().map(|record| (self.ms, record)).collect();
        self.table.replay(&records)?;
        self.journal.extend(records);
        Ok(())
    }

    /// Lets as much time pass as somebody thinks, or more than there is.
    fn think(&mut self, chance: &mut Chance, never_moves: bool, late: bool) {
        let most_ms: usize = match self.table.clock {
            TimeControl::None {} => 60_000,
            TimeControl::Fischer { .. } => 6_000,
            TimeControl::Correspondence { .. } => 8 * 60 * 60 * 1_000,
        };
        let passed_ms = if never_moves && late { 400 * most_ms } else { 300 + chance.below(most_ms) };
        self.ms += passed_ms as i64;
    }

    fn act(&mut self, chance: &mut Chance, player: Uuid) -> Result<(), FillError> {
        let Some(text) = self.table.game().and_then(|game| self.choose(game, chance)) else { return Ok(()) };
        let arrival = Arrival { came: UnixMs(self.ms), now: UnixMs(self.ms), lag_ms: 0 };
        let action = Action { at: self.table.at, text, share: None };
        let by = Mover { party: player.into(), arrival, secrets: &|k| self.secret(k) };
        let (records, _) = self.table.act(&by, action)?;
        Ok(self.add(records)?)
    }

    /// Of a few actions one by which pieces meet or come nearer to where they belong, and rather none that ends a turn early.
    fn choose(&self, game: &AnyGame, chance: &mut Chance) -> Option<String> {
        let actions = game.actions();
        let mut choice = None;
        for _ in 0..4 {
            let text = chance.of(&actions)?;
            let last = text.rsplit('-').next();
            let is_word = self.words.iter().any(|word| Some(word.as_str()) == last);
            if is_word && choice.is_some() {
                continue;
            }
            let mut after = game.clone();
            let motions = after.play(text).ok()?;
            let goes_on = motions.iter().any(Motion::is_meeting) || after.phase() == Phase::Over;
            if !is_word && (goes_on || is_on_the_way(game, text)) {
                return Some(text.clone());
            }
            choice = Some(text.clone());
        }
        choice
    }

    fn agree_on_a_draw(&mut self, chance: &mut Chance, player: Uuid) -> Result<(), FillError> {
        let (offer, records) = self.table.offer(player, chance.id(0), OfferKind::Draw)?;
        self.add(records)?;
        for other in self.players.clone().into_iter().filter(|other| other.id != player) {
            let records = self.table.answer(other.id, offer, true)?;
            self.add(records)?;
        }
        Ok(())
    }
}

/// Whether an action brings a piece nearer to where it is to go, in the two games that are races.
fn is_on_the_way(game: &AnyGame, text: &str) -> bool {
    let Some((from, to)) = text.split_once('-') else { return false };
    let first_sits = game.phase() == Phase::Act { seat: 0 };
    match game.kind() {
        GameKind::MartianFrisby => (from.get(1..) < to.get(1..)) == first_sits,
        GameKind::MartianBackgammon => {
            let (near, far) =
                if first_sits { ("a2b2c2d2e2e3", "e4d4c4b4a4") } else { ("e4d4c4b4a4a3", "a2b2c2d2e2") };
            let step =
                |space: &str| near.find(space).or_else(|| far.find(space).map(|place| near.len() + place));
            to == "out" || from.starts_with("in") || step(from) < step(to)
        }
        _ => false,
    }
}
