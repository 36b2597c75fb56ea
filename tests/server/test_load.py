"""What a server carries, in small: the bench's own words; the whole of it is `bench/load.py --whole`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_small_load_is_carried_and_measured(figure: Callable[[str], None]) -> None:
    command = [sys.executable, "load.py", "--tables", "20", "--rate", "20", "--seconds", "4", "--moves", "10", "--json"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(command, cwd=ROOT / "bench", env=environment, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    *lines, last = ran.stdout.splitlines()
    for line in lines:
        figure(line)
    found = json.loads(last)
    assert (found["refused"], found["lost"], found["unanswered"]) == (0, 0, 0)
    assert found["frame_bytes"] < 3000
    assert "the server wrote nothing to its log" in lines


def test_a_table_that_ran_long_loads_as_quickly(figure: Callable[[str], None]) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "loading.py", "--times", "3"]
    ran = subprocess.run(command, cwd=ROOT / "bench", env=environment, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    for line in ran.stdout.splitlines():
        figure(line)
    longest = ran.stdout.splitlines()[-1].split()
    best, alone = float(longest[3]), float(longest[5])
    assert best * 4 < alone
