"""Bots that play over the socket: two at each game to its end, with their shares of the dice, and other companies."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from conftest import FAST, chooser
from program import Program

from cydonia import Action, AsyncHouse, Choices, Event, House, Moment, Refused, SeatLost, Table, View, Wish

SIX = [
    "martian-chess",
    "martian-go",
    "branches-twigs-thorns",
    "martian-mud-wrestling",
    "martian-frisby",
    "martian-backgammon",
]


class Notes:
    """What a bot is told at a table: every event, and that the folded position is the one that the house has."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.table: Table | None = None

    def __call__(self, moment: Moment) -> None:
        self.table = moment.table
        if moment.event is not None:
            self.events.append(moment.event)

    def fits(self, replay: list[Event]) -> bool:
        """Whether that is a replay, from the first event heard on. A replay begins with the start; a bot may come later."""
        heard = [event for event in self.events if event["n"] >= replay[0]["n"]]
        return heard == [event for event in replay if event["n"] >= heard[0]["n"]] and len(heard) > 5


async def guests(url: str, *names: str) -> list[AsyncHouse]:
    houses = [AsyncHouse(url, messages_a_second=FAST) for _ in names]
    for house, name in zip(houses, names, strict=True):
        await house.sign_in(name)
    return houses


async def close(houses: list[AsyncHouse]) -> None:
    for house in houses:
        await house.close()


async def two_bots(url: str, game: str) -> None:
    """Two bots at a table of their own; what they heard is what the house keeps."""
    ada, ben = await guests(url, "Ada", "Ben")
    seat = await ada.create(game, private=True)
    assert seat.key is not None
    notes = [Notes(), Notes()]
    one, other = await asyncio.gather(
        ada.play(chooser(), table=seat, hear=notes[0]),
        ben.play(chooser(), table=ben.link(seat), hear=notes[1]),
    )
    assert one.outcome == other.outcome
    assert (one.seat, other.seat) == (0, 1)

    match = await ada.match(seat.table)
    assert one.outcome is not None
    assert [place["rank"] for place in match["seats"]] == one.outcome["ranks"]
    assert match["reason"] not in ("resigned", "timeout", "abandoned")
    replay = await ada.replay(seat.table)
    end = await ada.position(seat.table)
    for heard in notes:
        assert heard.fits(replay["events"])
        assert heard.table is not None
        assert heard.table.view == end["view"]

    verified = await ben.verify(seat.table)
    dice = next(info["dice"] for info in await ada.games() if info["id"] == game)
    assert verified.record["outcome"] == one.outcome
    assert (verified.dice is not None) == dice
    if verified.dice is not None:
        # Both have added to every roll, and no roll was lost.
        assert verified.dice.rolls > 10
        assert (verified.dice.void, verified.dice.plain) == (0, 0)
        assert (await ada.dice(seat.table))["fits"]
    await close([ada, ben])


def test_two_bots_play_each_game_to_its_end(program: Program) -> None:
    async def all_six() -> None:
        async with AsyncHouse(program.url) as house:
            assert {game["id"] for game in await house.games()} == set(SIX)
        await asyncio.gather(*(two_bots(program.url, game) for game in SIX))

    asyncio.run(all_six())


def test_three_bots_and_a_computer_at_one_table(program: Program) -> None:
    async def four() -> None:
        bots = await guests(program.url, "Ada", "Ben", "Random bot")
        seat = await bots[0].create("martian-chess", 4, computers={2: 1}, seat=1)
        played = await asyncio.gather(*(bot.play(chooser(), table=seat.table) for bot in bots))
        assert sorted(one.seat for one in played if one.seat is not None) == [0, 1, 3]
        match = await bots[0].match(seat.table)
        assert match["seats"][2]["player"].get("computer") == 1
        assert len(match["seats"]) == 4
        await close(bots)

    asyncio.run(four())


@pytest.mark.parametrize("plain", [True, False])
def test_dice_against_a_computer_with_and_without_shares(program: Program, plain: bool) -> None:
    with House(program.url, messages_a_second=FAST) as house:
        house.sign_in("Ada")
        played = house.play(chooser(), game="martian-backgammon", computers={1: 3}, plain=plain)
        verified = house.verify(played.table)
        assert verified.dice is not None
        assert verified.dice.plain == plain
        assert (house.dice(played.table)["proof"]["pledges"][0] is None) == plain


class Stopped(Exception):
    """Ends a bot in the middle of its game."""


def stops_after(count: int, chosen: list[str]) -> Any:
    choose = chooser()

    def stopping(view: View, choices: Choices) -> Action:
        if len(chosen) == count:
            raise Stopped
        action = choose(view, choices)
        chosen.append(str(action))
        return action

    return stopping


@pytest.mark.parametrize("same_seed", [True, False])
def test_a_bot_that_was_ended_plays_on_in_another_process(program: Program, same_seed: bool) -> None:
    """With the same seed as if nothing had been; with another one what was pledged is lost, which is free once."""
    with House(program.url, messages_a_second=FAST) as house:
        house.sign_in("Ada")
        tables: list[str] = []
        before: list[str] = []
        seed = b"\1" * 32
        with pytest.raises(Stopped):
            house.play(
                stops_after(8, before),
                game="martian-frisby",
                computers={1: 3},
                seed=seed,
                hear=lambda moment: tables.append(moment.table.id),
            )
        with House(program.url, token=house.token, messages_a_second=FAST) as again:
            after: list[str] = []
            played = again.play(stops_after(100_000, after), table=tables[0], seed=seed if same_seed else b"\2" * 32)
        assert played.outcome is not None
        verified = house.verify(played.table)
        assert verified.dice is not None
        assert verified.dice.void == (0 if same_seed else 1)
        line = house.match(played.table)["line"]
        assert [move["action"] for move in line if move["seat"] == 0 and "action" in move] == before + after


def test_a_bot_may_resign(program: Program) -> None:
    with House(program.url) as house:
        house.sign_in("Ada")
        played = house.play(lambda view, choices: Wish.RESIGN, game="martian-go", computers={1: 1})
        assert played.outcome is not None
        assert (played.outcome["reason"], played.outcome["ranks"]) == ("resigned", [2, 1])


def test_a_bot_may_take_back_what_it_did_in_its_turn(program: Program) -> None:
    chosen: list[Action] = []

    def undoes_once(view: View, choices: Choices) -> Action:
        if choices["undo"] and Wish.UNDO not in chosen:
            chosen.append(Wish.UNDO)
        else:
            chosen.append(Wish.RESIGN if Wish.UNDO in chosen else choices["actions"][0])
        return chosen[-1]

    with House(program.url) as house:
        house.sign_in("Ada")
        played = house.play(undoes_once, game="martian-backgammon", computers={1: 1}, plain=True)
        assert any("undo" in move for move in house.match(played.table)["line"])
        assert Wish.UNDO in chosen


def test_the_other_side_may_be_taken_where_there_is_a_pie(program: Program) -> None:
    def swaps(view: View, choices: Choices) -> Action:
        return Wish.SWAP if choices.get("swap") else Wish.RESIGN

    async def swap() -> None:
        ada, ben = await guests(program.url, "Ada", "Ben")
        seat = await ada.create("martian-mud-wrestling", pie=True)
        moved: list[Action] = []

        def moves_once(view: View, choices: Choices) -> Action:
            moved.append(choices["actions"][0])
            return moved[0] if len(moved) == 1 else Wish.RESIGN

        one, other = await asyncio.gather(ada.play(moves_once, table=seat), ben.play(swaps, table=seat.table))
        assert {one.seat, other.seat} == {0, 1}
        line_ = (await ada.match(seat.table))["line"]
        assert [move.get("swap") for move in line_[:2]] == [None, True]
        assert other.seat == 0  # Ben, who came second, has taken the side that began.
        await close([ada, ben])

    asyncio.run(swap())


def test_a_coroutine_chooses(program: Program) -> None:
    async def play() -> None:
        (ada,) = await guests(program.url, "Ada")
        thought = asyncio.Event()

        async def choose(view: View, choices: Choices) -> Action:
            asyncio.get_running_loop().call_soon(thought.set)
            await thought.wait()
            return choices["actions"][0]

        played = await ada.play(choose, game="martian-go", computers={1: 1})
        assert played.outcome is not None
        await close([ada])

    asyncio.run(play())


def test_what_cannot_begin_is_refused(program: Program) -> None:
    with House(program.url) as house:
        with pytest.raises(Refused, match="no_session"):
            house.play(chooser(), game="martian-go")
        house.sign_in("Ada")
        with pytest.raises(Refused, match="bad_game"):
            house.play(chooser(), game="chess")
        with pytest.raises(Refused, match="no_table"):
            house.play(chooser(), table="01930000-0000-7000-8000-000000000001")
        with pytest.raises(ValueError, match="none of the actions"):
            house.play(lambda view, choices: "a9-a9", game="martian-go", computers={1: 1})
        seat = house.create("martian-chess", private=True)
        with House(program.url) as ben:
            ben.sign_in("Ben")
            with pytest.raises(Refused, match="no_table"):
                ben.play(chooser(), table=seat.table)


def test_a_seat_at_a_game_that_has_begun_is_not_to_be_had(program: Program) -> None:
    with House(program.url) as ada, House(program.url) as ben:
        ada.sign_in("Ada")
        ben.sign_in("Ben")
        seat = ada.create("martian-go", computers={1: 1})
        with pytest.raises(SeatLost):
            ben.play(chooser(), table=seat)


def test_blocking_bots_play_in_threads(program: Program) -> None:
    """The blocking face in two threads, as a script would have it."""
    with House(program.url, messages_a_second=FAST) as ada, House(program.url, messages_a_second=FAST) as ben:
        ada.sign_in("Ada")
        ben.sign_in("Ben")
        seat = ada.create("branches-twigs-thorns")
        outcomes: list[Any] = []
        thread = threading.Thread(target=lambda: outcomes.append(ben.play(chooser(), table=seat.table).outcome))
        thread.start()
        outcomes.append(ada.play(chooser(), table=seat).outcome)
        thread.join(60)
        assert len(outcomes) == 2
        assert outcomes[0] == outcomes[1]
