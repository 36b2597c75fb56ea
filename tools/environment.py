"""Environments for Witchboard beside its sources: made once, by hash, under a lock, and stamped when whole.

Needs nothing but Python's standard library, since it runs before anything is installed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".witchboard"
SHORT = 12


NO_PACKAGES = """The packages that Witchboard needs could not be installed. They come from Python's package index:
look at the network and the proxy settings (HTTPS_PROXY), then start again. Without a network: on a machine that has
one, and the same system and Python, run  pip download --require-hashes --no-deps -r requirements/run.txt -d wheels
then bring that folder here and start with  PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels ./play
What pip said last:"""


class Stop(Exception):
    """Something that the person in front of the screen has to remedy; its text says what and how."""


@contextlib.contextmanager
def stage(name: str) -> Iterator[None]:
    """One line for one stage: its name at once, its time when it has ended."""
    began = time.monotonic()
    print(f"{name:<40}", end="", flush=True)
    try:
        yield
    except BaseException:
        print(f"{time.monotonic() - began:7.1f} s  failed", flush=True)
        raise
    print(f"{time.monotonic() - began:7.1f} s", flush=True)


@contextlib.contextmanager
def lock(name: str, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of this name; False if another process holds it and we don't wait. It ends with its process."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / f"{name}.lock").open("a+b") as file:
        taken = _take(file)
        if not taken and wait:
            print(f"Another start is busy here ({name}); waiting for it.", flush=True)
            while not (taken := _take(file)):
                time.sleep(0.2)
        yield taken


def _take(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def digest(paths: Iterable[Path], base: Path, *words: str) -> str:
    """Short hex digest of these files (names under base and bytes), this Python and these words."""
    total = hashlib.sha256("\n".join((sys.version, sysconfig.get_platform(), *words)).encode())
    for path in sorted(paths):
        total.update(f"\n{path.relative_to(base).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return total.hexdigest()[:SHORT]


def requirement_files(names: Iterable[str]) -> list[Path]:
    return [ROOT / "requirements" / f"{name}.txt" for name in names]


def python(env: Path) -> Path:
    """The interpreter of an environment."""
    return env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def site_packages(env: Path) -> Path:
    """Where an environment of this Python keeps its packages."""
    return Path(sysconfig.get_path("purelib", "venv", vars={"base": str(env), "platbase": str(env)}))


def is_ready(env: Path, mark: str) -> bool:
    """Whether the environment was finished with this mark, and its Python is still there."""
    stamp = env / "ready"
    return stamp.exists() and stamp.read_text() == mark and python(env).exists()


def set_ready(env: Path, mark: str) -> None:
    """Stamp the environment as whole, in one step: a stamp is there complete or not at all."""
    draft = env / "ready.new"
    draft.write_text(mark)
    draft.replace(env / "ready")


def surroundings(*without: str) -> dict[str, str]:
    """The environment variables for a command: ours, less those that bend Python's imports and those named."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", *without)}


def run(command: Sequence[str | Path], fails: str, env: Mapping[str, str] | None = None, last: int = 15) -> str:
    """Run a command quietly and return what it said; if it fails, stop with its last lines under the words `fails`."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=env or surroundings(),
        check=False,
    )
    if done.returncode:
        tail = "\n".join(f"    {line}" for line in done.stdout.splitlines()[-last:])
        raise Stop(f"{fails}\n{tail}")
    return done.stdout


def make(env: Path, requirements: Iterable[str]) -> None:
    """Make the environment anew with these requirement files; it is stamped by nobody yet."""
    (env / "ready").unlink(missing_ok=True)
    create(env)
    install(env, requirements)


def create(env: Path) -> None:
    """An empty environment with pip."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Stop(
            f"Python {version} at {sys.executable} has no venv module, which keeps Witchboard's packages apart.\n"
            f"Remedy on Debian and Ubuntu:  apt install python{version}-venv"
        ) from None
    run([sys.executable, "-m", "venv", "--clear", env], f"The environment {env} could not be made.")


def install(env: Path, requirements: Iterable[str]) -> None:
    """Install what the requirement files lock, by hash."""
    listed: list[str | Path] = [part for file in requirement_files(requirements) for part in ("-r", file)]
    pip(
        env,
        ["install", "--require-hashes", "--no-deps", *listed],
        NO_PACKAGES,
    )


def pip(env: Path, arguments: Sequence[str | Path], fails: str) -> None:
    """Run an environment's own pip."""
    quiet = ["--disable-pip-version-check", "--no-input", "--retries", "2"]
    run([python(env), "-m", "pip", *arguments, *quiet], fails)


def link(env: Path) -> None:
    """Let the environment import the package from the source tree, and find its entry points.

    An ordinary install would be a copy that hides the tree; an editable one needs the build tools and leaves an
    egg-info in it. All that Python wants is a line that adds src/ to its path, and the package's metadata.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = _version()
    site = site_packages(env)
    for old in site.glob("witchboard-*.dist-info"):
        if old.name != f"witchboard-{version}.dist-info":
            shutil.rmtree(old)
    meta = site / f"witchboard-{version}.dist-info"
    meta.mkdir(exist_ok=True)
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items()) + "\n"
        for group, entries in groups.items()
    )
    _write(meta / "METADATA", f"Metadata-Version: 2.1\nName: witchboard\nVersion: {version}\n")
    _write(meta / "INSTALLER", "witchboard\n")
    _write(meta / "entry_points.txt", points)
    # As Python, not as a bare path: a bare one is read in the system's encoding, which may not know the folder's name.
    _write(site / "witchboard.pth", f"import sys; sys.path.append({str(ROOT / 'src')!a})\n")


def _version() -> str:
    scope: dict[str, str] = {}
    exec((ROOT / "src/witchboard/__init__.py").read_text(encoding="utf-8"), scope)
    return scope["__version__"]


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
