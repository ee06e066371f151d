"""The asynchronous runner: the same as :mod:`cydonia.runner_sync` with ``await``, on asyncio."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from . import effects
from .effects import Emit, LineLost, Program, Reply, Stream
from .errors import CydoniaError, Unreachable
from .wire import OPEN_WITHIN_S, READ_WITHIN_S, SAVED_AS, lost, measure, open_file, refused_line, to_reply

T = TypeVar("T")


class AsyncRunner:
    """Runs programs over one pool of connections; each run has at most one stream and one socket of its own."""

    def __init__(self) -> None:
        self.client = httpx.AsyncClient(timeout=READ_WITHIN_S)

    async def run(self, program: Program[T]) -> T:
        """Runs a program to its end, and returns its result."""
        run = _Run(self.client)
        try:
            while True:
                await run.until(program)
        except _Ended as ended:
            result: T = ended.value
            return result
        finally:
            program.close()
            await run.close()

    async def iterate(self, stream: Stream[T]) -> AsyncGenerator[T, None]:
        """Runs a program as far as somebody iterates."""
        run = _Run(self.client)
        try:
            while True:
                yield await run.until(stream)
        except _Ended:
            return
        finally:
            stream.close()
            await run.close()

    async def close(self) -> None:
        """Closes the connections that are kept open between requests."""
        await self.client.aclose()


class _Ended(Exception):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _Run:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.stream: httpx.Response | None = None
        self.lines: AsyncIterator[str] | None = None
        self.socket: ClientConnection | None = None
        self.next_frame: asyncio.Future[Any] | None = None

    async def until(self, program: Generator[Any, Any, Any]) -> Any:
        """Runs to the next item, or raises that it has ended."""
        result: Any = None
        error: Exception | None = None
        while True:
            try:
                effect = program.send(result) if error is None else program.throw(error)
            except StopIteration as stop:
                raise _Ended(stop.value) from None
            result, error = None, None
            if isinstance(effect, Emit):
                return effect.item
            try:
                result = await self.perform(effect)
            except (LineLost, CydoniaError) as failed:
                error = failed

    async def close(self) -> None:
        await self.close_stream()
        await self.hang_up()

    async def close_stream(self) -> None:
        if self.stream is not None:
            await self.stream.aclose()
            self.stream = None

    async def hang_up(self) -> None:
        if self.next_frame is not None:
            self.next_frame.cancel()
            # Nobody wants to know any more how it ended.
            await asyncio.gather(self.next_frame, return_exceptions=True)
            self.next_frame = None
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def perform(self, effect: Any) -> Any:
        match effect:
            case effects.Fetch():
                return await self.fetch(effect)
            case effects.OpenStream(fetch):
                return await self.open_stream(fetch)
            case effects.NextLine():
                return await self.next_line()
            case effects.Save(fetch, path):
                return await self.save(fetch, path)
            case effects.Measure(path):
                return await asyncio.to_thread(measure, path)
            case effects.Remove(path):
                path.unlink(missing_ok=True)
            case effects.Sleep(seconds):
                await asyncio.sleep(seconds)
            case effects.Now():
                return time.monotonic()
            case effects.Dial():
                await self.dial(effect)
            case effects.Transmit(text):
                await self.transmit(text)
            case effects.Receive(within):
                return await self.receive(within)
            case effects.HangUp():
                await self.hang_up()
            case effects.Ask():
                return await self.ask(effect)
            case _:
                raise TypeError(f"no such effect: {effect!r}")
        return None

    async def fetch(self, effect: effects.Fetch) -> Reply:
        try:
            answer = await self.client.request(effect.method, effect.url, headers=dict(effect.headers), content=effect.body)
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error
        return to_reply(answer, answer.content)

    async def open_stream(self, effect: effects.Fetch) -> Reply:
        await self.close_stream()
        request = self.client.build_request(effect.method, effect.url, headers=dict(effect.headers))
        try:
            answer = await self.client.send(request, stream=True)
            if answer.status_code == 200:
                self.stream, self.lines = answer, answer.aiter_lines()
                return to_reply(answer, b"")
            body = await answer.aread()
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error
        await answer.aclose()
        return to_reply(answer, body)

    async def next_line(self) -> str | None:
        if self.lines is None:
            return None
        try:
            return await anext(self.lines, None)
        except httpx.TransportError as error:
            raise Unreachable(f"the answer broke off: {error}") from error

    async def save(self, effect: effects.Fetch, path: Path) -> Reply:
        request = self.client.build_request(effect.method, effect.url, headers=dict(effect.headers))
        try:
            async with aclosing(await self.client.send(request, stream=True)) as answer:
                if answer.status_code not in SAVED_AS:
                    return to_reply(answer, await answer.aread())
                # A disk may be slow: other bots of the loop go on meanwhile.
                with await asyncio.to_thread(open_file, path, answer.status_code) as file:
                    async for piece in answer.aiter_raw():
                        await asyncio.to_thread(file.write, piece)
                return to_reply(answer, b"")
        except httpx.TransportError as error:
            raise Unreachable(f"{effect.url}: {error}") from error

    async def dial(self, effect: effects.Dial) -> None:
        await self.hang_up()
        try:
            self.socket = await connect(
                effect.url,
                additional_headers=dict(effect.headers),
                compression=None,
                max_size=None,
                open_timeout=OPEN_WITHIN_S,
                close_timeout=1,
            )
        except InvalidStatus as error:
            raise refused_line(error) from error
        except (OSError, WebSocketException) as error:
            raise LineLost(str(error)) from error

    async def transmit(self, text: str) -> None:
        if self.socket is None:
            raise LineLost("the socket is not open")
        try:
            await self.socket.send(text)
        except (ConnectionClosed, OSError) as error:
            raise lost(error) from error

    async def receive(self, within: float) -> str | None:
        if self.socket is None:
            raise LineLost("the socket is not open")
        # What has not come in time goes on being waited for: so no frame is lost, and whoever cancels is heard, which
        # asyncio.wait_for does not promise before Python 3.12.
        if self.next_frame is None:
            self.next_frame = asyncio.ensure_future(self.socket.recv())
        done, _ = await asyncio.wait({self.next_frame}, timeout=within)
        if not done:
            return None
        frame, self.next_frame = self.next_frame, None
        try:
            return str(frame.result())
        except (ConnectionClosed, OSError) as error:
            raise lost(error) from error

    async def ask(self, effect: effects.Ask) -> Any:
        answer = effect.function(*effect.arguments)
        if not inspect.isawaitable(answer):
            return answer
        thinking = asyncio.ensure_future(answer)
        try:
            while True:
                done, _ = await asyncio.wait({thinking}, timeout=effect.every)
                if done:
                    return thinking.result()
                try:
                    await self.transmit(effect.ping)
                except LineLost:
                    return await thinking  # Whoever hears next finds the line cut.
        finally:
            thinking.cancel()
