"""The types and addresses of this package against the document of a live house: nothing here that it does not have.

It asks one way only, so that a house may grow without a new package.
"""

from __future__ import annotations

import inspect
import json
import re
import typing
import urllib.request
from typing import Any

import pytest
from program import Program

from cydonia import clubs, documents, dumping, game_proof, listing, operations, position, sums
from cydonia.requests import Request, Settings

TYPES = {
    name: value
    for module in (clubs, documents, dumping, game_proof, position, sums)
    for name, value in vars(module).items()
    if isinstance(value, type) and typing.is_typeddict(value) and value.__module__ == module.__name__
}
RENAMED = {"Clock": "TimeControl"}
# Schemas with a branch for each type: their fields are those of all branches together.
UNIONS = {"Event", "Turn", "SeatState", "Clock"}


@pytest.fixture(scope="module")
def document(filled: Program) -> Any:
    with urllib.request.urlopen(f"{filled.url}/api/v1/openapi.json") as answer:
        return json.load(answer)


def branches(schema: dict[str, Any], schemas: dict[str, Any]) -> list[dict[str, Any]]:
    parts = [*schema.get("oneOf", []), *schema.get("anyOf", [])]
    # The parts of a union are components of their own.
    return [schema, *(schemas[part["$ref"].rpartition("/")[2]] if "$ref" in part else part for part in parts)]


@pytest.mark.parametrize("name", [name for name in TYPES if name not in ("Filters", "Choices", "LiveTable", "Tally")])
def test_types_have_the_fields_that_are_told(document: Any, name: str) -> None:
    schema = document["components"]["schemas"][RENAMED.get(name, name)]
    whole, *parts = branches(schema, document["components"]["schemas"])
    fields = set[str]().union(*(branch.get("properties", {}) for branch in (whole, *parts)))
    required = set(whole.get("required", []))
    in_parts = [set(part.get("required", [])) for part in parts]
    if in_parts:
        # What every kind of a union has; of what is put together of parts, all that any of them has.
        required |= set.intersection(*in_parts) if name in UNIONS else set.union(*in_parts)
    ours = typing_fields(TYPES[name])
    if name in UNIONS:
        required |= {"type", "phase", "state"} & fields
    assert set(ours) <= fields
    assert {field for field, is_required in ours.items() if is_required} <= required


def typing_fields(kind: Any) -> dict[str, bool]:
    """A type's fields, and whether they must be there."""
    return {name: "NotRequired" not in getattr(field, "__forward_arg__", "") for name, field in kind.__annotations__.items()}


def requests() -> dict[str, Request[Any]]:
    """Every request that the package makes, with something in every parameter."""
    made = {}
    for name, function in vars(operations).items():
        if inspect.isfunction(function) and function.__module__ == operations.__name__:
            made[name] = function(**{each: filling(each) for each in inspect.signature(function).parameters})
    every = {"player": "x", "opponent": "x", "result": "won", "game": "x", "seats": 2, "rated": True, "computers": True}
    more = {"reason": "x", "finished_from": 1, "finished_to": 1, "order": "oldest", "options": {"rules": "classic"}}
    made["matches_page"] = listing.matches_page(limit=1, cursor="x", **every, **more)  # type: ignore[arg-type]
    made["dumps"] = dumping.dumps()
    made["dump_file"] = dumping.dump_file("x", "x", {"range": "bytes=1-", "if-range": '"x"'})
    return made


def filling(parameter: str) -> Any:
    if parameter in ("ply", "step", "seats"):
        return 2
    if parameter == "line":
        return ["x"]
    return True if parameter in ("layout", "rated") else "x"


@pytest.mark.parametrize("name", list(requests()))
def test_every_request_is_one_that_is_told(document: Any, name: str) -> None:
    request = requests()[name]
    path = request.fetch(Settings("")).url.partition("?")[0]
    found = [
        operation
        for template, operation in document["paths"].items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and (template == path or "x" in path)
    ]
    assert len(found) == 1, path
    told = found[0][request.method.lower()]
    names = {place: {each["name"] for each in told.get("parameters", []) if each["in"] == place} for place in ("query", "header")}
    assert set(request.query) <= names["query"]
    assert set(request.headers) - {"accept-encoding"} <= names["header"]
    assert (request.body is not None) == ("requestBody" in told)


def test_the_export_takes_what_the_list_takes(document: Any) -> None:
    """So that one set of filters does for both."""

    def names(path: str) -> set[str]:
        return {parameter["name"] for parameter in document["paths"][path]["get"]["parameters"]}

    # A list is asked for again by its tag, and an export by what comes after it.
    assert names("/api/v1/matches") - names("/api/v1/matches.ndjson") <= {"limit", "cursor", "if-none-match"}
    assert {"after", "limit", "whole", "clocks", "positions"} <= names("/api/v1/matches.ndjson")


def test_the_lists_are_told_with_their_cursors(document: Any) -> None:
    for path in ("matches", "leaderboards/{game}", "players/{id}/ratings/{game}", "puzzles", "clubs", "tournaments"):
        told = document["paths"][f"/api/v1/{path}"]["get"]["parameters"]
        assert {"limit", "cursor"} <= {parameter["name"] for parameter in told}
