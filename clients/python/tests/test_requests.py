"""Requests: what is asked of which address, what is said again, and what is raised."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from script import Replies, ok, problem, run

from cydonia import Patience, Refused
from cydonia.listing import matches_page
from cydonia.operations import analyse, attempt, check_record, games, match, position, say_name, what_if
from cydonia.requests import Settings, ask
from cydonia.retry import Pace, exponential

HOUSE = Settings("http://house.example/under/", token="secret")


def test_a_path_is_under_the_house_and_a_segment_stays_one() -> None:
    fetch = match("a/b?c").fetch(HOUSE)
    assert fetch.url == "http://house.example/under/api/v1/matches/a%2Fb%3Fc"
    assert fetch.headers == {"authorization": "Bearer secret"}
    assert HOUSE.socket_url() == "ws://house.example/under/ws?protocol=1"
    assert Settings("https://house.example").socket_url() == "wss://house.example/ws?protocol=1"


def test_nobody_sends_no_token_and_a_key_is_a_header() -> None:
    fetch = match("a", key="k").fetch(Settings("http://house.example"))
    assert fetch.headers == {"x-table-key": "k"}


def test_filters_become_a_query() -> None:
    east = timezone(timedelta(hours=2))
    request = matches_page(
        game="martian-chess",
        options={"rules": "arcade", "teams": True},
        rated=False,
        finished_from=date(2026, 1, 2),
        finished_to=datetime(2026, 1, 2, 2, tzinfo=east),
        more={"after": 7},
        limit=5,
    )
    assert request.fetch(HOUSE).url.partition("?")[2] == (
        "game=martian-chess&rated=false&finished_from=2026-01-02&finished_to=1767312000000"
        "&options.rules=arcade&options.teams=true&after=7&limit=5"
    )


def test_a_moment_without_a_zone_is_utc() -> None:
    assert "finished_from=1767225600000" in matches_page(finished_from=datetime(2026, 1, 1)).fetch(HOUSE).url


def test_a_line_is_joined_and_left_out_when_empty() -> None:
    assert what_if("a", ["b3-a4", "roll 3 5"], step=2).fetch(HOUSE).url.endswith("?step=2&line=b3-a4%2Croll+3+5")
    assert position("a", 0, layout=True).fetch(HOUSE).url.endswith("/position?ply=0&layout=true")
    assert what_if("a").fetch(HOUSE).url.endswith("/what-if")


def test_bodies_are_json_or_text() -> None:
    said = say_name("Ada").fetch(HOUSE)
    assert (said.method, said.body, said.headers["content-type"]) == (
        "POST",
        b'{"name": "Ada", "bearer": true}',
        "application/json",
    )
    record = check_record("[Game …]").fetch(HOUSE)
    assert (record.body, record.headers["content-type"]) == ("[Game …]".encode(), "text/plain")


def test_a_busy_house_is_asked_again_after_what_it_says() -> None:
    house = Replies(problem(429, "too_fast", retry_after="2"), problem(503, "unavailable"), ok([]))
    assert run(ask(HOUSE, games()), house) == []
    # Where it says nothing one waits by backoff: this was the second failure.
    assert house.slept == [2.0, exponential(1)]
    assert len(house.asked) == 3


def test_patience_has_an_end_in_attempts_and_in_seconds() -> None:
    few = Settings("http://house.example", patience=Patience(attempts=3))
    house = Replies(*[problem(503, "unavailable", retry_after="1")] * 4)
    with pytest.raises(Refused) as refused:
        run(ask(few, games()), house)
    assert (refused.value.status, refused.value.retry_after, len(house.asked)) == (503, 1.0, 3)

    short = Settings("http://house.example", patience=Patience(seconds=5))
    house = Replies(*[problem(429, "too_fast", retry_after="4")] * 3)
    with pytest.raises(Refused):
        run(ask(short, games()), house)
    assert house.slept == [4.0]


@pytest.mark.parametrize("request_", [say_name("Ada"), attempt("p", "a1-a2")])
def test_what_is_not_safe_is_said_once(request_: object) -> None:
    house = Replies(problem(429, "too_fast", retry_after="1"), ok({}))
    with pytest.raises(Refused):
        run(ask(HOUSE, request_), house)  # type: ignore[arg-type]
    assert (len(house.asked), house.slept) == (1, [])


def test_asking_for_an_analysis_twice_is_asking_once() -> None:
    house = Replies(problem(503, "unavailable", retry_after="1"), ok({"done": 0, "all": 3, "ready": False}))
    assert run(ask(HOUSE, analyse("a")), house)["all"] == 3


def test_a_refusal_is_not_waited_for() -> None:
    house = Replies(problem(404, "no_match"))
    with pytest.raises(Refused) as refused:
        run(ask(HOUSE, match("a")), house)
    assert (refused.value.code, refused.value.detail, house.slept) == ("no_match", "A sentence.", [])


def test_what_is_no_problem_document_is_refused_all_the_same() -> None:
    for body in (b"<html>", b"[]", b'{"code": 5}', b""):
        refused = Refused.of(502, {"retry-after": "soon"}, body)
        assert (refused.code, refused.status, refused.retry_after) == ("not_a_problem", 502, None)


def test_backoff_doubles_to_its_most() -> None:
    assert [exponential(failures) for failures in (0, 1, 2, 9, 10_000)] == [0.25, 0.5, 1.0, 10.0, 10.0]


def test_pace_lets_a_burst_through_and_then_so_many_a_second() -> None:
    pace = Pace(a_second=10, at_once=3)
    assert [pace.delay(0.0) for _ in range(4)] == [0.0, 0.0, 0.0, pytest.approx(0.1)]
    # A second later ten more are there, of which only three are kept.
    assert [pace.delay(100.0) for _ in range(4)] == [0.0, 0.0, 0.0, pytest.approx(0.1)]
