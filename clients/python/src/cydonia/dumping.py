"""Dumps: all public finished games of a house as files. Listed, and downloaded so that it goes on where it was cut."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from .effects import Fetch, Measured, Program, Reply, measure, remove, save, sleep
from .errors import CydoniaError, Damaged, NoDump, Refused, Unreachable
from .requests import Request, Settings, ask, get, persist, read_json, segment
from .retry import Tries


class DumpFile(TypedDict):
    name: str
    bytes: int
    sha256: str


class Dump(TypedDict):
    """All public finished games as they stood at one moment; ``through`` is the ``number`` of the last that was kept then."""

    name: str
    made_ms: int
    through: int
    games: int
    files: list[DumpFile]


class DumpList(TypedDict):
    """The newest first."""

    dumps: list[Dump]


@dataclass(frozen=True)
class Downloaded:
    """A dump that is here whole: its ``files`` are in ``folder``.

    What came later is told by ``export_whole(after=through, order="oldest")``.
    """

    name: str
    through: int
    folder: Path
    files: tuple[Path, ...]


def dumps() -> Request[DumpList]:
    """The dumps that the house has, the newest first; none if it makes none. ``docs/dumps.md`` tells what is in them."""
    return get("dumps", read_json)


def dump_file(dump: str, file: str, headers: Mapping[str, str]) -> Request[None]:
    """A file of a dump, byte for byte."""
    # Packed on the way, its bytes would be others.
    headers = {**headers, "accept-encoding": "identity"}
    return Request(f"dumps/{segment(dump)}/{segment(file)}", lambda _: None, headers=headers)


def download_dump(house: Settings, folder: str | os.PathLike[str], dump: str | None = None) -> Program[Downloaded]:
    """Fetches all files of a dump into a folder, which is made if it is missing: of the newest, or of the one of that name.

    A file that is there whole is not fetched again, and one that is there in part goes on where it was cut. What is there of
    another dump is replaced. Each file is held against its SHA-256: what the house sends and does not fit is removed, and
    ``Damaged`` raised. Raises ``NoDump`` if there is none, ``Unreachable`` once ``Patience`` is at its end, ``Refused`` with
    ``not_found`` if the house has removed the dump meanwhile, and ``OSError`` for what the disk says.
    """
    found = _named((yield from ask(house, dumps()))["dumps"], dump)
    into = Path(folder)
    # All names are looked at before anything is written.
    paths = [into / _plain(file["name"]) for file in found["files"]]
    for file, path in zip(found["files"], paths, strict=True):
        yield from _download(house, found["name"], file, path)
    return Downloaded(found["name"], found["through"], into, tuple(paths))


def _named(found: list[Dump], name: str | None) -> Dump:
    if name is None:
        if not found:
            raise NoDump("the house has no dump")
        return found[0]
    for dump in found:
        if dump["name"] == name:
            return dump
    raise NoDump(f"the house has no dump {name!r}")


def _plain(name: str) -> str:
    """A file's name that leads nowhere else, on any system: the house is not to choose where something is written."""
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", name) or ".." in name:
        raise Damaged(f"the house names a file that is none: {name!r}")
    return name


def _download(house: Settings, dump: str, file: DumpFile, path: Path) -> Program[None]:
    tries = Tries(house.patience)
    has = yield from measure(path)
    # What was there before may be of another dump, which is no fault of the house.
    is_ours = has is None
    furthest = _length(has)
    is_stuck = False
    while not _fits(has, file):
        if has is not None and (has.bytes >= file["bytes"] or is_stuck):
            yield from remove(path)
            if is_ours:
                raise Damaged(f"{path}: what the house sends is not what it lists ({file['bytes']} bytes, {file['sha256']})")
            has, is_ours, furthest = None, True, 0
        cut: CydoniaError | None = None
        try:
            yield from _fetch(house, dump, file, path, _length(has))
        except (Unreachable, Refused) as error:
            cut = error
        has = yield from measure(path)
        came = _length(has) > furthest
        furthest = max(furthest, _length(has))
        # A house may send less than was asked for, but not for ever.
        is_stuck = cut is None and not came
        if cut is not None and not _fits(has, file):
            yield from sleep(tries.wait(cut, came=came))


def _fetch(house: Settings, dump: str, file: DumpFile, path: Path, start: int) -> Program[Reply]:
    """What comes behind so many bytes, if the house still means the same file; all of it otherwise."""
    part = {"range": f"bytes={start}-", "if-range": f'"{file["sha256"]}"'} if start else {}

    def send(request: Fetch) -> Program[Reply]:
        return save(request, path)

    return (yield from persist(house, dump_file(dump, file["name"], part), send))


def _length(has: Measured | None) -> int:
    return 0 if has is None else has.bytes


def _fits(has: Measured | None, file: DumpFile) -> bool:
    return has is not None and (has.bytes, has.sha256) == (file["bytes"], file["sha256"])
