"""Watching, against scripted frames: what is asked for when a game ended while the line was cut."""

from __future__ import annotations

import copy
from typing import Any

from script import HELLO, Sockets, ok, run

from cydonia.effects import Effect, Emit, Fetch
from cydonia.playing import watch
from cydonia.requests import Settings

VIEW: dict[str, Any] = {"spaces": [], "trays": [], "left": [], "scores": [0, 0], "turn": {"phase": "act", "seat": 0}}
OPEN = {"id": "t", "status": "open", "seats": [{"state": "free"}, {"state": "free"}]}
OUTCOME = {"ranks": [1, 2], "scores": [3, 0], "reason": "empty"}
REPLAY = [
    {"n": 4, "ms": 0, "type": "start", "layout": {}, "view": VIEW},
    {"n": 5, "ms": 0, "type": "act", "seat": 0, "action": "a1-a2", "diff": {"scores": [3, 0]}},
    {"n": 6, "ms": 0, "type": "finish", "outcome": OUTCOME, "diff": {"turn": {"phase": "over"}}},
]


def snapshot(status: str, n: int) -> dict[str, Any]:
    info = {**OPEN, "status": status}
    if status == "open":
        return {"type": "table", "n": n, "info": info, "preview": {"layout": {}, "view": VIEW}}
    game = {"at": n, "layout": {}, "view": VIEW, "rolls": 0, "paused": False, "offers": [], "outcome": OUTCOME, "line": []}
    return {"type": "table", "n": n, "info": info, "game": game}


class House(Sockets):
    """Also answers over HTTP: with a replay."""

    def __init__(self, *connections: list[Any]) -> None:
        super().__init__(*connections)
        self.asked: list[Fetch] = []

    def __call__(self, effect: Effect) -> Any:
        if isinstance(effect, Fetch):
            self.asked.append(effect)
            return ok({"info": OPEN, "events": REPLAY})
        return super().__call__(effect)


def watched(house: House) -> list[tuple[Any, str, list[int]]]:
    """What is handed out: which event, and how the table stood after it."""
    seen: list[tuple[Any, str, list[int]]] = []

    def noted() -> Any:
        stream: Any = watch(Settings("http://house.example"), "http://house.example/t/t#k")
        result: Any = None
        while True:
            try:
                effect = stream.throw(result) if isinstance(result, Exception) else stream.send(result)
            except StopIteration:
                return
            if isinstance(effect, Emit):
                moment: Any = effect.item
                n = moment.event and moment.event["n"]
                seen.append((n, moment.table.status, copy.copy(moment.table.view["scores"])))
                result = None
            else:
                try:
                    result = yield effect
                except Exception as error:
                    result = error

    nobody = {**HELLO, "player": None}
    house.connections = [[nobody, *frames] for frames in house.connections]
    run(noted(), house)
    return seen


END = [(4, "playing", [0, 0]), (5, "playing", [3, 0]), (6, "finished", [3, 0])]


def test_a_game_is_followed_to_its_end() -> None:
    sits = [{"n": n, "ms": 0, "type": "sit", "seat": n - 2, "player": {"id": str(n), "name": "Ada"}} for n in (2, 3)]
    house = House([snapshot("open", 1), {"type": "events", "table": "t", "events": sits + REPLAY}])
    assert watched(house) == [(None, "open", [0, 0]), (2, "open", [0, 0]), (3, "open", [0, 0]), *END]
    assert house.asked == []


def test_what_was_missed_of_a_game_that_has_ended_is_read_from_its_replay() -> None:
    house = House([snapshot("open", 1)], [snapshot("finished", 6)])
    assert watched(house) == [(None, "open", [0, 0]), *END]
    assert [fetch.url for fetch in house.asked] == ["http://house.example/api/v1/matches/t/replay"]
    assert house.asked[0].headers == {"x-table-key": "k"}


def test_what_was_seen_of_it_is_not_told_again() -> None:
    first = [snapshot("open", 3), {"type": "events", "table": "t", "events": REPLAY[:2]}]
    assert watched(House(first, [snapshot("finished", 6)])) == [(None, "open", [0, 0]), *END]


def test_a_game_that_was_over_before_is_its_end() -> None:
    assert watched(House([snapshot("finished", 6)])) == [(None, "finished", [0, 0])]
