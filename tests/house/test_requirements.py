"""Requirements are locked by version and hash, agree with pyproject.toml, and name no place they come from."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# In two pieces, or this file would be one that names them.
REGISTRIES = [
    "".join(pieces)
    for pieces in (("py", "pi.org"), ("python", "hosted.org"), ("npm", "js.org"), ("debian", ".org"), ("crates", ".io"))
]


def locked(*names: str) -> dict[str, list[Requirement]]:
    """What the requirement files of these names lock: name -> its lines."""
    found: dict[str, list[Requirement]] = {}
    for name in names:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
        for line in text.splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                requirement = Requirement(line.split("--hash")[0])
                found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_line_is_one_version_with_its_hashes(lock: Path) -> None:
    lines = lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    requirements = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    assert requirements
    for line in requirements:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_no_line_says_where_to_get_it(lock: Path) -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|^-[if] |\bfile:| @ ", lock.read_text(), re.MULTILINE)


def test_run_locks_what_the_package_depends_on() -> None:
    run = locked("run")
    for dependency in map(Requirement, PROJECT["project"]["dependencies"]):
        [lock] = run[canonicalize_name(dependency.name)]
        assert str(lock.specifier).removeprefix("==") in dependency.specifier, dependency


def test_build_locks_what_the_build_asks_for() -> None:
    known = locked("run", "build")
    for needed in map(Requirement, PROJECT["build-system"]["requires"]):
        [version] = {str(lock.specifier).removeprefix("==") for lock in known[canonicalize_name(needed.name)]}
        assert version in needed.specifier, needed


def test_the_files_agree_with_each_other() -> None:
    versions = {name: {str(lock.specifier) for lock in locks} for name, locks in locked("run", "build", "test").items()}
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_no_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    named = []
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""
        named += [(name, host) for host in REGISTRIES if host.encode() in content]
    assert named == []
