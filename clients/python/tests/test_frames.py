"""Frames: what a row has, worked out from the documents that are kept beside the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, cast

import pandas as pd
from program import ROOT

from cydonia import games_frame, line_frame

EXAMPLES = json.loads((ROOT / "docs" / "requests.json").read_text())


def answers(operation: str) -> list[Any]:
    of_it = [one for one in EXAMPLES if one["operation"] == operation and one["status"] == 200]
    # Long ones are not kept.
    return [one["answer"] for one in of_it if "answer" in one]


MATCHES = [match for page in answers("listMatches") for match in page["matches"]]
WHOLE = answers("readMatch")


def test_a_row_a_game() -> None:
    frame = games_frame(MATCHES)
    assert list(frame["id"]) == [match["id"] for match in MATCHES]
    first, match = frame.iloc[0], MATCHES[0]
    assert first["winner"] == next(seat for seat, one in enumerate(match["seats"]) if one["rank"] == 1)
    assert [first["name_0"], first["name_1"]] == [one["player"]["name"] for one in match["seats"]]
    assert first["finished"] == pd.Timestamp(match["finished_ms"], unit="ms", tz="UTC")
    assert first["duration_s"] * 1000 == match["finished_ms"] - match["started_ms"]
    assert list(frame["first"]) == [match["first"] for match in MATCHES]
    assert frame["rank_0"].dtype == "Int64"


def test_a_row_a_seat() -> None:
    frame = games_frame(MATCHES, by="seat")
    assert len(frame) == sum(len(match["seats"]) for match in MATCHES)
    assert (frame.groupby("number")["points"].sum() / frame.groupby("number")["id"].nunique() > 0).all()
    one = frame[(frame["number"] == 1) & (frame["name"] == "Ada")].iloc[0]
    assert one["rating_after"] == 1662
    assert pd.isna(one["rating_before"])


def test_points_of_a_game_are_one_in_all_and_shared() -> None:
    shared = json.loads(json.dumps(MATCHES[0]))
    for seat in shared["seats"]:
        seat["rank"] = 1
    assert list(games_frame([shared], by="seat")["points"]) == [0.5, 0.5]
    assert games_frame([shared])["winner"].isna().all()


def test_whole_games_tell_who_began() -> None:
    frame = games_frame(WHOLE, by="seat")
    assert (frame["is_first"] == (frame["seat"] == frame["first"])).all()
    assert set(frame["clock"]) == {match["clock"]["type"] for match in WHOLE}


def test_who_began_is_who_acted_first() -> None:
    match = next(match for match in WHOLE if match["line"])
    line = [{"seat": 0, "ms": 0, "roll": [2, 1]}, {"seat": 1, "ms": 0, "roll": [5, 1]}, {"seat": 1, "ms": 0, "action": "a1-a2"}]
    assert list(games_frame([cast(Any, {**match, "first": 0, "line": line})])["first"]) == [1]
    assert list(games_frame([cast(Any, {**match, "first": 0, "line": []})])["first"]) == [0]


def test_options_are_text_as_in_records() -> None:
    match = {**MATCHES[0], "options": {"teams": True, "rules": "arcade"}}
    assert games_frame([cast(Any, match)])["options"][0] == "rules=arcade teams=on"


def test_no_games_are_a_frame_too() -> None:
    assert len(games_frame([])) == 0
    assert "plies" in games_frame([]).columns


def test_a_line() -> None:
    match = next(match for match in WHOLE if match["line"])
    frame = line_frame(match)
    assert list(frame["seat"]) == [move["seat"] for move in match["line"]]
    assert list(frame["action"].dropna()) == [move["action"] for move in match["line"] if "action" in move]
    assert frame["took_ms"].sum() == match["line"][-1]["ms"] - match["started_ms"]
    assert set(frame["kind"]) <= {"action", "roll", "left", "undo", "takeback", "lost", "swap", "takeover_of"}


def test_without_a_call_pandas_is_not_wanted() -> None:
    code = "import sys; sys.modules['pandas'] = None; import cydonia; assert cydonia.games_frame"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
