"""The pages that show the API: every block of them is run, as it stands, against a live house, and what it says is held
against what the house says.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import FAST, chooser
from program import PROGRAM, PYTHON_CLIENT, ROOT, Program

from cydonia import Action, Choices, House, View


@dataclass(frozen=True)
class Block:
    section: str
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page that are meant to be run, each with the first word of its section."""
    found = []
    section = ""
    for part in re.finditer(r"^## (\S+)|^```(\w+)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
        if part[1]:
            section = part[1].rstrip(".")
        elif part[2] in ("sh", "python"):
            found.append(Block(section, part[2], part[3]))
    return found


PAGE = blocks(ROOT / "docs" / "api.md")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the blocks are run: what one of them saves the next may read. The program has its usual name there."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "bin").mkdir()
    (folder / "bin" / "cydonia").symlink_to(PROGRAM.resolve())
    return folder


def start(block: Block, url: str, folder: Path) -> subprocess.Popen[str]:
    """Starts a block as a reader would, but for where the house is; a request that is refused ends it."""
    text = block.text.replace("localhost:8080", url.removeprefix("http://"))
    assert block.language == "python" or "localhost:8080" in block.text
    curl = 'curl() { command curl --fail-with-body --show-error "$@"; }\n'
    command = [sys.executable, "-c", text] if block.language == "python" else ["bash", "-euo", "pipefail", "-c", curl + text]
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env={**os.environ, "PATH": path}, stdout=pipe, stderr=pipe, text=True)


def run(block: Block, url: str, folder: Path) -> str:
    process = start(block, url, folder)
    said, complained = process.communicate(timeout=60)
    assert process.returncode == 0, complained or said
    return said


def of(section: str) -> tuple[Block, list[Block]]:
    """A section's block for a shell, and those in Python."""
    here = [block for block in PAGE if block.section == section]
    (shell,) = [block for block in here if block.language == "sh"]
    return shell, [block for block in here if block.language == "python"]


def test_every_task_is_shown_in_both() -> None:
    assert Counter((block.section, block.language) for block in PAGE) == {
        **{(str(task), "sh"): 1 for task in range(1, 7)},
        **{(str(task), "python"): 1 for task in range(1, 7)},
        ("5", "python"): 2,
    }


def test_task_1_the_last_games_of_a_player(house: House, folder: Path) -> None:
    shell, (python,) = of("1")
    ada = next(house.players("ada"))["id"]
    last = [match["id"] for match in house.matches(player=ada, most=5)]
    assert last
    assert [match["id"] for match in json.loads(run(shell, house.url, folder))["matches"]] == last
    assert [line.split()[0] for line in run(python, house.url, folder).splitlines()] == last


def test_task_2_how_games_ended(house: House, folder: Path) -> None:
    shell, (python,) = of("2")
    games = list(house.export_whole(game="martian-chess"))
    reasons = Counter(match["reason"] for match in games)
    counted = re.findall(r'(\d+) "reason":"([^"]+)"', run(shell, house.url, folder))
    assert {reason: int(count) for count, reason in counted} == reasons
    said = run(python, house.url, folder)
    for reason, count in reasons.items():
        assert re.search(rf"^{reason} +{count}$", said, re.MULTILINE)
    # Where a victory is shared nobody has won.
    ranks = [[seat["rank"] for seat in game["seats"]] for game in games]
    first = sum(rank.count(1) == 1 and rank[game["first"]] == 1 for rank, game in zip(ranks, games, strict=True))
    assert f"won by the seat that began: {first} of {len(games)}" in said


class Gate:
    """A game of two bots that waits, after some actions, until somebody opens the gate."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_waiting = threading.Event()
        self.is_open = threading.Event()
        self.tables: list[str] = []
        self.threads: list[threading.Thread] = []

    def begin(self) -> None:
        ada, ben = House(self.url, messages_a_second=FAST), House(self.url, messages_a_second=FAST)
        ada.sign_in("Ada")
        ben.sign_in("Ben")
        seat = ada.create("martian-go")
        self.tables.append(seat.table)
        for house in (ada, ben):
            self.threads.append(threading.Thread(target=self._play, args=(house, seat.table), daemon=True))
            self.threads[-1].start()

    def _play(self, house: House, table: str) -> None:
        choose = chooser()
        chosen: list[Action] = []

        def waits(view: View, choices: Choices) -> Action:
            if len(chosen) == 3:
                self.is_waiting.set()
                assert self.is_open.wait(60)
            chosen.append(choose(view, choices))
            return chosen[-1]

        with house:
            house.play(waits, table=table)


@pytest.fixture
def gate(filled: Program) -> Iterator[Gate]:
    gate = Gate(filled.url)
    gate.begin()
    yield gate
    gate.is_open.set()
    for thread in gate.threads:
        thread.join(60)


def test_task_3_a_game_that_is_on(house: House, folder: Path, gate: Gate) -> None:
    shell, (python,) = of("3")
    assert gate.is_waiting.wait(60)
    lines = start(shell, house.url, folder)
    assert lines.stdout is not None
    table = json.loads(lines.stdout.readline())
    assert (table["type"], table["info"]["id"]) == ("table", gate.tables[0])
    assert table["game"]["view"] == house.table(gate.tables[0])["view"]

    process = start(python, house.url, folder)
    assert process.stdout is not None
    first = process.stdout.readline()
    gate.is_open.set()
    told, complained = lines.communicate(timeout=60)
    assert lines.returncode == 0, complained
    assert '"type":"finish"' in told.splitlines()[-1]
    said, complained = process.communicate(timeout=60)
    assert process.returncode == 0, complained
    assert first.startswith("as one comes: [")
    # It heard all that was played from then on, to the end.
    actions = [(move["seat"], move["action"]) for move in house.match(gate.tables[0])["line"] if "action" in move]
    heard = [(int(line.split()[1]), line.split()[2]) for line in said.splitlines() if line.startswith("seat")]
    assert len(heard) > 10
    assert heard == actions[-len(heard) :]
    assert said.splitlines()[-1].startswith("finished {")


def test_task_4_a_bot(house: House, folder: Path) -> None:
    shell, (python,) = of("4")
    session: Any = json.loads(run(shell, house.url, folder))
    assert session["player"]["name"] == "Shell bot"
    table, _, outcome = run(python, house.url, folder).partition(" ")
    match = house.match(table)
    assert [seat["player"]["name"] for seat in match["seats"]] == ["Python bot", "Computer 3"]
    assert str([seat["rank"] for seat in match["seats"]]) in outcome


def test_task_5_dice(house: House, folder: Path) -> None:
    shell, (python, offline) = of("5")
    match = next(house.matches(game="martian-frisby"))
    sentence = house.dice(match["id"])["sentence"]
    said = run(shell, house.url, folder)
    assert said.startswith(sentence)
    assert f'"plies":{match["plies"]}' in said
    assert run(python, house.url, folder).splitlines() == [sentence, f"True {match['plies']}"]
    assert run(offline, house.url, folder).strip() == sentence


def test_task_6_a_club_and_its_tournaments(house: House, folder: Path) -> None:
    shell, (python,) = of("6")
    tournament: Any = json.loads(run(shell, house.url, folder))
    assert [one["player"]["name"] for one in tournament["standings"]] == ["Shell host"]
    (club,) = house.clubs(name="red canal")
    assert tournament["club"] == {"id": club["id"], "name": "Red Canal"}
    assert [one["id"] for one in house.tournaments(club=club["id"], status="open")] == [tournament["id"]]
    assert [one["id"] for one in house.clubs(player=club["owner"]["id"])] == [club["id"]]
    assert run(python, house.url, folder).splitlines() == ["Red Canal: Shell host", "Friday open 1"]


@pytest.mark.parametrize("number", range(2))
def test_the_package_s_own_page(house: House, folder: Path, number: int) -> None:
    shown = [block for block in blocks(PYTHON_CLIENT / "README.md") if block.language == "python"]
    assert len(shown) == 2
    said = run(shown[number], house.url, folder)
    assert ("no_match 404", "ranks")[number] in said
