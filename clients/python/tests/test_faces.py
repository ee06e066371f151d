"""The two faces do the same: what one has the other has, with the same parameters and the same words about it."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any

import httpx
import pytest

from cydonia import AsyncHouse, House, Refused, Unreachable
from cydonia.effects import Ask, LineLost
from cydonia.runner_async import AsyncRunner
from cydonia.runner_sync import SyncRunner


def public(face: type) -> set[str]:
    return {name for name in dir(face) if not name.startswith("_")}


def test_both_faces_have_the_same_methods() -> None:
    assert public(House) == public(AsyncHouse)
    assert {"match", "matches", "play", "watch", "verify", "leaderboard"} <= public(House)


def test_every_method_says_what_it_does_and_shows_its_parameters() -> None:
    for face in (House("http://house.example"), AsyncHouse("http://house.example")):
        for name in public(type(face)) - {"url", "token"}:
            method = getattr(face, name)
            assert inspect.getdoc(method), name
            assert inspect.signature(method) is not None
    assert "ply" in inspect.signature(House("http://house.example").position).parameters


def answer(request: httpx.Request) -> httpx.Response:
    if request.url.path.endswith("/games"):
        return httpx.Response(200, json=[{"id": "martian-go"}])
    return httpx.Response(404, json={"code": "no_match", "detail": "No."})


def test_both_read_and_refuse_alike() -> None:
    with House("http://house.example") as house:
        house.runner.client = httpx.Client(transport=httpx.MockTransport(answer))
        assert house.games()[0]["id"] == "martian-go"
        with pytest.raises(Refused, match="no_match"):
            house.match("x")

    async def awaited() -> None:
        async with AsyncHouse("http://house.example") as house:
            house.runner.client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            assert (await house.games())[0]["id"] == "martian-go"
            with pytest.raises(Refused, match="no_match"):
                await house.match("x")

    asyncio.run(awaited())


def test_a_house_that_is_not_there_is_unreachable() -> None:
    # Nobody listens on the port that says "discard".
    with House("http://127.0.0.1:9") as house:
        with pytest.raises(Unreachable):
            house.games()
        with pytest.raises(Unreachable):
            next(house.watch("t"))


class Socket:
    """Remembers what was sent, and sets an event when it has had so many frames."""

    def __init__(self, count: int) -> None:
        self.sent: list[str] = []
        self.count = count
        self.is_enough = threading.Event()
        self.enough = asyncio.Event()

    def hear(self, text: str) -> None:
        self.sent.append(text)
        if len(self.sent) >= self.count:
            self.is_enough.set()
            self.enough.set()


def test_while_a_bot_thinks_the_line_is_kept() -> None:
    socket = Socket(2)

    def think() -> str:
        assert socket.is_enough.wait(30)
        return "a1-a2"

    def program() -> Any:
        return (yield Ask(think, (), "ping", 0.001))

    runner = SyncRunner()
    steps = program()
    from cydonia.runner_sync import _Run

    run = _Run(runner.client)
    run.transmit = socket.hear  # type: ignore[method-assign]
    assert run.perform(next(steps)) == "a1-a2"
    assert set(socket.sent) == {"ping"}


def test_while_a_coroutine_thinks_the_line_is_kept() -> None:
    async def awaited() -> None:
        socket = Socket(2)

        async def think() -> str:
            await asyncio.wait_for(socket.enough.wait(), 30)
            return "a1-a2"

        from cydonia.runner_async import _Run

        async def transmit(text: str) -> None:
            socket.hear(text)

        run = _Run(AsyncRunner().client)
        run.transmit = transmit  # type: ignore[method-assign]
        assert await run.perform(Ask(think, (), "ping", 0.001)) == "a1-a2"
        assert set(socket.sent) == {"ping"}

        is_cut = asyncio.Event()

        async def cut(text: str) -> None:
            is_cut.set()
            raise LineLost("cut")

        async def later() -> str:
            await asyncio.wait_for(is_cut.wait(), 30)
            return "a1-a2"

        run.transmit = cut  # type: ignore[method-assign]
        # A line that is cut meanwhile is no reason to stop thinking.
        assert await run.perform(Ask(later, (), "ping", 0.001)) == "a1-a2"

    asyncio.run(awaited())


def test_a_coroutine_is_nothing_for_the_blocking_face() -> None:
    from cydonia.runner_sync import _Run

    async def think() -> str:
        return "a1-a2"

    with pytest.raises(TypeError, match="AsyncHouse"):
        _Run(SyncRunner().client).perform(Ask(think, (), "ping", 10.0))


def test_a_bot_that_is_cancelled_ends_though_a_frame_comes_in_the_same_moment() -> None:
    """Up to Python 3.11 ``asyncio.wait_for`` would take the frame and forget that it was cancelled."""
    from cydonia.runner_async import _Run

    class Sockets:
        def __init__(self) -> None:
            self.frames: list[asyncio.Future[str]] = []

        async def recv(self) -> str:
            self.frames.append(asyncio.get_running_loop().create_future())
            return await self.frames[-1]

        async def close(self) -> None:
            pass

    async def awaited() -> None:
        run, socket = _Run(AsyncRunner().client), Sockets()
        run.socket = socket  # type: ignore[assignment]
        # What has not come in time is still waited for, so that nothing is lost between two questions.
        assert await run.receive(0.001) is None
        socket.frames[0].set_result("one")
        assert await run.receive(30) == "one"
        assert len(socket.frames) == 1

        hears = asyncio.ensure_future(run.receive(30))
        while len(socket.frames) < 2:
            await asyncio.sleep(0)
        socket.frames[1].set_result("two")
        hears.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hears
        await run.close()

    asyncio.run(awaited())
