"""Backoff: when something is tried again, and after how long. Pure: it is told what came, and answers with seconds."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import CydoniaError, Refused, Unreachable

_BUSY = frozenset({429, 503})

# What a proxy says while the house behind it starts again.
_AWAY = frozenset({502, 504})


@dataclass(frozen=True)
class Patience:
    """How long one waits for a house that has too much to do.

    ``attempts`` is how often a request is made in all, ``seconds`` how long is waited in all between them. For a socket
    ``away`` is how many seconds in a row the house may be gone.
    """

    attempts: int = 5
    seconds: float = 60.0
    away: float = 600.0

    def wait(self, refused: Refused, made: int, waited: float) -> float | None:
        """The seconds to wait before another attempt, after so many were ``made`` and so long was ``waited``; None to give up.

        Only what may be said twice without harm is to be asked about here (idempotent requests).
        """
        if refused.status not in _BUSY or made >= self.attempts:
            return None
        # What the house says goes before what we would guess.
        seconds = exponential(made - 1) if refused.retry_after is None else refused.retry_after
        return seconds if waited + seconds <= self.seconds else None


def exponential(failures: int, first: float = 0.25, most: float = 10.0) -> float:
    """Exponential backoff in seconds: ``first``, then twice as long each time, at ``most``."""
    return float(min(first * 2 ** min(failures, 30), most))


class Tries:
    """Going on where an answer broke off, until ``patience.attempts`` tries in a row have brought nothing."""

    def __init__(self, patience: Patience) -> None:
        self._most = patience.attempts
        self._failures = 0

    def wait(self, error: CydoniaError, *, came: bool) -> float:
        """The seconds to wait before the next try, after one that ended so; ``came`` says that it brought something first.

        Raises the error itself if it is no interruption, or if there were enough of them.
        """
        is_away = isinstance(error, Refused) and error.status in _AWAY
        self._failures = 0 if came else self._failures + 1
        if self._failures >= self._most or not (is_away or isinstance(error, Unreachable)):
            raise error
        return exponential(self._failures)


class Pace:
    """A token bucket: so many messages ``a_second`` in the long run, ``at_once`` in a burst.

    A house closes a socket that sends more than it admits (close code 4004); who paces never gets there.
    """

    def __init__(self, a_second: float, at_once: float) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self._left = at_once
        self._at: float | None = None

    def delay(self, now: float) -> float:
        """Takes one token, and tells how many seconds are to pass before the message goes out."""
        if self._at is not None:
            self._left = min(self.at_once, self._left + (now - self._at) * self.a_second)
        self._at = now
        self._left -= 1
        return max(0.0, -self._left / self.a_second)
