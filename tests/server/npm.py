"""What the tests take from npm where it is present: the type checker of the page's modules, and axe."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".witchboard" / "npm"
WANTED = {"typescript": "7.0.2", "axe-core": "4.14.1"}


def installed(package: str) -> Path:
    """The folder of that package; the test is skipped, loudly, where it can't be had."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _found(package) or _install(package)


def _found(package: str) -> Path | None:
    folder = FOLDER / "node_modules" / package
    manifest = folder / "package.json"
    if manifest.exists() and json.loads(manifest.read_text())["version"] == WANTED[package]:
        return folder
    return None


def _install(package: str) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"*** NOT TESTED: npm is not here, which would bring {package} ***")
    (FOLDER / "package.json").write_text(json.dumps({"private": True, "dependencies": WANTED}))
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
    made = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=110, check=False)
    found = _found(package)
    if found is None:
        pytest.skip(f"*** NOT TESTED: npm could not bring {package}: {made.stderr.strip()[-300:]} ***")
    return found
