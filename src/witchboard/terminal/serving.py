"""The commands that open the table in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def serve_here() -> None:
    """Open the table on this computer, and a browser if there is one."""
    serve("127.0.0.1", None, None, (), 1, True)


def serve(host: str, port: int | None, data: Path | None, origins: Sequence[str], workers: int, browser: bool) -> None:
    """Serve until stopped. Raises `ServeError`, `StoreError`."""
    from witchboard.server import serve as server

    server.structured_logs()
    server.serve(host, port, data, tuple(origin.rstrip("/") for origin in origins), browser, workers=workers)
