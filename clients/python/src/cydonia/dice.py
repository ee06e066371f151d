"""Commit-reveal dice: the pure calculations of ``docs/dice.md``. All bytes are told as lower-case hexadecimal digits."""

from __future__ import annotations

import hashlib
import hmac
from itertools import count
from uuid import UUID

SCHEME = "cydonia-dice-v1"


def seal(secret: str) -> str:
    """What is told of a secret before it is opened."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def pledge(share: str) -> str:
    """What is told of a share before it is shown."""
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def roll(secret: str, table: str, k: int, waiting: str | None, roller: str | None) -> list[int]:
    """The two dice of roll number ``k``; None for the share of a seat that adds nothing."""
    message = SCHEME.encode() + UUID(table).bytes + k.to_bytes(8, "big")
    for share in (waiting, roller):
        part = bytes.fromhex(share or "")
        message += len(part).to_bytes(2, "big") + part
    faces: list[int] = []
    for block in count():
        digest = hmac.digest(bytes.fromhex(secret), message + block.to_bytes(4, "big"), "sha256")
        # 252 is the largest multiple of six that a byte holds: what lies above would favour the low faces.
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        if len(faces) >= 2:
            break
    return faces[:2]


def secret(dice_key: str, k: int) -> str:
    """The server's secret for roll ``k``, from its key for the table: a house's part, here for its vectors."""
    return hmac.digest(bytes.fromhex(dice_key), k.to_bytes(8, "big"), "sha256").hex()


def pledged_share(seed: bytes, table: str, j: int) -> str:
    """The share behind pledge number ``j`` of whoever keeps this seed for the table."""
    return hmac.digest(seed, b"p" + UUID(table).bytes + j.to_bytes(8, "big"), "sha256").hex()


def waiting_share(seed: bytes, table: str, k: int, sealed: str) -> str:
    """The share for the other's roll ``k``. It fits one seal only."""
    message = b"w" + UUID(table).bytes + k.to_bytes(8, "big") + bytes.fromhex(sealed)
    return hmac.digest(seed, message, "sha256").hex()
