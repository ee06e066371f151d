"""Lists: pages that are followed by their cursors, and the export line by line."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from script import Replies, ok

from cydonia import House, Refused
from cydonia.effects import Emit
from cydonia.listing import leaderboard, matches
from cydonia.requests import Settings

HOUSE = Settings("http://house.example")


def collect(stream: Any, house: Replies) -> list[Any]:
    items: list[Any] = []
    result: Any = None
    while True:
        try:
            effect = stream.send(result)
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
