"""Strict JSON: texts that say one thing to everybody. No field twice or unknown, and each of its form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from .errors import Unreadable

Test = Callable[[Any], bool]

MOST = 2**53 - 1
"""The largest whole number that every reader of JSON takes for the same."""


def loads(text: str, what: str, *, fractions: bool = False) -> Any:
    """Reads a text; raises :class:`Unreadable`.

    A text in which an object has two fields of one name is refused: readers of JSON take the one or the other.
    """
    try:
        parse_float = float if fractions else _no_number
        return json.loads(text, object_pairs_hook=once, parse_constant=_no_number, parse_float=parse_float)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"this is no {what}: {error}") from error


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these fields, of which none may stand there twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice in one object")
    return fields


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number that can stand there")


def has_fields(value: Any, fields: Mapping[str, Test], where: str) -> None:
    """Raises :class:`Unreadable` unless a value is an object of just these fields, each as it should be."""
    if not isinstance(value, dict) or set(value) != set(fields):
        raise Unreadable(f"{where} has not the fields that it should")
    for name, is_right in fields.items():
        if not is_right(value[name]):
            raise Unreadable(f"{name} of {where} is nothing that can stand there")


def anything(_: Any) -> bool:
    return True


def boolean(value: Any) -> bool:
    return isinstance(value, bool)


def string(value: Any) -> bool:
    return isinstance(value, str)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def hexadecimal(least: int, most: int) -> Test:
    """So many bytes, in lower-case digits."""
    form = re.compile(rf"(?:[0-9a-f]{{2}}){{{least},{most}}}")
    return lambda value: isinstance(value, str) and form.fullmatch(value) is not None


def or_null(is_right: Test) -> Test:
    return lambda value: value is None or is_right(value)


def uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False
