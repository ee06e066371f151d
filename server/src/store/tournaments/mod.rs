//! Tournaments: how they were wished for, who has joined, and who was paired with whom.

mod of_clubs;
mod writes;

use cydonia_protocol::{
    ClubName, JoinedTournament, Player, TournamentGame, TournamentRequest, TournamentStatus,
    TournamentSummary,
};
use cydonia_rules::Seat;
use cydonia_table::journal::PackedLine;
use uuid::Uuid;

use super::engine::{RowPlace, Statement, from_row, named};
use super::merging::parts_of;
use super::page::Page;
use super::players::player_of;
use super::{Store, StoreError};
pub(super) use of_clubs::{cancel_open, is_member, withdraw_former_member};
pub(crate) use writes::{
    CancelTournament, CreateTournament, EndTournament, GameResult, JoinTournament, NewGame, NoTournament,
    NoteResults, PairRound, StartTournament, WithdrawPlayer,
};

/// Somebody who has joined a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entered {
    /// Who.
    pub player: Player,
    /// Whether they take no further part.
    pub withdrawn: bool,
}

/// A tournament as it is run: all that there is of it.
#[derive(Clone, Debug)]
pub(crate) struct RunningTournament {
    /// What its rows know it by.
    pub number: i64,
    /// Its id.
    pub id: Uuid,
    /// Who has set it up.
    pub host: Player,
    /// The club that it is of, as long as there is that.
    pub club: Option<ClubName>,
    /// What they wished for.
    pub request: TournamentRequest,
    /// Where it stands.
    pub status: TournamentStatus,
    /// The round that was paired last.
    pub round: u32,
    /// When it was over, in milliseconds since 1970.
    pub ended_ms: Option<i64>,
    /// Who has joined, the first first.
    pub entered: Vec<Entered>,
    /// Every game and bye, the last round first.
    pub games: Vec<TournamentGame>,
}

impl RunningTournament {
    /// As lists show it.
    pub(crate) fn summary(&self) -> TournamentSummary {
        let players = self.entered.len() as u32;
        summary(
            self.id,
            (self.host.clone(), self.club.clone()),
            self.request.clone(),
            (self.status, self.round, self.ended_ms),
            players,
        )
    }
}

fn summary(
    id: Uuid,
    (host, club): (Player, Option<ClubName>),
    request: TournamentRequest,
    (status, round, ended_ms): (TournamentStatus, u32, Option<i64>),
    players: u32,
) -> TournamentSummary {
    let TournamentRequest { name, game, seats, options, clock, rated, format, starts_ms, club: _ } = request;
    TournamentSummary {
        id,
        name,
        game,
        seats,
        options,
        clock,
        rated,
        format,
        status,
        host,
        club,
        starts_ms,
        ended_ms,
        round,
        players,
    }
}

/// Which tournaments a list is of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TournamentFilter {
    /// Those that stand so.
    pub status: Option<TournamentStatus>,
    /// Those of a club.
    pub club: Option<Uuid>,
    /// Those below this number.
    pub below: Option<i64>,
}

/// How a game of a tournament stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameFate {
    /// It is on, or its players are awaited.
    On,
    /// It is kept.
    Over {
        /// Each seat's rank.
        ranks: Vec<u8>,
        /// The seats that have never acted,
        idle: Vec<Seat>,
        /// and those of them that did not come.
        away: Vec<Seat>,
    },
    /// There is neither table nor game: nobody came.
    Gone,
}

struct Row {
    number: i64,
    id: Uuid,
    host: Uuid,
    name: Option<String>,
    registered: bool,
    club_id: Option<Uuid>,
    club_name: Option<String>,
    request: String,
    status: String,
    round: i64,
    ended_ms: Option<i64>,
    players: i64,
}

from_row!(Row: number, id, host, name, registered, club_id, club_name, request, status, round, ended_ms, players);

impl Row {
    /// What was wished for, and where it stands.
    fn read(&self) -> Result<(TournamentRequest, TournamentStatus), StoreError> {
        let place = RowPlace("tournaments", self.number);
        let request = serde_json::from_str(&self.request).map_err(place.column("request"))?;
        let status = named(&self.status).map_err(place.column("status"))?;
        Ok((request, status))
    }

    fn host(&self) -> Player {
        player_of((self.host, self.name.clone(), self.registered))
    }

    fn club(&self) -> Option<ClubName> {
        Some(ClubName { id: self.club_id?, name: self.club_name.clone()? })
    }

    fn summary(self) -> Result<TournamentSummary, StoreError> {
        let (request, status) = self.read()?;
        let stands = (status, self.round as u32, self.ended_ms);
        Ok(summary(self.id, (self.host(), self.club()), request, stands, self.players as u32))
    }
}

const ROW: &str = "SELECT tournaments.number, tournaments.id, host, players.name,
     players.registered_ms IS NOT NULL AS registered, clubs.id AS club_id, clubs.name AS club_name,
     request, status, round, ended_ms,
     (SELECT count(*) FROM tournament_players WHERE tournament = tournaments.number) AS players
     FROM tournaments LEFT JOIN players ON players.id = host LEFT JOIN clubs ON clubs.number = tournaments.club";

struct GameRow {
    round: i64,
    table_id: Option<Uuid>,
    players: String,
    points: Option<String>,
}

from_row!(GameRow: round, table_id, players, points);

impl GameRow {
    fn read(self, number: i64) -> Result<TournamentGame, StoreError> {
        let place = RowPlace("tournament_games", number);
        let points = self.points.as_deref().map(serde_json::from_str).transpose();
        Ok(TournamentGame {
            round: self.round as u32,
            table: self.table_id,
            players: serde_json::from_str(&self.players).map_err(place.column("players"))?,
            points: points.map_err(place.column("points"))?,
        })
    }
}

impl Store {
    /// Tournaments, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tournaments(
        &self,
        filter: TournamentFilter,
        limit: usize,
    ) -> Result<Page<TournamentSummary>, StoreError> {
        let mut statement = Statement::of(ROW);
        statement.bound(" WHERE tournaments.number < ", filter.below.unwrap_or(i64::MAX));
        if let Some(status) = filter.status {
            statement.bound(" AND status = ", status.name());
        }
        if let Some(club) = filter.club {
            statement.bound(" AND tournaments.club = (SELECT number FROM clubs AS its WHERE its.id = ", club);
            statement.text(")");
        }
        statement.bound(" ORDER BY tournaments.number DESC LIMIT ", limit as i64 + 1);
        let rows: Vec<Row> = statement.fetch_all(&mut self.readers.lookups.lend().await?).await?;
        Ok(Page::of(rows, limit, |row| row.number).read(Row::summary))
    }

    /// A tournament, with all that there is of it.
    ///
    /// # Errors
    /// If the database fails, or a row is damaged.
    pub(crate) async fn tournament(&self, id: Uuid) -> Result<Option<RunningTournament>, StoreError> {
        let mut statement = Statement::of(ROW);
        statement.bound(" WHERE tournaments.id = ", id);
        let mut reader = self.readers.lookups.lend().await?;
        let found: Option<Row> = statement.fetch_optional(&mut reader).await?;
        let Some(row) = found else { return Ok(None) };
        let number = row.number;
        // First the games: whoever did not come to one that is over has withdrawn by then.
        let games: Vec<GameRow> = Statement::of(
            "SELECT round, table_id, players, points FROM tournament_games
             WHERE tournament = $1 ORDER BY round DESC, board",
        )
        .bind(number)
        .fetch_all(&mut reader)
        .await?;
        let entered: Vec<(Uuid, Option<String>, bool, bool)> = Statement::of(
            "SELECT player, name, registered_ms IS NOT NULL, withdrawn
             FROM tournament_players LEFT JOIN players ON players.id = player
             WHERE tournament = $1 ORDER BY joined_ms, player",
        )
        .bind(number)
        .fetch_all(&mut reader)
        .await?;
        let (request, status) = row.read()?;
        let entered = entered.into_iter().map(|(id, name, registered, withdrawn)| {
            let player = player_of((id, name, registered));
            // Nobody plays on who was deleted.
            Entered { withdrawn: withdrawn || player.is_deleted(), player }
        });
        Ok(Some(RunningTournament {
            number,
            id,
            host: row.host(),
            club: row.club(),
            request,
            status,
            round: row.round as u32,
            ended_ms: row.ended_ms,
            entered: entered.collect(),
            games: games.into_iter().map(|game| game.read(number)).collect::<Result<_, _>>()?,
        }))
    }

    /// Tournaments that are on, or want to begin.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn due_tournaments(&self, now_ms: i64) -> Result<Vec<Uuid>, StoreError> {
        let due: Vec<(Uuid,)> = Statement::of(
            "SELECT id FROM tournaments WHERE ended_ms IS NULL AND starts_ms <= $1 ORDER BY starts_ms",
        )
        .bind(now_ms)
        .fetch_all(&mut self.readers.lookups.lend().await?)
        .await?;
        Ok(due.into_iter().map(|(id,)| id).collect())
    }

    /// How games of a tournament stand, each with its table.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn game_fates(&self, tables: &[Uuid]) -> Result<Vec<(Uuid, GameFate)>, StoreError> {
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = self.readers.lookups.lend().await?;
        // A game that ends moves from the tables to the archive, so those are looked at first; and its seats last, as they came with its
        // line in one commit: else a game that ends meanwhile would seem to be over with nobody in it.
        let mut statement = Statement::of("SELECT id FROM tables WHERE NOT closed AND id IN ");
        statement.list(tables.iter().copied());
        let on: Vec<(Uuid,)> = statement.fetch_all(&mut reader).await?;
        let mut statement = Statement::of(
            "SELECT matches.id, record FROM matches JOIN match_lines ON match_lines.number = matches.number
             WHERE matches.id IN ",
        );
        statement.list(tables.iter().copied());
        let lines: Vec<(Uuid, String)> = statement.fetch_all(&mut reader).await?;
        let mut statement = Statement::of(
            "SELECT matches.id, rank FROM matches JOIN match_seats ON match_number = number WHERE matches.id IN ",
        );
        statement.list(tables.iter().copied());
        statement.text(" ORDER BY number, seat");
        let seats: Vec<(Uuid, i64)> = statement.fetch_all(&mut reader).await?;
        let fate = |table: Uuid| {
            let own = lines.iter().find(|(id, _)| *id == table).map(|(_, line)| line);
            match own {
                Some(line) => {
                    // Of one that is damaged nothing is known but its result.
                    let (idle, away) =
                        PackedLine::read(line).map(|line| (line.idle, line.away)).unwrap_or_default();
                    let ranks = seats.iter().filter(|(id, _)| *id == table).map(|(_, rank)| *rank as u8);
                    GameFate::Over { ranks: ranks.collect(), idle, away }
                }
                None if on.iter().any(|(id,)| *id == table) => GameFate::On,
                None => GameFate::Gone,
            }
        };
        Ok(tables.iter().map(|table| (*table, fate(*table))).collect())
    }

    /// The tournaments that somebody has joined, or who has become part of them, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn tournaments_of(&self, player: Uuid) -> Result<Vec<JoinedTournament>, StoreError> {
        let mut reader = self.readers.lookups.lend().await?;
        let mut statement = Statement::of(
            "SELECT id, joined_ms FROM tournament_players JOIN tournaments ON number = tournament WHERE player IN ",
        );
        // Where standings are told it stays whoever they were then.
        statement.list(parts_of(&mut reader, player).await?.into_iter().chain([player]));
        statement.text(" ORDER BY tournament DESC, joined_ms");
        let joined: Vec<(Uuid, i64)> = statement.fetch_all(&mut reader).await?;
        Ok(joined.into_iter().map(|(tournament, ms)| JoinedTournament { tournament, ms }).collect())
    }
}
