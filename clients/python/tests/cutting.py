"""A house whose connections are cut: over the net, it gives the answers that it is told to, one for each connection."""

from __future__ import annotations

import socket
import threading
from types import TracebackType


def answered(status: int, body: bytes, *headers: str, length: int | None = None) -> bytes:
    """An answer over HTTP; with ``length`` it says that it is as long as that, whatever comes."""
    told = len(body) if length is None else length
    # Without the last of these, somebody might ask once more over a connection that is just being closed.
    head = [f"HTTP/1.1 {status} -", *headers, f"Content-Length: {told}", "Connection: close", "", ""]
    return "\r\n".join(head).encode() + body


def cut_short(body: bytes, status: int = 200) -> bytes:
    """An answer that is to go on when it is cut."""
    return answered(status, body, length=len(body) + 1_000)


class CuttingHouse:
    """Gives these answers in turn, and closes the connection after each; ``heads`` are the requests."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.heads: list[str] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def _serve(self) -> None:
        for answer in self.answers:
            connection, _ = self.listener.accept()
            with connection:
                head = b""
                while b"\r\n\r\n" not in head and (piece := connection.recv(65536)):
                    head += piece
                self.heads.append(head.decode())
                connection.sendall(answer)

    def __enter__(self) -> CuttingHouse:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # Where a test fails, nobody comes for the rest.
        if kind is None:
            self.thread.join(30)
            assert not self.thread.is_alive(), "somebody was to come once more"
        self.listener.close()
