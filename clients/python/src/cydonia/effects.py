"""Effects: what the core wants done outside, as values (sans-IO).

Everything the package can do is written once, as a generator that yields effects and is sent their results. Two thin
runners carry them out: :mod:`cydonia.runner_sync` with blocking calls, :mod:`cydonia.runner_async` with ``await``. So there
is one logic for both faces, and a test can run it against a list of replies.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Fetch:
    """One request over HTTP; the result is a :class:`Reply`, whatever its status."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True)
class Reply:
    """An answer over HTTP. The names of its headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class OpenStream:
    """A request whose answer is read line by line; the result is a :class:`Reply`, whose body is empty if it is a 200."""

    fetch: Fetch


@dataclass(frozen=True)
class NextLine:
    """The next line of the open stream; the result is a text without its end, or None when there are no more."""


@dataclass(frozen=True)
class Save:
    """A request whose answer is written to a file: a 200 to a new one, a 206 to the end of what is there. Folders that are
    missing are made.

    The result is a :class:`Reply` without a body; any other answer is not written, and has its body. Raises ``Unreachable``
    where the answer breaks off, and keeps what came.
    """

    fetch: Fetch
    path: Path


@dataclass(frozen=True)
class Measure:
    """Reads a file through; the result is what is :class:`Measured`, or None if there is no such file."""

    path: Path


@dataclass(frozen=True)
class Measured:
    """How long a file is, in bytes, and its SHA-256, in hexadecimal digits."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class Remove:
    """Removes a file, if it is there."""

    path: Path


@dataclass(frozen=True)
class Sleep:
    """Waits for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Now:
    """The result is a clock in seconds that never goes back; only differences mean something."""


@dataclass(frozen=True)
class Dial:
    """Opens the websocket. Raises :class:`LineLost`, or ``Refused`` if the house answers with a problem."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Transmit:
    """Sends one frame of text. Raises :class:`LineLost`."""

    text: str


@dataclass(frozen=True)
class Receive:
    """The next frame, or None if none came within so many seconds. Raises :class:`LineLost`."""

    within: float


@dataclass(frozen=True)
class HangUp:
    """Closes the websocket, if it is open."""


@dataclass(frozen=True)
class Ask:
    """Calls somebody's function, and sends ``ping`` every so many seconds while that thinks, so that the line stays."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    ping: str
    every: float


@dataclass(frozen=True)
class Emit(Generic[T]):
    """Hands an item to whoever iterates; the result is nothing."""

    item: T


class LineLost(Exception):
    """The websocket is cut. ``code`` is its close code if the house sent one; ``retry_after`` in seconds if it said so."""

    def __init__(self, why: str, code: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.retry_after = retry_after


Effect = Fetch | OpenStream | NextLine | Save | Measure | Remove | Sleep | Now | Dial | Transmit | Receive | HangUp | Ask
"""All that a runner can be asked for, but for :class:`Emit`."""

Program = Generator[Effect, Any, T]
"""A piece of logic that ends with a result."""

Stream = Generator[Effect | Emit[T], Any, None]
"""A piece of logic that hands out items."""


# What an effect comes to is typed here, once, so that programs are checked as ordinary code is.


def fetch(request: Fetch) -> Program[Reply]:
    reply: Reply = yield request
    return reply


def open_stream(request: Fetch) -> Program[Reply]:
    reply: Reply = yield OpenStream(request)
    return reply


def next_line() -> Program[str | None]:
    line: str | None = yield NextLine()
    return line


def save(request: Fetch, path: Path) -> Program[Reply]:
    reply: Reply = yield Save(request, path)
    return reply


def measure(path: Path) -> Program[Measured | None]:
    measured: Measured | None = yield Measure(path)
    return measured


def remove(path: Path) -> Program[None]:
    yield Remove(path)


def sleep(seconds: float) -> Program[None]:
    yield Sleep(seconds)


def now() -> Program[float]:
    time: float = yield Now()
    return time


def receive(within: float) -> Program[str | None]:
    text: str | None = yield Receive(within)
    return text
