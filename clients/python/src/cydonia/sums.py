"""Documents of what many games add up to: somebody's results, and what was played from a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from .documents import MatchSummary, NamedPosition, Player

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Tally(TypedDict):
    """How many games, and how they ended for one player."""

    games: int
    won: int
    drawn: int
    lost: int


class SeatResults(Tally):
    game: str
    seats: int
    seat: int


class PlayerResults(TypedDict):
    """By game and seat; ``since`` is the number of the first game that was looked at, None if all were."""

    player: Player
    opponent: NotRequired[Player]
    since: int | None
    results: list[SeatResults]


class Opponent(Tally):
    player: Player


class Opponents(TypedDict):
    """Those whom somebody has met most often, a hundred at most."""

    player: Player
    since: int | None
    opponents: list[Opponent]


class ActiveDay(Tally):
    from_ms: int
    finished: dict[str, int]


class PlayerActivity(TypedDict):
    """The days on which games of somebody's ended, the last first."""

    player: Player
    since: int | None
    days: list[ActiveDay]


class ExplorerMove(TypedDict):
    action: str
    games: int
    drawn: int
    won: list[int]
    rating: NotRequired[int]
    leads_to: NotRequired[NamedPosition]


class Explorer(TypedDict):
    """What was played from a position in all public games, the most frequent first."""

    position: NamedPosition
    games: int
    moves: list[ExplorerMove]
    examples: list[MatchSummary]
    through: int
