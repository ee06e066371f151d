//! Steps: what a tournament wants next, by how it stands. Pure: what is here is decided again, and alike, after a restart.

use std::cmp::Reverse;
use std::collections::HashSet;

use cydonia_protocol::{TournamentFormat, TournamentGame, TournamentStanding, TournamentStatus};
use uuid::Uuid;

use super::pairing::{self, Round};
use super::standings::{bye, entrants, standings};
use crate::store::{Entered, RunningTournament};

const MINUTE_MS: i64 = 60_000;

/// So many are tried as the one who is left over.
const SPARES: usize = 8;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing, for now.
    Wait,
    /// It begins.
    Begin,
    /// It does not begin: too few have come.
    Cancel,
    /// A round is played: by whom, at which seats. Whoever is alone has a bye, and its points.
    Pair(Vec<Paired>),
    /// It is over.
    Finish,
}

/// A pod, or a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paired {
    /// The players, by their seats.
    pub players: Vec<Uuid>,
    /// What they get though no game is played.
    pub points: Option<Vec<u32>>,
}

/// What a tournament wants next; `is_here` says who could play at once.
pub(super) fn next(tournament: &RunningTournament, now_ms: i64, is_here: impl Fn(Uuid) -> bool) -> Step {
    let active = tournament.entered.iter().filter(|one| !one.withdrawn).count();
    let size = usize::from(tournament.request.seats);
    match tournament.status {
        TournamentStatus::Open if now_ms < tournament.request.starts_ms => Step::Wait,
        TournamentStatus::Open if active < size => Step::Cancel,
        TournamentStatus::Open => Step::Begin,
        TournamentStatus::Running => running(tournament, now_ms, active, is_here),
        TournamentStatus::Finished | TournamentStatus::Cancelled => Step::Wait,
    }
}

fn running(
    tournament: &RunningTournament,
    now_ms: i64,
    active: usize,
    is_here: impl Fn(Uuid) -> bool,
) -> Step {
    let RunningTournament { request, entered, games, round, .. } = tournament;
    let is_under_way = games.iter().any(|game| game.points.is_none());
    let played = *round as usize;
    match request.format {
        TournamentFormat::Arena { minutes } => {
            let is_up = now_ms >= request.starts_ms + i64::from(minutes) * MINUTE_MS;
            match (is_up, is_under_way) {
                (true, true) => Step::Wait,
                (true, false) => Step::Finish,
                (false, _) => arena(tournament, is_here),
            }
        }
        _ if is_under_way => Step::Wait,
        TournamentFormat::Swiss { rounds } => {
            if played >= usize::from(rounds) || active < usize::from(request.seats) {
                return Step::Finish;
            }
            let standings = standings(entered, games);
            let players = by_lot(&standings, tournament.id);
            let known = entrants(&players, &standings, games);
            let Round { pods, byes } = pairing::swiss(&known, usize::from(request.seats));
            let byes = byes.into_iter().map(|alone| Paired {
                players: vec![players[alone]],
                points: Some(vec![bye(request.seats)]),
            });
            Step::Pair(of(&players, pods).chain(byes).collect())
        }
        TournamentFormat::RoundRobin {} => {
            if played >= pairing::round_robin_rounds(entered.len()) || active < 2 {
                return Step::Finish;
            }
            Step::Pair(of_round_robin(entered, played))
        }
    }
}

/// Those of a round robin's round who are there to play; whoever's opponent has withdrawn gets the point.
fn of_round_robin(entered: &[Entered], round: usize) -> Vec<Paired> {
    let Round { pods, .. } = pairing::round_robin(entered.len(), round);
    pods.into_iter()
        .filter_map(|pod| {
            let left: Vec<Uuid> = pod
                .iter()
                .map(|place| &entered[*place])
                .filter(|one| !one.withdrawn)
                .map(|one| one.player.id)
                .collect();
            match left.len() {
                0 => None,
                1 => Some(Paired { players: left, points: Some(vec![bye(2)]) }),
                _ => Some(Paired { players: left, points: None }),
            }
        })
        .collect()
}

/// Who of an arena is free, and meets whom: of two at a table nobody meets again at once whom they have met last, if others are still to
/// come.
fn arena(tournament: &RunningTournament, is_here: impl Fn(Uuid) -> bool) -> Step {
    let RunningTournament { request, entered, games, .. } = tournament;
    let size = usize::from(request.seats);
    let busy: HashSet<Uuid> = games
        .iter()
        .filter(|game| game.points.is_none())
        .flat_map(|game| game.players.iter().copied())
        .collect();
    let standings = standings(entered, games);
    let free = by_standing(&standings, |player| !busy.contains(&player) && is_here(player));
    let spare = free.len() % size;
    // Whoever has played most waits for the next, so that nobody waits again and again.
    let played = |player: &Uuid| standings.iter().find(|one| one.player.id == *player).map(|one| one.games);
    let mut most: Vec<Uuid> = free.clone();
    most.sort_by_key(|player| Reverse(played(player)));
    // Should only those be left who have just met, another waits in their place.
    let tries = if spare == 1 { SPARES.min(most.len()) } else { 1 };
    for first in 0..tries {
        let waiting: HashSet<Uuid> = most.iter().copied().skip(first).take(spare).collect();
        let players: Vec<Uuid> = free.iter().copied().filter(|player| !waiting.contains(player)).collect();
        let last = last_games(&players, games);
        let seats = entrants(&players, &standings, games);
        let mut known = entrants(&players, &standings, &last);
        for (one, whole) in known.iter_mut().zip(seats) {
            one.seats = whole.seats;
        }
        let Round { pods, .. } = pairing::swiss(&known, size);
        let is_again = |pod: &[usize]| matches!(pod, [one, other] if known[*one].met[*other] > 0);
        let pods = pods.into_iter().filter(|pod| busy.is_empty() || !is_again(pod)).collect();
        let paired: Vec<Paired> = of(&players, pods).collect();
        if !paired.is_empty() {
            return Step::Pair(paired);
        }
    }
    Step::Wait
}

/// The last game of each of some players.
fn last_games(players: &[Uuid], games: &[TournamentGame]) -> Vec<TournamentGame> {
    let last = |player: &Uuid| {
        games.iter().filter(|game| game.players.contains(player)).max_by_key(|game| game.round)
    };
    let mut found: Vec<&TournamentGame> = players.iter().filter_map(last).collect();
    found.sort_by_key(|game| (game.round, game.table));
    found.dedup();
    found.into_iter().cloned().collect()
}

/// Those who have not withdrawn, the first first; those who stand alike in an order that has nothing to do with when they joined: it is drawn
/// by lot from the random parts of their ids and the tournament's.
fn by_lot(standings: &[TournamentStanding], tournament: Uuid) -> Vec<Uuid> {
    let lot = |player: Uuid| (player.as_u128() ^ tournament.as_u128()) as u64;
    let mut all: Vec<&TournamentStanding> = standings.iter().filter(|one| !one.withdrawn).collect();
    all.sort_by_key(|one| (one.place, lot(one.player.id)));
    all.into_iter().map(|one| one.player.id).collect()
}

/// Those who have not withdrawn, of whom something holds, the first first.
fn by_standing(standings: &[TournamentStanding], may: impl Fn(Uuid) -> bool) -> Vec<Uuid> {
    let all = standings.iter().filter(|one| !one.withdrawn).map(|one| one.player.id);
    all.filter(|player| may(*player)).collect()
}

fn of(players: &[Uuid], pods: Vec<Vec<usize>>) -> impl Iterator<Item = Paired> {
    pods.into_iter()
        .map(|pod| Paired { players: pod.into_iter().map(|place| players[place]).collect(), points: None })
}

#[cfg(test)]
mod tests {
    use cydonia_protocol::{Player, TimeControl, TournamentRequest};

    use super::*;

    const BYE: u32 = TournamentStanding::POINT;

    fn id(number: usize) -> Uuid {
        Uuid::from_u128(number as u128)
    }

    fn tournament(seats: u8, format: TournamentFormat, players: usize) -> RunningTournament {
        let request = TournamentRequest {
            name: "Friday".to_owned(),
            game: "martian-chess".to_owned(),
            seats,
            options: Default::default(),
            clock: TimeControl::Fischer { initial_s: 300, increment_s: 5 },
            rated: false,
            format,
            starts_ms: 1_000,
            club: None,
        };
        let entered = (0..players).map(|number| Entered {
            player: Player::new(id(number), format!("P{number}")),
            withdrawn: false,
        });
        RunningTournament {
            number: 1,
            id: Uuid::nil(),
            host: Player::new(id(99), "Host".to_owned()),
            club: None,
            request,
            status: TournamentStatus::Running,
            round: 0,
            ended_ms: None,
            entered: entered.collect(),
            games: Vec::new(),
        }
    }

    /// Takes a round in, all its games won by the first seat.
    fn play(tournament: &mut RunningTournament, step: Step) -> Vec<Vec<usize>> {
        let Step::Pair(paired) = step else { panic!("{step:?}") };
        tournament.round += 1;
        let numbers = |players: &[Uuid]| players.iter().map(|id| id.as_u128() as usize).collect();
        let told = paired.iter().map(|one| numbers(&one.players)).collect();
        for Paired { players, points } in paired {
            let won = || (0..players.len()).map(|seat| if seat == 0 { BYE } else { 0 }).collect();
            let table = (players.len() > 1).then(Uuid::nil);
            let points = Some(points.unwrap_or_else(won));
            tournament.games.insert(0, TournamentGame { round: tournament.round, table, players, points });
        }
        told
    }

    #[test]
    fn it_begins_when_it_is_time_and_enough_have_come() {
        let swiss = TournamentFormat::Swiss { rounds: 3 };
        for (now_ms, seats, players, expected) in [
            (999, 2, 8, Step::Wait),
            (1_000, 2, 2, Step::Begin),
            (1_000, 2, 1, Step::Cancel),
            (9_999, 4, 3, Step::Cancel),
            (9_999, 4, 4, Step::Begin),
        ] {
            let mut open = tournament(seats, swiss, players);
            open.status = TournamentStatus::Open;
            assert_eq!(next(&open, now_ms, |_| true), expected, "{now_ms}: {players} of {seats}");
        }
        let mut over = tournament(2, swiss, 8);
        over.status = TournamentStatus::Finished;
        assert_eq!(next(&over, 9_999, |_| true), Step::Wait);
    }

    #[test]
    fn a_round_is_paired_when_the_last_is_over_and_after_the_last_it_ends() {
        let mut swiss = tournament(2, TournamentFormat::Swiss { rounds: 2 }, 4);
        let step = next(&swiss, 2_000, |_| false);
        assert_eq!(play(&mut swiss, step).len(), 2);
        swiss.games[0].points = None;
        assert_eq!(next(&swiss, 2_000, |_| true), Step::Wait);
        swiss.games[0].points = Some(vec![BYE, 0]);
        let step = next(&swiss, 2_000, |_| true);
        play(&mut swiss, step);
        assert_eq!(next(&swiss, 2_000, |_| true), Step::Finish);
    }

    #[test]
    fn a_swiss_ends_when_too_few_are_left_for_a_table() {
        let mut swiss = tournament(3, TournamentFormat::Swiss { rounds: 5 }, 4);
        let step = next(&swiss, 2_000, |_| true);
        assert_eq!(play(&mut swiss, step).iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        swiss.entered[0].withdrawn = true;
        assert!(matches!(next(&swiss, 2_000, |_| true), Step::Pair(_)));
        swiss.entered[1].withdrawn = true;
        assert_eq!(next(&swiss, 2_000, |_| true), Step::Finish);
    }

    #[test]
    fn in_a_round_robin_whoever_should_meet_somebody_who_has_withdrawn_gets_the_point() {
        let mut all = tournament(2, TournamentFormat::RoundRobin {}, 4);
        all.entered[3].withdrawn = true;
        let mut alone = Vec::new();
        for _ in 0..3 {
            let step = next(&all, 2_000, |_| true);
            let told = play(&mut all, step);
            assert_eq!(told.len(), 2);
            alone.extend(told.into_iter().filter(|players| players.len() == 1).flatten());
        }
        alone.sort_unstable();
        assert_eq!(alone, [0, 1, 2]);
        assert_eq!(next(&all, 2_000, |_| true), Step::Finish);
    }

    #[test]
    fn in_an_arena_those_meet_who_are_free_and_here_and_nobody_twice_in_a_row_while_others_play() {
        let format = TournamentFormat::Arena { minutes: 10 };
        let mut arena = tournament(2, format, 4);
        let here = |who: &'static [usize]| move |player: Uuid| who.iter().any(|number| id(*number) == player);
        assert_eq!(next(&arena, 2_000, here(&[0])), Step::Wait);
        let step = next(&arena, 2_000, here(&[0, 1]));
        let mut first = play(&mut arena, step);
        first[0].sort_unstable();
        assert_eq!(first, [[0, 1]]);
        // Nobody else is there: they meet again.
        assert!(matches!(next(&arena, 2_000, here(&[0, 1])), Step::Pair(_)));
        // While others play, they wait for them.
        arena.games.push(TournamentGame {
            round: 1,
            table: Some(id(5)),
            players: vec![id(2), id(3)],
            points: None,
        });
        assert_eq!(next(&arena, 2_000, here(&[0, 1, 2, 3])), Step::Wait);
        // Once its time is up no game begins, and those that are on are waited for.
        let up_ms = 1_000 + 10 * MINUTE_MS;
        assert_eq!(next(&arena, up_ms, here(&[0, 1])), Step::Wait);
        arena.games.iter_mut().for_each(|game| game.points = Some(vec![BYE, 0]));
        assert_eq!(next(&arena, up_ms, here(&[0, 1])), Step::Finish);
    }
}
