//! Query parsing and keyset cursors: which finished games one asks for, as it stands behind the `?`. The options of a game are
//! parameters of their own, `options.rules=arcade`, which are taken out before: `serde_qs` reads `options[rules]`, and serde's
//! `flatten` does not go with refusing what is no parameter.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::Query;
use axum::http::Uri;
use cydonia_protocol::schema::Components;
use cydonia_protocol::{ClockKind, GameResult, MAX_NUMBER, PositionKey};
use cydonia_rules::{AnyGame, GameInfo, GameKind, MAX_SEATS, OptionValue, PositionError, Reason};
use cydonia_table::LineDetail;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use crate::http::cursor;
use crate::http::games::GameId;
use crate::http::players::read_ids;
use crate::http::query_error::QueryError;
use crate::limits;
use crate::store::{MatchFilter, OptionFilter, Order};

/// What a list can be asked for. All that is given applies.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MatchQuery {
    /// Games that this player played.
    player: Option<Uuid>,
    /// And this one too; only with `player`.
    opponent: Option<Uuid>,
    /// What it was for `player`: won if no opponent was first, drawn if one was first too.
    result: Option<GameResult>,
    /// Games of this kind, by its id.
    game: Option<GameId>,
    /// With so many seats.
    #[schemars(range(min = 2, max = 6))]
    seats: Option<u8>,
    /// That counted for ratings, or that did not.
    rated: Option<bool>,
    /// With this kind of clock.
    clock: Option<ClockKind>,
    /// That only their players find, or those that everybody does; only among one's own there are both.
    private: Option<bool>,
    /// In which computers played, or people alone.
    computers: Option<bool>,
    /// That ended for this reason.
    reason: Option<Reason>,
    /// Public games in which somebody acted in this position, among the first forty actions: its text, or its key.
    position: Option<String>,
    /// These games, by their ids with commas in between, a hundred at most.
    ids: Option<String>,
    /// That ended then or later: a day (UTC) such as `2026-01-31`, a time as in RFC 3339, or milliseconds since 1970.
    finished_from: Option<String>,
    /// That ended then or earlier; a day counts to its end.
    finished_to: Option<String>,
    /// Which game comes first.
    #[serde(default)]
    order: Order,
    /// How many games on a page, 20 if nothing is said, and 100 at most; of a stream how many in all, without end if nothing is
    /// said. A page may come back short, even empty: `more` tells whether there may be others behind it.
    #[schemars(range(min = 1, max = 9_007_199_254_740_991_i64))]
    limit: Option<u64>,
    /// Where the page before ended: its `next`. It goes with the very query that gave it, but for `limit`.
    #[schemars(regex(pattern = cursor::PATTERN))]
    cursor: Option<String>,
    /// Of a stream: the `number` of the last game that one has; what comes behind it is sent.
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_i64))]
    after: Option<u64>,
    /// Of a stream: every game whole, with its line.
    #[serde(default)]
    whole: bool,
    /// Of a stream of whole games: each entry of a line tells what its seat had left on the clock.
    #[serde(default)]
    clocks: bool,
    /// Of a stream of whole games: each entry of a line tells the position in which it came.
    #[serde(default)]
    positions: bool,
}

/// What a parameter for an option begins with: `options.rules=arcade`.
const OPTION: &str = "options.";

/// How a list is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A page of it.
    Page,
    /// All of it, line after line.
    Stream,
    /// What comes to it, as games end.
    Live,
}

impl Form {
    /// The parameters of the query, the options of all games among them.
    pub(super) fn parameters(self) -> Value {
        let mut schema = Components::query::<MatchQuery>();
        let mut values: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for option in GameKind::ALL.iter().flat_map(|kind| kind.info().options) {
            values
                .entry(option.name)
                .or_default()
                .extend(option.kind.values().iter().map(OptionValue::to_string));
        }
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.retain(|name, _| match name.as_str() {
                "whole" | "clocks" | "positions" => self == Self::Stream,
                "after" => self != Self::Page,
                "cursor" => self == Self::Page,
                "limit" | "order" | "position" | "ids" | "private" => self != Self::Live,
                _ => true,
            });
            if self == Self::Page {
                properties["limit"]["maximum"] = limits::MAX_PAGE_SIZE.into();
            }
            properties.extend(values.into_iter().map(|(name, values)| {
                let about = "Where this option stands so, chosen or by default; only with `game`.";
                (format!("{OPTION}{name}"), json!({ "type": "string", "enum": values, "description": about }))
            }));
        }
        schema
    }

    /// A parameter that is given and belongs to the other form.
    fn misplaced(self, query: &MatchQuery) -> Option<&'static str> {
        match self {
            Self::Page if query.whole => Some("whole"),
            Self::Page if query.clocks => Some("clocks"),
            Self::Page if query.positions => Some("positions"),
            Self::Page => query.after.map(|_| "after"),
            Self::Stream => query.cursor.as_ref().map(|_| "cursor"),
            Self::Live if query.whole => Some("whole"),
            Self::Live if query.clocks => Some("clocks"),
            Self::Live if query.positions => Some("positions"),
            Self::Live => {
                let MatchQuery { cursor, limit, order, position, ids, private, .. } = query;
                [
                    ("cursor", cursor.is_some()),
                    ("limit", limit.is_some()),
                    ("order", *order != Order::default()),
                    ("position", position.is_some()),
                    ("ids", ids.is_some()),
                    ("private", private.is_some()),
                ]
                .into_iter()
                .find_map(|(name, is_given)| is_given.then_some(name))
            }
        }
    }
}

/// A list of finished games that can be looked up.
#[derive(Debug)]
pub(super) struct MatchListRequest {
    pub filter: MatchFilter,
    pub after: Option<i64>,
    /// The most games: on a page, or of a stream.
    pub limit: u64,
    pub whole: bool,
    pub detail: LineDetail,
    /// The query as its cursors are marked with it: those of another list do not fit.
    query: String,
}

impl MatchListRequest {
    /// Everything that somebody has played, whole, the first one first: for themselves.
    pub(super) fn all_of(player: Uuid) -> Self {
        let filter = MatchFilter {
            player: Some(player),
            with_private: true,
            order: Order::Oldest,
            ..MatchFilter::default()
        };
        let detail = LineDetail::default();
        Self { filter, after: None, limit: MAX_NUMBER, whole: true, detail, query: String::new() }
    }

    /// The cursor after that number.
    pub(super) fn cursor(&self, number: i64) -> String {
        cursor::write(&self.query, number)
    }

    /// What was asked for, checked.
    pub(super) fn of(uri: &Uri, form: Form) -> Result<Self, QueryError> {
        let (options, rest): (Vec<&str>, Vec<&str>) = uri
            .query()
            .unwrap_or_default()
            .split('&')
            .filter(|part| !part.is_empty())
            .partition(|part| part.starts_with(OPTION));
        let plain = format!("/?{}", rest.join("&")).parse::<Uri>()?;
        let Query(query) = Query::<MatchQuery>::try_from_uri(&plain)?;
        if let Some(name) = form.misplaced(&query) {
            return Err(QueryError::Misplaced(name));
        }
        let canonical = canonical(&options, &rest);
        let after = query.cursor.as_deref().map(|cursor| cursor::read(cursor, &canonical)).transpose()?;
        let (usual, most) = match form {
            Form::Page => (limits::DEFAULT_PAGE_SIZE as u64, limits::MAX_PAGE_SIZE as u64),
            Form::Stream | Form::Live => (MAX_NUMBER, MAX_NUMBER),
        };
        let limit = query.limit.unwrap_or(usual);
        if !(1..=most).contains(&limit) {
            return Err(match form {
                Form::Page => QueryError::Limit,
                Form::Stream | Form::Live => QueryError::StreamLimit,
            });
        }
        if query.clocks && !query.whole {
            return Err(QueryError::DetailOfNoLine("clocks"));
        }
        if query.positions && !query.whole {
            return Err(QueryError::DetailOfNoLine("positions"));
        }
        let after = match query.after {
            Some(passed) if passed > MAX_NUMBER => return Err(QueryError::After),
            Some(passed) => Some(passed as i64),
            None => after,
        };
        let whole = query.whole;
        let detail = LineDetail { clocks: query.clocks, positions: query.positions };
        Ok(Self { filter: query.filter(&options)?, after, limit, whole, detail, query: canonical })
    }
}

impl MatchQuery {
    fn filter(self, options: &[&str]) -> Result<MatchFilter, QueryError> {
        let kind = match self.game {
            None => None,
            Some(id) => Some(id.kind()?),
        };
        if self.player.is_none() && (self.opponent.is_some() || self.result.is_some()) {
            return Err(QueryError::NoPlayer);
        }
        if self.player.is_some() && self.player == self.opponent {
            return Err(QueryError::OwnOpponent);
        }
        if self.seats.is_some_and(|seats| !(2..=MAX_SEATS).contains(&usize::from(seats))) {
            return Err(QueryError::Seats);
        }
        let first = self.finished_from.as_deref().map(|text| time_of("finished_from", text, EndOfDay::First));
        let last = self.finished_to.as_deref().map(|text| time_of("finished_to", text, EndOfDay::Last));
        let finished_ms = (first.transpose()?, last.transpose()?);
        if let (Some(first), Some(last)) = finished_ms
            && last < first
        {
            return Err(QueryError::EndsBeforeBeginning);
        }
        let options = match kind {
            Some(kind) => read_options(kind.info(), options)?,
            None if options.is_empty() => Vec::new(),
            None => return Err(QueryError::OptionsOfNoGame),
        };
        Ok(MatchFilter {
            player: self.player,
            opponent: self.opponent,
            result: self.result,
            game: kind.map(|kind| kind.id().to_owned()),
            seats: self.seats,
            options,
            rated: self.rated,
            clock: self.clock,
            private: self.private,
            computers: self.computers,
            reason: self.reason,
            ids: self.ids.as_deref().map(read_ids).transpose()?,
            position: self.position.as_deref().map(key_of).transpose()?,
            finished_ms,
            order: self.order,
            with_private: false,
        })
    }
}

/// The key of a position that is given by its text, or by the key itself.
fn key_of(text: &str) -> Result<PositionKey, QueryError> {
    if let Ok(key) = text.parse() {
        return Ok(key);
    }
    let game = AnyGame::at(text)?;
    Ok(game.position().as_deref().map(PositionKey::of).ok_or(PositionError::NoSuchPosition(game.kind()))?)
}

fn read_options(info: &GameInfo, parts: &[&str]) -> Result<Vec<OptionFilter>, QueryError> {
    let mut filters: Vec<OptionFilter> = Vec::new();
    for part in parts {
        let part = part.strip_prefix(OPTION).unwrap_or(part);
        let (name, text) = part.split_once('=').unwrap_or((part, ""));
        let option = info.option(name).ok_or(QueryError::NoOption { title: info.title })?;
        let value = option.kind.read(text).filter(|value| option.kind.values().contains(value));
        let value = value.ok_or_else(|| QueryError::NoValue(name.to_owned()))?;
        if filters.iter().any(|filter| filter.name == name) {
            return Err(QueryError::OptionTwice(name.to_owned()));
        }
        let is_default = option.kind.is_default(&value);
        let json = serde_json::to_string(&value)?;
        filters.push(OptionFilter { name: name.to_owned(), json, is_default });
    }
    Ok(filters)
}

/// Which of a day's milliseconds is meant.
#[derive(Clone, Copy)]
enum EndOfDay {
    First,
    Last,
}

/// A time in milliseconds since 1970.
fn time_of(name: &'static str, text: &str, of_day: EndOfDay) -> Result<i64, QueryError> {
    // Whatever is no time, and why, the one sentence at the end tells: a parser's own would speak of one form alone.
    let in_range = |ms: i128| i64::try_from(ms).ok().filter(|ms| ms.unsigned_abs() <= MAX_NUMBER);
    let ms = if text.len() == "2026-01-31".len() && text.as_bytes()[4] == b'-' {
        Date::parse(text, &Iso8601::DATE).ok().map(|day| {
            let first = day.midnight().assume_utc().unix_timestamp() * 1_000;
            match of_day {
                EndOfDay::First => first,
                EndOfDay::Last => first + Duration::DAY.whole_milliseconds() as i64 - 1,
            }
        })
    } else if let Ok(ms) = text.parse::<i64>() {
        in_range(ms.into())
    } else {
        // In a query a plus sign is a blank.
        let time = OffsetDateTime::parse(&text.replace(' ', "+"), &Rfc3339).ok();
        time.and_then(|time| in_range(time.unix_timestamp_nanos().div_euclid(1_000_000)))
    };
    ms.ok_or(QueryError::NotATime(name))
}

/// A query as a list is known by it: in one order, without where in the list one is, nor what is so if nothing is said.
fn canonical(options: &[&str], rest: &[&str]) -> String {
    const PLACE: [&str; 3] = ["cursor=", "limit=", "after="];
    const UNSAID: [&str; 2] = ["order=newest", "whole=false"];
    let tells = |part: &&&str| !UNSAID.contains(*part) && !PLACE.iter().any(|name| part.starts_with(name));
    let parts: BTreeSet<&str> = options.iter().chain(rest.iter().filter(tells)).copied().collect();
    parts.into_iter().collect::<Vec<_>>().join("&")
}
