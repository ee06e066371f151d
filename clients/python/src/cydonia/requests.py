"""Requests as values: what is asked of which address, and how its answer is read. No network is touched here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

from .effects import Fetch, Program, Reply, fetch, sleep
from .errors import Refused, Unreachable
from .retry import Patience

T = TypeVar("T")

Parameter = str | int | bool | date | datetime | None
"""What stands in a query. None is left out; a ``datetime`` without a zone is taken for UTC."""


@dataclass
class Settings:
    """Which house is asked, and as whom. ``token`` is a bearer token, or None for nobody."""

    url: str
    token: str | None = None
    patience: Patience = field(default_factory=Patience)
    messages_a_second: float = 15.0

    def __post_init__(self) -> None:
        self.url = self.url.rstrip("/")

    def headers(self) -> dict[str, str]:
        """Who one is, for a request or a socket."""
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}

    def socket_url(self) -> str:
        """Where the websocket is: beside everything else, whatever path the house lives under."""
        return f"ws{self.url.removeprefix('http')}/ws?protocol=1"


def read_json(body: bytes) -> Any:
    return json.loads(body)


def read_text(body: bytes) -> str:
    return body.decode()


@dataclass(frozen=True)
class Request(Generic[T]):
    """One request: a ``path`` under ``/api/v1/``, its query, and how its answer is ``read``.

    ``is_safe`` says that it may be made again when the house had too much to do: it changes nothing, or the same thing only once.
    """

    path: str
    read: Callable[[bytes], T]
    query: Mapping[str, Parameter] = field(default_factory=dict)
    method: str = "GET"
    body: bytes | None = None
    content_type: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_safe: bool = True

    def fetch(self, house: Settings) -> Fetch:
        """The same for one house, as whoever one is there."""
        query = query_string(self.query)
        url = f"{house.url}/api/v1/{self.path}{'?' if query else ''}{query}"
        headers = {**house.headers(), **self.headers}
        if self.content_type is not None:
            headers["content-type"] = self.content_type
        return Fetch(self.method, url, headers, self.body)


def get(
    path: str, read: Callable[[bytes], T], query: Mapping[str, Parameter] | None = None, key: str | None = None
) -> Request[T]:
    """A ``GET``; ``key`` is that of a private table."""
    headers = {} if key is None else {"x-table-key": key}
    return Request(path, read, query or {}, headers=headers)


def post(
    path: str, read: Callable[[bytes], T], document: Any = None, *, is_safe: bool = False, key: str | None = None
) -> Request[T]:
    """A ``POST`` of a JSON document, or of nothing."""
    headers = {} if key is None else {"x-table-key": key}
    if document is None:
        return Request(path, read, method="POST", headers=headers, is_safe=is_safe)
    body = json.dumps(document).encode()
    return Request(path, read, method="POST", body=body, content_type="application/json", headers=headers, is_safe=is_safe)


def segment(text: str) -> str:
    """One part of a path, whatever stands in it."""
    return quote(text, safe="")


def query_string(query: Mapping[str, Parameter]) -> str:
    """A query in a fixed order; what is None is left out."""
    return urlencode([(name, _parameter(value)) for name, value in query.items() if value is not None])


def _parameter(value: Parameter) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        # A day is a date, a moment is milliseconds since 1970: what a house reads without doubt.
        moment = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return str(round(moment.timestamp() * 1000))
    return str(value)


def ask(house: Settings, request: Request[T]) -> Program[T]:
    """Makes a request and reads its answer; waits and repeats where that is safe and the house has too much to do.

    Raises ``Refused`` with what the house said, or ``Unreachable``.
    """
    reply = yield from persist(house, request, fetch)
    return request.read(reply.body)


def persist(house: Settings, request: Request[Any], send: Callable[[Fetch], Program[Reply]]) -> Program[Reply]:
    """Sends a request as often as ``house.patience`` has it, and raises what was refused in the end."""
    waited = 0.0
    made = 0
    while True:
        reply = yield from send(request.fetch(house))
        made += 1
        if 200 <= reply.status < 300:
            return reply
        refused = Refused.of(reply.status, reply.headers, reply.body)
        seconds = house.patience.wait(refused, made, waited) if request.is_safe else None
        if seconds is None:
            raise refused
        waited += seconds
        yield from sleep(seconds)


__all__ = ["Parameter", "Request", "Settings", "Unreachable", "ask", "get", "persist", "post", "query_string", "segment"]
