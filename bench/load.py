"""How much a server carries: `python bench/load.py`, or `--whole` with all that the project's figures ask for.

Starts `witchboard serve` on one core with a data folder of its own, lays tables of a game into it with two people each
(random players, no bots) and plays from another process on the other core, over loopback. Prints

- how long one table takes from command to acknowledgement when nothing else goes on;
- what a table and a socket cost in memory;
- the same times with all tables at some rate of moves a second, each sent at its moment whatever is still under way,
  and how long it takes until the frames of a move and what is asked then have come;
- with `--whole` or `--climb` the rate at which the 99th percentile passes 50 ms;
- how many bytes a frame has.

The server's own time on the processor a move is printed beside: it says most on a machine that does other things too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import players
from players import Person, Tally

from witchboard.build import version_line

BOUND = 50.0  # milliseconds that the 99th percentile may take
WARM = 2.0  # seconds that are not counted when a rate begins


class Server:
    """`witchboard serve` in a process of its own, on one core where the system lets one say so."""

    def __init__(self, folder: Path, cores: list[int]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "witchboard", "serve", "--port", str(self.port), "--data", str(folder)]
        if cores and shutil.which("taskset"):
            command = ["taskset", "--cpu-list", str(cores[0]), *command]
        self.log = folder / "log.jsonl"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        until = time.monotonic() + 30
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server does not start: {self.log.read_text()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    @property
    def memory(self) -> int:
        """Bytes of memory it holds; 0 where the system doesn't tell."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
        return 1024 * int(found[1]) if found else 0

    @property
    def busy(self) -> float:
        """Seconds it has had a processor, with all its threads; 0 where the system doesn't tell."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def busy_elsewhere(server: Server) -> float:
    """Seconds for which processors have been busy with other things than the server and the players."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    fields = [int(word) for word in stat.read_text().split("\n", 1)[0].split()[1:]]
    busy = (sum(fields[:8]) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")
    return busy - server.busy - time.process_time()


@dataclass
class Run:
    """What came of playing at one rate."""

    rate: float
    times: list[float] = field(default_factory=list)  # milliseconds from the moment a move was due to its answer
    shown: list[float] = field(default_factory=list)  # and to the question that comes behind its frames
    sent: int = 0
    spent: float = 0.0
    busy: float = 0.0
    elsewhere: float = 0.0

    @property
    def p50(self) -> float:
        return quantile(self.times, 0.5)

    @property
    def p99(self) -> float:
        return quantile(self.times, 0.99)

    def line(self) -> str:
        cost = f"{1000 * self.busy / self.sent:.2f} ms of processor a move" if self.sent and self.busy else ""
        load = f"core {self.busy / self.spent:.0%}, others {self.elsewhere / self.spent:.0%}" if self.spent else ""
        times = f"p50 {self.p50:>6.1f} ms, p99 {self.p99:>7.1f} ms"
        shown = f"frames p50 {quantile(self.shown, 0.5):.1f}, p99 {quantile(self.shown, 0.99):.1f} ms"
        counts = f"{len(self.times):,} of {self.sent:,} answered"
        return f"{self.rate:>7,.0f} moves/s: {times}; {shown}; {counts}; {load}; {cost}"

    def note(self, at: float, counts: bool) -> Callable[[bool], None]:
        """Whom to tell when the move is answered that was due at that moment."""
        return (lambda ok: self.times.append(1000 * (time.perf_counter() - at))) if counts else (lambda ok: None)

    def note_shown(self, at: float, counts: bool) -> Callable[[], None] | None:
        """Whom to tell when it has been shown."""
        return (lambda: self.shown.append(1000 * (time.perf_counter() - at))) if counts else None


def quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


async def one_table(people: Sequence[Person], moves: int, dice: random.Random) -> list[float]:
    """Play at one table, a move every tenth of a second; the times to the acknowledgement, in milliseconds."""
    times: list[float] = []
    while len(times) < moves and not all(person.over for person in people):
        await asyncio.sleep(0.1)
        person = next((one for one in people if one.can_play), None)
        if person:
            began, done = time.perf_counter(), asyncio.get_running_loop().create_future()
            person.play(dice, done.set_result)
            if await done:
                times.append(1000 * (time.perf_counter() - began))
    return times


async def at_rate(people: Sequence[Person], rate: float, seconds: float, server: Server, dice: random.Random) -> Run:
    """Send moves at random moments, so many a second, each to a table that can play."""
    run, begin, place = Run(rate), time.perf_counter(), 0
    counts = False
    at = begin
    while at < begin + WARM + seconds:
        if (now := time.perf_counter()) < at:
            await asyncio.sleep(at - now)
        if not counts and at >= begin + WARM:
            counts, run.busy, run.spent = True, -server.busy, -time.perf_counter()
            run.elsewhere = -busy_elsewhere(server)
        place = next((one for one in range(place, place + len(people)) if people[one % len(people)].can_play), -1)
        if place >= 0:
            people[place % len(people)].play(dice, run.note(at, counts), run.note_shown(at, counts))
        place = (place + 7) % len(people)  # not the other person at that table
        run.sent += counts
        at += dice.expovariate(rate)
    run.busy += server.busy
    run.elsewhere += busy_elsewhere(server)
    run.spent += time.perf_counter()
    until = time.perf_counter() + 10
    while len(run.times) < run.sent and time.perf_counter() < until:
        await asyncio.sleep(0.02)
    return run


async def climb(people: Sequence[Person], seconds: float, server: Server, dice: random.Random, rate: float) -> float:
    """Raise the rate until the 99th percentile passes the bound, or the tables are played out; the last that held."""
    held = 0.0
    while sum(not person.over for person in people) > len(people) / 3:
        run = await at_rate(people, rate, seconds, server, dice)
        print("  " + run.line(), flush=True)
        if run.p99 > BOUND:
            break
        held, rate = rate, rate * 1.25
    return held


async def measure(given: argparse.Namespace, places: list[players.Place], server: Server) -> dict[str, float]:
    """All figures, printed as they come."""
    tally, dice = Tally(), random.Random(1)
    bare = server.memory
    began = time.perf_counter()
    people = await players.sit_down(places[::2], server.port, tally)
    spent, tables = time.perf_counter() - began, server.memory
    print(
        f"whoever comes first to a table waits {1000 * spent / len(people):.1f} ms; all {given.tables:,}: {spent:.1f} s"
    )
    people += await players.sit_down(places[1::2], server.port, tally)
    sockets = server.memory
    figures = {
        "table_kb": (tables - bare) / given.tables / 1000,
        "socket_kb": (sockets - tables) / given.tables / 1000,
        "memory_mb": sockets / 1e6,
    }
    print(
        f"memory: {figures['memory_mb']:,.0f} MB with {len(people):,} sockets; "
        f"{figures['table_kb']:.0f} kB a table with its first socket, {figures['socket_kb']:.1f} kB a further socket"
    )
    alone = await one_table([people[0], people[given.tables]], given.moves, dice)
    figures |= {"alone_p50_ms": quantile(alone, 0.5), "alone_p99_ms": quantile(alone, 0.99)}
    print(
        f"one table: command to acknowledgement p50 {figures['alone_p50_ms']:.1f} ms, "
        f"p99 {figures['alone_p99_ms']:.1f} ms, of {len(alone)} moves"
    )
    dice.shuffle(people)
    run = await at_rate(people, given.rate, given.seconds, server, dice)
    print(f"{given.tables:,} tables, {len(people):,} sockets, frames included:\n  {run.line()}", flush=True)
    figures |= {"rate": run.rate, "p50_ms": run.p50, "p99_ms": run.p99, "core": run.busy / run.spent}
    figures |= {"shown_p99_ms": quantile(run.shown, 0.99), "others": run.elsewhere / run.spent}
    figures |= {"move_cpu_ms": 1000 * run.busy / max(1, run.sent), "unanswered": run.sent - len(run.times)}
    if given.climb:
        held = await climb(people, given.seconds, server, dice, given.rate * 1.25) or run.rate
        figures["held_rate"] = held
        print(f"  the 99th percentile stays under {BOUND:.0f} ms up to {held:,.0f} moves/s")
    figures |= {"grown_kb": (server.memory - sockets) / len(people) / 1000, "frame_bytes": quantile(tally.frames, 0.5)}
    figures |= {"frame_p99_bytes": quantile(tally.frames, 0.99), "whole_kb": quantile(tally.wholes, 0.5) / 1000}
    print(
        f"a frame: median {figures['frame_bytes']:,.0f} bytes, 99 % under {figures['frame_p99_bytes']:,.0f}, of "
        f"{len(tally.frames):,}; a question {quantile(tally.asks, 0.5):,.0f}; a whole view {figures['whole_kb']:.0f} kB"
    )
    over, lost = sum(person.over for person in people), sum(person.lost for person in people)
    print(f"memory has grown by {figures['grown_kb']:.1f} kB a socket meanwhile")
    print(f"refused {len(tally.refused)}, sockets lost {lost}, games over at {over // 2} tables")
    print("".join(f"  {words}\n" for words in tally.refused[:5]), end="")
    figures |= {"refused": len(tally.refused), "lost": lost}
    return figures


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?", default="ghost-stories")
    words.add_argument("--whole", action="store_true", help="1,000 tables, 300 moves/s for 20 s, then up to the limit")
    words.add_argument("--tables", type=int)
    words.add_argument("--rate", type=float, help="moves a second over all tables")
    words.add_argument("--seconds", type=float, help="how long a rate is kept")
    words.add_argument("--moves", type=int, help="moves of the one table alone")
    words.add_argument("--climb", action="store_true", help="raise the rate until the bound is passed")
    words.add_argument("--json", action="store_true", help="print the figures once more, as JSON")
    given = words.parse_args()
    sizes = (1000, 300.0, 20.0, 200) if given.whole else (40, 40.0, 5.0, 30)
    for name, size in zip(("tables", "rate", "seconds", "moves"), sizes):
        if getattr(given, name) is None:
            setattr(given, name, size)
    given.climb |= given.whole
    return given


def main() -> None:
    given = arguments()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1 and shutil.which("taskset"):
        os.sched_setaffinity(0, cores[1:])
        where = f"server on core {cores[0]}, players on {cores[1:]}"
    else:
        where = "server and players share the cores"
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{version_line()}, Python {sys.version.split()[0]}; {where}{load}")
    with tempfile.TemporaryDirectory(prefix="witchboard-load-") as folder:
        places = players.lay_tables(Path(folder) / "server", given.game, given.tables)
        server = Server(Path(folder), cores)
        try:
            figures = asyncio.run(measure(given, places, server))
        finally:
            server.stop()
        said = server.log.read_text().splitlines()
    print("\n".join(["the server wrote:", *said[:10]]) if said else "the server wrote nothing to its log")
    if given.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
