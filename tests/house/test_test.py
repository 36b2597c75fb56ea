"""What ./test reads from its command line, and how it counts."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import compiler
import environment
import pytest

REPORT = """<?xml version="1.0"?><testsuites>
<testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="1.0"></testsuite>
</testsuites>"""


def test_the_report_is_counted(test_py: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT)
    assert str(test_py.count(tmp_path / "report.xml")) == "4 passed, 3 failed, 3 skipped"


def test_without_a_report_nothing_is_counted(test_py: ModuleType, tmp_path: Path) -> None:
    assert test_py.count(tmp_path / "report.xml") == test_py.Tally()


def test_our_own_arguments_are_not_handed_on(test_py: ModuleType) -> None:
    wanted = test_py.read(["--all", "--pure"])
    assert (wanted.slow, wanted.compiled, wanted.is_selection) == (True, False, False)


def test_paths_and_options_are_told_apart(test_py: ModuleType) -> None:
    wanted = test_py.read(["-x", "tests/house", "-k", "tests", "tests/house/test_test.py::test_nothing"])
    assert wanted.paths == ["tests/house", "tests/house/test_test.py::test_nothing"]
    assert wanted.options == ["-x", "-k", "tests"]
    assert (wanted.slow, wanted.compiled) == (False, True)


def test_of_the_wanted_paths_the_compiled_build_gets_its_own(
    test_py: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests" / "engine").mkdir(parents=True)
    (tmp_path / "tests" / "engine" / "test_a.py").touch()
    (tmp_path / "tests" / "house").mkdir()
    monkeypatch.setattr(test_py, "ROOT", tmp_path)
    assert test_py.compiled_paths(test_py.read([])) == ["tests/engine"]
    assert test_py.compiled_paths(test_py.read(["tests/house"])) == []
    assert test_py.compiled_paths(test_py.read(["tests/house", "tests/engine/test_a.py::test_b"])) == [
        "tests/engine/test_a.py::test_b"
    ]


def test_without_a_compiler_the_compiled_build_is_skipped_loudly(
    test_py: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(test_py, "compiled_paths", lambda wanted: ["tests/engine"])
    monkeypatch.setattr(compiler, "missing", lambda: "no C compiler")
    assert test_py.test_compiled(test_py.read([])) == test_py.Tally(skipped=1)
    assert f"NOT TESTED: the compiled build: no C compiler. Remedy:  {compiler.remedy()}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("passed", "failed", "status"), [(3, 0, 0), (3, 1, 1), (0, 0, 1)], ids=["all passed", "one failed", "none ran"]
)
def test_the_last_line_counts_and_the_status_tells(
    test_py: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    passed: int,
    failed: int,
    status: int,
) -> None:
    monkeypatch.setattr(test_py, "test", lambda wanted: test_py.Tally(passed, failed, 2))
    monkeypatch.chdir(environment.ROOT)
    assert test_py.main([]) == status
    assert capsys.readouterr().out.splitlines()[-1] == f"{passed} passed, {failed} failed, 2 skipped"


def test_a_stage_that_breaks_off_counts_as_failed(test_py: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    done = type("Done", (), {"returncode": 2})
    monkeypatch.setattr(test_py.subprocess, "run", lambda *_, **__: done)
    assert test_py.run_tests("Tests", Path(".venv-none"), test_py.read([]), []) == test_py.Tally(failed=1)
