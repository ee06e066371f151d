//! Tournaments: the house pairs those who have joined, opens their tables, and notes down what came of their games. [`pairing`] says who
//! meets, [`mod@standings`] how everybody stands, [`step`] what is to be done next; all of that is pure. Here it is done: what has been
//! decided is in the store, so that a restart goes on where it was.

mod pairing;
mod standings;
mod step;

use std::collections::HashMap;
use std::sync::Arc;

use cydonia_protocol::{
    SeatState, TableInfo, TableStatus, TournamentFormat, TournamentRound, TournamentStanding,
    TournamentStatus,
};
use cydonia_rules::Seat;
use cydonia_table::{Sitter, UnixMs, tournament_game};
use uuid::Uuid;

pub(crate) use standings::standings;
use step::{Paired, Step};

use crate::context::Context;
use crate::limits;
use crate::store::{
    EndTournament, GameFate, GameResult, NewGame, NewTable, NoteResults, PairRound, RunningTournament,
    StartTournament, StoreError,
};
use crate::table::{Registry, check_not_barred, note_new, note_paired, sitter_at};

/// Runs every tournament until the server stops.
pub(crate) async fn run(registry: Arc<Registry>) {
    let context = registry.context();
    let mut pauses = Pauses::default();
    loop {
        tokio::select! {
            () = context.clock.sleep(limits::TICK) => {}
            () = context.stopped() => return,
        }
        let due = match context.store.due_tournaments(context.clock.now_ms()).await {
            Ok(due) => due,
            Err(error) => {
                tracing::error!(%error, "it could not be looked which tournaments are on");
                continue;
            }
        };
        pauses.0.retain(|id, _| due.contains(id));
        for id in due {
            // One that cannot go on holds no other up.
            if let Err(error) = go_on(&registry, id, &mut pauses).await {
                tracing::error!(tournament = %id, %error, "a tournament could not go on");
            }
        }
    }
}

/// Until when nobody is paired: whoever has just played sees how it ended. After a restart there is no pause.
#[derive(Debug, Default)]
struct Pauses(HashMap<Uuid, i64>);

impl Pauses {
    /// From now on there is one.
    fn begin(&mut self, tournament: &RunningTournament, now_ms: i64) {
        let pause = match tournament.request.format {
            TournamentFormat::Arena { .. } => limits::ARENA_PAUSE,
            TournamentFormat::Swiss { .. } | TournamentFormat::RoundRobin {} => limits::ROUND_PAUSE,
        };
        self.0.insert(tournament.id, now_ms + pause.as_millis() as i64);
    }

    fn hold(&self, id: Uuid, now_ms: i64) -> bool {
        self.0.get(&id).is_some_and(|until_ms| now_ms < *until_ms)
    }
}

/// Takes the next steps of a tournament, for as long as there are any.
async fn go_on(registry: &Arc<Registry>, id: Uuid, pauses: &mut Pauses) -> Result<(), StoreError> {
    let context = registry.context();
    let is_here = |player| context.sessions.is_here(player) || context.own_games.is_followed_by(player);
    loop {
        let Some(mut tournament) = context.store.tournament(id).await? else { return Ok(()) };
        let (number, now_ms) = (tournament.number, context.clock.now_ms());
        if note_results(context, &tournament, is_here).await? {
            pauses.begin(&tournament, now_ms);
            continue;
        }
        if pauses.hold(id, now_ms) {
            return Ok(());
        }
        for one in &mut tournament.entered {
            let is_barred = tournament.request.rated && check_not_barred(context, one.player.id).is_err();
            one.withdrawn |= is_barred || context.sanctions.bans(one.player.id);
        }
        let end = |status| EndTournament { number, status, now_ms };
        match step::next(&tournament, now_ms, is_here) {
            Step::Wait => return Ok(()),
            Step::Begin => context.store.write(StartTournament(number)).await?,
            Step::Cancel => context.store.write(end(TournamentStatus::Cancelled)).await?,
            Step::Finish => context.store.write(end(TournamentStatus::Finished)).await?,
            Step::Pair(paired) => {
                pair(registry, &tournament, paired).await?;
                if let TournamentFormat::Arena { .. } = tournament.request.format {
                    pauses.begin(&tournament, now_ms);
                }
            }
        }
    }
}

/// Notes down what came of games that are over; whether there were any.
async fn note_results(
    context: &Context,
    tournament: &RunningTournament,
    is_here: impl Fn(Uuid) -> bool,
) -> Result<bool, StoreError> {
    let open = || tournament.games.iter().filter(|game| game.points.is_none());
    let tables: Vec<Uuid> = open().filter_map(|game| game.table).collect();
    let must_all_move = matches!(tournament.request.format, TournamentFormat::Arena { .. });
    let mut results = Vec::new();
    for (table, fate) in context.store.game_fates(&tables).await? {
        let Some(game) = open().find(|game| game.table == Some(table)) else { continue };
        let result = match fate {
            GameFate::On => continue,
            // They were waited for as long as anybody is.
            GameFate::Gone => {
                GameResult { table, points: vec![0; game.players.len()], absent: game.players.clone() }
            }
            GameFate::Over { ranks, idle, away } => {
                let came = Attendance { ranks: &ranks, idle: &idle, away: &away };
                let (points, absent) = came.result(&game.players, must_all_move, &is_here);
                GameResult { table, points, absent }
            }
        };
        results.push(result);
    }
    let is_news = !results.is_empty();
    if is_news {
        context.store.write(NoteResults { number: tournament.number, results }).await?;
    }
    Ok(is_news)
}

/// Who has come to a game, and how it ended.
struct Attendance<'a> {
    /// Each seat's rank.
    ranks: &'a [u8],
    /// The seats that have never acted,
    idle: &'a [Seat],
    /// and those of them that did not come.
    away: &'a [Seat],
}

impl Attendance<'_> {
    /// What each seat gets, and who is out until they join again: those who did not come. Whoever came first because others did not
    /// come at all need not have been at the table: it is enough to be here. In an arena, where the next game is a moment away, one that
    /// ended before everybody had moved is worth nothing.
    fn result(
        &self,
        players: &[Uuid],
        must_all_move: bool,
        is_here: impl Fn(Uuid) -> bool,
    ) -> (Vec<u32>, Vec<Uuid>) {
        let is_absent = |place: usize| {
            let is_first = self.ranks.get(place) == Some(&1);
            let is_away = self.away.iter().any(|seat| usize::from(*seat) == place);
            is_away && !(is_first && players.get(place).is_some_and(|player| is_here(*player)))
        };
        let mut points = TournamentStanding::points(self.ranks);
        for (place, own) in points.iter_mut().enumerate() {
            if is_absent(place) || must_all_move && !self.idle.is_empty() {
                *own = 0;
            }
        }
        let absent = players.iter().enumerate().filter(|(place, _)| is_absent(*place));
        (points, absent.map(|(_, player)| *player).collect())
    }
}

/// Opens the tables of a round, with everybody at them, in one commit; and has them awake.
async fn pair(
    registry: &Arc<Registry>,
    tournament: &RunningTournament,
    paired: Vec<Paired>,
) -> Result<(), StoreError> {
    let context = registry.context();
    let round = tournament.round + 1;
    let mut games = Vec::with_capacity(paired.len());
    for Paired { players, points } in paired {
        let table = match points {
            None => Some(new_table(context, tournament, round, &players).await?),
            Some(_) => None,
        };
        games.push(NewGame { table, players, points });
    }
    let infos: Vec<TableInfo> =
        games.iter().filter_map(|game| game.table.as_ref()).map(|table| table.info.clone()).collect();
    if !context.store.write(PairRound { number: tournament.number, round, games }).await? {
        return Ok(());
    }
    for info in infos {
        note_new(context, &info, 0);
        note_paired(context, &info);
        registry.wake(info.id).await;
    }
    Ok(())
}

/// A table of a round, with everybody at it.
async fn new_table(
    context: &Context,
    tournament: &RunningTournament,
    round: u32,
    players: &[Uuid],
) -> Result<NewTable, StoreError> {
    let now = UnixMs(context.clock.now_ms());
    let request = &tournament.request;
    let mut info = TableInfo {
        id: context.entropy.id(now.0),
        game: request.game.clone(),
        options: request.options.clone(),
        seats: vec![SeatState::Free {}; players.len()],
        first: 0,
        clock: request.clock,
        private: false,
        rated: request.rated,
        unrated: None,
        series: None,
        tournament: Some(TournamentRound { id: tournament.id, name: request.name.clone(), round }),
        pie: false,
        status: TableStatus::Open,
        created_ms: now.0,
        rematch_of: None,
        rematch: None,
    };
    let mut sitters: Vec<Sitter> = Vec::with_capacity(players.len());
    for (seat, id) in players.iter().enumerate() {
        let entered = tournament.entered.iter().find(|one| one.player.id == *id);
        let Some(entered) = entered else { continue };
        let sitter = sitter_at(context, &entered.player, &info).await?;
        // Whoever sits down next is told apart from those who sit there.
        info.seats[seat] = SeatState::Taken { player: sitter.player.clone(), rating: sitter.rating };
        sitters.push(sitter);
    }
    let (info, records) = tournament_game(info, sitters, now);
    // It counts as a table of whoever has its first seat, as the next of a series does.
    let wish = (players.first().copied().unwrap_or_default(), info.id);
    // As it is looked at then, it says itself when it next wants attention.
    Ok(NewTable { key: None, wish, records, deadline_ms: now.0, info })
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: u32 = TournamentStanding::POINT;

    #[test]
    fn whoever_did_not_come_gets_nothing_and_is_out() {
        let players = [Uuid::from_u128(0), Uuid::from_u128(1), Uuid::from_u128(2)];
        let of = |ranks: &[u8], idle: &[Seat], away: &[Seat], must_all_move: bool, here: &[u128]| {
            let two_or_three = &players[..ranks.len()];
            let is_here = |player: Uuid| here.contains(&player.as_u128());
            let (points, absent) =
                Attendance { ranks, idle, away }.result(two_or_three, must_all_move, is_here);
            (points, absent.iter().map(Uuid::as_u128).collect::<Vec<_>>())
        };
        // Both have played.
        assert_eq!(of(&[1, 2], &[], &[], false, &[]), (vec![POINT, 0], vec![]));
        // The first never came; the second, who did, need not have moved.
        assert_eq!(of(&[2, 1], &[0, 1], &[0], false, &[1]), (vec![0, POINT], vec![0]));
        // Nor need they have been at the table, if they are here.
        assert_eq!(of(&[2, 1], &[0, 1], &[0, 1], false, &[0, 1]), (vec![0, POINT], vec![0]));
        // Nobody came.
        assert_eq!(of(&[2, 1], &[0, 1], &[0, 1], false, &[]), (vec![0, 0], vec![0, 1]));
        // Others of a pod play on without whoever did not come.
        assert_eq!(of(&[1, 2, 3], &[2], &[2], false, &[]), (vec![POINT, POINT / 2, 0], vec![2]));
        // In an arena nobody is given a point before everybody has moved.
        assert_eq!(of(&[2, 1], &[1], &[], true, &[]), (vec![0, 0], vec![]));
        assert_eq!(of(&[2, 1], &[], &[], true, &[]), (vec![0, POINT], vec![]));
    }
}
