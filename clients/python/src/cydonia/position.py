"""Positions and events, as types, and how an event's difference is folded into a view.

A view is what the page draws from, for all games alike: ``spaces`` and ``trays`` by the numbers that they have in the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Pyramid(TypedDict):
    """``owner`` is a seat, ``points_at`` the number of a space; either may be absent."""

    size: int
    owner: NotRequired[int]
    points_at: NotRequired[int]


class SpaceView(TypedDict):
    """What stands on a space, from the bottom up, and what the space itself has become."""

    stack: NotRequired[list[Pyramid]]
    marker: NotRequired[str | None]


class Die(TypedDict):
    face: int
    spent: bool
    seat: int


class Turn(TypedDict):
    """What the game waits for; no ``seat`` when it is over."""

    phase: Literal["act", "roll", "over"]
    seat: NotRequired[int]


class LastAction(TypedDict):
    seat: int
    spaces: list[int]


class View(TypedDict):
    """A position. ``trays`` count pyramids, as the layout tells of which kind; ``left`` are seats out of the game."""

    spaces: list[SpaceView]
    trays: list[list[int]]
    counters: list[int | None]
    dice: list[Die]
    scores: list[int]
    left: list[int]
    last: list[LastAction]
    asks: list[dict[str, Any]]
    turn: Turn


class Layout(TypedDict):
    """Where things are. Each of these lists has more in it than is told here (``layout`` in the schemas)."""

    spaces: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    trays: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    counters: list[dict[str, Any]]
    decor: list[dict[str, Any]]
    pieces: list[str]
    sides: list[int]
    teams: list[int]


class Outcome(TypedDict):
    """A result: 1 is the best rank; equal ranks shared it."""

    ranks: list[int]
    scores: list[int]
    reason: str


class Event(TypedDict):
    """What happened at a table: ``n`` is its number, from 1 without gaps, ``ms`` when. The rest goes by its ``type``."""

    n: int
    ms: int
    type: str
    seat: NotRequired[int]
    action: NotRequired[str]
    player: NotRequired[dict[str, Any]]
    dice: NotRequired[Any]
    k: NotRequired[int]
    share: NotRequired[str]
    pledge: NotRequired[str | None]
    opened: NotRequired[dict[str, Any]]
    layout: NotRequired[Layout]
    view: NotRequired[View]
    diff: NotRequired[dict[str, Any]]
    motions: NotRequired[list[dict[str, Any]]]
    position_key: NotRequired[str]
    clocks: NotRequired[dict[str, Any]]
    offers: NotRequired[list[dict[str, Any]]]
    offer: NotRequired[int]
    agree: NotRequired[bool]
    outcome: NotRequired[Outcome]
    reason: NotRequired[str]
    seats: NotRequired[list[int]]


class Choices(TypedDict):
    """What one may do at the position ``at``: every legal action, which of them end the turn, and what they bring.

    ``undo`` says whether an action of this turn may be taken back, ``swap`` whether one may take the other's side.
    """

    table: str
    at: int
    actions: list[str]
    ends: list[str]
    undo: bool
    swap: NotRequired[bool]
    scores: NotRequired[list[dict[str, Any]]]


_PLACED = ("spaces", "trays")

POSITIONAL = frozenset({"start", "act", "roll", "lost", "undo", "takeback", "swap", "leave"})
"""The types of events that change the position: an ``act`` quotes the number of the last of them."""


def fold(view: View, diff: Mapping[str, Any]) -> View:
    """The view after an event: each field of ``diff`` replaces its namesake, ``spaces`` and ``trays`` single places by number.

    The view that was given stays as it was.
    """
    after: dict[str, Any] = dict(view)
    for name, value in diff.items():
        if name in _PLACED:
            places = list(after[name])
            for number, place in value:
                places[number] = place
            after[name] = places
        else:
            after[name] = value
    return cast("View", after)
