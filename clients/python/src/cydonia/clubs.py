"""Documents of clubs, and of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .documents import Clock, OptionValue, Player, TableInfo

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class ClubName(TypedDict):
    """The club that something is of."""

    id: str
    name: str


class ClubSummary(TypedDict):
    """A club, as lists have it. ``members`` is how many belong to it."""

    id: str
    name: str
    about: str
    owner: Player
    members: int
    founded_ms: int


class ClubMember(TypedDict):
    player: Player
    joined_ms: int


class Club(ClubSummary):
    """A club with its members, whoever has belonged to it longest first, and the public tables at which they sit."""

    roster: list[ClubMember]
    tables: list[TableInfo]


class TournamentSummary(TypedDict):
    """A tournament, as lists have it. ``format`` has a ``kind``, and with it ``rounds`` or ``minutes``."""

    id: str
    name: str
    game: str
    seats: int
    options: dict[str, OptionValue]
    clock: Clock
    rated: bool
    format: dict[str, Any]
    status: Literal["open", "running", "finished", "cancelled"]
    host: Player
    club: NotRequired[ClubName]
    starts_ms: int
    ended_ms: NotRequired[int]
    round: int
    players: int


class TournamentStanding(TypedDict):
    """How somebody stands. Scores are in parts of which 120 make a point."""

    place: int
    player: Player
    score: int
    opponents_score: int
    games: int
    withdrawn: NotRequired[bool]


class TournamentGame(TypedDict):
    """A game with its ``table``, or a bye, which has none; ``points`` once it is over, by seats."""

    round: int
    table: NotRequired[str]
    players: list[str]
    points: NotRequired[list[int]]


class Tournament(TournamentSummary):
    """A tournament with how everybody stands, and its games, the last round first."""

    standings: list[TournamentStanding]
    games: list[TournamentGame]
