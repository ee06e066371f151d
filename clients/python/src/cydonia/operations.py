"""Every look-up, as a pure function from what is asked to a :class:`~cydonia.requests.Request`.

Each of these is a method of :class:`cydonia.House` and, awaited, of :class:`cydonia.AsyncHouse`; lists that come in pages
are in :mod:`cydonia.listing`. All of them may raise ``Refused``: what a look-up is refused with stands in ``docs/protocol.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .clubs import Club, Tournament
from .documents import (
    AnalysisProgress,
    DiceReport,
    GameInfo,
    LiveTable,
    MatchAnalysis,
    MatchPosition,
    MatchRecord,
    PlayerPage,
    PlayerRatings,
    Puzzle,
    PuzzleAnswer,
    PuzzleOfTheDay,
    RecordCheck,
    Replay,
    Session,
    TablePage,
    WhatIf,
)
from .game_proof import ProofCheck, SigningKeys
from .requests import Request, get, post, read_json, read_text, segment
from .sums import Explorer, Opponents, PlayerActivity, PlayerResults


def games() -> Request[list[GameInfo]]:
    """Every game that can be played here, with its options."""
    return get("games", read_json)


def match(id: str, *, key: str | None = None) -> Request[MatchRecord]:
    """A finished game with its line and times. ``key`` is that of a private table, here and below."""
    return get(f"matches/{segment(id)}", read_json, key=key)


def record(id: str, *, key: str | None = None) -> Request[str]:
    """A finished game as text, in the notation of ``docs/record.md``."""
    return get(f"matches/{segment(id)}/record", read_text, key=key)


def position(id: str, ply: int | None = None, *, layout: bool | None = None, key: str | None = None) -> Request[MatchPosition]:
    """How a game stood after a ply (0 is the start; left out, the end), with its layout if that is wished."""
    return get(f"matches/{segment(id)}/position", read_json, {"ply": ply, "layout": layout}, key)


def replay(id: str, *, key: str | None = None) -> Request[Replay]:
    """A finished game as the events that its watchers saw."""
    return get(f"matches/{segment(id)}/replay", read_json, key=key)


def dice(id: str, *, key: str | None = None) -> Request[DiceReport]:
    """What proves a game's dice. ``verify`` checks it without the house."""
    return get(f"matches/{segment(id)}/dice", read_json, key=key)


def dice_text(id: str, *, key: str | None = None) -> Request[str]:
    """The same as the text that came: what a checker should read, as two readers of JSON may differ."""
    return get(f"matches/{segment(id)}/dice", read_text, key=key)


def proof_text(id: str, *, key: str | None = None) -> Request[str]:
    """A finished game with its dice and ratings, signed by the house: two lines in the form of ``docs/proof.md``.

    ``prove`` checks it, and so does :mod:`cydonia.game_proof` without the house.
    """
    return get(f"matches/{segment(id)}/proof", read_text, key=key)


def signing_keys() -> Request[SigningKeys]:
    """The public keys with which the house signs games, the first one first."""
    return get("signing-keys", read_json)


def check_proof(text: str) -> Request[ProofCheck]:
    """Has the house check a proof, by the rules too; ``bad_proof`` with what does not fit. Nothing is kept."""
    return Request("check-proof", read_json, method="POST", body=text.encode(), content_type="text/plain", is_safe=True)


def what_if(
    id: str,
    line: Sequence[str] = (),
    *,
    step: int | None = None,
    layout: bool | None = None,
    key: str | None = None,
) -> Request[WhatIf]:
    """How a game would stand, had it gone on otherwise after ``step`` entries of its line (left out: its end).

    ``line`` has actions, and ``roll 3 5`` where dice are due.
    """
    query = {"step": step, "line": ",".join(line) if line else None, "layout": layout}
    return get(f"matches/{segment(id)}/what-if", read_json, query, key)


def play_line(position: str, line: Sequence[str] = (), *, layout: bool | None = None) -> Request[WhatIf]:
    """A line from any position: its text, or a set-up alone, as ``martian-go:3``, for the start of a game."""
    query = {"position": position, "line": ",".join(line) if line else None, "layout": layout}
    return get("what-if", read_json, query)


def explore(position: str, *, computers: bool | None = None) -> Request[Explorer]:
    """What was played from a position, as in ``play_line``: in games with computers, without (False), or in all."""
    return get("explorer", read_json, {"position": position, "computers": computers})


def analysis(id: str, *, key: str | None = None) -> Request[MatchAnalysis]:
    """What the strongest computer player makes of a finished game, if somebody has asked (``no_analysis`` otherwise)."""
    return get(f"matches/{segment(id)}/analysis", read_json, key=key)


def analyse(id: str, *, key: str | None = None) -> Request[AnalysisProgress]:
    """Has a finished game analysed, and tells how far that is. Everybody who asks shares one analysis."""
    return post(f"matches/{segment(id)}/analysis", read_json, is_safe=True, key=key)


def check_record(text: str) -> Request[RecordCheck]:
    """Has the house play a record through by the rules; ``bad_record`` with the ``line`` that is wrong. Nothing is kept."""
    return Request("check-record", read_json, method="POST", body=text.encode(), content_type="text/plain", is_safe=True)


def tables(
    *,
    game: str | None = None,
    seats: int | None = None,
    clock: Literal["none", "fischer", "correspondence"] | None = None,
    standing: Literal["open", "playing"] | None = None,
    rated: bool | None = None,
) -> Request[TablePage]:
    """Public tables that are open or played at: 200 at most, and how many there are in all."""
    query = {"game": game, "seats": seats, "clock": clock, "standing": standing, "rated": rated}
    return get("tables", read_json, query)


def table(id: str, *, key: str | None = None) -> Request[LiveTable]:
    """One table as it stands, until its game is over: from then on it is a match."""
    return get(f"tables/{segment(id)}", read_json, key=key)


def player(id: str) -> Request[PlayerPage]:
    """Somebody, and how many games they have finished."""
    return get(f"players/{segment(id)}", read_json)


def results(id: str, *, game: str | None = None, opponent: str | None = None) -> Request[PlayerResults]:
    """How somebody's public games went, by game and seat; against one ``opponent``, head to head."""
    return get(f"players/{segment(id)}/results", read_json, {"game": game, "opponent": opponent})


def opponents(id: str, *, game: str | None = None) -> Request[Opponents]:
    """Whom somebody has played against, and how it went."""
    return get(f"players/{segment(id)}/opponents", read_json, {"game": game})


def activity(id: str, *, game: str | None = None) -> Request[PlayerActivity]:
    """On which days somebody's games ended."""
    return get(f"players/{segment(id)}/activity", read_json, {"game": game})


def ratings(id: str) -> Request[PlayerRatings]:
    """How somebody stands, game by game and pool by pool."""
    return get(f"players/{segment(id)}/ratings", read_json)


def puzzle(id: str) -> Request[Puzzle]:
    """A puzzle without its solution."""
    return get(f"puzzles/{segment(id)}", read_json)


def puzzle_of_the_day() -> Request[PuzzleOfTheDay]:
    """The puzzle of the day, the same for everybody from midnight to midnight (UTC)."""
    return get("puzzles/today", read_json)


def attempt(id: str, action: str) -> Request[PuzzleAnswer]:
    """Whether that is the best action, and the solution. The first attempt of whoever has a session counts."""
    return post(f"puzzles/{segment(id)}/attempts", read_json, {"action": action})


def club(id: str) -> Request[Club]:
    """A club with its members and what they play; its owner is told whom they have put out, too."""
    return get(f"clubs/{segment(id)}", read_json)


def tournament(id: str) -> Request[Tournament]:
    """A tournament with its standings and games."""
    return get(f"tournaments/{segment(id)}", read_json)


def session() -> Request[Session]:
    """Who one is here."""
    return get("session", read_json)


def say_name(name: str) -> Request[Session]:
    """A new guest by that name, and the token by which the house knows them."""
    return post("session", read_json, {"name": name, "bearer": True})
