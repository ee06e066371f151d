"""The documents of the REST interface, as types. A house may write more fields than these: pass over what you do not know.

Times whose name ends in ``_ms`` are milliseconds since 1970 (UTC), seats are numbered from 0, ids are UUIDs as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .position import Event, Layout, Outcome, View

if TYPE_CHECKING:
    from typing_extensions import NotRequired

OptionValue = bool | str
Pool = Literal["two", "more", "computers", "computers_more"]


class Player(TypedDict):
    """Somebody. ``computer`` is the level of one that is none of the people."""

    id: str
    name: str
    computer: NotRequired[int]


class Rating(TypedDict):
    """A Glicko-2 rating; provisional while the deviation is large."""

    rating: int
    deviation: int
    provisional: bool


class ExactRating(TypedDict):
    """A rating as it stood at one time, with decimals; the volatility is that of a week."""

    rating: float
    deviation: float
    volatility: float


class RatingChange(TypedDict):
    """What a game did to a rating; ``exact`` is ``after`` with decimals, and not told of puzzles."""

    before: Rating | None
    after: Rating
    exact: NotRequired[ExactRating]


class MatchSeat(TypedDict):
    """A seat of a finished game. ``rank`` is 1 for whoever won; equal ranks shared it."""

    player: Player
    rank: int
    score: int
    rating: NotRequired[RatingChange]


class Series(TypedDict):
    id: str
    number: int
    games: int
    score: list[int]
    ended: NotRequired[bool]


class MatchSummary(TypedDict):
    """A finished game, as lists have it. ``number`` is its place in the order of finishing, from 1."""

    id: str
    number: int
    game: str
    options: dict[str, OptionValue]
    seats: list[MatchSeat]
    rated: bool
    reason: str
    plies: int
    started_ms: int
    finished_ms: int
    series: NotRequired[Series]


class Clock(TypedDict):
    """A time control: ``none``, ``fischer`` with its two seconds, or ``correspondence`` with its days for a turn."""

    type: Literal["none", "fischer", "correspondence"]
    initial_s: NotRequired[int]
    increment_s: NotRequired[int]
    days: NotRequired[int]


class NamedPosition(TypedDict):
    """A position by its text, as ``docs/positions.md`` describes it, and by its key."""

    text: str
    key: str


class RecordedMove(TypedDict):
    """An entry of a game's line: who and when, and one of the fields that need not be there."""

    seat: int
    ms: int
    action: NotRequired[str]
    roll: NotRequired[list[int]]
    left: NotRequired[str]
    undo: NotRequired[bool]
    takeback: NotRequired[int]
    lost: NotRequired[bool]
    swap: NotRequired[bool]
    takeover_of: NotRequired[Player]
    credit_ms: NotRequired[int]
    left_ms: NotRequired[int]
    position: NotRequired[NamedPosition]


class MatchRecord(MatchSummary):
    """A finished game whole: with its line, its clock and who began."""

    line: list[RecordedMove]
    clock: Clock
    first: int
    rules_version: int
    pie: NotRequired[bool]


class MatchPage(TypedDict):
    matches: list[MatchSummary]
    next: str | None


class MatchPosition(TypedDict):
    """How a game stood after ``ply`` of its ``plies``."""

    ply: int
    plies: int
    view: View
    position: NotRequired[NamedPosition]
    layout: NotRequired[Layout]


class SeatState(TypedDict):
    """A seat of a table: ``free``, ``reserved`` or ``taken``."""

    state: Literal["free", "reserved", "taken"]
    player: NotRequired[Player]
    rating: NotRequired[Rating]


class TournamentRound(TypedDict):
    """The tournament that a table is of, and the round."""

    id: str
    name: str
    round: int


class TableInfo(TypedDict):
    id: str
    game: str
    options: dict[str, OptionValue]
    seats: list[SeatState]
    first: int
    clock: Clock
    private: bool
    rated: bool
    status: Literal["open", "playing", "finished", "aborted"]
    created_ms: int
    rematch: str | None
    rematch_of: str | None
    series: NotRequired[Series]
    tournament: NotRequired[TournamentRound]
    pie: NotRequired[bool]
    unrated: NotRequired[str]


class ListedTable(TypedDict):
    info: TableInfo
    watchers: int
    attended: NotRequired[bool]


class TablePage(TypedDict):
    tables: list[ListedTable]
    total: int


class LiveTable(TypedDict):
    """A table as it stands; ``n`` is the number of its last event."""

    info: TableInfo
    n: int
    layout: Layout
    view: View


class Replay(TypedDict):
    info: TableInfo
    events: list[Event]


class ProvedRoll(TypedDict):
    """A roll with all that proves it, in hexadecimal digits. ``share`` and ``dice`` are None for a void roll."""

    roller: int
    seal: str
    secret: str
    waiting: str | None
    share: str | None
    pledge: str | None
    dice: list[int] | None


class DiceProof(TypedDict):
    scheme: str
    table: str
    pledges: list[str | None]
    rolls: list[ProvedRoll]
    unopened: str
    unused: str | None


class DiceReport(TypedDict):
    """The proof of a game's dice, and what the house itself finds. The proof is all that counts."""

    proof: DiceProof
    fits: bool
    sentence: str


class RecordCheck(TypedDict):
    """What a record leads to; ``outcome`` is None where it stops before the end."""

    game: str
    plies: int
    outcome: Outcome | None
    view: View


class PlayerPage(TypedDict):
    """Somebody, since when, and how many games of each kind they have finished."""

    player: Player
    since_ms: int
    finished: dict[str, int]


class PlayerRating(TypedDict):
    """A rating as it is ``now``, and as the ``last`` game left it; ``rating`` is ``now`` in whole numbers."""

    game: str
    pool: Pool
    games: int
    last_ms: int
    rating: Rating
    now: ExactRating
    last: ExactRating


class PlayerRatings(TypedDict):
    player: Player
    ratings: list[PlayerRating]


class RatingPoint(TypedDict):
    """A rating after a game; ``id`` and ``number`` are the game's."""

    id: str
    number: int
    ms: int
    rating: Rating
    exact: ExactRating


class RatingHistory(TypedDict):
    points: list[RatingPoint]
    next: str | None


class Leader(TypedDict):
    """A rating as in :class:`PlayerRating`."""

    place: int
    player: Player
    rating: Rating
    now: ExactRating
    last: ExactRating
    games: int
    last_ms: int


class Leaderboard(TypedDict):
    leaders: list[Leader]
    next: str | None


class GameInfo(TypedDict):
    """A game that can be played here, with its options; those have more fields than are told here."""

    id: str
    title: str
    designer: str
    summary: str
    min_seats: int
    max_seats: int
    dice: bool
    loser_begins: bool
    rules_version: int
    options: list[dict[str, Any]]


class ScoreChange(TypedDict):
    """What the actions of these places in the list bring each seat."""

    actions: list[int]
    change: list[int]


class Puzzle(TypedDict):
    """A position in which one action is clearly better than all others."""

    id: str
    game: str
    seats: int
    seat: int
    options: dict[str, OptionValue]
    layout: Layout
    view: View
    choices: list[str]
    scores: list[ScoreChange]
    rating: Rating
    attempts: int
    solved: bool | None
    match: str | None
    ply: int


class PuzzleSummary(TypedDict):
    id: str
    game: str
    seats: int
    rating: Rating
    attempts: int
    solved: bool | None


class PuzzlePage(TypedDict):
    puzzles: list[PuzzleSummary]
    own: Rating | None
    next: str | None


class PuzzleOfTheDay(TypedDict):
    day: str
    puzzle: Puzzle


class PuzzleAnswer(TypedDict):
    """Whether an attempt was right, and the solution; ``best`` and ``second`` are what the two best actions are worth."""

    right: bool
    solution: str
    line: list[Event]
    best: int
    second: int
    counted: bool
    rating: Rating
    own: RatingChange | None


class WhatIf(TypedDict):
    """How a game would have stood, had it gone on otherwise after ``step`` of its ``steps``."""

    step: int
    steps: int
    start: View
    line: list[Event]
    view: View
    outcome: Outcome | None
    actions: list[str]
    ends: list[str]
    scores: NotRequired[list[ScoreChange]]
    position: NotRequired[NamedPosition]
    layout: NotRequired[Layout]


class AnalysedPosition(TypedDict):
    """``values`` is the part of the victory that each seat can expect, from 0 to 1; ``loss`` what the action gave away."""

    step: int
    seat: int
    action: str
    values: list[float]
    value: float
    loss: float
    line: list[dict[str, Any]]
    n: NotRequired[int]


class MatchAnalysis(TypedDict):
    id: str
    version: int
    nodes: int
    positions: list[AnalysedPosition]
    turning_points: list[int]
    end: list[float]
    until: NotRequired[int]


class AnalysisProgress(TypedDict):
    """How far an analysis is: positions ``done`` of ``all``."""

    done: int
    all: int
    ready: bool
    until: NotRequired[int]


class Session(TypedDict):
    """Who one is; ``token`` only in the answer to a new name."""

    player: Player | None
    token: NotRequired[str]
    table: NotRequired[str]
