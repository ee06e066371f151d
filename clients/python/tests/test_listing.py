"""Lists: pages that are followed by their cursors, and the export line by line."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from cutting import CuttingHouse, answered, cut_short
from script import Lines, Replies, ok, problem

from cydonia import AsyncHouse, House, Patience, Refused, Unreachable
from cydonia.effects import Emit
from cydonia.listing import export, export_whole, leaderboard, matches
from cydonia.requests import Settings

HOUSE = Settings("http://house.example")


def collect(stream: Any, house: Replies, items: list[Any] | None = None) -> list[Any]:
    """All that a stream hands out, in ``items`` even if it raises in the end."""
    items = [] if items is None else items
    result: Any = None
    while True:
        try:
            effect = stream.throw(result) if isinstance(result, Exception) else stream.send(result)
        except StopIteration:
            return items
        if isinstance(effect, Emit):
            items.append(effect.item)
            result = None
        else:
            result = house(effect)


def queries(house: Replies) -> list[dict[str, list[str]]]:
    return [parse_qs(urlsplit(fetch.url).query) for fetch in house.asked]


def test_pages_are_followed_to_the_end_even_over_an_empty_one() -> None:
    house = Replies(
        ok({"matches": [1, 2], "next": "two"}), ok({"matches": [], "next": "three"}), ok({"matches": [3], "next": None})
    )
    assert collect(matches(HOUSE, game="martian-go", page=2), house) == [1, 2, 3]
    base = {"game": ["martian-go"], "limit": ["2"]}
    assert queries(house) == [base, {**base, "cursor": ["two"]}, {**base, "cursor": ["three"]}]


def test_no_more_is_asked_for_than_is_wished() -> None:
    house = Replies(ok({"matches": [1, 2], "next": "two"}), ok({"matches": [3], "next": "three"}))
    assert collect(matches(HOUSE, most=3, page=2), house) == [1, 2, 3]
    assert [query["limit"] for query in queries(house)] == [["2"], ["1"]]
    assert collect(matches(HOUSE, most=0), Replies()) == []


def test_a_list_goes_on_from_a_cursor() -> None:
    house = Replies(ok({"leaders": [7], "next": None}))
    assert collect(leaderboard(HOUSE, "martian-go", pool="more", cursor="c"), house) == [7]
    assert queries(house) == [{"pool": ["more"], "limit": ["100"], "cursor": ["c"]}]


def test_a_page_is_fetched_when_it_is_needed() -> None:
    house = Replies(ok({"matches": [1, 2], "next": "two"}))
    stream: Any = matches(HOUSE)
    result = house(next(stream))
    assert stream.send(result) == Emit(1)
    assert next(stream) == Emit(2)
    assert len(house.asked) == 1


def transported(answer: httpx.Response) -> House:
    house = House("http://house.example")
    house.runner.client = httpx.Client(transport=httpx.MockTransport(lambda request: answer))
    return house


def test_an_export_is_read_line_by_line() -> None:
    lines = "\n".join(json.dumps({"number": number}) for number in (1, 2)) + "\n"
    with transported(httpx.Response(200, text=lines)) as house:
        assert [game["number"] for game in house.export()] == [1, 2]


def test_a_refused_export_is_raised() -> None:
    with transported(httpx.Response(400, json={"code": "bad_query", "detail": "No."})) as house:
        with pytest.raises(Refused) as refused:
            next(house.export(game="chess"))
        assert refused.value.code == "bad_query"


CUT = Unreachable("the answer broke off")


def game(number: int) -> str:
    return json.dumps({"number": number})


def numbers(games: list[Any]) -> list[int]:
    return [game["number"] for game in games]


@pytest.mark.parametrize(("order", "told"), [("oldest", [1, 2, 3, 4, 5]), ("newest", [5, 4, 3, 2, 1])])
def test_an_export_goes_on_behind_the_last_game_that_came(order: Any, told: list[int]) -> None:
    one, two, three, four, five = map(game, told)
    house = Lines([one, two, CUT], CUT, [CUT], [three, four, "", CUT], [five])
    assert numbers(collect(export(HOUSE, order=order, game="martian-go"), house)) == told
    base = {"order": [order], "game": ["martian-go"]}
    second = {**base, "after": [str(told[1])]}
    assert queries(house) == [base, second, second, second, {**base, "after": [str(told[3])]}]
    assert house.slept == [0.25, 0.5, 1.0, 0.25]


def test_an_export_that_breaks_off_before_its_first_game_is_asked_for_again_from_the_start() -> None:
    house = Lines([CUT], [game(1)])
    assert numbers(collect(export_whole(HOUSE, clocks=True, positions=False), house)) == [1]
    assert queries(house) == [{"whole": ["true"], "clocks": ["true"], "positions": ["false"]}] * 2


def test_an_export_begins_behind_a_game_and_has_so_many_at_most_however_often_it_is_cut() -> None:
    house = Lines([game(6), CUT], [game(7), game(9), CUT], [game(10), CUT])
    assert numbers(collect(export(HOUSE, after=5, most=4), house)) == [6, 7, 9, 10]
    assert queries(house) == [
        {"after": ["5"], "limit": ["4"]},
        {"after": ["6"], "limit": ["3"]},
        {"after": ["9"], "limit": ["1"]},
    ]
    assert house.slept == [0.25, 0.25, 0.25]
    assert collect(export(HOUSE, most=0), Lines()) == []


def test_an_export_is_given_up_after_so_many_tries_that_bring_nothing() -> None:
    patient = Settings("http://house.example", patience=Patience(attempts=3))
    # Two of them, and a game: that counts anew.
    house = Lines([CUT], [CUT], [game(1), CUT], [CUT], CUT, [CUT], [game(2)])
    told: list[Any] = []
    with pytest.raises(Unreachable):
        collect(export(patient, order="oldest"), house, told)
    assert numbers(told) == [1]
    assert house.answers == [[game(2)]]
    assert house.slept == [0.5, 1.0, 0.25, 0.5, 1.0]


def test_an_export_that_cannot_even_be_opened_is_not_tried_again() -> None:
    for answer in (CUT, problem(502, "no_code"), problem(400, "bad_query")):
        house = Lines(answer)
        with pytest.raises((Unreachable, Refused)):
            collect(export(HOUSE), house)
        assert (len(house.asked), house.slept) == (1, [])


def test_an_export_waits_for_a_proxy_whose_house_is_away_and_for_no_other_refusal() -> None:
    house = Lines([game(1), CUT], problem(502, "no_code"), problem(504, "no_code"), [game(2)])
    assert numbers(collect(export(HOUSE), house)) == [1, 2]
    refusing = Lines([game(1), CUT], problem(401, "no_session"))
    with pytest.raises(Refused, match="no_session"):
        collect(export(HOUSE), refusing)


def lines_of(*told: int) -> bytes:
    return b"".join(game(number).encode() + b"\n" for number in told)


def test_both_faces_go_on_when_the_connection_is_cut_in_the_middle_of_a_line(slept: list[float]) -> None:
    half = lines_of(3)[:-4]
    answers = [cut_short(lines_of(1, 2) + half), cut_short(b""), answered(200, lines_of(3, 4))]
    with CuttingHouse(*answers, *answers) as cutting:
        with House(cutting.url) as house:
            assert numbers(list(house.export(order="oldest"))) == [1, 2, 3, 4]

        async def awaited() -> None:
            async with AsyncHouse(cutting.url) as house:
                assert numbers([game async for game in house.export(order="oldest")]) == [1, 2, 3, 4]

        asyncio.run(awaited())
    asked = [head.split()[1].partition("?")[2] for head in cutting.heads]
    assert asked == ["order=oldest", "order=oldest&after=2", "order=oldest&after=2"] * 2
    assert slept == [0.25, 0.5] * 2


class Broken(httpx.SyncByteStream, httpx.AsyncByteStream):
    """An answer that breaks off, and knows whether it was closed."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Any:
        yield lines_of(1)
        raise httpx.ReadError("cut")

    async def __aiter__(self) -> Any:
        yield lines_of(1)
        raise httpx.ReadError("cut")

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def test_an_answer_that_broke_off_is_closed_before_the_next_is_asked_for(slept: list[float]) -> None:
    broken: list[Broken] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if "after" in request.url.params:
            assert broken[-1].is_closed
            return httpx.Response(200, content=lines_of(2))
        broken.append(Broken())
        return httpx.Response(200, stream=broken[-1])

    transport = httpx.MockTransport(answer)
    with House("http://house.example") as house:
        house.runner.client = httpx.Client(transport=transport)
        assert numbers(list(house.export())) == [1, 2]

    async def awaited() -> None:
        async with AsyncHouse("http://house.example") as house:
            house.runner.client = httpx.AsyncClient(transport=transport)
            assert numbers([game async for game in house.export()]) == [1, 2]

    asyncio.run(awaited())
    assert (len(broken), slept) == (2, [0.25] * 2)
