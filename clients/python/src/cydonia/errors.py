"""What can go wrong, as exceptions with a closed code where the house gave one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class CydoniaError(Exception):
    """What every exception of this package is."""


class Refused(CydoniaError):
    """The house refused a request or a message; nothing has changed there.

    ``code`` is of the closed list in ``docs/protocol.md``, ``detail`` a sentence for people. Over HTTP ``status`` is the
    answer's (over the socket it is None), and ``retry_after`` is the seconds to wait if the house said so. ``line`` is where
    a record is wrong and ``entry`` where a side line is, from 1.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        line: int | None = None,
        entry: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.retry_after = retry_after
        self.line = line
        self.entry = entry

    @classmethod
    def of(cls, status: int, headers: Mapping[str, str], body: bytes) -> Refused:
        """Reads a problem document; whatever else stands before a house, such as a proxy, becomes ``not_a_problem``."""
        wait = retry_after(headers)
        try:
            problem: Any = json.loads(body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
            return cls("not_a_problem", f"status {status} without a problem document", status=status, retry_after=wait)
        return cls(
            problem["code"],
            str(problem.get("detail", "")),
            status=status,
            retry_after=wait,
            line=problem.get("line"),
            entry=problem.get("entry"),
        )


class Unreachable(CydoniaError):
    """The house could not be reached, or not any more, for as long as one was to wait."""


class NoDump(CydoniaError):
    """The house has no dump, or none of that name."""


class Damaged(CydoniaError):
    """What came is not what the house itself says that it is: a file with another SHA-256, or what was not asked for."""


class Unreadable(CydoniaError):
    """A text that is no record of dice, or no proof of a game."""


class SessionEnded(CydoniaError):
    """The session that a socket belonged to has ended: whoever comes back is somebody else."""


class DiceForged(CydoniaError):
    """What the house says about the dice does not fit what was sealed and pledged before. Play no further there."""


class SeatLost(CydoniaError):
    """One's seat was given up before the game began, or the game began without oneself."""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of ``Retry-After``. The form with a date is not read: no house writes it."""
    said = headers.get("retry-after", "").strip()
    return float(said) if said.isdigit() else None
