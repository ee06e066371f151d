"""Following a table: the kept conversations are folded, event by event, into what a later snapshot of the same table says."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from program import ROOT

from cydonia import Table, fold
from cydonia.table import Gap

CONVERSATIONS = sorted((ROOT / "docs" / "conversations").glob("*.jsonl"))


def frames(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def test_a_difference_replaces_fields_and_places_and_leaves_the_old_view_alone() -> None:
    view: Any = {"spaces": [{}, {}, {}], "trays": [[1], [2]], "scores": [0, 0], "dice": [], "turn": {"phase": "over"}}
    before = copy.deepcopy(view)
    diff = {"spaces": [[1, {"marker": "root"}]], "trays": [[0, [5]]], "scores": [3, 0]}
    after = fold(view, diff)
    assert after == {**before, "spaces": [{}, {"marker": "root"}, {}], "trays": [[5], [2]], "scores": [3, 0]}
    assert view == before


@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
def test_conversations_fold(path: Any) -> None:
    """Everybody who follows a table ends with the same one, whatever snapshot they began with."""
    tables: dict[tuple[str, str], Table] = {}
    folded = 0
    for frame in frames(path):
        message, who = frame.get("gets", {}), str(frame.get("who"))
        if message.get("type") == "table":
            fresh = Table.of(copy.deepcopy(message))
            known = tables.get((who, fresh.id))
            for other, table in tables.items():
                if other[1] == fresh.id and table.n == fresh.n and table.status == fresh.status:
                    assert (table.view, table.at, table.rolls, table.dice) == (fresh.view, fresh.at, fresh.rolls, fresh.dice)
                    folded += known is None
            tables[(who, fresh.id)] = fresh
        elif message.get("type") == "events":
            followed = tables.get((who, message["table"]))
            for event in message["events"]:
                if followed is not None and event["n"] > followed.n:
                    followed.take(copy.deepcopy(event))
                    folded += 1
    assert folded > 0
    for one in tables.values():
        assert all(one.view == other.view for other in tables.values() if (one.id, one.n) == (other.id, other.n))


def test_a_gap_is_told() -> None:
    snapshot, events = None, []
    for frame in frames(ROOT / "docs" / "conversations" / "short-game.jsonl"):
        message = frame.get("gets", {})
        if message.get("type") == "table" and snapshot is None:
            snapshot = message
        if message.get("type") == "events":
            events += message["events"]
    assert snapshot is not None
    table = Table.of(snapshot)
    late = next(event for event in events if event["n"] == table.n + 2)
    with pytest.raises(Gap):
        table.take(late)
