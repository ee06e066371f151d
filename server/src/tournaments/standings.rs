//! Standings: what everybody who has joined has, by the games that are over.

use std::cmp::Reverse;
use std::collections::HashMap;

use cydonia_protocol::{TournamentGame, TournamentStanding};
use uuid::Uuid;

use super::pairing::Entrant;
use crate::store::Entered;

/// What a bye is worth: as much as a win where two sit at a table, and as much as a game on the whole where more do.
pub(super) fn bye(seats: u8) -> u32 {
    if seats == 2 { TournamentStanding::POINT } else { TournamentStanding::POINT / 2 }
}

/// Everybody, the first first: by points, then by those of whom they met, then by when they joined.
pub(crate) fn standings(entered: &[Entered], games: &[TournamentGame]) -> Vec<TournamentStanding> {
    let mut scores: HashMap<Uuid, (u32, u32)> = HashMap::new();
    let over = || games.iter().filter_map(|game| Some((&game.players, game.points.as_ref()?)));
    for (players, points) in over() {
        for (player, points) in players.iter().zip(points) {
            let (score, count) = scores.entry(*player).or_default();
            *score += points;
            *count += u32::from(players.len() > 1);
        }
    }
    let score = |player: Uuid| scores.get(&player).map_or(0, |(score, _)| *score);
    let mut opponents: HashMap<Uuid, u32> = HashMap::new();
    for (players, _) in over() {
        let all: u32 = players.iter().map(|player| score(*player)).sum();
        for player in players {
            *opponents.entry(*player).or_default() += all - score(*player);
        }
    }
    let mut all: Vec<TournamentStanding> = entered
        .iter()
        .map(|Entered { player, withdrawn, .. }| TournamentStanding {
            place: 1,
            score: score(player.id),
            opponents_score: opponents.get(&player.id).copied().unwrap_or(0),
            games: scores.get(&player.id).map_or(0, |(_, count)| *count),
            withdrawn: *withdrawn,
            player: player.clone(),
        })
        .collect();
    all.sort_by_key(|one| Reverse((one.score, one.opponents_score)));
    for at in 1..all.len() {
        let before = &all[at - 1];
        let is_alike = (before.score, before.opponents_score) == (all[at].score, all[at].opponents_score);
        all[at].place = if is_alike { before.place } else { at as u32 + 1 };
    }
    all
}

/// What pairing needs to know of these players, in their order.
pub(super) fn entrants(
    players: &[Uuid],
    standings: &[TournamentStanding],
    games: &[TournamentGame],
) -> Vec<Entrant> {
    let place: HashMap<Uuid, usize> = players.iter().copied().zip(0..).collect();
    let scores: HashMap<Uuid, u32> = standings.iter().map(|one| (one.player.id, one.score)).collect();
    let mut entrants: Vec<Entrant> = players
        .iter()
        .map(|player| Entrant {
            score: scores.get(player).copied().unwrap_or(0),
            met: vec![0; players.len()],
            ..Entrant::default()
        })
        .collect();
    for game in games {
        for (seat, player) in game.players.iter().enumerate() {
            let Some(own) = place.get(player) else { continue };
            match &game.players[..] {
                [_] => entrants[*own].byes += 1,
                others => {
                    if let Some(had) = entrants[*own].seats.get_mut(seat) {
                        *had += 1;
                    }
                    for other in others.iter().filter_map(|other| place.get(other)) {
                        entrants[*own].met[*other] += u32::from(other != own);
                    }
                }
            }
        }
    }
    entrants
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::Player;

    use super::*;

    const POINT: u32 = TournamentStanding::POINT;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn entered(count: u128) -> Vec<Entered> {
        (0..count)
            .map(|number| Entered {
                player: Player::new(id(number), format!("P{number}")),
                withdrawn: number == 3,
            })
            .collect()
    }

    fn game(round: u32, players: &[u128], points: Option<&[u32]>) -> TournamentGame {
        let table = (players.len() > 1).then(Uuid::nil);
        let players = players.iter().map(|number| id(*number)).collect();
        TournamentGame { round, table, players, points: points.map(<[u32]>::to_vec) }
    }

    #[test]
    fn whoever_has_met_stronger_ones_goes_before_who_has_as_many_points() {
        let games = [
            game(1, &[0, 1], Some(&[POINT, 0])),
            game(1, &[2, 3], Some(&[POINT / 2, POINT / 2])),
            game(1, &[4], Some(&[POINT])),
            game(2, &[0, 4], Some(&[POINT, 0])),
            game(2, &[2, 1], Some(&[POINT / 2, POINT / 2])),
            game(3, &[3, 4], None),
        ];
        let standings = standings(&entered(5), &games);
        let told: Vec<_> = standings
            .iter()
            .map(|one| (one.place, one.player.name.as_str(), one.score, one.opponents_score, one.games))
            .collect();
        assert_eq!(
            told,
            [
                (1, "P0", 2 * POINT, POINT + POINT / 2, 2),
                (2, "P4", POINT, 2 * POINT, 1),
                (3, "P2", POINT, POINT, 2),
                (4, "P1", POINT / 2, 3 * POINT, 2),
                (5, "P3", POINT / 2, POINT, 1),
            ]
        );
        assert_eq!(
            standings.iter().map(|one| one.withdrawn).collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
    }

    #[test]
    fn those_who_stand_exactly_alike_share_a_place() {
        let standings = standings(&entered(4), &[game(1, &[0, 1], Some(&[POINT / 2, POINT / 2]))]);
        assert_eq!(standings.iter().map(|one| one.place).collect::<Vec<_>>(), [1, 1, 3, 3]);
    }

    #[test]
    fn pairing_is_told_whom_somebody_met_where_they_sat_and_how_often_they_had_a_bye() {
        let games = [
            game(1, &[0, 1, 2], Some(&[POINT, 0, POINT / 2])),
            game(1, &[3], Some(&[POINT / 2])),
            game(2, &[2, 0, 9], None),
        ];
        let players = [id(0), id(2), id(3)];
        let told = entrants(&players, &standings(&entered(4), &games), &games);
        assert_eq!(told[0], Entrant { score: POINT, met: vec![0, 2, 0], seats: [1, 1, 0, 0, 0, 0], byes: 0 });
        assert_eq!(
            told[1],
            Entrant { score: POINT / 2, met: vec![2, 0, 0], seats: [1, 0, 1, 0, 0, 0], byes: 0 }
        );
        assert_eq!(told[2], Entrant { score: POINT / 2, met: vec![0; 3], seats: [0; 6], byes: 1 });
    }
}
