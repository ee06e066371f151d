"""Playing and watching over the socket, as programs: the same for both faces of the package."""

from __future__ import annotations

import re
import secrets
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .documents import Clock, OptionValue
from .effects import Ask, Emit, Program, Stream
from .errors import Refused
from .hand import Hand
from .line import PING, Heard, Line
from .operations import replay
from .player import Action, Player
from .position import Choices, Event, Outcome, View
from .requests import Settings, ask
from .table import Moment, Table

Chooser = Callable[[View, Choices], Action | Awaitable[Action]]
"""A bot: from how the table stands and what may be done to what is done. A coroutine function wants :class:`AsyncHouse`."""

Listener = Callable[[Moment], object]


@dataclass(frozen=True)
class Seat:
    """A place at a table: its id, its ``key`` if it is private, and the number of one's seat there."""

    table: str
    seat: int
    key: str | None = None


@dataclass(frozen=True)
class Played:
    """How a game went: ``outcome`` is None if it was aborted, or if one's ``seat`` left it while others play on."""

    table: str
    seat: int | None
    outcome: Outcome | None
    key: str | None = None


def create(
    house: Settings,
    game: str,
    seats: int = 2,
    *,
    seat: int = 0,
    options: Mapping[str, OptionValue] | None = None,
    clock: Clock | None = None,
    private: bool = False,
    rated: bool = False,
    computers: Mapping[int, int] | None = None,
    pie: bool = False,
) -> Program[Seat]:
    """Sets a table up and sits down there, at ``seat``. ``computers`` names seats and levels (1 to 8), as ``{1: 3}``.
    With ``pie`` the player who does not act first may take that side (``Wish.SWAP``).

    The game begins when the last seat is taken. Whoever is to come needs the ``table``, and the ``key`` of a private one.
    """
    line = Line(house)
    yield from line.open()
    do = _create(game, seats, seat, options, clock, private, rated, computers, pie)
    return (yield from _created(line, do))


def _create(
    game: str,
    seats: int,
    seat: int,
    options: Mapping[str, OptionValue] | None,
    clock: Clock | None,
    private: bool,
    rated: bool,
    computers: Mapping[int, int] | None,
    pie: bool,
) -> dict[str, Any]:
    levels = [{"seat": where, "level": level} for where, level in (computers or {}).items()]
    return {
        "type": "create",
        # However often it is said, it is one table.
        "request": str(uuid.uuid4()),
        "game": game,
        "seats": seats,
        "seat": seat,
        "options": dict(options or {}),
        "clock": dict(clock or {"type": "none"}),
        "private": private,
        "rated": rated,
        "computers": levels,
        "pie": pie,
    }


def _created(line: Line, do: dict[str, Any]) -> Program[Seat]:
    yield from line.send(do)
    while True:
        heard = yield from line.hear()
        if heard.did is do:
            ok = _ok(heard)
            return Seat(ok["table"], ok["seat"], ok.get("key"))


def _ok(heard: Heard) -> dict[str, Any]:
    if heard.message["type"] == "error":
        raise Refused(heard.message["code"], heard.message["message"])
    return heard.message


def play(
    house: Settings,
    choose: Chooser,
    *,
    table: str | Seat | None = None,
    key: str | None = None,
    game: str | None = None,
    seats: int = 2,
    seat: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    clock: Clock | None = None,
    private: bool = False,
    rated: bool = False,
    computers: Mapping[int, int] | None = None,
    pie: bool = False,
    plain: bool = False,
    seed: bytes | None = None,
    agree: Collection[str] = (),
    hear: Listener | None = None,
) -> Program[Played]:
    """Plays one game to its end, over as many sockets as it takes; wants a session (``sign_in``).

    Either sits down at a ``table`` (its id, its link, or what ``create`` gave), or sets one up for a ``game`` as ``create``
    does. ``choose(view, choices)`` is called whenever it is one's turn, and answers one of ``choices["actions"]`` or a
    ``Wish``. It is called once for a position, whatever becomes of the line meanwhile.

    With dice the seat pledges shares made from ``seed`` (32 bytes; new ones if left out) and checks each roll, raising
    ``DiceForged`` if it does not fit; with ``plain`` it adds nothing. Whoever plays on in another process gives the same seed
    again, or what was pledged counts as lost. Offers of the kinds in ``agree`` (``draw``, ``takeback``, ``pause``, ``lost``,
    ``computer``, ``analysis``) are agreed to, all others declined. ``hear`` is told each :class:`Moment`.

    Raises ``Refused``, ``SeatLost``, ``SessionEnded`` or ``Unreachable``, and whatever ``choose`` raises.
    """
    line = Line(house)
    yield from line.open()
    if line.player is None:
        raise Refused("no_session", "to play wants a session: sign_in, or a token")
    if table is None:
        if game is None:
            raise ValueError("neither a table nor a game")
        do = _create(game, seats, seat or 0, options, clock, private, rated, computers, pie)
        table = yield from _created(line, do)
    where, own_key = _place(table)
    key = own_key if key is None else key
    player = Player(line.player, Hand(seed or secrets.token_bytes(32), plain), agree, seat, key)
    yield from line.follow(where, key)
    while True:
        if player.table is not None and (player.table.is_over or player.is_out()):
            return Played(where, player.seat, player.table.outcome, key)
        if not line.is_waiting():
            if player.table is not None and player.choices is not None and player.is_asked():
                thinks = (player.table.view, player.choices)
                action: Action = yield Ask(choose, thinks, PING, line.ping_every)
                player.choose(action)
            due = player.due()
            if due is not None:
                if due["type"] in _CHOSEN and player.chosen is not None:
                    player.sent = player.chosen[0]
                yield from line.send(due)
        heard = yield from line.hear()
        _take(player, heard, where, hear)


_CHOSEN = frozenset({"act", "swap", "undo", "resign"})


def _take(player: Player, heard: Heard, where: str, hear: Listener | None) -> None:
    message = heard.message
    match message["type"]:
        case "ok" if heard.did is not None:
            player.take_done(heard.did)
        case "error" if heard.did is not None:
            player.take_refusal(heard.did, message["code"], message["message"])
        case "table" if message["info"]["id"] == where:
            player.take_table(Table.of(message))
            player.key = message.get("key", player.key)
            _tell(hear, None, player.table)
        case "events" if message["table"] == where:
            for event in message["events"]:
                player.take_event(event)
                _tell(hear, event, player.table)
        case "choices" if message["table"] == where:
            player.take_choices(cast(Choices, message))


def _tell(hear: Listener | None, event: Event | None, table: Table | None) -> None:
    if hear is not None and table is not None:
        hear(Moment(event, table))


_LINK = re.compile(r"(?:.*/t/)?(?P<table>[0-9A-Za-z-]+)(?:#(?P<key>.*))?")


def _place(table: str | Seat) -> tuple[str, str | None]:
    """The id and the key in a link such as ``https://games.example/t/0199…#key``, or of a seat."""
    if isinstance(table, Seat):
        return table.table, table.key
    found = _LINK.fullmatch(table)
    if found is None:
        raise ValueError(f"{table!r} is no table")
    return found["table"], found["key"]


def watch(house: Settings, table: str | Seat, *, key: str | None = None) -> Stream[Moment]:
    """Follows a table until its game is over: first how it stands (``event`` None), then each event with the table after it.

    Nothing is left out when the line is cut: what happened meanwhile is asked for, and if the game ended meanwhile, read from
    its replay (which leaves out who sat down before the start). Wants no session. Raises ``Refused``, or ``Unreachable``.
    """
    line = Line(house)
    yield from line.open()
    where, own_key = _place(table)
    key = own_key if key is None else key
    yield from line.follow(where, key)
    known: Table | None = None
    while known is None or not known.is_over:
        heard = yield from line.hear()
        message = heard.message
        if message["type"] == "error" and heard.did is not None:
            _ok(heard)
        elif message["type"] == "table" and message["info"]["id"] == where:
            if known is not None and message["info"]["status"] == "finished":
                # At a table that is finished a snapshot is all that comes.
                missed = yield from ask(house, replay(where, key=key))
                # A replay has no events from before the start: who sat down meanwhile stands in the snapshot.
                known.n = max(known.n, missed["events"][0]["n"] - 1)
                for event in missed["events"]:
                    if event["n"] > known.n:
                        known.take(event)
                        yield Emit(Moment(event, known))
                return
            known = Table.of(message)
            yield Emit(Moment(None, known))
        elif message["type"] == "events" and message["table"] == where and known is not None:
            for event in message["events"]:
                known.take(event)
                yield Emit(Moment(event, known))
