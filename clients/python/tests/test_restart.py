"""A house that is killed in the middle of bots' games: they go on to the end, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from conftest import chooser
from program import Program
from test_play import Notes, close, guests

from cydonia import Action, Choices, House, View
from cydonia.runner_async import _Run
from cydonia.table import Moment


class Killer:
    """Kills the house, and starts it again, directly after so many things were said: were they heard?"""

    def __init__(self, program: Program, after: set[int], transmit: Callable[[_Run, str], Awaitable[None]]) -> None:
        self.program = program
        self.after = after
        self.transmit = transmit
        self.said: list[str] = []
        self.kills = 0

    async def __call__(self, run: _Run, text: str) -> None:
        await self.transmit(run, text)
        do = json.loads(text)["do"]
        if do["type"] in ("act", "share", "roll"):
            self.said.append(json.dumps(do))
            if len(self.said) in self.after:
                self.program.kill()
                self.program.start()
                self.kills += 1


def noting(chosen: list[str]) -> Callable[[View, Choices], Action]:
    choose = chooser()

    def choosing(view: View, choices: Choices) -> Action:
        action = choose(view, choices)
        chosen.append(str(action))
        return action

    return choosing


@pytest.mark.parametrize("game", ["martian-chess", "martian-backgammon"])
def test_a_game_outlives_its_house(program: Program, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Two bots, or where dice make random games long, one with its shares against a computer."""
    killer = Killer(program, {1, 7, 20, 21, 40}, _Run.transmit)
    monkeypatch.setattr(_Run, "transmit", lambda run, text: killer(run, text))
    names = ["Ada", "Ben"] if game == "martian-chess" else ["Ada"]
    computers = {} if game == "martian-chess" else {1: 3}

    async def play() -> None:
        bots = await guests(program.url, *names)
        seat = await bots[0].create(game, computers=computers)
        notes = [Notes() for _ in bots]
        chosen: list[list[str]] = [[] for _ in bots]
        played = await asyncio.gather(
            *(bot.play(noting(chosen[one]), table=seat, hear=notes[one]) for one, bot in enumerate(bots))
        )
        assert killer.kills == 5
        replay = await bots[0].replay(seat.table)
        match = await bots[0].match(seat.table)
        assert match["reason"] not in ("resigned", "timeout", "abandoned")
        for number, heard in enumerate(notes):
            outcome = played[number].outcome
            assert outcome is not None
            assert outcome["ranks"] == [place["rank"] for place in match["seats"]]
            # Every event once and in order, over all the sockets that it took.
            assert heard.fits(replay["events"])
            # Every action was chosen once, and is in the game once.
            done = [move["action"] for move in match["line"] if move["seat"] == number and "action" in move]
            assert done == chosen[number]
        # Some were said a second time, as their answer went with the house.
        assert len(killer.said) > len(set(killer.said))
        dice = (await bots[0].verify(seat.table)).dice
        assert dice is None or dice.void == 0
        await close(bots)

    asyncio.run(play())


def test_a_watcher_misses_nothing_though_the_house_was_away_when_the_game_ended(program: Program) -> None:
    with House(program.url, messages_a_second=10_000) as ada, House(program.url) as watcher:
        ada.sign_in("Ada")
        seat = ada.create("martian-mud-wrestling", seat=0)
        moments = watcher.watch(seat.table)
        first = next(moments)
        assert first.event is None
        assert first.table.status == "open"

        async def play() -> None:
            (ben,) = await guests(program.url, "Ben")
            other = asyncio.to_thread(ada.play, chooser(), table=seat)
            await asyncio.gather(other, ben.play(chooser(), table=seat.table))
            await close([ben])

        asyncio.run(play())
        program.kill()
        program.start()
        heard: list[Moment] = list(moments)
        events: list[Any] = [moment.event for moment in heard if moment.event and moment.event["type"] != "sit"]
        assert events == ada.replay(seat.table)["events"]
        assert heard[-1].table.is_over
        assert heard[-1].table.view == ada.position(seat.table)["view"]


def test_a_watcher_follows_over_a_restart(program: Program) -> None:
    with House(program.url, messages_a_second=10_000) as ada, House(program.url) as watcher:
        ada.sign_in("Ada")
        seat = ada.create("martian-go")
        moments = watcher.watch(seat.table)
        next(moments)
        program.kill()
        program.start()

        async def play() -> None:
            (ben,) = await guests(program.url, "Ben")
            heard = asyncio.to_thread(lambda: [moment.event for moment in moments])
            other = asyncio.to_thread(ada.play, chooser(), table=seat)
            events, _, _ = await asyncio.gather(heard, other, ben.play(chooser(), table=seat.table))
            assert [event and event["type"] for event in events[:2]] == ["sit", "start"]
            assert events[1:] == (await ben.replay(seat.table))["events"]
            await close([ben])

        asyncio.run(play())
