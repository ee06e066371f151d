"""One's part in the dice: the shares that a seat pledges and gives, and what it checks of each roll as it comes.

``docs/dice.md`` tells what a careful client checks. What is known before a roll is in :class:`DiceKnown`; whatever the house
then says is held against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import dice
from .errors import DiceForged
from .position import Event


@dataclass
class DiceSeat:
    """What a seat has pledged (None if it adds nothing), as its pledge number ``j``, and how often it may still say ``lost``."""

    pledge: str | None
    j: int
    lost: int
    may_lose: int


@dataclass
class DiceKnown:
    """What is known of the next roll: the server's seal, both pledges, and the waiting seat's share once it is given."""

    seal: str
    seats: list[DiceSeat]
    share: str | None = None

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> DiceKnown:
        """From a snapshot."""
        seats = [DiceSeat(seat["pledge"], seat["j"], seat["lost"], seat["may_lose"]) for seat in state["seats"]]
        return cls(state["seal"], seats, state.get("share"))

    @classmethod
    def at_start(cls, start: Mapping[str, Any]) -> DiceKnown:
        """From the event ``start``."""
        return cls(start["seal"], [DiceSeat(pledge, 0, 0, int(pledge is not None)) for pledge in start["pledges"]])

    def adds(self, seat: int) -> bool:
        """Whether a seat adds something to the dice."""
        return self.seats[seat].pledge is not None

    def take_share(self, seat: int, share: str) -> None:
        """A share was given in the open."""
        if self.share is not None or not self.adds(seat):
            raise DiceForged("a share came that was not due")
        self.share = share

    def take_roll(self, table: str, k: int, event: Event) -> None:
        """A roll was made, or is void: it has to fit what was sealed and pledged before."""
        opened = event.get("opened")
        if event["k"] != k or event["seat"] not in (0, 1):
            raise DiceForged(f"roll {event['k']} came where roll {k} was due")
        if opened is None:
            raise DiceForged(f"nothing proves roll {k}")
        roller, other = self.seats[event["seat"]], self.seats[1 - event["seat"]]
        share = event.get("share")
        if dice.seal(opened["secret"]) != self.seal:
            raise DiceForged(f"roll {k}: the secret that was opened is not the one that was sealed")
        if opened["waiting"] != self.share or (self.share is None) != (other.pledge is None):
            raise DiceForged(f"roll {k}: a share is not the one that was given for the roll")
        if (opened["pledge"] is None) != (roller.pledge is None):
            raise DiceForged(f"roll {k}: a pledge is missing, or one too many")
        if event["type"] == "roll":
            if roller.pledge != (None if share is None else dice.pledge(share)):
                raise DiceForged(f"roll {k}: the roller's share is not the one that was pledged")
            if event["dice"] != dice.roll(opened["secret"], table, k, opened["waiting"], share):
                raise DiceForged(f"roll {k}: the dice are not those that the secret and the shares give")
        elif roller.may_lose == 0:
            raise DiceForged(f"roll {k}: a share was lost more often than it may be")
        else:
            roller.lost += 1
        self.seal, self.share = opened["seal"], None
        roller.pledge, roller.j = opened["pledge"], k + 1
        # Leave to lose holds for the roll that it was given for.
        roller.may_lose = max(0, 1 - roller.lost) if roller.pledge is not None else 0

    def take_consent(self, offer: int, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
        """An offer was answered: where all have agreed to a ``lost``, its seat may lose once more."""
        if any(still["offer"] == offer for still in after):
            return
        for settled in before:
            if settled["offer"] == offer and settled["what"] == "lost":
                self.seats[settled["seat"]].may_lose += 1


@dataclass
class Hand:
    """The shares of one's own, all from one ``seed`` of 32 bytes, so that nothing else need be kept.

    With ``plain`` a seat adds nothing, and trusts the others. ``has_pledged`` is set once the seed has pledged at the table:
    from then on the house has nobody else's pledge to tell in one's name.
    """

    seed: bytes
    plain: bool = False
    has_pledged: bool = False

    def first_pledge(self, table: str) -> str | None:
        """What ``ready`` brings; None to add nothing to any roll."""
        return None if self.plain else self.pledge(table, 0)

    def pledge(self, table: str, j: int) -> str:
        """One's pledge number ``j``."""
        return dice.pledge(dice.pledged_share(self.seed, table, j))

    def waiting_share(self, table: str, k: int, known: DiceKnown) -> str:
        """One's share for the other's roll ``k``: bound to its seal, so that another seal would be given another share."""
        return dice.waiting_share(self.seed, table, k, known.seal)

    def opening(self, table: str, k: int, seat: DiceSeat) -> dict[str, Any]:
        """What opens roll ``k`` of one's own; ``lost`` if the pledge is none of this seed's."""
        following = self.pledge(table, k + 1)
        if seat.pledge != self.pledge(table, seat.j):
            return {"type": "lost", "table": table, "k": k, "pledge": following}
        share = dice.pledged_share(self.seed, table, seat.j)
        return {"type": "roll", "table": table, "k": k, "share": share, "pledge": following}

    def check_pledge(self, table: str, known: DiceKnown, seat: int) -> None:
        """Checks the pledge that is told in one's name, once there is one."""
        own = known.seats[seat].pledge
        expected = None if self.plain else self.pledge(table, known.seats[seat].j)
        if self.has_pledged and own != expected:
            raise DiceForged("a pledge is told in one's name that one did not make")

    def check_share(self, table: str, k: int, known: DiceKnown, share: str) -> None:
        """Checks a share for roll ``k`` that is told in one's name as it comes."""
        if share != self.waiting_share(table, k, known):
            raise DiceForged("a share is told in one's name that one did not give")
