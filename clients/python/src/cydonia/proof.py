"""Dice proof: whether a game's rolls fit all that was sealed, pledged, given and opened. Pure Python, without the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from . import dice
from .documents import DiceProof, MatchRecord
from .errors import CydoniaError, Unreadable
from .strict import anything, boolean, has_fields, hexadecimal, loads, or_null, string, uuid, whole

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
    document = loads(text, "record of dice")
    if isinstance(document, dict) and "proof" in document:
        has_fields(document, {"proof": anything, "fits": boolean, "sentence": string}, "the report")
        document = document["proof"]
    return of(document)


def of(document: Any) -> DiceProof:
    """A proof that stands within another document, which was read as strictly. Raises :class:`Unreadable`."""
    has_fields(document, _PROOF, "the record")
    return cast(DiceProof, document)


def _faces(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(whole(face) and face < 256 for face in value)


_BYTES = hexadecimal(32, 32)
_SHARE = hexadecimal(16, 64)
_ROLL = {
    "roller": whole,
    "seal": _BYTES,
    "secret": _BYTES,
    "waiting": or_null(_SHARE),
    "share": or_null(_SHARE),
    "pledge": or_null(_BYTES),
    "dice": or_null(_faces),
}


def _rolls(value: Any) -> bool:
    if not isinstance(value, list):
        return False
    for k, entry in enumerate(value):
        has_fields(entry, _ROLL, f"roll {k}")
    return True


_PROOF = {
    "scheme": string,
    "table": uuid,
    "pledges": lambda value: isinstance(value, list) and all(map(or_null(_BYTES), value)),
    "rolls": _rolls,
    "unopened": _BYTES,
    "unused": or_null(_SHARE),
}


__all__ = ["Fits", "Flaw", "Kind", "Unreadable", "check", "check_line", "of", "read"]
