"""Dice proof: whether a game's rolls fit all that was sealed, pledged, given and opened. Pure Python, without the house."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast
from uuid import UUID

from . import dice
from .documents import DiceProof, MatchRecord
from .errors import CydoniaError

Kind = Literal["form", "seal", "pledge", "parts", "dice", "turn", "line"]

_SENTENCES: dict[Kind, str] = {
    "form": "this is no record of dice that can be checked",
    "seal": "the secret that was opened is not the one that was sealed",
    "pledge": "the roller's share is not the one that was pledged",
    "parts": "a share or a pledge is missing, or there is one too many",
    "dice": "the dice are not those that the secret and the shares give",
    "turn": "the next roll is not of the seat whose turn it was then",
    "line": "the game's line tells other rolls",
}


class Flaw(CydoniaError):
    """What does not fit, and at which roll ``k`` (None where it is the record as a whole)."""

    def __init__(self, kind: Kind, k: int | None = None) -> None:
        super().__init__(_SENTENCES[kind] if k is None else f"roll {k}: {_SENTENCES[kind]}")
        self.kind = kind
        self.k = k


class Unreadable(CydoniaError):
    """A text that is no record of dice."""


@dataclass(frozen=True)
class Fits:
    """What a proof shows that fits: how many ``rolls``, how many of them ``void``, how many seats added nothing (``plain``)."""

    rolls: int
    void: int
    plain: int

    def __str__(self) -> str:
        void = f", {self.void} of them void because a share was lost" if self.void else ""
        plain = (
            "",
            " One seat added nothing to them and trusts the others.",
            " No seat added anything to them: they rest on the server alone.",
        )[self.plain]
        rolls = "roll" if self.rolls == 1 else "rolls"
        return f"{self.rolls} {rolls}{void}: every secret, share and die fits what was sealed and pledged.{plain}"


def check(proof: DiceProof) -> Fits:
    """Checks a proof, as :func:`read` gives it or as a document has it. Raises the first :class:`Flaw`.

    That seals and pledges came *first* no record can prove: that is known to whoever was there.
    """
    if proof["scheme"] != dice.SCHEME or len(proof["pledges"]) != 2:
        raise Flaw("form")
    pledges = list(proof["pledges"])
    have_rolled: set[int] = set()
    rolls = proof["rolls"]
    for k, entry in enumerate(rolls):
        roller = entry["roller"]
        if roller not in (0, 1):
            raise Flaw("form")
        adds = [pledge is not None for pledge in pledges]
        is_void = entry["dice"] is None
        are_all_there = (
            (entry["waiting"] is not None) == adds[1 - roller]
            and (entry["share"] is not None) == (adds[roller] and not is_void)
            and (entry["pledge"] is not None) == adds[roller]
            and (adds[roller] or not is_void)
        )
        if not are_all_there:
            raise Flaw("parts", k)
        if dice.seal(entry["secret"]) != entry["seal"]:
            raise Flaw("seal", k)
        if entry["share"] is not None and dice.pledge(entry["share"]) != pledges[roller]:
            raise Flaw("pledge", k)
        made = dice.roll(entry["secret"], proof["table"], k, entry["waiting"], entry["share"])
        if not is_void and entry["dice"] != made:
            raise Flaw("dice", k)
        have_rolled.add(roller)
        # A void roll is made again by the same seat. After any other it is the other seat's turn, but for opening rolls,
        # which are one seat's until the other has rolled too.
        is_open = not is_void and len(have_rolled) < 2
        due = roller if is_void else 1 - roller
        if not is_open and k + 1 < len(rolls) and rolls[k + 1]["roller"] != due:
            raise Flaw("turn", k)
        pledges[roller] = entry["pledge"]
    void = sum(entry["dice"] is None for entry in rolls)
    return Fits(len(rolls), void, proof["pledges"].count(None))


def check_line(proof: DiceProof, match: MatchRecord) -> None:
    """Checks that the rolls of a proof are those of the game's line, all of them and no others. Raises a :class:`Flaw`.

    A proof by itself may lack its last rolls, or tell a roll as void: the line shows that.
    """
    told = [(entry["roller"], entry["dice"]) for entry in proof["rolls"]]
    played: list[tuple[int, list[int] | None]] = []
    for move in match["line"]:
        if "roll" in move:
            played.append((move["seat"], move["roll"]))
        elif "lost" in move:
            played.append((move["seat"], None))
    if proof["table"] != match["id"]:
        raise Flaw("line")
    for k, (one, other) in enumerate(zip(told, played, strict=False)):
        if one != other:
            raise Flaw("line", k)
    if len(told) != len(played):
        raise Flaw("line", min(len(told), len(played)))


def read(text: str) -> DiceProof:
    """Reads a proof, or a whole report, strictly: no field twice or unknown. Raises :class:`Unreadable`.

    A text in which an object has two fields of one name is no record: readers of JSON take the one or the other, and a
    record says one thing to everybody.
    """
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_no_number)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"this is no record of dice: {error}") from error
    if isinstance(document, dict) and "proof" in document:
        _object(document, {"proof": _any, "fits": _boolean, "sentence": _string}, "the report")
        document = document["proof"]
    _object(document, _PROOF, "the record")
    return cast(DiceProof, document)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice in one object")
    return fields


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no whole number")


def _object(value: Any, fields: Mapping[str, Any], where: str) -> None:
    if not isinstance(value, dict) or set(value) != set(fields):
        raise Unreadable(f"{where} has not the fields that it should")
    for name, is_right in fields.items():
        if not is_right(value[name]):
            raise Unreadable(f"{name} of {where} is nothing that can stand there")


def _any(_: Any) -> bool:
    return True


def _boolean(value: Any) -> bool:
    return isinstance(value, bool)


def _string(value: Any) -> bool:
    return isinstance(value, str)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _hex(least: int, most: int) -> Any:
    form = re.compile(rf"(?:[0-9a-f]{{2}}){{{least},{most}}}")
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def _or_null(is_right: Any) -> Any:
    return lambda value: value is None or is_right(value)


def _uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def _faces(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_whole(face) and face < 256 for face in value)


_BYTES = _hex(32, 32)
_SHARE = _hex(16, 64)
_ROLL = {
    "roller": _whole,
    "seal": _BYTES,
    "secret": _BYTES,
    "waiting": _or_null(_SHARE),
    "share": _or_null(_SHARE),
    "pledge": _or_null(_BYTES),
    "dice": _or_null(_faces),
}


def _rolls(value: Any) -> bool:
    if not isinstance(value, list):
        return False
    for k, entry in enumerate(value):
        _object(entry, _ROLL, f"roll {k}")
    return True


_PROOF = {
    "scheme": _string,
    "table": _uuid,
    "pledges": lambda value: isinstance(value, list) and all(map(_or_null(_BYTES), value)),
    "rolls": _rolls,
    "unopened": _BYTES,
    "unused": _or_null(_SHARE),
}
