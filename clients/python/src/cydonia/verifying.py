"""Verifying a finished game: its dice and its signature by one's own calculation, and its line by the house's referee."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from . import game_proof
from .documents import AnalysisProgress, MatchAnalysis, RecordCheck, Session
from .effects import Program, sleep
from .errors import Damaged, Refused, Unreachable
from .game_proof import Proved
from .operations import (
    analyse,
    analysis,
    check_proof,
    check_record,
    dice_text,
    match,
    proof_text,
    record,
    say_name,
    signing_keys,
)
from .proof import Fits, check, check_line, read
from .requests import Settings, ask


@dataclass(frozen=True)
class Verified:
    """What was found to be right: ``dice`` is None in games without, ``record`` is what the house's rules make of the text."""

    dice: Fits | None
    record: RecordCheck


def verify(house: Settings, id: str, *, key: str | None = None) -> Program[Verified]:
    """Checks a finished game: that all secrets, shares and dice fit, that they are the rolls of its line, and that its record
    plays through by the rules to the result that is told.

    The dice are checked here, without the house's word; whether actions are legal its own ``check-record`` says. Raises a
    ``Flaw`` if the dice do not fit, and ``Refused`` with ``bad_record`` if the record does not play through.
    """
    game = yield from ask(house, match(id, key=key))
    fits: Fits | None = None
    try:
        text = yield from ask(house, dice_text(id, key=key))
    except Refused as refused:
        if refused.code != "no_dice":
            raise
    else:
        proof = read(text)
        fits = check(proof)
        check_line(proof, game)
    played = yield from ask(house, record(id, key=key))
    return Verified(fits, (yield from ask(house, check_record(played))))


def prove(house: Settings, id: str, *, key: str | None = None) -> Program[Proved]:
    """Checks the proof of a finished game: that one of the house's keys, the one whose turn it was, has signed all of it, and
    that its dice fit and are the rolls of its line.

    That much is checked here, without the house's word. Whether the line is legal, and what follows from it for result and
    ratings, its own ``check-proof`` says, in ``findings``. Wants ``cydonia[proof]``. Raises a ``GameFlaw`` for what does not fit
    here, ``Refused`` with ``bad_proof`` for what does not fit there, and ``Damaged`` for the proof of another game.
    """
    text = yield from ask(house, proof_text(id, key=key))
    proof = game_proof.read(text)
    proved = game_proof.check(proof)
    if UUID(proved.id) != UUID(id):
        raise Damaged(f"the house was asked for the proof of game {id}, and sent that of {proved.id}")
    game_proof.admit(proof, (yield from ask(house, signing_keys())))
    told = yield from ask(house, check_proof(text))
    return replace(proved, findings=tuple(told["findings"]))


def analysed(
    house: Settings, id: str, *, key: str | None = None, every: float = 1.0, within: float = 300.0
) -> Program[MatchAnalysis]:
    """Has a finished game analysed, and waits for it: asks again ``every`` so many seconds, ``within`` so many at most."""
    waited = 0.0
    while True:
        progress: AnalysisProgress = yield from ask(house, analyse(id, key=key))
        if progress["ready"]:
            return (yield from ask(house, analysis(id, key=key)))
        if waited >= within:
            raise Unreachable(f"the analysis is not ready: {progress['done']} of {progress['all']}")
        yield from sleep(every)
        waited += every


def sign_in(house: Settings, name: str) -> Program[Session]:
    """A new guest by that name: from here on one is that guest. Keep the ``token`` to be the same again later."""
    session = yield from ask(house, say_name(name))
    house.token = session["token"]
    return session
