"""What both runners share about httpx and websockets: how their answers and errors are told to the core."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO, cast

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .effects import LineLost, Measured, Reply
from .errors import Refused

OPEN_WITHIN_S = 10.0
"""How long a socket may take to open."""

READ_WITHIN_S = 60.0
"""How long an answer over HTTP may stand still: a house holds one back for some seconds when it has too much to do."""


PIECE_BYTES = 64 * 1024
"""How much of a file is in memory at once; httpx reads no more from a connection either."""

SAVED_AS = {200: "wb", 206: "ab"}
"""How a file is opened for an answer of that status: a part comes behind what is there."""


def measure(path: Path) -> Measured | None:
    """Reads a file through, a piece at a time; None if there is no such file."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    digest, length = hashlib.sha256(), 0
    with file:
        while piece := file.read(PIECE_BYTES):
            digest.update(piece)
            length += len(piece)
    return Measured(length, digest.hexdigest())


def open_file(path: Path, status: int) -> BinaryIO:
    """Opens a file to be written to, in a folder that is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return cast(BinaryIO, path.open(SAVED_AS[status]))


def to_reply(answer: httpx.Response, body: bytes) -> Reply:
    return Reply(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, body)


def lost(error: ConnectionClosed | OSError) -> LineLost:
    """A socket that was cut, with the close code if the house sent one."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        return LineLost(error.rcvd.reason or str(error), error.rcvd.code)
    return LineLost(str(error))


def refused_line(error: InvalidStatus) -> LineLost | Refused:
    """A socket that did not open: a house that has too much to do is tried again, anything else is refused for good."""
    answer = error.response
    headers = {name.lower(): value for name, value in answer.headers.raw_items()}
    refused = Refused.of(answer.status_code, headers, bytes(answer.body or b""))
    # A proxy says 502 and 504 while the house behind it starts again.
    if answer.status_code in (429, 502, 503, 504):
        return LineLost(str(refused), retry_after=refused.retry_after)
    return refused
