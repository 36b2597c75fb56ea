"""What the tests of the terminal share: the command in a process of its own, with and without a terminal."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from witchboard.terminal.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]

PROMPT = re.compile(r"^\w[\w ]* > ", re.M)
PLAIN = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-Z0-9]|\r")


def command(*arguments: str | Path) -> list[str]:
    """`witchboard` with these arguments."""
    return [sys.executable, "-m", "witchboard", *map(str, arguments)]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data of one's own, for every process that the test starts."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WITCHBOARD_DATA", str(folder))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return folder


@pytest.fixture
def spawn(data: Path) -> Run:
    """Run `witchboard` in a process of its own with this input, without a terminal."""

    def spawn(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command(*arguments), input=typed, capture_output=True, text=True, timeout=300, check=False
        )

    return spawn


@pytest.fixture
def run(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same within this process, which is quicker."""

    def run(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["witchboard", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(sys.argv, int(end.value.code or 0), out, err)

    return run


class Tty:
    """`witchboard` at a terminal of 80 columns: what it shows can be waited for, lines can be typed."""

    def __init__(self, *arguments: str | Path) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))

        def sit_down() -> None:
            """The terminal is its own, and Control-C means something there even if the tests run in the background."""
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.default_int_handler)

        self.process = subprocess.Popen(
            command(*arguments), stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=sit_down
        )
        os.close(slave)
        self.raw = ""
        self.read_to = 0

    @property
    def text(self) -> str:
        """All that was shown, without colour."""
        return PLAIN.sub("", self.raw)

    def wait(self, words: str | re.Pattern[str]) -> str:
        """Wait until these words show after what was waited for last; returns what came up to them."""
        pattern = re.compile(re.escape(words)) if isinstance(words, str) else words
        while not (found := pattern.search(self.text, self.read_to)):
            if not self._read():
                raise AssertionError(f"{words!r} never showed; last was: {self.text[-600:]}")
        start, self.read_to = self.read_to, found.end()
        return self.text[start : self.read_to]

    def prompt(self) -> str:
        """Wait until something is asked; returns what came up to the prompt."""
        return self.wait(PROMPT)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.master, line.encode() + b"\n")

    def send(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def interrupt(self, words: str) -> None:
        """Press Control-C until these words show: one that comes between a prompt and readline's waiting is lost."""
        import select

        for _ in range(10):
            self.send(b"\x03")
            while select.select([self.master], [], [], 3)[0] and self._read():
                pass
            if words in self.text[self.read_to :]:
                break
        self.wait(words)

    def end(self) -> int:
        """Wait for the end; returns the exit status."""
        while self._read():
            pass
        return self.process.wait(30)

    def _read(self) -> bool:
        import select

        if not select.select([self.master], [], [], 60)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # Linux says so at the end of a terminal
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def close(self) -> None:
        """Make sure that nothing is left running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def tty(data: Path) -> Iterator[Callable[..., Tty]]:
    """Open `witchboard` at a terminal."""
    if sys.platform == "win32":
        pytest.skip("there are no pseudo-terminals here")
    opened: list[Tty] = []

    def open_one(*arguments: str | Path) -> Tty:
        opened.append(Tty(*arguments))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
