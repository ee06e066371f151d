"""Dumps: downloaded whole or in part, by a script, over connections that are cut, and from a live house."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import FAST, chooser
from cutting import CuttingHouse, answered, cut_short
from program import Program, dump
from script import ok, problem, run

from cydonia import AsyncHouse, Damaged, Downloaded, House, NoDump, Patience, Refused, Unreachable
from cydonia.dumping import Dump, download_dump
from cydonia.effects import Effect, Fetch, Measure, Measured, Remove, Reply, Save, Sleep
from cydonia.requests import Settings

HOUSE = Settings("http://house.example", patience=Patience(attempts=3))
FOLDER = Path("dump")
NAME = "2026-01-31T00-05-00Z"
FILES = {"games.ndjson.gz": bytes(range(200)), "SHA256SUMS": b"sums"}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def listed(files: dict[str, bytes], name: str = NAME) -> Dump:
    told = [{"name": file, "bytes": len(content), "sha256": sha256(content)} for file, content in files.items()]
    return {"name": name, "made_ms": 0, "through": 7, "games": 6, "files": told}  # type: ignore[typeddict-item]


class Disk:
    """A house with dumps, and a disk. ``cuts`` is after how many bytes each answer breaks off, or what is answered instead."""

    def __init__(self, files: dict[str, bytes], *cuts: int | Reply | None, dumps: list[Dump] | None = None) -> None:
        self.files = files
        self.cuts = list(cuts)
        self.dumps = [listed(files)] if dumps is None else dumps
        self.most: int | None = None
        self.disk: dict[Path, bytes] = {}
        self.asked: list[Fetch] = []
        self.sent: list[tuple[str, int, int]] = []
        self.removed: list[Path] = []
        self.slept: list[float] = []

    def __call__(self, effect: Effect) -> Any:
        match effect:
            case Fetch(url=url):
                assert url == "http://house.example/api/v1/dumps"
                return ok({"dumps": self.dumps})
            case Save(fetch, path):
                return self.save(fetch, path)
            case Measure(path):
                content = self.disk.get(path)
                return None if content is None else Measured(len(content), sha256(content))
            case Remove(path):
                self.removed.append(path)
                self.disk.pop(path, None)
                return None
            case Sleep(seconds):
                self.slept.append(seconds)
                return None
        raise AssertionError(f"nobody expected {effect}")

    def save(self, fetch: Fetch, path: Path) -> Reply | Unreachable:
        self.asked.append(fetch)
        cut = self.cuts.pop(0) if self.cuts else None
        if isinstance(cut, Reply):
            return cut
        name = fetch.url.rpartition("/")[2]
        content = self.files[name]
        is_part = "range" in fetch.headers and fetch.headers["if-range"] == f'"{sha256(content)}"'
        start = int(fetch.headers["range"].removeprefix("bytes=").removesuffix("-")) if is_part else 0
        end = len(content) if self.most is None else start + self.most
        came = content[start:end] if cut is None else content[start : start + cut]
        self.disk[path] = (self.disk[path] if is_part else b"") + came
        self.sent.append((name, start, len(came)))
        return Reply(206 if is_part else 200, {}, b"") if cut is None else Unreachable("cut")

    def has(self, files: dict[str, bytes]) -> bool:
        return self.disk == {FOLDER / name: content for name, content in files.items()}


def test_all_files_of_the_newest_are_fetched_byte_for_byte() -> None:
    disk = Disk(FILES, dumps=[listed(FILES), listed({"old": b""}, "2026-01-30T00-05-00Z")])
    paths = (FOLDER / "games.ndjson.gz", FOLDER / "SHA256SUMS")
    assert run(download_dump(HOUSE, "dump"), disk) == Downloaded(NAME, 7, FOLDER, paths)
    assert disk.has(FILES)
    assert [fetch.url for fetch in disk.asked] == [f"http://house.example/api/v1/dumps/{NAME}/{name}" for name in FILES]
    assert all(fetch.headers == {"accept-encoding": "identity"} for fetch in disk.asked)
    # What is here is not fetched again.
    run(download_dump(HOUSE, FOLDER), disk)
    assert len(disk.sent) == 2


def test_one_is_chosen_by_its_name_and_none_is_an_error() -> None:
    old = {"dictionary.json": b"{}"}
    disk = Disk(old, dumps=[listed(FILES), listed(old, "older")])
    assert run(download_dump(HOUSE, FOLDER, "older"), disk).name == "older"
    assert disk.has(old)
    with pytest.raises(NoDump, match="'other'"):
        run(download_dump(HOUSE, FOLDER, "other"), disk)
    with pytest.raises(NoDump):
        run(download_dump(HOUSE, FOLDER), Disk({}, dumps=[]))


def test_a_file_that_is_here_in_part_goes_on() -> None:
    disk = Disk(FILES)
    whole = FILES["games.ndjson.gz"]
    disk.disk = {FOLDER / "games.ndjson.gz": whole[:120], FOLDER / "SHA256SUMS": b""}
    run(download_dump(HOUSE, FOLDER), disk)
    assert disk.has(FILES)
    assert disk.sent == [("games.ndjson.gz", 120, 80), ("SHA256SUMS", 0, 4)]
    part = {"range": "bytes=120-", "if-range": f'"{sha256(whole)}"', "accept-encoding": "identity"}
    assert [fetch.headers for fetch in disk.asked] == [part, {"accept-encoding": "identity"}]


def test_a_file_goes_on_whenever_it_is_cut() -> None:
    disk = Disk(FILES, 50, 0, 0, 100, problem(502, "no_code"))
    run(download_dump(HOUSE, FOLDER), disk)
    assert disk.has(FILES)
    places = [(0, 50), (50, 0), (50, 0), (50, 100), (150, 50)]
    assert disk.sent == [("games.ndjson.gz", *place) for place in places] + [("SHA256SUMS", 0, 4)]
    assert disk.slept == [0.25, 0.5, 1.0, 0.25, 0.5]


def test_a_line_that_is_cut_behind_the_last_byte_has_brought_all() -> None:
    disk = Disk(FILES, 200)
    run(download_dump(HOUSE, FOLDER), disk)
    assert disk.has(FILES)
    assert (len(disk.sent), disk.slept) == (2, [])


def test_it_is_given_up_after_so_many_tries_that_bring_nothing_and_what_came_stays() -> None:
    disk = Disk(FILES, 50, 0, 0, 0)
    with pytest.raises(Unreachable):
        run(download_dump(HOUSE, FOLDER), disk)
    assert disk.has({"games.ndjson.gz": FILES["games.ndjson.gz"][:50]})
    assert disk.slept == [0.25, 0.5, 1.0]


def test_a_dump_that_is_removed_meanwhile_is_refused() -> None:
    for empty in ({"none": b""}, FILES):
        with pytest.raises(Refused, match="not_found"):
            run(download_dump(HOUSE, FOLDER), Disk(empty, problem(404, "not_found")))


def test_what_does_not_fit_its_sum_is_removed_and_raised() -> None:
    disk = Disk({"a": b"other"}, dumps=[listed({"a": b"right"})])
    with pytest.raises(Damaged, match=sha256(b"right")):
        run(download_dump(HOUSE, FOLDER), disk)
    assert (disk.disk, disk.sent) == ({}, [("a", 0, 5)])
    for length in (3, 9):
        disk = Disk({"a": b"o" * length}, dumps=[listed({"a": b"right"})])
        with pytest.raises(Damaged):
            run(download_dump(HOUSE, FOLDER), disk)
        assert (disk.disk, disk.slept) == ({}, [])


def test_a_file_of_another_dump_is_replaced() -> None:
    new = {"a": b"0123456789"}
    for there, sent in ((b"01234", [5]), (b"abcde", [5, 10]), (b"abcdefghij", [10]), (b"abcdefghijk", [10])):
        disk = Disk(new)
        disk.disk = {FOLDER / "a": there}
        run(download_dump(HOUSE, FOLDER), disk)
        assert disk.has(new)
        assert [length for _, _, length in disk.sent] == sent
        assert len(disk.removed) == (there != b"01234")


def test_a_house_may_send_less_at_a_time_than_it_is_asked_for() -> None:
    disk = Disk(FILES)
    disk.most = 90
    run(download_dump(HOUSE, FOLDER), disk)
    assert disk.has(FILES)
    assert [place for name, *place in disk.sent if name == "games.ndjson.gz"] == [[0, 90], [90, 90], [180, 20]]


ELSEWHERE = ["", ".", "..", "../a", "a/b", "/a", "a\\b", "C:a", "a\0", "a\n", ".a", "a/", "-a", "a..b"]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_house_does_not_choose_where_something_is_written(name: str) -> None:
    disk = Disk({"a": b"", name: b""})
    with pytest.raises(Damaged, match="names a file"):
        run(download_dump(HOUSE, FOLDER), disk)
    assert (disk.disk, disk.sent) == ({}, [])


def test_both_faces_keep_what_came_and_go_on_over_the_net(tmp_path: Path, slept: list[float]) -> None:
    content = bytes(range(256)) * 1_000
    told = answered(200, json.dumps({"dumps": [listed({"a": content})]}).encode())
    answers = [
        told,
        cut_short(content[:100_001]),
        answered(503, b"{}", "Retry-After: 1"),
        cut_short(content[100_001:200_002], 206),
        answered(206, content[200_002:], "Content-Encoding: gzip"),  # As it comes, whatever is said of it.
    ]
    with CuttingHouse(*answers, *answers) as cutting:
        with House(cutting.url) as house:
            house.download_dump(tmp_path / "sync" / "deep")

        async def awaited() -> None:
            async with AsyncHouse(cutting.url) as house:
                await house.download_dump(tmp_path / "async" / "deep")

        asyncio.run(awaited())
    assert (tmp_path / "sync" / "deep" / "a").read_bytes() == content
    assert (tmp_path / "async" / "deep" / "a").read_bytes() == content
    ranges = [line for head in cutting.heads for line in head.lower().splitlines() if line.startswith("range:")]
    assert ranges == ["range: bytes=100001-", "range: bytes=100001-", "range: bytes=200002-"] * 2
    assert slept == [0.25, 1.0, 0.25] * 2


def test_both_faces_remove_what_does_not_fit(tmp_path: Path) -> None:
    answers = [answered(200, json.dumps({"dumps": [listed({"a": b"right"})]}).encode()), answered(200, b"wrong")]
    with CuttingHouse(*answers, *answers) as cutting:
        with House(cutting.url) as house, pytest.raises(Damaged):
            house.download_dump(tmp_path / "sync")

        async def awaited() -> None:
            async with AsyncHouse(cutting.url) as house:
                with pytest.raises(Damaged):
                    await house.download_dump(tmp_path / "async")

        asyncio.run(awaited())
    assert [list(folder.iterdir()) for folder in sorted(tmp_path.iterdir())] == [[], []]


def test_both_faces_tell_a_refusal_and_write_nothing(tmp_path: Path) -> None:
    body = json.dumps({"code": "not_found", "detail": "No."}).encode()
    answers = [answered(200, json.dumps({"dumps": [listed({"a": b"1"})]}).encode()), answered(404, body)]
    with CuttingHouse(*answers, *answers) as cutting:
        with House(cutting.url) as house, pytest.raises(Refused, match=r"not_found: No\."):
            house.download_dump(tmp_path / "new")

        async def awaited() -> None:
            async with AsyncHouse(cutting.url) as house:
                with pytest.raises(Refused, match=r"not_found: No\."):
                    await house.download_dump(tmp_path / "new")

        asyncio.run(awaited())
    assert list(tmp_path.iterdir()) == []


PIECE = 64 * 1024


class Watched(httpx.SyncByteStream, httpx.AsyncByteStream):
    """An answer that looks, before each piece, whether those before are in the file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[bytes]:
        for number in range(5):
            assert self.path.stat().st_size == number * PIECE
            yield bytes(PIECE)

    async def __aiter__(self) -> Any:
        for piece in self:
            yield piece


def test_a_file_is_never_in_memory_whole(tmp_path: Path) -> None:
    told = {"dumps": [listed({"a": bytes(5 * PIECE)})]}

    def at(path: Path) -> httpx.MockTransport:
        def answer(request: httpx.Request) -> httpx.Response:
            return (
                httpx.Response(200, json=told)
                if request.url.path.endswith("/dumps")
                else httpx.Response(200, stream=Watched(path))
            )

        return httpx.MockTransport(answer)

    with House("http://house.example") as house:
        house.runner.client = httpx.Client(transport=at(tmp_path / "sync" / "a"))
        house.download_dump(tmp_path / "sync")

    async def awaited() -> None:
        async with AsyncHouse("http://house.example") as house:
            house.runner.client = httpx.AsyncClient(transport=at(tmp_path / "async" / "a"))
            await house.download_dump(tmp_path / "async")

    asyncio.run(awaited())


@pytest.fixture(scope="module")
def dumped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A house with a few games, and a dump of them."""
    folder = tmp_path_factory.mktemp("dumped")
    program = Program(folder / "data")
    with House(program.url, messages_a_second=FAST) as house:
        house.sign_in("Ada")
        for _ in range(3):
            house.play(chooser(), game="martian-go", computers={1: 1})
    program.kill()
    dump(folder / "data", folder / "dumps")
    # It has the one of last night, and makes no other before the next.
    program.flags = (f"--dumps={folder / 'dumps'}",)
    program.start()
    yield program
    program.kill()


def assert_whole(folder: Path, told: Downloaded, house: House) -> None:
    """That the files are those of the newest dump, and the games in it those of the export."""
    (newest,) = house.dumps()["dumps"]
    assert (told.name, told.through, told.folder) == (newest["name"], newest["through"], folder)
    assert [path.name for path in told.files] == [file["name"] for file in newest["files"]]
    assert {path.name for path in folder.iterdir()} == {file["name"] for file in newest["files"]} >= {"games.ndjson.gz"}
    for file in newest["files"]:
        assert sha256((folder / file["name"]).read_bytes()) == file["sha256"]
    with gzip.open(folder / "games.ndjson.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    assert games == list(house.export_whole(order="oldest"))
    assert [game["number"] for game in games] == [1, 2, 3]
    assert list(house.export(after=told.through, order="oldest")) == []


def test_a_dump_of_a_live_house_is_fetched_and_goes_on(dumped: Program, tmp_path: Path) -> None:
    answers: list[tuple[str, int]] = []

    def note(answer: httpx.Response) -> None:
        answers.append((answer.url.path.rpartition("/")[2], answer.status_code))

    with House(dumped.url) as house:
        house.runner.client.event_hooks["response"].append(note)
        assert_whole(tmp_path, house.download_dump(tmp_path), house)
        games, sums = tmp_path / "games.parquet", tmp_path / "SHA256SUMS"
        games.write_bytes(games.read_bytes()[: games.stat().st_size // 2])
        sums.write_bytes(sums.read_bytes()[::-1])
        answers.clear()
        told = house.download_dump(tmp_path)
        assert answers == [("dumps", 200), ("games.parquet", 206), ("SHA256SUMS", 200)]
        assert_whole(tmp_path, told, house)


def test_the_awaited_face_does_the_same(dumped: Program, tmp_path: Path) -> None:
    async def awaited() -> Downloaded:
        async with AsyncHouse(dumped.url) as house:
            name = (await house.dumps())["dumps"][0]["name"]
            await house.download_dump(tmp_path, name)
            seats = tmp_path / "seats.parquet"
            seats.write_bytes(seats.read_bytes()[:-5])
            return await house.download_dump(tmp_path, name)

    told = asyncio.run(awaited())
    with House(dumped.url) as house:
        assert_whole(tmp_path, told, house)


def test_a_house_that_makes_no_dumps_has_none(house: House, tmp_path: Path) -> None:
    assert house.dumps() == {"dumps": []}
    with pytest.raises(NoDump):
        house.download_dump(tmp_path)
