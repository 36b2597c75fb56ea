"""Plays Witchboard from this folder: makes its environment when needed, then opens the table in the browser.

    python play.py                          opens the table
    python play.py --port 9000              the same with options of `witchboard serve`
    python play.py play ghost-stories       any other command of `witchboard`

The first start runs pure Python and compiles in the background for the next one.
WITCHBOARD_PURE=1 keeps to pure Python.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Witchboard needs Python 3.11 or newer; this is Python %d.%d.\n"
        "Remedy on Debian and Ubuntu:  apt install python3 python3-venv  (or python3.11 and python3.11-venv)"
        % sys.version_info[:2]
    )

import subprocess
from contextlib import redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import compiler
import environment
import fast
from environment import ROOT, Stop

OPEN = ["serve", "--browser"]
TO_ITSELF = ("--version", "--help", "-h", "--install-completion", "--show-completion")
PURE = ROOT / ".venv"


def command_line(arguments: list[str]) -> list[str]:
    """What `witchboard` gets: the opening command with these options, or what is said to `witchboard` itself."""
    to_itself = arguments and (not arguments[0].startswith("-") or arguments[0] in TO_ITSELF)
    return arguments if to_itself else [*OPEN, *arguments]


def prepare_pure() -> Path:
    """The pure environment, made if it is missing, incomplete or of other requirements; it runs the tree itself."""
    wanted = environment.digest(environment.requirement_files(["run"]), ROOT, sys.base_prefix)
    with environment.lock("venv"):
        if not environment.is_ready(PURE, wanted):
            with environment.stage("Environment"):
                (PURE / "ready").unlink(missing_ok=True)
                environment.create(PURE)
            with environment.stage("Packages"):
                environment.install(PURE, ["run"])
            environment.set_ready(PURE, wanted)
        environment.link(PURE)
    return PURE


def choose() -> tuple[Path, str]:
    """The environment to run, and the words that say which and why."""
    if os.environ.get("WITCHBOARD_PURE", "0") not in ("", "0"):
        return prepare_pure(), "pure Python (WITCHBOARD_PURE is set)"
    mark = fast.key()
    compiled = fast.ready(mark)
    if compiled:
        return compiled, "compiled"
    env = prepare_pure()
    lack = compiler.missing()
    if lack:
        return env, f"pure Python: {lack}; for the compiled build:  {compiler.remedy()}"
    note = fast.failure(mark)
    if note:
        return env, f"pure Python: {note.read_text().strip()}"
    if not fast.is_building():
        fast.start_in_background()
    log = fast.LOG.relative_to(ROOT)
    return env, f"pure Python; the compiled build will be ready at the next start ({log})"


def open_game(env: Path, arguments: list[str]) -> int:
    """Hand this terminal over to Witchboard."""
    command = [str(environment.python(env)), "-P", "-m", "witchboard", *arguments]  # -P: not what lies in this folder
    environ = environment.surroundings()
    if sys.platform != "win32":
        os.execve(command[0], command, environ)
    return subprocess.run(command, env=environ, check=False).returncode


def main(arguments: list[str]) -> int:
    try:
        with redirect_stdout(sys.stderr):  # so that what a command prints can be piped
            env, words = choose()
            print(f"Witchboard: {words}", flush=True)
        return open_game(env, command_line(arguments))
    except Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 1
    except OSError as fault:
        words = f"Witchboard keeps its environments in {ROOT}: it must be writable, and the disk not full."
        print(f"\n{fault}\n{words}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; the next start goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
