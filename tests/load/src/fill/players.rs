//! Players of the games: some often, most seldom, some better than others.

use cydonia_protocol::Player;

use super::game::Played;
use super::{Chance, Filling, PAST_MS};

pub(super) struct Players {
    all: Vec<Player>,
    /// How well each of them plays, from 0 to 1.
    strengths: Vec<f64>,
}

impl Players {
    pub(super) fn new(chance: &mut Chance, filling: Filling) -> Self {
        let count = filling.players.max(cydonia_rules::MAX_SEATS);
        let came_ms = filling.until_ms - PAST_MS;
        let player = |number: usize, id| Player::new(id, format!("Player {}", number + 1));
        let all = (0..count).map(|number| player(number, chance.id(came_ms))).collect();
        let strengths = (0..count).map(|_| chance.share()).collect();
        Self { all, strengths }
    }

    pub(super) fn all(&self) -> &[Player] {
        &self.all
    }

    /// Players for the seats of a game: whoever plays well tends to sit where it was won.
    pub(super) fn seated(&self, chance: &mut Chance, game: &Played) -> Vec<Player> {
        let ranks = game.ranks();
        let mut chosen: Vec<(f64, usize)> = Vec::new();
        while chosen.len() < ranks.len() {
            // The first of all players have most of the games.
            let number = (self.all.len() as f64 * chance.share().powi(3)) as usize;
            if chosen.iter().all(|(_, other)| *other != number) {
                chosen.push((self.strengths[number] + chance.share(), number));
            }
        }
        chosen.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut seats: Vec<usize> = (0..ranks.len()).collect();
        seats.sort_by_key(|seat| ranks[*seat]);
        let mut seated = vec![0; ranks.len()];
        for (seat, (_, number)) in seats.into_iter().zip(chosen) {
            seated[seat] = number;
        }
        seated.into_iter().map(|number| self.all[number].clone()).collect()
    }
}
