"""Finished games as pandas frames. pandas is wanted only when one of these is called: ``pip install cydonia[pandas]``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .documents import MatchRecord, MatchSeat, MatchSummary

if TYPE_CHECKING:
    import pandas as pd

_KINDS = ("action", "roll", "left", "undo", "takeback", "lost", "swap", "takeover_of")


def games_frame(matches: Iterable[MatchSummary], *, by: Literal["game", "seat"] = "game") -> pd.DataFrame:
    """A frame of finished games, in the order given: a row a game, or, ``by="seat"``, a row a seat.

    Every row has ``id``, ``number``, ``game``, ``options`` (as text, ``rules=arcade``), ``seats`` (how many), ``rated``,
    ``reason``, ``plies``, ``started`` and ``finished`` (UTC), ``duration_s`` (seconds); ``first`` is the seat that acted first
    (the document's own ``first`` does not know it where dice decide who begins) and ``clock`` its kind, both missing unless
    the games came whole (``export_whole``).

    A row a game has ``winner``, the seat with rank 1 (missing where several share it), and for each seat N ``player_N``,
    ``name_N``, ``computer_N`` (its level, missing for people), ``rank_N``, ``score_N``. A row a seat has ``seat``,
    ``player``, ``name``, ``computer``, ``rank``, ``score``, ``points`` (the part of the victory: 1 shared among those with
    rank 1), ``is_first``, ``rating_before``, ``rating_after``, ``deviation_after`` (missing where not rated).
    """
    import pandas as pd

    rows = [row for match in matches for row in (_seat_rows(match) if by == "seat" else [_game_row(match)])]
    frame = pd.DataFrame.from_records(rows, columns=None if rows else _COLUMNS)
    return _typed(frame)


def line_frame(match: MatchRecord) -> pd.DataFrame:
    """A frame of a game's line, a row an entry.

    ``step`` is its number from 1, ``seat`` whose it is, ``kind`` one of ``action``, ``roll``, ``left``, ``undo``,
    ``takeback``, ``lost``, ``swap``, ``takeover_of``, ``action`` and ``roll`` what was done, ``at`` when (UTC), and
    ``took_ms`` the milliseconds since the entry before, or since the start. Pauses and times in which the house was away are
    in them: a line does not tell those apart.
    """
    import pandas as pd

    rows = []
    before = match["started_ms"]
    for step, move in enumerate(match["line"], 1):
        kind = next((kind for kind in _KINDS if kind in move), "other")
        rows.append(
            {
                "step": step,
                "seat": move["seat"],
                "kind": kind,
                "action": move.get("action"),
                "roll": move.get("roll"),
                "at": move["ms"],
                "took_ms": move["ms"] - before,
            }
        )
        before = move["ms"]
    columns = ["step", "seat", "kind", "action", "roll", "at", "took_ms"]
    return _typed(pd.DataFrame.from_records(rows, columns=columns))


_COLUMNS = [
    "id",
    "number",
    "game",
    "options",
    "seats",
    "rated",
    "reason",
    "plies",
    "started",
    "finished",
    "duration_s",
    "first",
    "clock",
]


def _common(match: MatchSummary) -> dict[str, Any]:
    whole: Mapping[str, Any] = match
    options = sorted(match["options"].items())
    return {
        "id": match["id"],
        "number": match["number"],
        "game": match["game"],
        "options": " ".join(f"{name}={_option(value)}" for name, value in options),
        "seats": len(match["seats"]),
        "rated": match["rated"],
        "reason": match["reason"],
        "plies": match["plies"],
        "started": match["started_ms"],
        "finished": match["finished_ms"],
        "duration_s": (match["finished_ms"] - match["started_ms"]) / 1000,
        "first": next((move["seat"] for move in whole.get("line", []) if "action" in move), whole.get("first")),
        "clock": whole["clock"]["type"] if "clock" in whole else None,
    }


def _option(value: str | bool) -> str:
    """As records write it."""
    return value if isinstance(value, str) else ("on" if value else "off")


def _game_row(match: MatchSummary) -> dict[str, Any]:
    row = _common(match)
    winners = [number for number, seat in enumerate(match["seats"]) if seat["rank"] == 1]
    row["winner"] = winners[0] if len(winners) == 1 else None
    for number, seat in enumerate(match["seats"]):
        row.update({f"{name}_{number}": value for name, value in _seat(seat).items()})
    return row


def _seat(seat: MatchSeat) -> dict[str, Any]:
    player = seat["player"]
    return {
        "player": player["id"],
        "name": player["name"],
        "computer": player.get("computer"),
        "rank": seat["rank"],
        "score": seat["score"],
    }


def _seat_rows(match: MatchSummary) -> list[dict[str, Any]]:
    common = _common(match)
    sharing = sum(seat["rank"] == 1 for seat in match["seats"])
    rows = []
    for number, seat in enumerate(match["seats"]):
        change = seat.get("rating")
        before = change["before"] if change else None
        rows.append(
            {
                **common,
                "seat": number,
                **_seat(seat),
                "points": 1 / sharing if seat["rank"] == 1 else 0.0,
                "is_first": None if common["first"] is None else number == common["first"],
                "rating_before": before["rating"] if before else None,
                "rating_after": change["after"]["rating"] if change else None,
                "deviation_after": change["after"]["deviation"] if change else None,
            }
        )
    return rows


_WHOLE = ["first", "winner", "computer", "rank", "score", "rating_before", "rating_after", "deviation_after"]


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Times as times, and whole numbers as such where some are missing (pandas would make floats of them)."""
    import pandas as pd

    for name in frame.columns:
        if name in ("started", "finished", "at"):
            frame[name] = pd.to_datetime(frame[name], unit="ms", utc=True)
        elif name in _WHOLE or name.rpartition("_")[0] in ("computer", "rank", "score"):
            frame[name] = frame[name].astype("Int64")
        elif name == "is_first":
            frame[name] = frame[name].astype("boolean")
    return frame
