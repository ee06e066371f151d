"""What a bot owes next, from where its table stands."""

from __future__ import annotations

from typing import Any

import pytest

from cydonia import DiceForged, Refused, SeatLost, Table, Wish, dice
from cydonia.hand import DiceKnown, Hand
from cydonia.player import Player

TABLE = "01930000-0000-7000-8000-000000000001"
ADA, BEN = Hand(b"\1" * 32), Hand(b"\2" * 32)


def seat_of(name: str | None) -> Any:
    return {"state": "taken", "player": {"id": name, "name": name}} if name else {"state": "free"}


def table(seats: tuple[str | None, ...] = ("ada", "ben"), status: str = "playing", turn: Any = None, **more: Any) -> Table:
    info: Any = {"id": TABLE, "status": status, "seats": [seat_of(name) for name in seats]}
    view: Any = {"turn": turn or {"phase": "act", "seat": 0}, "left": [], "spaces": [], "trays": []}
    layout: Any = {}
    return Table(info, 9, 9, layout, view, **more)


def player(at: Table, **more: Any) -> Player:
    one = Player("ada", Hand(b"\1" * 32), **more)
    one.take_table(at)
    return one


def choices(at: int = 9, **more: Any) -> Any:
    return {"table": TABLE, "at": at, "actions": ["a1-a2", "end"], "ends": ["end"], "undo": False, **more}


def test_who_does_not_sit_sits_down() -> None:
    assert player(table((None, "ben"), "open")).due() == {"type": "sit", "table": TABLE}
    wish = player(table((None, None), "open"), wish=1, key="k")
    assert wish.due() == {"type": "sit", "table": TABLE, "seat": 1, "key": "k"}


def test_who_sits_at_a_game_with_dice_pledges() -> None:
    open_ = table(("ada", None), "open", ready=[False, False])
    assert player(open_).due() == {"type": "ready", "table": TABLE, "pledge": ADA.pledge(TABLE, 0)}
    plain = player(open_)
    plain.hand.plain = True
    assert plain.due() == {"type": "ready", "table": TABLE, "pledge": None}
    assert player(table(("ada", None), "open", ready=[True, False])).due() is None
    assert player(table(("ada", None), "open")).due() is None


def test_a_bot_is_asked_once_for_a_position() -> None:
    one = player(table())
    assert not one.is_asked()
    one.take_choices(choices(at=8))
    assert not one.is_asked()
    one.take_choices(choices())
    assert one.is_asked()
    one.choose("a1-a2")
    assert not one.is_asked()
    assert one.due() == {"type": "act", "table": TABLE, "at": 9, "action": "a1-a2"}
    one.sent = 9
    assert one.due() is None


def test_another_position_is_another_question() -> None:
    one = player(table())
    one.take_choices(choices())
    one.choose("a1-a2")
    one.take_event({"n": 10, "ms": 0, "type": "undo", "seat": 0})
    assert one.due() is None
    one.take_choices(choices(at=10))
    assert one.is_asked()


def test_what_is_no_action_never_leaves() -> None:
    one = player(table())
    one.take_choices(choices())
    with pytest.raises(ValueError, match="a9-a9"):
        one.choose("a9-a9")
    with pytest.raises(TypeError):
        one.choose(None)  # type: ignore[arg-type]
    assert one.due() is None


@pytest.mark.parametrize("wish", list(Wish))
def test_wishes(wish: Wish) -> None:
    one = player(table())
    one.take_choices(choices())
    one.choose(wish)
    at = {} if wish is Wish.RESIGN else {"at": 9}
    assert one.due() == {"type": wish.value, "table": TABLE, **at}


def test_in_a_pause_nothing_is_asked_and_what_was_refused_for_it_is_said_after_it() -> None:
    one = player(table())
    one.take_choices(choices())
    one.choose("a1-a2")
    one.sent = 9
    one.take_refusal({"type": "act"}, "paused", "")
    one.take_event({"n": 10, "ms": 0, "type": "pause"})
    assert one.due() is None
    one.take_event({"n": 11, "ms": 0, "type": "resume", "seat": 0})
    assert one.due() == {"type": "act", "table": TABLE, "at": 9, "action": "a1-a2"}


def test_offers_are_answered_by_their_kind() -> None:
    draw = {"offer": 8, "seat": 1, "what": "draw", "agreed": []}
    at = table(turn={"phase": "act", "seat": 1}, offers=[draw])
    assert player(at).due() == {"type": "answer", "table": TABLE, "offer": 8, "agree": False}
    assert player(at, agree=["draw"]).due() == {"type": "answer", "table": TABLE, "offer": 8, "agree": True}
    assert player(table(turn={"phase": "act", "seat": 1}, offers=[{**draw, "agreed": [0]}])).due() is None
    assert player(table(turn={"phase": "act", "seat": 1}, offers=[{**draw, "seat": 0}])).due() is None
    own = {"offer": 8, "seat": 1, "what": "computer", "agreed": [], "computer": {"seat": 0, "level": 3}}
    taken = player(table(turn={"phase": "act", "seat": 1}, offers=[own]), agree=["computer"]).due()
    assert taken is not None
    assert taken["agree"] is False


def known(share: str | None = None, ben: bool = True) -> DiceKnown:
    pledges = [ADA.pledge(TABLE, 0), BEN.pledge(TABLE, 0) if ben else None]
    begun = DiceKnown.at_start({"seal": dice.seal("07" * 32), "pledges": pledges})
    begun.share = share
    return begun


def test_ones_own_roll_waits_for_the_others_share() -> None:
    turn = {"phase": "roll", "seat": 0}
    assert player(table(turn=turn, dice=known())).due() is None
    roll = {
        "type": "roll",
        "table": TABLE,
        "k": 0,
        "share": dice.pledged_share(ADA.seed, TABLE, 0),
        "pledge": ADA.pledge(TABLE, 1),
    }
    assert player(table(turn=turn, dice=known(share="ab" * 32))).due() == roll
    # A seat that adds nothing is not waited for.
    assert player(table(turn=turn, dice=known(ben=False))).due() == roll


def test_a_share_is_given_by_itself_only_where_no_action_lies_before_the_roll() -> None:
    turn = {"phase": "roll", "seat": 1}
    share = ADA.waiting_share(TABLE, 0, known())
    assert player(table(turn=turn, dice=known())).due() == {"type": "share", "table": TABLE, "k": 0, "share": share}
    assert player(table(turn=turn, dice=known(share=share))).due() is None
    assert player(table(turn=turn, dice=known(), has_acted=True, is_void=True)).due() is not None
    with pytest.raises(DiceForged):
        player(table(turn=turn, dice=known(), has_acted=True)).due()


def test_a_share_goes_with_the_action_that_ends_a_turn_and_with_no_other() -> None:
    for action, has_share in (("a1-a2", False), ("end", True)):
        one = player(table(dice=known(), rolls=1))
        one.take_choices(choices())
        one.choose(action)
        due = one.due()
        assert due is not None
        assert due.get("share") == (ADA.waiting_share(TABLE, 1, known()) if has_share else None)
    plain = Player("ben", Hand(b"\2" * 32, plain=True))
    plain.take_table(table(turn={"phase": "act", "seat": 1}, dice=known(ben=False)))
    plain.take_choices(choices())
    plain.choose("end")
    due = plain.due()
    assert due is not None
    assert "share" not in due


def test_refusals_that_are_settled_are_not_repeated_and_others_are_raised() -> None:
    one = player(table(("ada", None), "open", ready=[False, False]))
    due = one.due()
    assert due is not None
    one.take_refusal(due, "not_open", "")
    assert one.due() is None
    for do, code in (({"type": "sit"}, "seat_taken"), ({"type": "sit"}, "not_open"), ({"type": "act"}, "illegal")):
        with pytest.raises(Refused):
            one.take_refusal(do, code, "A sentence.")


def test_who_is_out_is_told() -> None:
    assert not player(table()).is_out()
    left = table()
    left.view["left"] = [0]
    assert player(left).is_out()
    with pytest.raises(SeatLost):
        player(table(("ben", "cy"))).is_out()
    one = player(table(("ada", None), "open"))
    one.take_event({"n": 10, "ms": 0, "type": "stand", "seat": 0})
    with pytest.raises(SeatLost):
        one.is_out()


def test_a_swap_changes_ones_seat() -> None:
    one = player(table())
    one.take_event({"n": 10, "ms": 0, "type": "swap", "seat": 1})
    assert one.seat == 1
