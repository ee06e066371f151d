"""A whole house of its own for tests: the program as it is shipped, on a free port, with data of its own."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PYTHON_CLIENT = ROOT / "clients" / "python"
PROGRAM = Path(os.environ.get("CYDONIA_PROGRAM", ROOT / "target" / "debug" / "cydonia"))

# All players come from one machine and play as fast as they can: these limits are for strangers.
_LIFTED = [
    "--messages-a-second=100000",
    "--messages-at-once=100000",
    "--names-an-hour=10000",
    "--requests-a-second=10000",
    "--requests-at-once=10000",
    "--seatings-a-minute=10000",
    "--tables-a-player=1000",
    "--rated-a-pair=1000",
    "--rated-an-address=1000",
    "--computer-pause-ms=0",
]


def dump(data: Path, to: Path) -> None:
    """Has the program write a dump of a house that is closed."""
    subprocess.run([str(PROGRAM), "dump", f"--data={data}", f"--to={to}"], check=True, capture_output=True, timeout=60)


class Program:
    """The server, which can be killed and started again at the same address and on the same data."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.data = data
        self.flags = flags
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Starts it, and returns when it is open."""
        command = [str(PROGRAM), f"--listen=127.0.0.1:{self.port}", f"--data={self.data}", *_LIFTED, *self.flags]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=_read, args=(process, said), daemon=True)
        self.reader.start()
        while (line := said.get(timeout=60)) is not None:
            found = re.search(r"open on http://localhost:(\d+)", line)
            if found:
                self.port = int(found[1])
                self.process = process
                return
        raise RuntimeError(f"the program ended with {process.wait()}")

    def kill(self) -> None:
        """Kills it without warning."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.reader.join()
            self.process = None


def _read(process: subprocess.Popen[str], said: queue.Queue[str | None]) -> None:
    """Reads to the end, so that the program never waits for somebody to read what it says."""
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            said.put(line)
    said.put(None)
