"""What tests share: a house that is filled once by ``examples/fill_house.py``, and empty ones of their own."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from program import PYTHON_CLIENT, Program

from cydonia import Action, Choices, House, View, runner_sync

FAST = 100_000.0
"""Messages a second: as many as the tests' houses admit."""

SEEDS = iter(range(1_000))


def chooser() -> Callable[[View, Choices], Action]:
    """A bot that chooses at random, the same in every run."""
    chance = random.Random(next(SEEDS))
    return lambda view, choices: chance.choice(choices["actions"])


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited, by either face; no time passes."""
    slept: list[float] = []
    at_once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await at_once(0)

    monkeypatch.setattr(runner_sync, "time", SimpleNamespace(sleep=slept.append, monotonic=time.monotonic))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    return slept


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """An empty house."""
    program = Program(tmp_path / "data")
    yield program
    program.kill()


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A house in which games of all kinds have been played, by the script that people fill theirs with."""
    program = Program(tmp_path_factory.mktemp("filled") / "data")
    script = [sys.executable, str(PYTHON_CLIENT / "examples" / "fill_house.py"), program.url]
    said = subprocess.run(
        [*script, "--rounds=1", f"--messages-a-second={FAST}", "--seed=1"], capture_output=True, text=True, timeout=100
    )
    assert said.returncode == 0, said.stderr
    yield program
    program.kill()


@pytest.fixture
def house(filled: Program) -> Iterator[House]:
    """The filled house, asked by nobody in particular."""
    with House(filled.url) as house:
        yield house
