"""What both runners share about httpx and websockets: how their answers and errors are told to the core."""

from __future__ import annotations

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .effects import LineLost, Reply
from .errors import Refused

OPEN_WITHIN_S = 10.0
"""How long a socket may take to open."""

READ_WITHIN_S = 60.0
"""How long an answer over HTTP may stand still: a house holds one back for some seconds when it has too much to do."""


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
