"""What a bot owes the house next: it follows from where the table stands, and from nothing else. Pure.

So a new socket goes on where the last one was cut. One thing is said at a time, as each follows from what the last came to.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .errors import DiceForged, Refused, SeatLost
from .hand import Hand
from .position import Choices, Event
from .table import Table

_SETTLED = frozenset(
    "stale wrong_phase not_your_turn not_playing not_open over left paused no_offer own_offer not_absent no_share_due"
    " share_due".split()
)
_LATE = frozenset({("sit", "already_seated"), ("ready", "not_open")})


class Wish(Enum):
    """What a bot may answer instead of an action.

    ``SWAP`` takes the other's side (where ``choices`` has ``swap``), ``UNDO`` takes the last action of this turn back (where
    it has ``undo``), ``RESIGN`` gives the game up.
    """

    RESIGN = "resign"
    SWAP = "swap"
    UNDO = "undo"


Action = str | Wish
"""What a bot answers: one of the ``actions``, or a :class:`Wish`."""


@dataclass
class Player:
    """One seat at one table, as somebody plays it: ``me`` is their id, ``wish`` the seat they would like."""

    me: str
    hand: Hand
    agree: Collection[str] = ()
    wish: int | None = None
    key: str | None = None
    table: Table | None = None
    choices: Choices | None = None
    chosen: tuple[int, Action] | None = None
    sent: int | None = None
    refused: tuple[int, dict[str, Any]] | None = None
    has_sat: bool = False

    @property
    def seat(self) -> int | None:
        """One's seat, which may change before the game (fewer seats) and by a swap."""
        return None if self.table is None else self.table.seat_of(self.me)

    def take_table(self, table: Table) -> None:
        """Takes a snapshot in."""
        self.table = table
        self._after_change()

    def take_event(self, event: Event) -> None:
        """Takes an event in, and checks what is told of oneself. Raises ``DiceForged``, or ``Gap``."""
        if self.table is None:
            return
        known, seat = self.table.dice, self.seat
        gives = event["type"] in ("act", "share") and "share" in event
        if known is not None and seat is not None and event.get("seat") == seat and gives:
            self.hand.check_share(self.table.id, self.table.rolls, known, event["share"])
        self.table.take(event)
        self._after_change()

    def _after_change(self) -> None:
        seat = self.seat
        if seat is not None:
            self.has_sat = True
            if self.table is not None and self.table.dice is not None:
                self.hand.check_pledge(self.table.id, self.table.dice, seat)

    def take_choices(self, choices: Choices) -> None:
        """Takes in what one may do now."""
        self.choices = choices

    def take_refusal(self, do: dict[str, Any], code: str, message: str) -> None:
        """What is refused for where the table stands is settled by what has happened meanwhile; the rest is raised."""
        if code not in _SETTLED and (do["type"], code) not in _LATE:
            raise Refused(code, message)
        if do["type"] in ("sit", "ready") and (do["type"], code) not in _LATE:
            raise Refused(code, message)
        if code == "paused":
            self.sent = None  # It is said again when the pause is over: choices do not come anew.
        elif self.table is not None:
            self.refused = (self.table.n, do)

    def take_done(self, do: dict[str, Any]) -> None:
        """What was carried out."""
        if do["type"] == "ready":
            self.hand.has_pledged = do["pledge"] is not None or self.hand.plain

    def is_out(self) -> bool:
        """Whether one plays no longer though others do. Raises ``SeatLost`` where one never played."""
        if self.table is None or self.table.is_over:
            return False
        if self.seat is None:
            if self.table.status == "playing" and not self.has_sat:
                raise SeatLost("the game has begun without this seat")
            if self.table.status == "open" and self.has_sat:
                raise SeatLost("the seat was given up before the game began")
            return self.has_sat
        return self.seat in self.table.view["left"]

    def is_asked(self) -> bool:
        """Whether it is one's turn to choose, and nothing was chosen for this position yet."""
        table, choices = self.table, self.choices
        if table is None or choices is None or table.paused or table.status != "playing":
            return False
        is_mine = table.view["turn"]["phase"] == "act" and table.view["turn"].get("seat") == self.seat
        is_chosen = self.chosen is not None and self.chosen[0] == table.at
        return is_mine and choices["at"] == table.at and not is_chosen

    def choose(self, action: Action) -> None:
        """What was chosen for the position of ``choices``."""
        if self.choices is None:
            return
        if isinstance(action, str) and action not in self.choices["actions"]:
            raise ValueError(f"{action!r} is none of the actions that may be taken")
        if not isinstance(action, (str, Wish)):
            raise TypeError(f"a bot answers with an action, not with {action!r}")
        self.chosen = (self.choices["at"], action)

    def due(self) -> dict[str, Any] | None:
        """What one owes now, as a message; None if one waits."""
        table = self.table
        if table is None or table.is_over:
            return None
        due = self._due_open(table) if table.status == "open" else self._due_playing(table)
        # What was refused once is not said again before something has happened.
        return None if due is None or self.refused == (table.n, due) else due

    def _due_open(self, table: Table) -> dict[str, Any] | None:
        seat = self.seat
        if seat is None:
            do: dict[str, Any] = {"type": "sit", "table": table.id}
            if self.wish is not None:
                do["seat"] = self.wish
            if self.key is not None:
                do["key"] = self.key
            return do
        if table.ready is not None and not table.ready[seat]:
            return {"type": "ready", "table": table.id, "pledge": self.hand.first_pledge(table.id)}
        return None

    def _due_playing(self, table: Table) -> dict[str, Any] | None:
        seat = self.seat
        if seat is None:
            return None
        for offer in table.offers or []:
            if offer["seat"] != seat and seat not in offer["agreed"]:
                # Whoever is back plays on at its own seat, whatever it agrees to otherwise.
                is_own = offer.get("computer", {}).get("seat") == seat
                agrees = offer["what"] in self.agree and not is_own
                answer = {"type": "answer", "table": table.id, "offer": offer["offer"], "agree": agrees}
                if self.refused != (table.n, answer):
                    return answer
        if table.paused:
            return None
        turn = table.view["turn"]
        if turn["phase"] == "roll":
            return self._due_roll(table, seat, turn["seat"])
        if turn["phase"] == "act" and turn["seat"] == seat and self.chosen is not None:
            at, action = self.chosen
            if at == table.at and self.sent != at:
                return self._act(table, seat, at, action)
        return None

    def _due_roll(self, table: Table, seat: int, roller: int) -> dict[str, Any] | None:
        known = table.dice
        if known is None or not known.adds(seat):
            return None
        if roller == seat:
            # One's own share is shown only when the other's is there.
            waits = known.share is None and known.adds(1 - seat)
            return None if waits else self.hand.opening(table.id, table.rolls, known.seats[seat])
        if known.share is not None:
            return None
        if table.has_acted and not table.is_void:
            # In all other cases it went with the action that ended one's turn: this would be a second roll in one turn.
            raise DiceForged("a roll is said to be due that cannot be")
        share = self.hand.waiting_share(table.id, table.rolls, known)
        return {"type": "share", "table": table.id, "k": table.rolls, "share": share}

    def _act(self, table: Table, seat: int, at: int, action: Action) -> dict[str, Any]:
        if action is Wish.RESIGN:
            return {"type": "resign", "table": table.id}
        if isinstance(action, Wish):
            return {"type": action.value, "table": table.id, "at": at}
        do: dict[str, Any] = {"type": "act", "table": table.id, "at": at, "action": action}
        known = table.dice
        if known is not None and known.adds(seat) and self.choices is not None and action in self.choices["ends"]:
            do["share"] = self.hand.waiting_share(table.id, table.rolls, known)
        return do
