"""A table as one follows it: snapshots and events folded into what stands there now. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from .documents import SeatState, TableInfo
from .errors import CydoniaError
from .hand import DiceKnown
from .position import POSITIONAL, Event, Layout, Outcome, View, fold


class Gap(CydoniaError):
    """An event came whose number is not the next: something is missing between, and is to be asked for."""


@dataclass
class Table:
    """What is known of a table: it changes with each event.

    ``n`` is the number of the last event, ``at`` that of the last that changed the position. ``layout`` and ``view`` are of
    the first position until the game begins. ``ready`` is who has pledged before a game with dice, else None.
    """

    info: TableInfo
    n: int
    at: int
    layout: Layout
    view: View
    rolls: int = 0
    paused: bool = False
    ready: list[bool] | None = None
    dice: DiceKnown | None = None
    offers: list[dict[str, Any]] | None = None
    clocks: dict[str, Any] | None = None
    outcome: Outcome | None = None
    has_acted: bool = False
    is_void: bool = False

    @property
    def id(self) -> str:
        return self.info["id"]

    @property
    def status(self) -> str:
        """``open``, ``playing``, ``finished`` or ``aborted``."""
        return self.info["status"]

    @property
    def is_over(self) -> bool:
        return self.status in ("finished", "aborted")

    def seat_of(self, player: str | None) -> int | None:
        """Where somebody sits, by their id."""
        for seat, state in enumerate(self.info["seats"]):
            if state["state"] == "taken" and state["player"]["id"] == player:
                return seat
        return None

    @classmethod
    def of(cls, snapshot: Mapping[str, Any]) -> Table:
        """Reads the message ``table``."""
        info = cast(TableInfo, snapshot["info"])
        game = snapshot.get("game")
        if game is None:
            preview = snapshot["preview"]
            ready = preview.get("ready")
            return cls(info, snapshot["n"], 0, preview["layout"], preview["view"], ready=ready and list(ready))
        return cls(
            info,
            snapshot["n"],
            game["at"],
            game["layout"],
            game["view"],
            rolls=game["rolls"],
            paused=game["paused"],
            dice=DiceKnown.of(game["dice"]) if "dice" in game else None,
            offers=game["offers"],
            clocks=game.get("clocks"),
            outcome=game["outcome"],
            has_acted=any(event["type"] == "act" for event in game["line"]),
            is_void=any(event["type"] == "lost" for event in game["line"][-1:]),
        )

    def take(self, event: Event) -> None:
        """Folds the next event in. Raises :class:`Gap`, or ``DiceForged`` if a roll does not fit what was known before."""
        if event["n"] != self.n + 1:
            raise Gap(f"event {event['n']} came after {self.n}")
        self.n = event["n"]
        if event["type"] in POSITIONAL:
            self.at = event["n"]
            self.is_void = event["type"] == "lost"
            self.has_acted = self.has_acted or event["type"] == "act"
        self._take_kind(event)
        if "diff" in event:
            self.view = fold(self.view, event["diff"])
        if "clocks" in event:
            self.clocks = event["clocks"]
        if "offers" in event:
            if self.dice is not None and event.get("agree"):
                self.dice.take_consent(event["offer"], self.offers or [], event["offers"])
            self.offers = event["offers"]

    def _take_kind(self, event: Event) -> None:
        seats = self.info["seats"]
        match event["type"]:
            case "sit" | "takeover":
                seats[event["seat"]] = cast(SeatState, {"state": "taken", "player": event["player"]})
            case "stand":
                seats[event["seat"]] = {"state": "free"}
                self._is_ready(event["seat"], False)
            case "ready":
                self._is_ready(event["seat"], True)
            case "fewer":
                self.info["seats"] = [seats[old] for old in event["seats"]]
                if self.ready is not None:
                    self.ready = [self.ready[old] for old in event["seats"]]
            case "start":
                self.info["status"] = "playing"
                self.layout, self.view, self.ready, self.offers = event["layout"], event["view"], None, []
                self.dice = DiceKnown.at_start(event["dice"]) if "dice" in event else None
            case "share" if self.dice is not None:
                self.dice.take_share(event["seat"], event["share"])
            case "act" if self.dice is not None and "share" in event:
                self.dice.take_share(event["seat"], event["share"])
            case "roll" | "lost":
                if self.dice is not None:
                    self.dice.take_roll(self.id, self.rolls, event)
                self.rolls += 1
            case "swap":
                seats[0], seats[1] = seats[1], seats[0]
            case "pause" | "resume":
                self.paused = event["type"] == "pause"
            case "finish":
                self.info["status"] = "finished"
                self.outcome = event["outcome"]
            case "abort":
                self.info["status"] = "aborted"

    def _is_ready(self, seat: int, is_ready: bool) -> None:
        if self.ready is not None:
            self.ready[seat] = is_ready


@dataclass(frozen=True)
class Moment:
    """What is told to whoever follows a table: an ``event``, and the ``table`` after it.

    ``event`` is None for how the table stood when one came, or came back. ``table`` goes on changing: keep what you need of it.
    """

    event: Event | None
    table: Table
