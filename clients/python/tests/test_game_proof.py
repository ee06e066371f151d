"""Proofs of games: the published one, each way in which one can be wrong, and those of a live house."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from conftest import FAST, chooser
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from program import ROOT, Program
from script import Replies, ok, problem, run

from cydonia import (
    Action,
    AsyncHouse,
    Choices,
    Damaged,
    Flaw,
    GameFlaw,
    House,
    Refused,
    Unreadable,
    View,
    Wish,
    game_proof,
)
from cydonia import proof as dice_proof
from cydonia.effects import Reply
from cydonia.game_proof import ChainLink, GameProof, SigningKeys
from cydonia.requests import Settings
from cydonia.verifying import prove

EXAMPLE = (ROOT / "docs" / "proof-example.ndjson").read_bytes()
LINE, SEAL = EXAMPLE.decode().splitlines()
STATEMENT: Any = json.loads(LINE)
ID: str = STATEMENT["dice"]["table"]
KEY: str = json.loads(SEAL)["key"]
START: ChainLink = {"number": 0, "link": "00" * 32}
ADA, BEN = (Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32) for seed in (1, 2))


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def compact(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def signed(statement: Any, before: ChainLink = START, key: Ed25519PrivateKey = ADA) -> GameProof:
    """A statement as a house with that key would sign it."""
    line = compact(statement)
    draft = GameProof(statement, {"before": before, "key": public(key), "signature": ""}, line)
    seal = {"before": before, "key": public(key), "signature": key.sign(draft.message).hex()}
    return game_proof.read(f"{line}\n{compact(seal)}\n")


def flaw_of(proof: GameProof, keys: Any = None) -> GameFlaw:
    with pytest.raises(GameFlaw) as flaw:
        game_proof.check(proof, keys)
    return flaw.value


def test_the_published_proof_fits() -> None:
    for text in (EXAMPLE, EXAMPLE.decode()):
        proof = game_proof.read(text)
        proved = game_proof.check(proof, [public(ADA), KEY])
        assert (proved.number, proved.id, proved.key, proved.findings) == (2, ID, KEY, ())
        assert proved.dice is not None
        assert (proved.dice.rolls, proved.dice.void, proved.dice.plain) == (2, 0, 0)
        assert proof.link == {"number": 2, "link": proved.link}
        assert proof.message.startswith(b"cydonia-proof-v1\0\0\0\0\0\0\0\1")
        assert proved.link == hashlib.sha256(proof.message).hexdigest()


def test_a_key_that_nobody_gave_does_not_fit() -> None:
    proof = game_proof.read(EXAMPLE)
    for keys in ([], [public(ADA)], [KEY.upper()]):
        flaw = flaw_of(proof, keys)
        assert (flaw.kind, flaw.number) == ("key", 2)


def test_a_proof_with_any_byte_changed_does_not_fit_or_is_none() -> None:
    # Every byte of the seal, which is read, and enough of the statement, which is hashed whole.
    places = [place for place in range(len(EXAMPLE)) if place >= len(LINE) or place % 23 == 0]
    assert len(places) > 300
    for place in places:
        changed = bytearray(EXAMPLE)
        changed[place] ^= 1
        try:
            proof = game_proof.read(bytes(changed))
        except Unreadable:
            continue
        assert flaw_of(proof).kind == "signature", place


def in_statement(old: str, new: str) -> str:
    changed = LINE.replace(old, new, 1)
    assert changed != LINE
    return f"{changed}\n{SEAL}\n"


def in_seal(old: str, new: str) -> str:
    changed = SEAL.replace(old, new, 1)
    assert changed != SEAL
    return f"{LINE}\n{changed}\n"


REPORT = compact({**STATEMENT, "dice": {"proof": STATEMENT["dice"], "fits": True, "sentence": ""}})

NONE = {
    "nothing": "",
    "two empty lines": "\n\n",
    "two objects": "{}\n{}\n",
    "no end": f"{LINE}\n{SEAL}",
    "a line more": f"{LINE}\n{SEAL}\n\n",
    "more behind the end": f"{LINE}\n{SEAL}\n{{}}",
    "no seal": f"{LINE}\n",
    "the seal first": f"{SEAL}\n{LINE}\n",
    "other ends of lines": f"{LINE}\r\n{SEAL}\r\n",
    "half a letter": in_statement("Ada", "\ud800"),
    "depths": f"{LINE}\n{'[' * 100_000}\n",
    "a blank before the seal": in_seal("{", " {"),
    "a blank in the seal": in_seal(":", ": "),
    "another order": f"{LINE}\n{compact(dict(reversed(json.loads(SEAL).items())))}\n",
    "a letter in another way": in_seal("number", r"\u006eumber"),
    "capital digits": in_seal(KEY, KEY.upper()),
    "a short key": in_seal(KEY, KEY[2:]),
    "a short link": in_seal('"link":"09', '"link":"'),
    "a short signature": in_seal('"signature":"c2', '"signature":"'),
    "a number as text": in_seal('"number":1', '"number":"1"'),
    "a field more in the seal": in_seal('},"key"', '},"more":1,"key"'),
    "a field more before": in_seal('{"number"', '{"more":1,"number"'),
    "a field twice in the seal": in_seal('},"key"', f'}},"key":"{KEY}","key"'),
    "a field twice": in_statement('"number":2', '"number":2,"number":2'),
    "a field more": in_statement('"number":2', '"number":2,"more":2'),
    "another scheme": in_statement("proof-v1", "proof-v2"),
    "a number that not everybody reads": in_statement(":2,", ":9007199254740993,"),
    "no number": in_statement("1337.787999", "NaN"),
    "a whole rating": in_statement("1337.787999", "1337"),
    "a report of dice": f"{REPORT}\n{SEAL}\n",
    "dice of no form": in_statement("[4,2]", "[4,2,1]"),
    "a seat without a name": in_statement('"name"', '"nome"'),
    "no id": in_statement("[Id ", "[Ib "),
    "two ids": in_statement("[Clock", rf"[Id \"{ID}\"]\n[Clock"),
    "an id of no form": in_statement(ID, ID.upper()),
}


@pytest.mark.parametrize("name", NONE)
def test_what_has_not_its_form_is_none(name: str) -> None:
    with pytest.raises(Unreadable):
        game_proof.read(NONE[name])


def test_bytes_that_are_no_text_are_none() -> None:
    with pytest.raises(Unreadable):
        game_proof.read(EXAMPLE.replace(b"Ada", b"\xff"))


def test_a_signature_is_over_both_numbers_and_the_game_before() -> None:
    proof = signed(STATEMENT, {"number": 1, "link": "ab" * 32})
    game_proof.check(proof, {public(ADA)})
    befores: list[ChainLink] = [{"number": 0, "link": "ab" * 32}, {"number": 1, "link": "ac" * 32}]
    for before in befores:
        assert flaw_of(replace(proof, seal={**proof.seal, "before": before})).kind == "signature"
    assert flaw_of(replace(proof, seal={**proof.seal, "key": public(BEN)})).kind == "signature"
    assert flaw_of(replace(proof, statement={**proof.statement, "number": 3})).kind == "signature"
    # No game is behind itself, whoever signs that.
    assert flaw_of(signed(STATEMENT, {"number": 2, "link": "ab" * 32})).kind == "signature"


def of_dice(**changed: Any) -> GameProof:
    """The example with other dice, signed by somebody."""
    return signed({**STATEMENT, "dice": {**STATEMENT["dice"], **changed}})


def test_dice_that_are_not_those_of_the_line_do_not_fit_though_they_fit_by_themselves() -> None:
    *rolls, last = STATEMENT["dice"]["rolls"]
    cut = of_dice(rolls=rolls, unopened=last["seal"], unused=last["waiting"])
    lost = of_dice(rolls=[*rolls, {**last, "share": None, "dice": None}])
    for proof in (cut, lost):
        assert proof.statement["dice"] is not None
        dice_proof.check(proof.statement["dice"])
        flaw = flaw_of(proof)
        assert (flaw.kind, flaw.number, flaw.__cause__) == ("dice", 2, None)
    record = STATEMENT["record"]
    more = signed({**STATEMENT, "record": record.replace("3. end\n", "3. end\nlost\n")})
    other = signed({**STATEMENT, "record": record.replace(ID, "01930000-0000-7000-8000-000000000001")})
    assert flaw_of(more).kind == flaw_of(other).kind == "dice"
    assert game_proof.check(signed({**STATEMENT, "dice": None})).dice is None


def test_dice_that_do_not_fit_by_themselves_tell_which() -> None:
    first, *rolls = STATEMENT["dice"]["rolls"]
    flaw = flaw_of(of_dice(rolls=[{**first, "secret": "00" * 32}, *rolls]))
    assert flaw.kind == "dice"
    assert isinstance(flaw.__cause__, Flaw)
    assert (flaw.__cause__.kind, flaw.__cause__.k) == ("seal", 0)


def succession(*keys: tuple[Ed25519PrivateKey, int]) -> SigningKeys:
    """A house's keys, each with its first game and signed by the one before."""
    told: list[Any] = []
    before: Ed25519PrivateKey | None = None
    for key, first in keys:
        message = b"cydonia-signing-key-v1" + first.to_bytes(8, "big") + bytes.fromhex(public(key))
        signature = None if before is None else before.sign(message).hex()
        told.append({"key": public(key), "first_game": first, "created_ms": 0, "signature": signature})
        before = key
    return {"keys": told}


def test_a_key_signs_when_it_is_its_turn() -> None:
    proof = signed(STATEMENT)
    for right in (succession((ADA, 1)), succession((ADA, 2), (BEN, 3)), succession((BEN, 1), (ADA, 2))):
        game_proof.admit(proof, right)
    none: SigningKeys = {"keys": []}
    out_of_order = succession((BEN, 3), (ADA, 2))
    for wrong in (none, succession((BEN, 1)), succession((ADA, 3)), succession((ADA, 1), (BEN, 2)), out_of_order):
        with pytest.raises(GameFlaw) as flaw:
            game_proof.admit(proof, wrong)
        assert flaw.value.kind == "key"


def test_a_key_that_the_one_before_has_not_signed_is_not_the_house_s() -> None:
    proof = signed(STATEMENT)
    first, second = succession((BEN, 1), (ADA, 2))["keys"]
    game_proof.admit(proof, {"keys": [first, second]})
    changes: list[Any] = [
        {"first_game": 1},
        {"signature": None},
        {"signature": "00" * 64},
        {"signature": "not hexadecimal"},
        {"signature": succession((ADA, 1), (ADA, 2))["keys"][1]["signature"]},
    ]
    wrong: list[Any] = [[first, {**second, **change}] for change in changes]
    wrong += [[{**first, "key": "no key"}, second], [second, {**second, "key": "no key", "first_game": 3}]]
    for keys in wrong:
        with pytest.raises(GameFlaw) as flaw:
            game_proof.admit(proof, {"keys": keys})
        assert flaw.value.kind == "key"


def test_proofs_are_chained_one_to_the_other() -> None:
    first = signed({**STATEMENT, "number": 1})
    second = signed(STATEMENT, first.link)
    fourth = signed({**STATEMENT, "number": 4}, second.link)
    game_proof.chain([first, second, fourth])
    game_proof.chain([])
    # Another game of that number has another link.
    other = signed({**STATEMENT, "number": 1, "rating_rule": None})
    for wrong in ([first, fourth], [second, first], [second, second], [other, second]):
        with pytest.raises(GameFlaw) as flaw:
            game_proof.chain(wrong)
        assert (flaw.value.kind, flaw.value.number) == ("chain", wrong[1].number)


HOUSE = Settings("http://house.example")
FINDINGS: Any = [{"part": "line", "checked": True, "sentence": "The line plays through."}]


def asked(*, id: str = ID, key: str = KEY, told: Reply | None = None) -> tuple[Any, Replies]:
    """The proof of a game, from a house that gives the example and has that key."""
    keys = {"keys": [{"key": key, "first_game": 1, "created_ms": 0, "signature": None}]}
    found = ok({"number": 2, "id": ID, "findings": FINDINGS})
    return prove(HOUSE, id, key="k"), Replies(Reply(200, {}, EXAMPLE), ok(keys), found if told is None else told)


def test_a_house_is_believed_only_for_what_the_rules_say() -> None:
    program, house = asked(id=ID.upper())
    assert run(program, house) == replace(game_proof.check(game_proof.read(EXAMPLE)), findings=tuple(FINDINGS))
    paths = [fetch.url.removeprefix("http://house.example/api/v1/") for fetch in house.asked]
    assert paths == [f"matches/{ID.upper()}/proof", "signing-keys", "check-proof"]
    assert house.asked[0].headers == {"x-table-key": "k"}
    assert house.asked[2].body == EXAMPLE

    with pytest.raises(GameFlaw, match="key"):
        run(*asked(key=public(ADA)))
    with pytest.raises(Damaged):
        run(*asked(id="01930000-0000-7000-8000-000000000001"))
    with pytest.raises(Refused, match="bad_proof"):
        run(*asked(told=problem(400, "bad_proof")))


def resigning(after: int) -> Callable[[View, Choices], Action]:
    """A bot that gives up after so many actions: with dice, what is left to chance may go on for very long."""
    choose, left = chooser(), iter(range(after))
    return lambda view, choices: Wish.RESIGN if next(left, None) is None else choose(view, choices)


def test_games_of_a_live_house_are_proved(program: Program) -> None:
    with House(program.url, messages_a_second=FAST) as house:
        house.sign_in("Ada")
        for number, game in enumerate(("martian-frisby", "martian-chess"), 1):
            table = house.play(resigning(8), game=game, computers={1: 1}).table
            proved = house.prove(table)
            assert (proved.id, proved.number) == (table, number)
            assert [proved.key] == [key["key"] for key in house.signing_keys()["keys"]]
            rolls = sum("roll" in move for move in house.match(table)["line"])
            assert rolls == (0 if proved.dice is None else proved.dice.rolls)
            assert (rolls > 0) == (game == "martian-frisby")
            parts = {finding["part"]: finding["checked"] for finding in proved.findings}
            assert all(parts[part] for part in ("line", "result", "signature", "key"))
            assert parts["dice"] == (rolls > 0)


def test_all_games_of_a_live_house_are_one_chain(filled: Program) -> None:
    async def awaited() -> None:
        async with AsyncHouse(filled.url) as house:
            matches = [match async for match in house.matches(order="oldest")]
            proofs = [game_proof.read(await house.proof_text(match["id"])) for match in matches]
            keys = [key["key"] for key in (await house.signing_keys())["keys"]]
            assert [game_proof.check(proof, keys).number for proof in proofs] == list(range(1, len(matches) + 1))
            assert proofs[0].seal["before"] == START
            game_proof.chain(proofs)
            with pytest.raises(GameFlaw):
                game_proof.chain(proofs[:2] + proofs[3:])
            place = next(place for place, match in enumerate(matches[:-1]) if match["game"] == "martian-go")
            assert (await house.prove(matches[place]["id"])).link == proofs[place + 1].seal["before"]["link"]

    asyncio.run(awaited())


@pytest.mark.parametrize("figure", [r'("after":{"rating":\d+)(\d)', r'(\[Scores \\"\d*)(\d)', r'("last_ms":\d+)(\d)'])
def test_a_proof_of_which_one_digit_was_changed_is_refused(house: House, figure: str) -> None:
    text = house.proof_text(next(house.matches(rated=True))["id"])
    assert house.check_proof(text)["findings"]
    changed = re.sub(figure, lambda found: f"{found[1]}{(int(found[2]) + 1) % 10}", text, count=1)
    assert len(changed) == len(text)
    assert changed != text
    assert flaw_of(game_proof.read(changed)).kind == "signature"
    with pytest.raises(Refused, match="bad_proof"):
        house.check_proof(changed)
