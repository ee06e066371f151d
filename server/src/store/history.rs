//! Keyset pagination: finished games looked up: a page is found by the numbers of games and never by counting rows, so that it
//! takes as long wherever it lies, and games that end meanwhile neither repeat nor hide any.

use std::collections::HashMap;

use uuid::Uuid;

use super::engine::{Lenient, RowPlace, Snapshot, Statement};
use super::match_filter::{MatchFilter, OptionFilter, Order};
use super::matches::{self, ListedRow, ListedSeatRow, SeatRow, SummaryRow, read_seats};
use super::{Store, StoreError};
use crate::limits;
use cydonia_protocol::{COMPUTERS, MatchSummary};
use cydonia_rules::Reason;

/// A page of finished games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The games.
    pub games: Vec<MatchSummary>,
    /// The number after which the next page begins, if there may be one.
    pub next: Option<i64>,
}

impl Found {
    /// The number behind which the list goes on: damaged rows are in no list, but in its way. None if nothing was found, and nothing is
    /// left.
    pub(crate) fn reached(&self) -> Option<i64> {
        self.next.or(self.games.last().map(|game| game.number))
    }
}

/// The numbers between which a page lies, neither of them in it.
#[derive(Clone, Copy, Debug)]
struct Span {
    above: i64,
    below: i64,
}

/// Which rows a page walks along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    /// A player's seats.
    Seats,
    /// The games of a position.
    Positions,
    /// All games.
    Games,
}

impl MatchFilter {
    fn rows(&self) -> Rows {
        match (self.player, self.position) {
            (Some(_), _) => Rows::Seats,
            (None, Some(_)) => Rows::Positions,
            (None, None) => Rows::Games,
        }
    }

    /// Whether every row that is walked along fits.
    fn is_exact(&self) -> bool {
        let Self { player, seats, options, rated, clock, private, computers, reason, finished_ms, .. } = self;
        let by_game = seats.is_none() && reason.is_none() && options.is_empty();
        let by_game =
            by_game && rated.is_none() && computers.is_none() && clock.is_none() && private.is_none();
        // The games of a position are all of one game.
        let by_game = by_game && (self.position.is_none() || self.game.is_none());
        player.is_none() && by_game && *finished_ms == (None, None)
    }

    /// The rows that a page walks along, in the order of an index: of a player's seats, of the games of a position, or of all games.
    fn walk(&self, statement: &mut Statement, span: Span, numbers: Option<&[i64]>) {
        match (self.player, self.position) {
            (Some(player), _) => {
                statement.bound(" WHERE match_seats.player = ", player);
                statement.bound(" AND match_seats.match_number > ", span.above);
                statement.bound(" AND match_seats.match_number < ", span.below);
                if COMPUTERS.contains(&player) {
                    // One that sat at several seats of a game is listed by the first.
                    statement.text(
                        " AND NOT EXISTS (SELECT 1 FROM match_seats AS earlier
                         WHERE earlier.match_number = match_seats.match_number
                         AND earlier.player = match_seats.player AND earlier.seat < match_seats.seat)",
                    );
                }
            }
            (None, Some(position)) => {
                statement.bound(" WHERE position_games.position = ", position.signed());
                statement.bound(" AND position_games.match_number > ", span.above);
                statement.bound(" AND position_games.match_number < ", span.below);
            }
            (None, None) => {
                statement.text(" WHERE NOT matches.private");
                if let Some(game) = &self.game {
                    statement.bound(" AND matches.game = ", game.as_str());
                }
                statement.bound(" AND number > ", span.above);
                statement.bound(" AND number < ", span.below);
            }
        }
        if let Some(numbers) = numbers {
            statement.text(match self.rows() {
                Rows::Seats => " AND match_seats.match_number IN ",
                Rows::Positions => " AND position_games.match_number IN ",
                Rows::Games => " AND number IN ",
            });
            statement.list(numbers.iter().copied());
        }
    }

    /// Which of them fit. What the index tells is asked of the rows that it is made of. `walked` is the span of a walk along all games, if
    /// it is a short one.
    fn restrict(&self, statement: &mut Statement, walked: Option<Span>) {
        let seats = self.seats.map(i64::from);
        let reason = self.reason.map(Reason::name);
        if self.player.is_some() {
            if !self.with_private {
                statement.text(" AND NOT match_seats.private");
            }
            statement.bound_if_any(" AND match_seats.game = ", self.game.as_deref());
            statement.bound_if_any(" AND match_seats.result = ", self.result.map(matches::number_of));
            statement.bound_if_any(" AND match_seats.reason = ", reason);
            statement.bound_if_any(" AND match_seats.seats = ", seats);
            if let Some(position) = self.position {
                statement.bound(
                    " AND EXISTS (SELECT 1 FROM position_games
                     WHERE position_games.match_number = match_seats.match_number
                     AND position_games.position = ",
                    position.signed(),
                );
                statement.text(")");
            }
        } else {
            if self.position.is_some() {
                statement.text(" AND NOT matches.private");
                statement.bound_if_any(" AND matches.game = ", self.game.as_deref());
            }
            statement.bound_if_any(" AND matches.reason = ", reason);
            statement.bound_if_any(" AND matches.seats = ", seats);
        }
        if let Some(opponent) = self.opponent {
            statement.bound(
                " AND EXISTS (SELECT 1 FROM match_seats AS other
                 WHERE other.match_number = match_seats.match_number AND other.player = ",
                opponent,
            );
            statement.text(")");
        }
        match self.rated {
            Some(true) => statement.text(" AND matches.rated"),
            Some(false) => statement.text(" AND NOT matches.rated"),
            None => {}
        }
        match self.private {
            Some(true) => statement.text(" AND matches.private"),
            Some(false) => statement.text(" AND NOT matches.private"),
            None => {}
        }
        if let Some(clock) = self.clock {
            statement.bound(" AND matches.clock LIKE ", matches::pattern_of(clock));
        }
        if let Some(computers) = self.computers {
            statement.text(if computers { " AND EXISTS" } else { " AND NOT EXISTS" });
            statement.text(
                " (SELECT 1 FROM match_seats AS computer
                 WHERE computer.match_number = matches.number AND computer.player IN ",
            );
            statement.list(COMPUTERS);
            statement.text(")");
        }
        for option in &self.options {
            option.restrict(statement, walked);
        }
        let (first, last) = self.finished_ms;
        statement.bound_if_any(" AND matches.finished_ms >= ", first);
        statement.bound_if_any(" AND matches.finished_ms <= ", last);
    }

    /// In the order that is asked for.
    fn ordered(&self, statement: &mut Statement) {
        statement.text(match (self.rows(), self.order) {
            (Rows::Seats, Order::Newest) => " ORDER BY match_seats.match_number DESC",
            (Rows::Seats, Order::Oldest) => " ORDER BY match_seats.match_number",
            (Rows::Positions, Order::Newest) => " ORDER BY position_games.match_number DESC",
            (Rows::Positions, Order::Oldest) => " ORDER BY position_games.match_number",
            (Rows::Games, Order::Newest) => " ORDER BY number DESC",
            (Rows::Games, Order::Oldest) => " ORDER BY number",
        });
    }
}

impl OptionFilter {
    /// Kept is what stands otherwise than at its default. Along a short walk of all games that is read in one go with them, and else
    /// looked up for each.
    fn restrict(&self, statement: &mut Statement, walked: Option<Span>) {
        let Self { name, json, is_default } = self;
        statement.text(match (is_default, walked) {
            (false, Some(_)) => " AND number IN",
            (true, Some(_)) => " AND number NOT IN",
            (false, None) => " AND EXISTS",
            (true, None) => " AND NOT EXISTS",
        });
        statement.bound(" (SELECT match_number FROM match_options WHERE name = ", name.as_str());
        statement.bound(if *is_default { " AND value <> " } else { " AND value = " }, json.as_str());
        match walked {
            Some(Span { above, below }) => {
                statement.bound(" AND match_number > ", above);
                statement.bound(" AND match_number < ", below);
            }
            None => statement.text(" AND match_number = matches.number"),
        }
        statement.text(")");
    }
}

impl Store {
    /// The number of the last game that is kept; 0 if there is none.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn last_number(&self) -> Result<i64, StoreError> {
        let last: Option<(i64,)> = Statement::of("SELECT number FROM matches ORDER BY number DESC LIMIT 1")
            .fetch_optional(&mut self.readers.lookups.lend().await?)
            .await?;
        Ok(last.map_or(0, |(number,)| number))
    }

    /// Up to `limit` of the games that fit, from after the number `after`. A page looks at so many rows at most and
    /// may come back short, even empty, with a number to go on from.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn look_up(
        &self,
        filter: &MatchFilter,
        after: Option<i64>,
        limit: usize,
    ) -> Result<Found, StoreError> {
        let (store, filter) = (self.clone(), filter.clone());
        self.look(async move { store.page(&filter, after, limit).await }).await
    }

    async fn page(
        &self,
        filter: &MatchFilter,
        after: Option<i64>,
        limit: usize,
    ) -> Result<Found, StoreError> {
        let mut moment = self.readers.lookups.begin_snapshot().await?;
        let mut span = span(&mut moment, filter.finished_ms).await?;
        match (after, filter.order) {
            (Some(after), Order::Newest) => span.below = span.below.min(after),
            (Some(after), Order::Oldest) => span.above = span.above.max(after),
            (None, _) => {}
        }
        let numbers = match &filter.ids {
            None => None,
            Some(ids) => Some(numbers_of(&mut moment, ids).await?),
        };
        if numbers.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Found { games: Vec::new(), next: None });
        }
        let is_short = filter.is_exact() || numbers.is_some();
        let scanned = if is_short { None } else { scan_end(&mut moment, filter, span).await? };
        match (scanned, filter.order) {
            (Some(end), Order::Newest) => span.above = end - 1,
            (Some(end), Order::Oldest) => span.below = end + 1,
            (None, _) => {}
        }
        let mut page = Statement::of(
            "SELECT number, matches.id, matches.game, matches.options, matches.rated, matches.series,
             matches.reason, matches.plies, matches.started_ms, matches.finished_ms, matches.first,
             matches.clock, matches.private, matches.rematch_of FROM matches",
        );
        page.text(match filter.rows() {
            Rows::Seats => " JOIN match_seats ON match_seats.match_number = number",
            Rows::Positions => " JOIN position_games ON position_games.match_number = number",
            Rows::Games => "",
        });
        filter.walk(&mut page, span, numbers.as_deref());
        let walks = filter.rows() == Rows::Games && numbers.is_none() && !filter.options.is_empty();
        let walked = if walks { short(&mut moment, span).await? } else { None };
        filter.restrict(&mut page, walked);
        filter.ordered(&mut page);
        // One more than asked tells whether there are more.
        page.bound(" LIMIT ", limit as i64 + 1);
        let mut rows: Vec<ListedRow> = page.fetch_all(&mut moment).await?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = if more { rows.last().map(|row| row.number) } else { scanned };
        let games = with_seats(&mut moment, rows).await?;
        moment.end().await?;
        Ok(Found { games, next })
    }
}

/// The numbers between which games lie that ended in a span of time. Games are numbered in the order in which they were
/// kept, and that is the order of their times but for a little: as much as a clock is ever set back.
async fn span(moment: &mut Snapshot, (first, last): (Option<i64>, Option<i64>)) -> Result<Span, StoreError> {
    let slack = limits::CLOCK_SET_BACK.as_millis() as i64;
    let mut span = Span { above: 0, below: i64::MAX };
    if let Some(first) = first {
        let before: Option<(i64,)> = Statement::of(
            "SELECT number FROM matches WHERE finished_ms < $1 ORDER BY finished_ms DESC LIMIT 1",
        )
        .bind(first.saturating_sub(slack))
        .fetch_optional(moment)
        .await?;
        span.above = before.map_or(0, |(number,)| number);
    }
    if let Some(last) = last {
        let after: Option<(i64,)> =
            Statement::of("SELECT number FROM matches WHERE finished_ms > $1 ORDER BY finished_ms LIMIT 1")
                .bind(last.saturating_add(slack))
                .fetch_optional(moment)
                .await?;
        span.below = after.map_or(i64::MAX, |(number,)| number);
    }
    Ok(span)
}

/// A span with both its ends, if no more games lie in it than can be read in one go: those of other games lie in between.
async fn short(moment: &mut Snapshot, Span { above, below }: Span) -> Result<Option<Span>, StoreError> {
    let last: Option<(i64,)> = Statement::of("SELECT number FROM matches ORDER BY number DESC LIMIT 1")
        .fetch_optional(moment)
        .await?;
    let below = below.min(last.map_or(1, |(number,)| number + 1));
    Ok((below - above <= limits::OPTIONS_READ).then_some(Span { above, below }))
}

/// The numbers of those games whose ids are given, as far as there are any.
async fn numbers_of(moment: &mut Snapshot, ids: &[Uuid]) -> Result<Vec<i64>, StoreError> {
    let mut statement = Statement::of("SELECT number FROM matches WHERE id IN ");
    statement.list(ids.iter().copied());
    let rows: Vec<(i64,)> = statement.fetch_all(moment).await?;
    Ok(rows.into_iter().map(|(number,)| number).collect())
}

/// The number of the last row that a page looks at, if there are more than it does.
async fn scan_end(
    moment: &mut Snapshot,
    filter: &MatchFilter,
    span: Span,
) -> Result<Option<i64>, StoreError> {
    let mut statement = Statement::of(match filter.rows() {
        Rows::Seats => "SELECT match_number FROM match_seats",
        Rows::Positions => "SELECT match_number FROM position_games",
        Rows::Games => "SELECT number FROM matches",
    });
    filter.walk(&mut statement, span, None);
    filter.ordered(&mut statement);
    statement.bound(" LIMIT 1 OFFSET ", limits::MAX_ROWS_SCANNED - 1);
    let end: Option<(i64,)> = statement.fetch_optional(moment).await?;
    Ok(end.map(|(number,)| number))
}

/// The games of some rows, each with its seats.
async fn with_seats(moment: &mut Snapshot, rows: Vec<ListedRow>) -> Result<Vec<MatchSummary>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement = Statement::of(
        "SELECT match_number, seat, match_seats.player, name, registered, score, rank, result, team, before_rating,
         before_deviation, rating, deviation, volatility
         FROM match_seats LEFT JOIN rating_changes USING (match_number, seat) WHERE match_number IN ",
    );
    statement.list(rows.iter().map(|row| row.number));
    statement.text(" ORDER BY match_number, seat");
    let seats: Vec<ListedSeatRow> = statement.fetch_all(moment).await?;
    let mut seats_of: HashMap<i64, Vec<Lenient<SeatRow>>> = HashMap::new();
    for row in seats {
        seats_of.entry(row.match_number).or_default().push(row.seat);
    }
    let mut read = |number, summary: Lenient<SummaryRow>| -> Result<MatchSummary, StoreError> {
        let seats = seats_of.remove(&number).unwrap_or_default();
        Ok(RowPlace("matches", number).part(summary)?.read(read_seats(number, seats)?)?)
    };
    let readable = |ListedRow { number, summary }| {
        // One damaged row must not hide all others.
        read(number, summary)
            .inspect_err(|error| tracing::error!(number, %error, "a game is left out of the list"))
            .ok()
    };
    Ok(rows.into_iter().filter_map(readable).collect())
}
