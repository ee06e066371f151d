"""Lists: those that come in pages, followed by their cursors, and the export, a game a line.

A cursor is a place in the order of the list (keyset pagination): games that end meanwhile neither repeat nor hide any.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

from .clubs import ClubSummary, TournamentSummary
from .documents import Leader, MatchPage, MatchRecord, MatchSummary, Player, Pool, PuzzleSummary, RatingPoint
from .effects import Emit, Stream, next_line, open_stream, sleep
from .errors import Refused, Unreachable
from .requests import Parameter, Request, Settings, ask, get, persist, read_json, segment
from .retry import Tries

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")
When = str | int | date | datetime
"""A day, a moment in RFC 3339, milliseconds since 1970, or Python's own."""


class Filters(TypedDict, total=False):
    """Which finished games: all that is given applies.

    ``result`` is the player's. ``options`` are of that ``game``. ``computers`` says whether some played in it. Times are
    those of finishing, both ends included. ``position`` is one in which somebody acted, by its text or its key.
    ``more`` are parameters that a newer house knows and this package does not.
    """

    player: str
    opponent: str
    result: Literal["won", "drawn", "lost"]
    game: str
    seats: int
    options: Mapping[str, str | bool]
    rated: bool
    clock: Literal["none", "fischer", "correspondence"]
    private: bool
    computers: bool
    reason: str
    position: str
    finished_from: When
    finished_to: When
    order: Literal["newest", "oldest"]
    more: Mapping[str, Parameter]


def query_of(filters: Filters) -> dict[str, Parameter]:
    """Filters as a query. A switch among the options is ``true`` or ``false``."""
    query: dict[str, Any] = dict(filters)
    options = query.pop("options", {})
    more = query.pop("more", {})
    for name, value in options.items():
        query[f"options.{name}"] = value
    query.update(more)
    return query


def matches_page(*, limit: int | None = None, cursor: str | None = None, **filters: Unpack[Filters]) -> Request[MatchPage]:
    """One page of finished games, 1 to 100 of them; ``next`` is the next page's cursor, None at the end."""
    return get("matches", read_json, {**query_of(filters), "limit": limit, "cursor": cursor})


def matches(
    house: Settings, *, most: int | None = None, cursor: str | None = None, page: int = 100, **filters: Unpack[Filters]
) -> Stream[MatchSummary]:
    """Finished games one after the other, the last finished first: all of them, or so many at ``most``.

    Pages are fetched as they are needed, ``page`` games at a time. ``cursor`` begins where an earlier page ended.
    """
    yield from _paged(house, "matches", "matches", query_of(filters), most, cursor, page)


def rating_history(
    house: Settings,
    player: str,
    game: str,
    *,
    pool: Pool | None = None,
    most: int | None = None,
    cursor: str | None = None,
    page: int = 100,
) -> Stream[RatingPoint]:
    """The games that made a rating what it is, the last first."""
    path = f"players/{segment(player)}/ratings/{segment(game)}"
    yield from _paged(house, path, "points", {"pool": pool}, most, cursor, page)


def players(house: Settings, name: str, *, most: int | None = None, cursor: str | None = None, page: int = 100) -> Stream[Player]:
    """Those whose name begins so, whatever its case and marks, as far as they have finished a public game."""
    yield from _paged(house, "players", "players", {"name": name}, most, cursor, page)


def leaderboard(
    house: Settings,
    game: str,
    *,
    pool: Pool | None = None,
    provisional: bool | None = None,
    most: int | None = None,
    cursor: str | None = None,
    page: int = 100,
) -> Stream[Leader]:
    """Who is rated highest; with ``provisional`` those who are not on that list yet."""
    query: dict[str, Parameter] = {"pool": pool, "provisional": provisional}
    yield from _paged(house, f"leaderboards/{segment(game)}", "leaders", query, most, cursor, page)


def puzzles(
    house: Settings, *, game: str | None = None, most: int | None = None, cursor: str | None = None, page: int = 100
) -> Stream[PuzzleSummary]:
    """Puzzles, each with its rating and whether one has solved it."""
    yield from _paged(house, "puzzles", "puzzles", {"game": game}, most, cursor, page)


def clubs(
    house: Settings,
    *,
    name: str | None = None,
    player: str | None = None,
    most: int | None = None,
    cursor: str | None = None,
    page: int = 100,
) -> Stream[ClubSummary]:
    """Clubs, the newest first: those whose name begins so, or those to which a ``player`` belongs."""
    yield from _paged(house, "clubs", "clubs", {"name": name, "player": player}, most, cursor, page)


def tournaments(
    house: Settings,
    *,
    status: Literal["open", "running", "finished", "cancelled"] | None = None,
    club: str | None = None,
    most: int | None = None,
    cursor: str | None = None,
    page: int = 100,
) -> Stream[TournamentSummary]:
    """Tournaments, the newest first: those that stand so, or those of a ``club``."""
    yield from _paged(house, "tournaments", "tournaments", {"status": status, "club": club}, most, cursor, page)


def _paged(
    house: Settings,
    path: str,
    name: str,
    query: Mapping[str, Parameter],
    most: int | None,
    cursor: str | None,
    page: int,
) -> Stream[Any]:
    left = most
    while left is None or left > 0:
        limit = page if left is None else min(page, left)
        request: Request[dict[str, Any]] = get(path, read_json, {**query, "limit": limit, "cursor": cursor})
        answer = yield from ask(house, request)
        # A page may come back short, even empty: there is more as long as there is a cursor.
        for item in answer[name]:
            yield Emit(item)
        if left is not None:
            left -= len(answer[name])
        cursor = answer.get("next")
        # Of the oldest first there always is a cursor, as others may come behind them yet.
        if cursor is None or answer.get("more") is False:
            return


def export(
    house: Settings, *, after: int | None = None, most: int | None = None, **filters: Unpack[Filters]
) -> Stream[MatchSummary]:
    """All finished games of these filters in one answer, without pages: a line is read as it is asked for.

    ``after`` is the ``number`` of a game: only what stands behind it is told, in either ``order``. ``most`` is how many games
    at most. An answer that breaks off is asked for again from there on, so that no game is missed and none comes twice;
    ``Unreachable`` is raised once ``Patience`` is at its end.
    """
    yield from _lines(house, query_of(filters), after, most)


def export_whole(
    house: Settings,
    *,
    after: int | None = None,
    most: int | None = None,
    clocks: bool | None = None,
    positions: bool | None = None,
    **filters: Unpack[Filters],
) -> Stream[MatchRecord]:
    """The same with every game whole: its line, its clock and who began.

    With ``clocks`` each entry of a line tells what its seat had left, with ``positions`` the position in which it came.
    """
    query = {**query_of(filters), "whole": True, "clocks": clocks, "positions": positions}
    yield from _lines(house, query, after, most)


def _lines(house: Settings, query: Mapping[str, Parameter], after: int | None, most: int | None) -> Stream[Any]:
    tries = Tries(house.patience)
    has_begun = False
    # A limit of none is a wrong query: whoever has all they wished does not ask for the rest of an answer.
    while most is None or most > 0:
        place = {name: value for name, value in (("after", after), ("limit", most)) if value is not None}
        request = get("matches.ndjson", read_json, {**query, **place})
        came = False
        try:
            yield from persist(house, request, open_stream)
            has_begun = True
            while (line := (yield from next_line())) is not None:
                if line:
                    game = json.loads(line)
                    came = True
                    after = game["number"]
                    most = None if most is None else most - 1
                    yield Emit(game)
            return
        except (Unreachable, Refused) as error:
            if not has_begun:
                raise
            seconds = tries.wait(error, came=came)
        yield from sleep(seconds)
