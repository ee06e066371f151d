"""Dice: the published vectors, and each way in which a proof or a live roll can be wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from program import ROOT

from cydonia import DiceForged, Flaw, Unreadable, dice, proof
from cydonia.hand import DiceKnown, Hand

VECTORS: dict[str, Any] = json.loads((ROOT / "docs" / "dice-vectors.json").read_text())
TABLE: str = VECTORS["table"]


def test_rolls() -> None:
    for vector in VECTORS["rolls"]:
        made = dice.roll(vector["secret"], TABLE, vector["k"], vector["waiting"], vector["roller"])
        assert (made, dice.seal(vector["secret"])) == (vector["dice"], vector["seal"])


def test_a_seat_that_adds_nothing_adds_no_bytes() -> None:
    secret = "00" * 32
    assert dice.roll(secret, TABLE, 0, None, None) == dice.roll(secret, TABLE, 0, "", "")


def test_secrets_and_shares() -> None:
    for vector in VECTORS["secrets"]:
        assert dice.secret(vector["dice_key"], vector["k"]) == vector["secret"]
    for vector in VECTORS["pledged_shares"]:
        share = dice.pledged_share(bytes.fromhex(vector["seed"]), TABLE, vector["j"])
        assert (share, dice.pledge(share)) == (vector["share"], vector["pledge"])
    for vector in VECTORS["waiting_shares"]:
        share = dice.waiting_share(bytes.fromhex(vector["seed"]), TABLE, vector["k"], vector["seal"])
        assert share == vector["share"]


@pytest.mark.parametrize("vector", VECTORS["records"], ids=lambda vector: vector["name"])
def test_records_fit(vector: dict[str, Any]) -> None:
    fits = proof.check(proof.read(json.dumps(vector["record"])))
    assert fits.rolls == len(vector["record"]["rolls"])
    assert fits.plain == vector["record"]["pledges"].count(None)
    assert str(fits).startswith(f"{fits.rolls} roll")


@pytest.mark.parametrize("vector", VECTORS["flawed"], ids=lambda vector: vector["name"])
def test_flawed_records_are_found(vector: dict[str, Any]) -> None:
    with pytest.raises(Flaw) as flaw:
        proof.check(proof.read(json.dumps(vector["record"])))
    assert {"kind": flaw.value.kind, "k": flaw.value.k} == vector["flaw"]


@pytest.mark.parametrize("vector", VECTORS["unreadable"], ids=lambda vector: vector["name"])
def test_unreadable_texts_are_none(vector: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        proof.read(vector["text"])


def flip(digits: str) -> str:
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def record(name: str = "both seats add") -> Any:
    return copy.deepcopy(next(vector["record"] for vector in VECTORS["records"] if vector["name"] == name))


Spoil = Callable[[Any], object]
SPOILED: dict[str, tuple[Spoil, str, int | None]] = {
    "another secret": (lambda r: r["rolls"][1].update(secret=flip(r["rolls"][1]["secret"])), "seal", 1),
    "another seal": (lambda r: r["rolls"][0].update(seal=flip(r["rolls"][0]["seal"])), "seal", 0),
    "another share": (lambda r: r["rolls"][1].update(share=flip(r["rolls"][1]["share"])), "pledge", 1),
    "another die": (lambda r: r["rolls"][0].update(dice=[7 - r["rolls"][0]["dice"][0], r["rolls"][0]["dice"][1]]), "dice", 0),
    "no waiting share": (lambda r: r["rolls"][0].update(waiting=None), "parts", 0),
    "no pledge": (lambda r: r["rolls"][0].update(pledge=None), "parts", 0),
    "a third seat": (lambda r: r["rolls"][0].update(roller=2), "form", None),
    "another scheme": (lambda r: r.update(scheme="cydonia-dice-v2"), "form", None),
    "one pledge": (lambda r: r["pledges"].pop(), "form", None),
    "a roll left out": (lambda r: r["rolls"].pop(0), "dice", 0),  # Its number is part of what the dice are made of.
}


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_spoiled_is_found(name: str) -> None:
    spoil, kind, k = SPOILED[name]
    spoiled = record()
    proof.check(spoiled)
    spoil(spoiled)
    with pytest.raises(Flaw) as flaw:
        proof.check(spoiled)
    assert flaw.value.kind == kind
    assert k is None or flaw.value.k == k


MISWRITTEN: list[Spoil] = [
    lambda r: r.update(extra=1),
    lambda r: r.pop("unused"),
    lambda r: r.update(table="{01930000-0000-7000-8000-000000000001}"),
    lambda r: r["rolls"][0].update(secret=r["rolls"][0]["secret"].upper()),
    lambda r: r["rolls"][0].update(share="ab" * 15),
    lambda r: r["rolls"][0].update(dice=[1, 2, 3]),
    lambda r: r["rolls"][0].update(dice=[1.0, 2]),
    lambda r: r["rolls"][0].update(roller=True),
    lambda r: r["rolls"][0].pop("pledge"),
    lambda r: r.update(rolls={}),
]


@pytest.mark.parametrize("number", range(len(MISWRITTEN)))
def test_what_is_miswritten_is_not_read(number: int) -> None:
    written = record()
    proof.read(json.dumps(written))
    MISWRITTEN[number](written)
    with pytest.raises(Unreadable):
        proof.read(json.dumps(written))


def line_of(written: Any) -> Any:
    """A match whose line tells the rolls of a proof."""
    moves = [
        {"seat": roll["roller"], "ms": 0, **({"lost": True} if roll["dice"] is None else {"roll": roll["dice"]})}
        for roll in written["rolls"]
    ]
    return {"id": written["table"], "line": [{"seat": 0, "ms": 0, "action": "a1-a2"}, *moves]}


@pytest.mark.parametrize("vector", VECTORS["records"], ids=lambda vector: vector["name"])
def test_a_line_tells_the_same_rolls(vector: dict[str, Any]) -> None:
    written = record(vector["name"])
    line = line_of(written)
    proof.check_line(written, line)
    more = line_of(written)
    more["line"].append({"seat": 0, "ms": 0, "roll": [1, 2]})
    with pytest.raises(Flaw, match="line"):
        proof.check_line(written, more)
    with pytest.raises(Flaw, match="line"):
        proof.check_line(written, line | {"id": "another"})


ADA, BEN = Hand(b"\1" * 32), Hand(b"\2" * 32)
SECRET, NEXT = "07" * 32, "08" * 32


def honest() -> tuple[DiceKnown, Any]:
    """What is known before roll 0 of seat 0, and the roll as an honest house tells it."""
    pledges = [ADA.first_pledge(TABLE), BEN.first_pledge(TABLE)]
    known = DiceKnown.at_start({"seal": dice.seal(SECRET), "pledges": pledges})
    waiting = BEN.waiting_share(TABLE, 0, known)
    known.take_share(1, waiting)
    opening = ADA.opening(TABLE, 0, known.seats[0])
    opened = {"secret": SECRET, "waiting": waiting, "pledge": opening["pledge"], "seal": dice.seal(NEXT)}
    faces = dice.roll(SECRET, TABLE, 0, waiting, opening["share"])
    event = {"type": "roll", "n": 9, "ms": 0, "seat": 0, "k": 0, "dice": faces, "share": opening["share"], "opened": opened}
    return known, event


def test_an_honest_roll_leads_to_the_next() -> None:
    known, event = honest()
    known.take_roll(TABLE, 0, event)
    assert (known.seal, known.share) == (dice.seal(NEXT), None)
    assert (known.seats[0].pledge, known.seats[0].j) == (ADA.pledge(TABLE, 1), 1)


def open_another(event: Any) -> list[int]:
    """Opens another secret than was sealed, and gives the dice that would follow from it."""
    event["opened"]["secret"] = NEXT
    return dice.roll(NEXT, TABLE, 0, event["opened"]["waiting"], event["share"])


FORGED: dict[str, Spoil] = {
    "the roll of another number": lambda e: e.update(k=1),
    "no proof": lambda e: e.pop("opened"),
    "another secret than was sealed": lambda e: e.update(dice=open_another(e)),
    "another waiting share": lambda e: e["opened"].update(waiting="ab" * 32),
    "another share than was pledged": lambda e: e.update(share="ab" * 32),
    "no share": lambda e: e.pop("share"),
    "no further pledge": lambda e: e["opened"].update(pledge=None),
    "other dice": lambda e: e.update(dice=[7 - face for face in e["dice"]]),
    "the other seat's roll": lambda e: e.update(seat=1),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_roll_is_found_as_it_comes(name: str) -> None:
    known, event = honest()
    FORGED[name](event)
    with pytest.raises(DiceForged):
        known.take_roll(TABLE, 0, event)


def test_a_share_is_lost_once_and_then_by_consent() -> None:
    known, event = honest()
    del event["dice"], event["share"]
    event["type"] = "lost"
    known.take_roll(TABLE, 0, event)
    assert (known.seats[0].lost, known.seats[0].may_lose) == (1, 0)
    known.take_share(1, BEN.waiting_share(TABLE, 1, known))
    again = {**event, "k": 1, "opened": {**event["opened"], "secret": NEXT, "waiting": known.share}}
    with pytest.raises(DiceForged, match="more often"):
        copy.deepcopy(known).take_roll(TABLE, 1, again)  # type: ignore[arg-type]
    offer = {"offer": 30, "seat": 0, "what": "lost", "agreed": []}
    known.take_consent(30, [offer], [offer])
    assert known.seats[0].may_lose == 0
    known.take_consent(30, [offer], [])
    known.take_roll(TABLE, 1, again)  # type: ignore[arg-type]
    assert known.seats[0].lost == 2


def test_a_pledge_of_another_seed_is_said_to_be_lost() -> None:
    known, _ = honest()
    assert ADA.opening(TABLE, 0, known.seats[0])["type"] == "roll"
    assert BEN.opening(TABLE, 0, known.seats[0])["type"] == "lost"


def test_what_is_told_in_ones_own_name_is_checked() -> None:
    known, _ = honest()
    mine = Hand(b"\1" * 32, has_pledged=True)
    mine.check_pledge(TABLE, known, 0)
    with pytest.raises(DiceForged):
        mine.check_pledge(TABLE, known, 1)
    known.seats[0].pledge = None
    with pytest.raises(DiceForged):
        mine.check_pledge(TABLE, known, 0)
    with pytest.raises(DiceForged):
        ADA.check_share(TABLE, 0, known, "ab" * 32)
    with pytest.raises(DiceForged):
        known.take_share(1, "ab" * 32)  # It was given already.
