"""The compiled Witchboard: a wheel made from a copy of the sources, and the environments that hold it.

`python tools/fast.py` builds the one that the next `./play` opens, and ends; play.py starts it in the background.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from fnmatch import fnmatch
from pathlib import Path

import environment
from environment import KEPT, ROOT, Stop

FAST = ROOT / ".venv-fast"
LOG = KEPT / "build.log"
WHEELS = KEPT / "wheels"
NULL = subprocess.DEVNULL
REQUIREMENTS = ("run", "build")
FOLDERS = ("src", "tools", "requirements")
SHIPPED = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE")
LEFTOVERS = ("__pycache__", "*.egg-info", ".*")  # what running, installing and checking leave among the sources
KEEP = 2  # environments: this one and the one that somebody may still be playing in


def files(root: Path) -> list[Path]:
    """Everything that a compiled build depends on."""
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    sources = [path for path in found if not any(map(_is_leftover, path.relative_to(root).parts))]
    return sources + [root / name for name in SHIPPED if (root / name).exists()]


def _is_leftover(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in LEFTOVERS)


def key(root: Path = ROOT) -> str:
    """The digest that names the compiled build of these sources for this Python."""
    level = os.environ.get("WITCHBOARD_OPT", "3")
    return environment.digest(files(root), root, sys.base_prefix, level)


def ready(mark: str) -> Path | None:
    """The finished compiled environment of this key, if there is one."""
    env = FAST / mark
    return env if environment.is_ready(env, mark) else None


def failure(mark: str) -> Path | None:
    """The note that this very build was tried and can't be compiled, if there is one."""
    note = FAST / f"{mark}.failed"
    return note if note.exists() else None


def start_in_background() -> None:
    """Start the build apart from this terminal; it says everything in its log and ends by itself."""
    command = [sys.executable, str(Path(__file__).resolve())]
    if sys.platform == "win32":
        flags = (
            subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        )
        subprocess.Popen(command, stdin=NULL, stdout=NULL, stderr=NULL, creationflags=flags)
    else:
        command.append("--detach")
        subprocess.run(command, stdin=NULL, stdout=NULL, stderr=NULL, start_new_session=True, check=False)


def is_building() -> bool:
    """Whether some start's background build is running."""
    with environment.lock("build", wait=False) as free:
        return not free


class NotCompiled(Stop):
    """The build fell back to pure Python though a compiler is there."""


def wheel(python: Path, mark: str, copy: Path) -> Path:
    """The compiled wheel of this key, built with an interpreter that has the build requirements if not kept."""
    kept = WHEELS / mark
    if found := list(kept.glob("*.whl")):
        return found[0]
    draft = KEPT / "wheel.new"
    shutil.rmtree(draft, ignore_errors=True)
    said = environment.run(
        [python, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation", "--no-index", "-w", draft, copy],
        "The wheel could not be built.",
        env=environment.surroundings("WITCHBOARD_PURE"),
    )
    [built] = draft.glob("*.whl")
    if built.name.endswith("-none-any.whl"):
        (KEPT / "compile.log").write_text(said, encoding="utf-8")
        raise NotCompiled(f"{reason(said)} ({KEPT / 'compile.log'})")
    for old in sorted(WHEELS.glob("*"), key=lambda path: path.stat().st_mtime)[: 1 - KEEP]:
        shutil.rmtree(old)
    WHEELS.mkdir(exist_ok=True)
    draft.rename(kept)
    return kept / built.name


def reason(said: str) -> str:
    """Why setup.py fell back to pure Python, in its own words."""
    return next((line.strip() for line in said.splitlines() if "building pure Python:" in line), "it built pure Python")


def copy_sources() -> tuple[Path, str]:
    """A copy to build from, since the tree may change meanwhile and must stay clean; and the copy's key."""
    copy = KEPT / "build"
    for folder in FOLDERS:
        shutil.rmtree(copy / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns(*LEFTOVERS))
    shutil.rmtree(copy / "build", ignore_errors=True)
    for name in SHIPPED:
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, copy / name)
    return copy, key(copy)


def install(env: Path, built: Path) -> None:
    environment.pip(
        env, ["install", "--no-deps", "--no-index", "--force-reinstall", built], "The wheel did not install."
    )


def build() -> None:
    """Build the compiled environment of the sources as they are now. The build lock is held by the caller."""
    copy, mark = copy_sources()
    if ready(mark):
        return
    FAST.mkdir(exist_ok=True)
    env = FAST / mark
    with environment.stage("Packages"):
        environment.make(env, REQUIREMENTS)
    try:
        with environment.stage("Compile"):
            built = wheel(environment.python(env), mark, copy)
    except NotCompiled as fault:
        (FAST / f"{mark}.failed").write_text(f"{fault}\n")
        shutil.rmtree(env)
        raise
    with environment.stage("Install"):
        install(env, built)
    environment.set_ready(env, mark)
    remove_old()


def remove_old() -> None:
    """Remove compiled environments of earlier sources, and what killed builds left."""
    whole = [env for env in FAST.iterdir() if (env / "ready").exists()]
    newest = sorted(whole, key=lambda env: (env / "ready").stat().st_mtime)[-KEEP:]
    for env in FAST.iterdir():
        if env in newest:
            continue
        if env.is_dir():
            shutil.rmtree(env, ignore_errors=True)
        else:
            env.unlink()


def main() -> int:
    if sys.platform != "win32" and "--detach" in sys.argv and os.fork():
        return 0
    with environment.lock("build", wait=False) as free:
        if not free:
            return 0
        if hasattr(os, "nice"):
            os.nice(10)
        with LOG.open("w", encoding="utf-8") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
            print(time.strftime("%Y-%m-%d %H:%M:%S"), flush=True)
            try:
                build()
                if not ready(key()):
                    print("The sources have changed meanwhile: once more.", flush=True)
                    build()
            except Stop as stop:
                print(stop, flush=True)
                return 1
            print("Ready for the next start.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
