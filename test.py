"""Tests Witchboard from this folder: style, types, and the tests on the pure and on the compiled build.

python test.py                    everything but the slow tests
python test.py --all              also soaks, breakages and the other slow ones
python test.py --pure             without the compiled build
python test.py -k EXPR, PATHS …   only these tests (no style, no types); all else goes to pytest as it is
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("Witchboard needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import browsers
import compiler
import environment
import fast
from environment import KEPT, ROOT, Stop

TREE = ROOT / ".venv-test"
COMPILED = ROOT / ".venv-compiled"
TESTED_COMPILED = ("tests/engine", "tests/games", "tests/bots", "tests/lab", "tests/conformance")
NO_TESTS = 5  # pytest's exit status when it has found none
SECONDS_A_TEST, SECONDS_A_SLOW_TEST = "300", "3600"  # a machine may be busy with other things
TAKES_VALUE = ("-k", "-m", "-n", "-o", "-p", "-r", "-W")  # pytest's options whose value may look like a path
WHICH_BUILD = """
import witchboard.build, witchboard.engine.state
print(witchboard.build.version_line())
print(witchboard.engine.state.__file__)
"""


class Tally(NamedTuple):
    """Tests counted over one stage or several."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + theirs for mine, theirs in zip(self, other)))

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


class Wanted(NamedTuple):
    """What the command line asks for."""

    slow: bool
    compiled: bool
    paths: list[str]
    options: list[str]

    @property
    def is_selection(self) -> bool:
        return bool(self.paths or self.options)


def read(arguments: list[str]) -> Wanted:
    """Split the arguments into ours, the paths of tests, and what pytest gets as it is."""
    paths: list[str] = []
    options: list[str] = []
    for before, argument in zip(["", *arguments], arguments):
        if argument in ("--all", "--pure"):
            continue
        is_path = before not in TAKES_VALUE and (ROOT / argument.split("::")[0]).exists()
        (paths if is_path else options).append(argument)
    return Wanted("--all" in arguments, "--pure" not in arguments, paths, options)


def prepare(env: Path, requirements: list[str]) -> None:
    """Make the environment, or leave it if it was made of the same requirements."""
    mark = environment.digest(environment.requirement_files(requirements), ROOT, sys.base_prefix)
    if environment.is_ready(env, mark):
        return
    with environment.stage(f"Environment {env.name}"):
        environment.make(env, requirements)
        environment.set_ready(env, mark)


def check(name: str, *command: str) -> Tally:
    """One stage that is right or wrong as a whole, such as the linter."""
    try:
        with environment.stage(name):
            environment.run([environment.python(TREE), "-m", *command], f"{name} found fault:", last=200)
    except Stop as fault:
        print(fault, flush=True)
        return Tally(failed=1)
    return Tally(passed=1)


def run_tests(name: str, env: Path, wanted: Wanted, paths: list[str], which: str = "not browser", *more: str) -> Tally:
    """Run pytest in this environment and count. Nothing found is no fault here: another stage may have found some."""
    report = KEPT / f"{env.name}.xml"
    report.unlink(missing_ok=True)
    command = [str(environment.python(env)), "-m", "pytest", "-q", "-n", "2", f"--junitxml={report}"]
    command += ["--timeout", SECONDS_A_SLOW_TEST if wanted.slow else SECONDS_A_TEST]
    command += ["-o", f"cache_dir={KEPT / 'pytest' / env.name}"]
    command += [] if "-m" in wanted.options else ["-m", which if wanted.slow else f"{which} and not slow"]
    command += more
    began = time.monotonic()
    print(f"\n{name} …", flush=True)
    status = subprocess.run([*command, *wanted.options, *paths], env=environment.surroundings(), check=False).returncode
    print(f"{name:<40}{time.monotonic() - began:7.1f} s", flush=True)
    total = count(report)
    if status in (0, NO_TESTS) or total.failed:
        return total
    return total.plus(Tally(failed=1))  # it broke off, or did not begin


def test_browser(wanted: Wanted) -> Tally:
    """The stage in a browser, which the system's package manager brings where it may.

    Pages have limits of time, and a machine may be busy: what failed is tried once more, alone, and that is said.
    """
    if os.environ.get("WITCHBOARD_BROWSER") == "0":
        print("\n*** NOT TESTED: the page in a browser: WITCHBOARD_BROWSER is 0 ***\n", flush=True)
        return Tally(skipped=1)
    if not browsers.chromium():
        lack = browsers.bring()
        if lack:
            print(f"\n*** NOT TESTED: the page in a browser: {lack}. Remedy:  {browsers.remedy()}  ***\n", flush=True)
            return Tally(skipped=1)
    name = "Tests in the browser"
    first = run_tests(name, TREE, wanted, wanted.paths, "browser")
    if not first.failed:
        return first
    print(f"\n{first.failed} failed in the browser and are tried once more, one at a time:", flush=True)
    again = run_tests(f"{name}, again", TREE, wanted, wanted.paths, "browser", "-n", "0", "--last-failed")
    return Tally(first.passed + again.passed, again.failed, first.skipped)


def count(report: Path) -> Tally:
    """The numbers in a JUnit report; none if there is no report."""
    if not report.exists():
        return Tally()
    suites = list(ElementTree.parse(report).iter("testsuite"))
    tests, failures, errors, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    )
    return Tally(tests - failures - errors - skipped, failures + errors, skipped)


def compiled_paths(wanted: Wanted) -> list[str]:
    """The tests for the compiled build: all of its folders, or what of the wanted paths lies in them."""
    folders = [folder for folder in TESTED_COMPILED if (ROOT / folder).exists()]
    if not wanted.paths:
        return folders
    return [path for path in wanted.paths if any(_lies_in(path.split("::")[0], folder) for folder in folders)]


def _lies_in(path: str, folder: str) -> bool:
    return (ROOT / path).resolve().is_relative_to(ROOT / folder)


def install_compiled() -> None:
    """Put the compiled build of the tree as it is now into its environment, and make sure that it is that."""
    prepare(COMPILED, ["run", "test"])
    with environment.lock("build"):
        copy, mark = fast.copy_sources()
        installed = COMPILED / "wheel"
        if not installed.exists() or installed.read_text() != mark:
            with environment.stage("Compile"):
                built = fast.wheel(environment.python(TREE), mark, copy)
            installed.unlink(missing_ok=True)
            fast.install(COMPILED, built)
            installed.write_text(mark)
    told = environment.run([environment.python(COMPILED), "-c", WHICH_BUILD], "The compiled build does not import.")
    version, engine = told.strip().splitlines()
    print(f"{version}\n", flush=True)
    if "(compiled," not in version or not Path(engine).is_relative_to(COMPILED) or engine.endswith(".py"):
        raise Stop(f"The tests would not have run on the compiled build: the engine is {engine}")


def test_compiled(wanted: Wanted) -> Tally:
    """The stage on the compiled build; without a compiler it is skipped, loudly."""
    paths = compiled_paths(wanted)
    if not wanted.compiled or not paths:
        return Tally()
    lack = compiler.missing()
    if lack:
        print(f"\n*** NOT TESTED: the compiled build: {lack}. Remedy:  {compiler.remedy()}  ***\n", flush=True)
        return Tally(skipped=1)
    try:
        install_compiled()
    except Stop as fault:
        print(fault, flush=True)
        return Tally(failed=1)
    return run_tests("Tests on the compiled build", COMPILED, wanted, paths)


def test(wanted: Wanted) -> Tally:
    """All stages that are wanted, one after another, whatever an earlier one found."""
    with environment.lock("test"):
        prepare(TREE, ["run", "build", "test"])
        environment.link(TREE)
        total = Tally()
        if not wanted.is_selection:
            total = total.plus(check("Style: ruff check", "ruff", "check", "."))
            total = total.plus(check("Style: ruff format", "ruff", "format", "--check", "."))
            total = total.plus(check("Types: mypy --strict", "mypy"))
        total = total.plus(run_tests("Tests on pure Python", TREE, wanted, wanted.paths))
        total = total.plus(test_compiled(wanted))
        return total if "-m" in wanted.options else total.plus(test_browser(wanted))


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    try:
        total = test(read(arguments))
    except Stop as stop:
        print(stop, flush=True)
        total = Tally(failed=1)
    except KeyboardInterrupt:
        return 130
    print(f"\n{total}", flush=True)
    return 0 if total.passed and not total.failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
