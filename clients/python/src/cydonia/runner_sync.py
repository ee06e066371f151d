"""The blocking runner: carries effects out with httpx and websockets, and knows nothing of what they are for."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from . import effects
from .effects import LineLost, Program, Reply, Stream
from .errors import CydoniaError, Unreachable
from .wire import OPEN_WITHIN_S, READ_WITHIN_S, SAVED_AS, lost, measure, open_file, refused_line, to_reply

T = TypeVar("T")


class SyncRunner:
    """Runs programs over one pool of connections; each run has at most one stream and one socket of its own."""

    def __init__(self) -> None:
        self.client = httpx.Client(timeout=READ_WITHIN_S)

    def run(self, program: Program[T]) -> T:
        """Runs a program to its end, and returns its result."""
        items = self._steps(program)
        while True:
            try:
                next(items)
            except StopIteration as end:
                result: T = end.value
                return result

    def iterate(self, stream: Stream[T]) -> Iterator[T]:
        """Runs a program as far as somebody iterates."""
        yield from self._steps(stream)

    def close(self) -> None:
        """Closes the connections that are kept open between requests."""
        self.client.close()

    def _steps(self, program: Generator[Any, Any, T]) -> Generator[Any, None, T]:
        run = _Run(self.client)
        result: Any = None
        error: Exception | None = None
        try:
            while True:
                try:
                    effect = program.send(result) if error is None else program.throw(error)
                except StopIteration as end:
                    value: T = end.value
                    return value
                result, error = None, None
                if isinstance(effect, effects.Emit):
                    yield effect.item
                    continue
                try:
                    result = run.perform(effect)
                except (LineLost, CydoniaError) as failed:
                    error = failed
        finally:
            program.close()
            run.close()


class _Run:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.stream: httpx.Response | None = None
        self.lines: Iterator[str] = iter(())
        self.socket: ClientConnection | None = None
        self.ends = ExitStack()

    def close(self) -> None:
        self.close_stream()
        self.hang_up()

    def close_stream(self) -> None:
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def hang_up(self) -> None:
        self.socket = None
        self.ends.close()

    def perform(self, effect: Any) -> Any:
        match effect:
            case effects.Fetch():
                return self.fetch(effect)
            case effects.OpenStream(fetch):
                return self.open_stream(fetch)
            case effects.NextLine():
                try:
                    return next(self.lines, None)
                except httpx.TransportError as error:
                    raise Unreachable(f"the answer broke off: {error}") from error
            case effects.Save(fetch, path):
                return self.save(fetch, path)
            case effects.Measure(path):
                return measure(path)
            case effects.Remove(path):
                path.unlink(missing_ok=True)
            case effects.Sleep(seconds):
                time.sleep(seconds)
            case effects.Now():
                return time.monotonic()
            case effects.Dial():
                self.dial(effect)
            case effects.Transmit(text):
                self.transmit(text)
            case effects.Receive(within):
                return self.receive(within)
            case effects.HangUp():
                self.hang_up()
            case effects.Ask():
                return self.ask(effect)
            case _:
                raise TypeError(f"no such effect: {effect!r}")
        return None

    def fetch(self, effect: effects.Fetch) -> Reply:
        try:
            answer = self.client.request(effect.method, effect.url, headers=dict(effect.headers), content=effect.body)
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error
        return to_reply(answer, answer.content)

    def open_stream(self, effect: effects.Fetch) -> Reply:
        self.close_stream()
        request = self.client.build_request(effect.method, effect.url, headers=dict(effect.headers))
        try:
            answer = self.client.send(request, stream=True)
            if answer.status_code == 200:
                self.stream, self.lines = answer, answer.iter_lines()
                return to_reply(answer, b"")
            body = answer.read()
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error
        answer.close()
        return to_reply(answer, body)

    def save(self, effect: effects.Fetch, path: Path) -> Reply:
        request = self.client.build_request(effect.method, effect.url, headers=dict(effect.headers))
        try:
            with closing(self.client.send(request, stream=True)) as answer:
                if answer.status_code not in SAVED_AS:
                    return to_reply(answer, answer.read())
                # Pieces of a set length would be held back until they are full, and lost when the answer breaks off.
                with open_file(path, answer.status_code) as file:
                    for piece in answer.iter_raw():
                        file.write(piece)
                return to_reply(answer, b"")
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error

    def dial(self, effect: effects.Dial) -> None:
        self.hang_up()
        try:
            dialled = connect(
                effect.url,
                additional_headers=dict(effect.headers),
                compression=None,
                max_size=None,
                open_timeout=OPEN_WITHIN_S,
                close_timeout=1,
            )
            self.socket = self.ends.enter_context(dialled)
        except InvalidStatus as error:
            raise refused_line(error) from error
        except (OSError, WebSocketException) as error:
            raise LineLost(str(error)) from error

    def transmit(self, text: str) -> None:
        if self.socket is None:
            raise LineLost("the socket is not open")
        try:
            self.socket.send(text)
        except (ConnectionClosed, OSError) as error:
            raise lost(error) from error

    def receive(self, within: float) -> str | None:
        if self.socket is None:
            raise LineLost("the socket is not open")
        try:
            return str(self.socket.recv(timeout=within))
        except TimeoutError:
            return None
        except (ConnectionClosed, OSError) as error:
            raise lost(error) from error

    def ask(self, effect: effects.Ask) -> Any:
        is_done = threading.Event()
        pinger = threading.Thread(target=self._ping_until, args=(is_done, effect), daemon=True)
        # Most answers come at once: the thread is only there for those that take long.
        starter = threading.Timer(effect.every, pinger.start)
        starter.daemon = True
        starter.start()
        try:
            answer = effect.function(*effect.arguments)
        finally:
            starter.cancel()
            is_done.set()
        if inspect.isawaitable(answer):
            if inspect.iscoroutine(answer):
                answer.close()
            raise TypeError("a coroutine function wants AsyncHouse")
        return answer

    def _ping_until(self, is_done: threading.Event, effect: effects.Ask) -> None:
        try:
            self.transmit(effect.ping)
            while not is_done.wait(effect.every):
                self.transmit(effect.ping)
        except LineLost:
            pass  # Whoever hears next finds the line cut.
