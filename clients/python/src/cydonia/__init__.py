"""Cydonia, an online house for board games, for analysts and for those who write bots.

    from cydonia import House

    with House("http://localhost:8080") as house:
        for match in house.matches(game="martian-go", most=10):
            print(match["number"], match["reason"])

:class:`House` blocks; :class:`AsyncHouse` has the same methods, awaited. ``docs/api.md`` shows six tasks.
"""

from .dumping import Downloaded
from .errors import CydoniaError, Damaged, DiceForged, NoDump, Refused, SeatLost, SessionEnded, Unreachable, Unreadable
from .frames import games_frame, line_frame
from .game_proof import GameFlaw, GameProof, Proved
from .house import AsyncHouse, House
from .player import Action, Wish
from .playing import Played, Seat
from .position import Choices, Event, View, fold
from .proof import Fits, Flaw
from .retry import Patience
from .table import Moment, Table
from .verifying import Verified

__all__ = [
    "Action",
    "AsyncHouse",
    "Choices",
    "CydoniaError",
    "Damaged",
    "DiceForged",
    "Downloaded",
    "Event",
    "Fits",
    "Flaw",
    "GameFlaw",
    "GameProof",
    "House",
    "Moment",
    "NoDump",
    "Patience",
    "Played",
    "Proved",
    "Refused",
    "Seat",
    "SeatLost",
    "SessionEnded",
    "Table",
    "Unreachable",
    "Unreadable",
    "Verified",
    "View",
    "Wish",
    "fold",
    "games_frame",
    "line_frame",
]
