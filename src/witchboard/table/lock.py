"""A lock that one process holds on a file, and that goes when the process goes, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldError(OSError):
    """Somebody else holds the lock."""


class Lock:
    """Held from its making until `free`. The file stays: taking it away could let two in.

    Raises `HeldError` if another process (or another lock of this one) holds it, `OSError` if the file can't be made.
    """

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._fd)
        except OSError as error:
            os.close(self._fd)
            raise HeldError(error.errno, f"{path} is locked") from None

    def free(self) -> None:
        """Let others have it."""
        os.close(self._fd)
