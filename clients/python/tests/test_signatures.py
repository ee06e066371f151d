"""Signatures of proofs in odd encodings: each has one spelling, and a key with which anybody could sign is none."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from test_game_proof import ADA, EXAMPLE, LINE, STATEMENT, compact, flaw_of, signed

from cydonia import game_proof
from cydonia.game_proof import GameProof

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
EIGHT = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
IDENTITY = (1).to_bytes(32, "little")


def is_taken(key: bytes, signature: bytes, message: bytes) -> bool:
    """What the library by itself says."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def with_seal(key: bytes, signature: bytes, number: int) -> GameProof:
    seal: Any = {"before": {"number": 0, "link": f"{number:064x}"}, "key": key.hex(), "signature": signature.hex()}
    return game_proof.read(f"{LINE}\n{compact(seal)}\n")


def scalar(key: Ed25519PrivateKey) -> int:
    """By what the base point is multiplied for its public key (RFC 8032)."""
    secret = bytearray(hashlib.sha512(key.private_bytes_raw()).digest()[:32])
    secret[0] &= 248
    secret[31] = secret[31] & 127 | 64
    return int.from_bytes(secret, "little") % ORDER


# Both points of an order of 8 that have the same y, and all that is of small order besides.
SMALL = [0, 1, P - 1, EIGHT, EIGHT | 1 << 255, P - EIGHT, P, P + 1]


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_a_key_for_which_anybody_signs_is_none(number: int) -> None:
    key = SMALL[number].to_bytes(32, "little")
    # Of as many texts as the order of the key, one has this signature, which is not made with it.
    nobody_s = ADA.public_key().public_bytes_raw() + scalar(ADA).to_bytes(32, "little")
    proof = next(proof for place in range(100) if is_taken(key, nobody_s, (proof := with_seal(key, nobody_s, place)).message))
    assert flaw_of(proof).kind == "signature"


def test_a_signature_has_one_spelling() -> None:
    proof = signed(STATEMENT)
    signature = bytes.fromhex(proof.seal["signature"])
    s = int.from_bytes(signature[32:], "little")
    more = signature[:32] + (s + ORDER).to_bytes(32, "little")
    assert flaw_of(replace(proof, seal={**proof.seal, "signature": more.hex()})).kind == "signature"
    # One that only its key can make, but with a point of small order for R.
    key = ADA.public_key().public_bytes_raw()
    h = int.from_bytes(hashlib.sha512(IDENTITY + key + with_seal(key, bytes(64), 0).message).digest(), "little")
    small = IDENTITY + (h * scalar(ADA) % ORDER).to_bytes(32, "little")
    proof = with_seal(key, small, 0)
    assert is_taken(key, small, proof.message)
    assert flaw_of(proof).kind == "signature"


def test_without_the_package_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    with pytest.raises(ImportError, match=r"cydonia\[proof\]"):
        game_proof.check(game_proof.read(EXAMPLE))
