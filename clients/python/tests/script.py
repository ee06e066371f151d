"""Runs a program against a list of what happens, one effect after the other, without a house and without a clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from cydonia.effects import (
    Dial,
    Effect,
    Emit,
    Fetch,
    HangUp,
    LineLost,
    NextLine,
    Now,
    OpenStream,
    Program,
    Receive,
    Reply,
    Sleep,
    Transmit,
)

T = TypeVar("T")
Answer = Callable[[Any], Any]


def run(program: Program[T], answer: Callable[[Effect], Any]) -> T:
    """Runs to the end; ``answer`` gives what each effect comes to, or an exception to be raised there."""
    result: Any = None
    while True:
        try:
            effect = program.throw(result) if isinstance(result, Exception) else program.send(result)
        except StopIteration as end:
            value: T = end.value
            return value
        result = None if isinstance(effect, Emit) else answer(effect)


class Replies:
    """A house over HTTP that gives these replies in turn, and remembers what it was asked and how long it was waited."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[Fetch] = []
        self.slept: list[float] = []

    def __call__(self, effect: Effect) -> Any:
        match effect:
            case Fetch():
                self.asked.append(effect)
                return self.replies.pop(0)
            case OpenStream(fetch):
                self.asked.append(fetch)
                return self.replies.pop(0)
            case Sleep(seconds):
                self.slept.append(seconds)
                return None
        raise AssertionError(f"nobody expected {effect}")


class Lines(Replies):
    """A house whose answers come line by line: each a list of lines, with an exception where it breaks off, or another reply."""

    def __init__(self, *answers: list[str | Exception] | Reply | Exception) -> None:
        super().__init__()
        self.answers = list(answers)
        self._lines: list[str | Exception] = []

    def __call__(self, effect: Effect) -> Any:
        match effect:
            case OpenStream(fetch):
                self.asked.append(fetch)
                answer = self.answers.pop(0)
                if not isinstance(answer, list):
                    return answer
                self._lines = list(answer)
                return Reply(200, {}, b"")
            case NextLine():
                return self._lines.pop(0) if self._lines else None
        return super().__call__(effect)


def ok(document: Any) -> Reply:
    return Reply(200, {}, json.dumps(document).encode())


def problem(status: int, code: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, named, json.dumps({"code": code, "detail": "A sentence.", "status": status}).encode())


class Sockets:
    """A house over the socket: a list of connections, each a list of frames that come; then the line is cut, by its last item.

    A frame may be a function of what was said on that connection so far, so that an answer has the number of its question.
    """

    def __init__(self, *connections: list[Any]) -> None:
        self.connections = list(connections)
        self.said: list[list[dict[str, Any]]] = []
        self.slept: list[float] = []
        self.time = 0.0
        self._frames: list[Any] = []

    def __call__(self, effect: Effect) -> Any:
        match effect:
            case Now():
                return self.time
            case Sleep(seconds):
                self.slept.append(seconds)
                self.time += seconds
            case HangUp():
                pass
            case Dial():
                if not self.connections:
                    raise AssertionError("nobody expected another connection")
                self._frames = list(self.connections.pop(0))
                self.said.append([])
                if self._frames and isinstance(self._frames[0], LineLost):
                    return self._frames.pop(0)
            case Transmit(text):
                self.said[-1].append(json.loads(text))
            case Receive(within):
                frame = self._frames.pop(0) if self._frames else LineLost("cut")
                if frame is SILENCE:
                    self.time += within
                    return None
                if isinstance(frame, LineLost):
                    return frame
                return json.dumps(frame(self.said[-1]) if callable(frame) else frame)
        return None


SILENCE = object()

HELLO = {
    "type": "hello",
    "protocol": 1,
    "server": "0",
    "ms": 0,
    "ping_every_ms": 20_000,
    "player": {"id": "ada", "name": "Ada"},
    "limits": {},
}


def answered(kind: str, **more: Any) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """An ``ok`` for the last message of that kind."""
    return lambda said: {"type": "ok", "id": _last(said, kind), **more}


def refused(kind: str, code: str) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """An ``error`` for the last message of that kind."""
    return lambda said: {"type": "error", "id": _last(said, kind), "code": code, "message": "A sentence."}


def _last(said: list[dict[str, Any]], kind: str) -> int:
    numbers = [message["id"] for message in said if message["do"]["type"] == kind]
    return int(numbers[-1])
