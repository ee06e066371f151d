"""The line: envelopes, heartbeat, and what happens when it is cut, against a house of scripted frames."""

from __future__ import annotations

from typing import Any

import pytest
from script import HELLO, SILENCE, Sockets, answered, refused, run

from cydonia import CydoniaError, Patience, Refused, SessionEnded, Unreachable
from cydonia.effects import LineLost, Program
from cydonia.line import Heard, Line
from cydonia.requests import Settings

HOUSE = Settings("http://house.example", token="secret")


def table(n: int) -> dict[str, Any]:
    return {"type": "table", "info": {"id": "t"}, "n": n}


def events(*numbers: int) -> dict[str, Any]:
    return {"type": "events", "table": "t", "events": [{"n": number} for number in numbers]}


def said(house: Sockets) -> list[list[dict[str, Any]]]:
    return [[message["do"] for message in connection] for connection in house.said]


def follow(house: Sockets, count: int, *commands: dict[str, Any], settings: Settings = HOUSE) -> tuple[Line, list[Heard]]:
    """Opens a line, follows a table, says something, and hears so many messages."""
    line = Line(settings)

    def program() -> Program[list[Heard]]:
        yield from line.open()
        yield from line.follow("t", "k")
        for command in commands:
            yield from line.send(command)
        heard = []
        for _ in range(count):
            heard.append((yield from line.hear()))
        return heard

    return line, run(program(), house)


def numbers(heard: list[Heard]) -> list[int]:
    return [event["n"] for one in heard for event in one.message.get("events", [])]


def test_every_message_has_a_number_of_its_own_and_an_answer_finds_it() -> None:
    house = Sockets([HELLO, table(3), answered("watch"), refused("act", "stale")])
    act = {"type": "act", "table": "t", "at": 3, "action": "a1-a2"}
    line, heard = follow(house, 3, act)
    assert [message["id"] for message in house.said[0]] == [1, 2]
    assert said(house) == [[{"type": "watch", "table": "t", "key": "k"}, act]]
    assert [one.did and one.did["type"] for one in heard] == [None, "watch", "act"]
    assert not line.is_waiting()


def test_after_a_cut_it_goes_on_behind_the_last_event_and_says_again_what_had_no_answer() -> None:
    act = {"type": "act", "table": "t", "at": 5, "action": "a1-a2"}
    first = [HELLO, table(3), answered("watch"), events(4, 5)]
    second = [HELLO, events(6), answered("watch"), answered("act")]
    house = Sockets(first, second)
    line, heard = follow(house, 6, act)
    assert said(house)[1] == [{"type": "watch", "table": "t", "key": "k", "since": 5}, act]
    assert numbers(heard) == [4, 5, 6]
    assert heard[-1].did == act
    assert not line.is_waiting()
    # The first time at once: most cuts are short.
    assert house.slept == []


def test_what_was_answered_is_not_said_again() -> None:
    act = {"type": "act", "table": "t", "at": 3, "action": "a1-a2"}
    house = Sockets([HELLO, table(3), answered("watch"), answered("act")], [HELLO, events(4)])
    follow(house, 4, act)
    assert [do["type"] for do in said(house)[1]] == ["watch"]


def test_events_seen_before_are_dropped_and_missing_ones_asked_for() -> None:
    house = Sockets([HELLO, table(3), answered("watch"), events(2, 3, 4), events(4), events(7), events(5, 6, 7), events(8)])
    _, heard = follow(house, 5)
    assert numbers(heard) == [4, 5, 6, 7, 8]
    assert said(house)[0][1] == {"type": "watch", "table": "t", "key": "k", "since": 4}


def test_a_house_that_is_away_is_tried_ever_more_rarely() -> None:
    away = [LineLost("refused")]
    house = Sockets([HELLO, table(3)], away, away, away, [HELLO, events(4)])
    _, heard = follow(house, 2)
    assert numbers(heard) == [4]
    assert house.slept == [0.25, 0.5, 1.0]


def test_patience_with_a_house_that_is_away_has_an_end() -> None:
    settings = Settings("http://house.example", "secret", Patience(away=2.0))
    house = Sockets([HELLO, table(3)], *[[LineLost("refused")]] * 9)
    with pytest.raises(Unreachable):
        follow(house, 2, settings=settings)
    assert sum(house.slept) <= 2.0


def test_a_house_that_is_not_there_at_first_is_not_waited_for_but_a_busy_one_is() -> None:
    with pytest.raises(Unreachable):
        follow(Sockets([LineLost("refused")]), 1)
    house = Sockets([LineLost("too much", retry_after=3.0)], [HELLO, table(3)])
    follow(house, 1)
    assert house.slept == [3.0]


def test_who_was_too_fast_waits_before_coming_back() -> None:
    house = Sockets([HELLO, table(3), LineLost("too fast", 4004)], [HELLO, events(4)])
    follow(house, 2)
    assert house.slept == [1.0]


@pytest.mark.parametrize("code", [1002, 1003, 1007, 1009, 4001])
def test_some_closings_are_for_good(code: int) -> None:
    with pytest.raises(CydoniaError):
        follow(Sockets([HELLO, table(3), LineLost("closed", code)]), 2)


def test_an_ended_session_is_told_and_nobody_else_plays_on() -> None:
    with pytest.raises(SessionEnded):
        follow(Sockets([HELLO, table(3), LineLost("ended", 4005)]), 2)
    ben = {**HELLO, "player": {"id": "ben", "name": "Ben"}}
    with pytest.raises(SessionEnded):
        follow(Sockets([HELLO, table(3)], [ben]), 2)


def test_a_token_that_is_nobodys_is_refused() -> None:
    with pytest.raises(Refused, match="no_session"):
        follow(Sockets([{**HELLO, "player": None}]), 1)


def test_another_version_of_the_protocol_is_not_spoken() -> None:
    with pytest.raises(CydoniaError, match="version"):
        follow(Sockets([{**HELLO, "protocol": 2}]), 1)


def test_who_has_nothing_to_say_pings() -> None:
    house = Sockets([HELLO, table(3), SILENCE, events(4)])
    _, heard = follow(house, 2)
    assert numbers(heard) == [4]
    assert house.said[0][-1] == {"id": 0, "do": {"type": "ping"}}


def test_what_the_house_cannot_take_now_is_said_again_but_not_for_ever() -> None:
    act = {"type": "act", "table": "t", "at": 3, "action": "a1-a2"}
    busy = refused("act", "unavailable")
    house = Sockets([HELLO, table(3), busy], [HELLO, busy], [HELLO, answered("act")])
    _, heard = follow(house, 2, act)
    assert heard[-1].message["type"] == "ok"
    assert [len([do for do in connection if do["type"] == "act"]) for connection in said(house)] == [1, 1, 1]

    house = Sockets([HELLO, table(3), busy], *[[HELLO, busy]] * 4)
    _, heard = follow(house, 2, act)
    assert heard[-1].message["code"] == "unavailable"


def test_what_is_said_while_the_line_is_cut_is_said_when_it_is_back() -> None:
    line = Line(HOUSE)
    house = Sockets([HELLO], [HELLO, answered("resign")])

    def program() -> Program[Heard]:
        yield from line.open()
        line._is_open = False
        yield from line.send({"type": "resign", "table": "t"})
        return (yield from line.hear())

    assert run(program(), house).did == {"type": "resign", "table": "t"}
    assert said(house) == [[], [{"type": "resign", "table": "t"}]]
