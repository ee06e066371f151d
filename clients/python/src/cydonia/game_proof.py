"""Proof of a game: whether a signed file is the house's, and its dice are those of its line. Pure Python, without the house.

The form is that of ``docs/proof.md``. There are no rules here: whether the line is legal, and what follows from it for result
and ratings, the house (``check_proof``) and ``cydonia verify`` can tell. Signatures want the package ``cryptography``, which
``pip install 'cydonia[proof]'`` brings.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypedDict, cast

from . import proof as dice_proof
from .documents import DiceProof, Player
from .errors import CydoniaError, Unreadable
from .proof import Fits, Flaw
from .strict import Test, has_fields, hexadecimal, loads, or_null, string, uuid, whole

SCHEME = "cydonia-proof-v1"
"""What every signed message begins with, and the name of the form."""

_KEY_SCHEME = "cydonia-signing-key-v1"

Kind = Literal["signature", "key", "dice", "chain"]

_SENTENCES: dict[Kind, str] = {
    "signature": "the signature is not that of its key over what stands there",
    "key": "the key that signed it is not one that the house had for a game of that number",
    "dice": "the dice do not fit what was sealed and pledged, or are not those of the line",
    "chain": "it is not chained to the game before",
}


class ChainLink(TypedDict):
    """A game's place in the chain of all that the house has sealed; ``link`` holds all before it, too."""

    number: int
    link: str


class ProofSeal(TypedDict):
    before: ChainLink
    key: str
    signature: str


class ProofStanding(TypedDict):
    rating: float
    deviation: float
    volatility: float
    last_ms: int


class ProofRating(TypedDict):
    """What a game did to a rating; ``before`` is None for the player's first of that pool."""

    before: ProofStanding | None
    after: ProofStanding


class ProofSeat(TypedDict):
    player: Player
    rating: ProofRating | None


class ProofStatement(TypedDict):
    scheme: str
    number: int
    record: str
    dice: DiceProof | None
    seats: list[ProofSeat]
    rating_rule: int | None


class PublishedKey(TypedDict):
    """A house's public key, from its ``first_game`` on; ``signature`` is that of the key before over it, None for the first."""

    key: str
    first_game: int
    created_ms: int
    signature: str | None


class SigningKeys(TypedDict):
    keys: list[PublishedKey]


class ProofFinding(TypedDict):
    """What the house found of one part; ``checked`` says whether it had anything to compare that with."""

    part: Literal["line", "dice", "result", "ratings", "signature", "key", "chain"]
    checked: bool
    sentence: str


class ProofCheck(TypedDict):
    number: int
    id: str
    findings: list[ProofFinding]


class GameFlaw(CydoniaError):
    """What does not fit in the proof of the game of that ``number``. Of dice, the cause tells what."""

    def __init__(self, kind: Kind, number: int) -> None:
        super().__init__(f"game {number}: {_SENTENCES[kind]}")
        self.kind = kind
        self.number = number


@dataclass(frozen=True)
class GameProof:
    """A proof as it was read. ``line`` is that of the statement, over whose bytes the signature is."""

    statement: ProofStatement
    seal: ProofSeal
    line: str

    @property
    def number(self) -> int:
        """The game's place in the order of finishing."""
        return self.statement["number"]

    @property
    def id(self) -> str:
        """The game's id, as its record has it."""
        return _id(self.statement["record"])

    @property
    def message(self) -> bytes:
        """What is signed."""
        before = self.seal["before"]
        place = before["number"].to_bytes(8, "big") + bytes.fromhex(before["link"]) + self.number.to_bytes(8, "big")
        return SCHEME.encode() + place + hashlib.sha256(self.line.encode()).digest()

    @property
    def link(self) -> ChainLink:
        """Where the game stands in the chain: what the proof of the next one has before it."""
        return {"number": self.number, "link": hashlib.sha256(self.message).hexdigest()}


@dataclass(frozen=True)
class Proved:
    """What a proof shows that fits: that ``key`` signed it, and its dice, None for a game without.

    ``link`` is what the proof of the next game has before it. ``findings`` are the house's own, where it was asked.
    """

    number: int
    id: str
    key: str
    link: str
    dice: Fits | None
    findings: tuple[ProofFinding, ...] = ()


def read(text: str | bytes) -> GameProof:
    """Reads a proof strictly; raises :class:`Unreadable`. Of a file give the bytes, as text may come with other ends of lines."""
    try:
        whole_text = text.decode() if isinstance(text, bytes) else text
        whole_text.encode()
    except UnicodeError as error:
        raise Unreadable(f"this is no proof of a game: {error}") from error
    lines = whole_text.split("\n")
    if len(lines) != 3 or lines[2]:
        raise Unreadable("this is no proof of a game: it has two lines, a statement and its seal, and each ends")
    statement = loads(lines[0], "statement", fractions=True)
    has_fields(statement, _STATEMENT, "the statement")
    _id(statement["record"])
    seal = loads(lines[1], "seal")
    has_fields(seal, _SEAL, "the seal")
    if _written(seal) != lines[1]:
        raise Unreadable("the seal is not written as a house writes it")
    return GameProof(cast(ProofStatement, statement), cast(ProofSeal, seal), lines[0])


def check(proof: GameProof, keys: Collection[str] | None = None) -> Proved:
    """Checks a proof by itself: that its key has signed every byte of it, that this is one of ``keys``, if some are given, and
    that its dice fit and are those of its line. Raises the first :class:`GameFlaw`.

    ``keys`` are those that one knows to be the house's. Without them, any key will do: then it is shown only that the proof is
    of one piece.
    """
    seal, number = proof.seal, proof.number
    if seal["before"]["number"] >= number or not _is_signed(seal["key"], seal["signature"], proof.message):
        raise GameFlaw("signature", number)
    if keys is not None and seal["key"] not in keys:
        raise GameFlaw("key", number)
    return Proved(number, proof.id, seal["key"], proof.link["link"], _check_dice(proof))


def admit(proof: GameProof, keys: SigningKeys) -> None:
    """Checks that a proof's key is one of a house's keys, as ``signing_keys`` gives them, and the one whose turn it was, and
    that each of them is signed by the one before. Raises a :class:`GameFlaw`.
    """
    known = keys["keys"]
    follow = all(_is_followed(before, after) for before, after in pairwise(known))
    turns = [
        key["first_game"] <= proof.number and (place + 1 == len(known) or proof.number < known[place + 1]["first_game"])
        for place, key in enumerate(known)
        if key["key"] == proof.seal["key"]
    ]
    if not follow or turns != [True]:
        raise GameFlaw("key", proof.number)


def chain(proofs: Iterable[GameProof]) -> None:
    """Checks that each of these proofs is chained to the one that stands before it here; raises a :class:`GameFlaw`.

    Numbers have a gap only where a game was damaged. ``check`` each proof, too: this looks at nothing else.
    """
    before: GameProof | None = None
    for proof in proofs:
        if before is not None and proof.seal["before"] != before.link:
            raise GameFlaw("chain", proof.number)
        before = proof


def _check_dice(proof: GameProof) -> Fits | None:
    """The dice against what was sealed and pledged, and against the line: each roll of the one is one of the other."""
    dice = proof.statement["dice"]
    if dice is None:
        return None
    try:
        fits = dice_proof.check(dice)
    except Flaw as flaw:
        raise GameFlaw("dice", proof.number) from flaw
    proved = ["lost" if roll["dice"] is None else "roll {} {}".format(*roll["dice"]) for roll in dice["rolls"]]
    played = [entry for entry in proof.statement["record"].split("\n") if _ROLL.fullmatch(entry)]
    if dice["table"] != proof.id or proved != played:
        raise GameFlaw("dice", proof.number)
    return fits


def _is_followed(before: PublishedKey, after: PublishedKey) -> bool:
    signature = after["signature"]
    if signature is None or not _BYTES(after["key"]) or not before["first_game"] <= after["first_game"]:
        return False
    message = _KEY_SCHEME.encode() + after["first_game"].to_bytes(8, "big") + bytes.fromhex(after["key"])
    return _is_signed(before["key"], signature, message)


def _is_signed(key: str, signature: str, message: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ImportError("signatures want the package cryptography: pip install 'cydonia[proof]'") from error
    if not (_BYTES(key) and _SIGNATURE(signature)):
        return False
    point, sign = bytes.fromhex(key), bytes.fromhex(signature)
    # OpenSSL, which does the work, refuses an S that is not below the order of the group, and compares R byte for byte, without
    # the cofactor: so a signature has one spelling. But it takes keys of small order, for which a signature of one text may be
    # one of others, too. `verify_strict`, by which `cydonia verify` checks, refuses such points as a key and as R.
    if _is_small(point) or _is_small(sign[:32]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(point).verify(sign, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_small(point: bytes) -> bool:
    """Whether an encoded point is of small order: the sign of x, in the highest bit, does not matter for that."""
    return int.from_bytes(point, "little") & (1 << 255) - 1 in _SMALL


_P = 2**255 - 19
# The y of one of the four points of order 8; those of the others are the same or its negative.
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
# Of order 4 (0), 1 (1), 2 (-1) and 8; the first two can be written as y + p as well.
_SMALL = frozenset({0, 1, _P - 1, _Y8, _P - _Y8, _P, _P + 1})

_BYTES = hexadecimal(32, 32)
_SIGNATURE = hexadecimal(64, 64)
_ROLL = re.compile("roll [1-6] [1-6]|lost")
_ID = re.compile(r'\[Id "(.*)"\]')


def _id(record: str) -> str:
    found = [match[1] for line in record.split("\n") if (match := _ID.fullmatch(line))]
    if len(found) != 1 or not uuid(found[0]):
        raise Unreadable("the record does not tell which game it is of")
    return found[0]


def _written(seal: ProofSeal) -> str:
    before = {"number": seal["before"]["number"], "link": seal["before"]["link"]}
    return json.dumps({"before": before, "key": seal["key"], "signature": seal["signature"]}, separators=(",", ":"))


def _all(fields: Mapping[str, Test], where: str) -> Test:
    def test(value: Any) -> bool:
        has_fields(value, fields, where)
        return True

    return test


def _each(is_right: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(is_right, value))


def _fraction(value: Any) -> bool:
    return isinstance(value, float)


def _dice(value: Any) -> bool:
    return value is None or bool(dice_proof.of(value))


def _player(value: Any) -> bool:
    fields: dict[str, Test] = {"id": uuid, "name": string}
    if isinstance(value, dict) and "computer" in value:
        fields["computer"] = whole
    return _all(fields, "a player")(value)


_STANDING = _all({"rating": _fraction, "deviation": _fraction, "volatility": _fraction, "last_ms": whole}, "a rating")
_RATING = _all({"before": or_null(_STANDING), "after": _STANDING}, "a change of rating")
_SEAT = _all({"player": _player, "rating": or_null(_RATING)}, "a seat")
_STATEMENT: dict[str, Test] = {
    "scheme": lambda value: bool(value == SCHEME),
    "number": whole,
    "record": string,
    "dice": _dice,
    "seats": _each(_SEAT),
    "rating_rule": or_null(whole),
}
_SEAL: dict[str, Test] = {
    "before": _all({"number": whole, "link": _BYTES}, "what is before"),
    "key": _BYTES,
    "signature": _SIGNATURE,
}
