"""The notebook runs from its start to its end against a filled house, and shows what it says."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from program import PYTHON_CLIENT, Program

from cydonia import House

NOTEBOOK = PYTHON_CLIENT / "notebooks" / "first-look.ipynb"


def outputs(notebook: Any, cell: str) -> list[Any]:
    return next(list(one["outputs"]) for one in notebook.cells if one["id"] == cell)


def test_the_notebook_is_kept_without_what_came_of_it() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in notebook.cells if cell["cell_type"] == "code")


def test_the_notebook_runs(filled: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing of a run stays behind, and nothing that somebody has set up for themselves changes it.
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
        os.mkdir(tmp_path / name)
    monkeypatch.setenv("CYDONIA_URL", filled.url)
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()

    with House(filled.url) as house:
        matches = list(house.export_whole())
        titles = {game["id"]: game["title"] for game in house.games()}
    shown = outputs(notebook, "advantage")[0]["data"]["text/html"]
    for match in matches:
        alike = [one for one in matches if one["game"] == match["game"] and len(one["seats"]) == len(match["seats"])]
        assert f"{titles[match['game']]}, {len(match['seats'])} seats (n = {len(alike)})" in shown
    for cell in ("advantage-drawn", "length-drawn", "one-drawn"):
        pictures = [output["data"]["image/png"] for output in outputs(notebook, cell) if "image/png" in output.get("data", {})]
        assert len(pictures) == 1, cell
        assert len(base64.b64decode(pictures[0])) > 5_000
