"""The socket as a session that lasts longer than one connection: numbered envelopes, heartbeat, backoff and resume.

After a cut it follows every table again from the last event seen, then sends again what had no answer: messages are made
so that this can do no harm (idempotent by ``request``, ``at`` or ``k``). Events that were seen before are dropped; where
some are missing they are asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .effects import Dial, HangUp, LineLost, Program, Transmit, now, receive, sleep
from .errors import CydoniaError, Refused, SessionEnded, Unreachable
from .requests import Settings
from .retry import Pace, exponential

PROTOCOL = 1
_AT_ONCE = 100
_TRIES = 5
_LATER = frozenset({"unavailable", "too_fast"})
_FATAL = {
    1002: "the house took a frame for a wrong one",
    1003: "the house took a frame for a wrong one",
    1007: "the house took a frame for something else than text",
    1009: "the house took a frame for too long",
    4001: "the house speaks another version of the protocol",
}
PING = json.dumps({"id": 0, "do": {"type": "ping"}})
"""What is said when there is nothing else to say. Its answer is nobody's, so that it needs no number of its own."""


@dataclass
class Followed:
    """A table that is watched, and the number of the last event seen there; None before its first snapshot."""

    key: str | None
    n: int | None = None


@dataclass(frozen=True)
class Heard:
    """A message of the house; ``did`` is what it answers, if it is an answer."""

    message: dict[str, Any]
    did: dict[str, Any] | None = None


class Line:
    """One's line to a house. ``player`` is who one is there, or None."""

    def __init__(self, house: Settings) -> None:
        self.house = house
        self.player: str | None = None
        self.ping_every = 20.0
        self.unanswered: dict[int, dict[str, Any]] = {}
        self.tables: dict[str, Followed] = {}
        self._tries: dict[int, int] = {}
        self._last_id = 0
        self._is_open = False
        self._said = 0.0
        self._pace = Pace(house.messages_a_second, _AT_ONCE)

    def open(self) -> Program[None]:
        """Connects for the first time. One that is not there is ``Unreachable`` at once, a busy one is waited for."""
        yield from self._come_back(LineLost("not open yet"), is_first=True)

    def is_waiting(self) -> bool:
        """Whether something that was said has no answer yet."""
        return any(do["type"] != "watch" for do in self.unanswered.values())

    def send(self, do: dict[str, Any]) -> Program[None]:
        """Says something, now or as soon as there is a line again."""
        self._last_id += 1
        self.unanswered[self._last_id] = do
        if self._is_open:
            try:
                yield from self._transmit(self._last_id, do)
            except LineLost:
                self._is_open = False  # Found again by whoever hears next.

    def follow(self, table: str, key: str | None = None) -> Program[None]:
        """Watches a table from its snapshot on, or, where it was followed before, from the last event seen."""
        followed = self.tables.setdefault(table, Followed(key))
        yield from self.send(_watch(table, followed))

    def hear(self) -> Program[Heard]:
        """The next message. Cuts are not told: the line comes back by itself, or raises ``Unreachable``."""
        while True:
            try:
                if not self._is_open:
                    raise LineLost("the socket is not open")
                heard = yield from self._next()
                if heard is not None:
                    return heard
            except LineLost as cut:
                self._is_open = False
                yield from self._come_back(cut)

    def _next(self) -> Program[Heard | None]:
        quiet = (yield from now()) - self._said
        if quiet >= self.ping_every:
            yield from self._say(PING)
            quiet = 0.0
        text = yield from receive(self.ping_every - quiet)
        if text is None:
            return None
        message = json.loads(text)
        match message["type"]:
            case "ok":
                return Heard(message, self.unanswered.pop(message["id"], None))
            case "error":
                return self._refused(message)
            case "table" if message["info"]["id"] in self.tables:
                self.tables[message["info"]["id"]].n = message["n"]
            case "events" if message["table"] in self.tables:
                return (yield from self._events(message))
        return Heard(message)

    def _refused(self, message: dict[str, Any]) -> Heard:
        number = message["id"]
        if message["code"] in _LATER and number in self.unanswered:
            self._tries[number] = self._tries.get(number, 0) + 1
            if self._tries[number] < _TRIES:
                # It stays unanswered, and is said again on the next line.
                raise LineLost(message["message"], retry_after=exponential(self._tries[number]))
        return Heard(message, self.unanswered.pop(number, None))

    def _events(self, message: dict[str, Any]) -> Program[Heard | None]:
        followed = self.tables[message["table"]]
        fresh = []
        for event in message["events"]:
            if followed.n is not None and event["n"] <= followed.n:
                continue
            if followed.n is None or event["n"] > followed.n + 1:
                yield from self.send(_watch(message["table"], followed))
                break
            followed.n = event["n"]
            fresh.append(event)
        return Heard({**message, "events": fresh}) if fresh else None

    def _come_back(self, cut: LineLost, is_first: bool = False) -> Program[None]:
        began = yield from now()
        failures = 0
        while True:
            if cut.code == 4005:
                raise SessionEnded("the session of this token has ended")
            if cut.code in _FATAL:
                raise CydoniaError(_FATAL[cut.code])
            yield HangUp()
            # At once after a cut, unless the house wants time; then ever more rarely.
            pause = exponential(failures - 1) if failures else 0.0
            if cut.code == 4004 or cut.retry_after is not None:
                pause = max(pause, cut.retry_after or 1.0)
            if (yield from now()) - began + pause > self.house.patience.away:
                raise Unreachable(f"{self.house.url}: {cut}")
            if pause:
                yield from sleep(pause)
            try:
                yield from self._connect()
                return
            except LineLost as again:
                if is_first and again.code is None and again.retry_after is None:
                    raise Unreachable(f"{self.house.url}: {again}") from again
                cut, failures = again, failures + 1

    def _connect(self) -> Program[None]:
        yield Dial(self.house.socket_url(), self.house.headers())
        text = yield from receive(self.ping_every)
        hello = json.loads(text) if text is not None else {}
        if hello.get("type") != "hello":
            raise LineLost("the house does not say hello")
        if hello["protocol"] != PROTOCOL:
            raise CydoniaError(_FATAL[4001])
        player = hello["player"] and hello["player"]["id"]
        if self.player is not None and player != self.player:
            raise SessionEnded("the house knows the token as somebody else")
        if self.house.token is not None and player is None:
            raise Refused("no_session", "the token is no session's")
        self.player = player
        self.ping_every = hello["ping_every_ms"] / 1000
        self._is_open = True
        # First the tables, then what had no answer: so its answer comes behind all that it may have brought about.
        said = {number: do for number, do in self.unanswered.items() if do["type"] != "watch"}
        self.unanswered = dict(said)
        for table, followed in self.tables.items():
            self._last_id += 1
            self.unanswered[self._last_id] = _watch(table, followed)
            yield from self._transmit(self._last_id, self.unanswered[self._last_id])
        for number, do in said.items():
            yield from self._transmit(number, do)

    def _transmit(self, number: int, do: dict[str, Any]) -> Program[None]:
        yield from self._say(json.dumps({"id": number, "do": do}))

    def _say(self, text: str) -> Program[None]:
        delay = self._pace.delay((yield from now()))
        if delay > 0:
            yield from sleep(delay)
        self._said = yield from now()
        yield Transmit(text)


def _watch(table: str, followed: Followed) -> dict[str, Any]:
    do: dict[str, Any] = {"type": "watch", "table": table}
    if followed.key is not None:
        do["key"] = followed.key
    if followed.n is not None:
        do["since"] = followed.n
    return do
