"""What the tests of the house share: its commands as modules, and a small project that builds as the real one does."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))


def _command(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"witchboard_{name}_command", ROOT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def play_py() -> ModuleType:
    """play.py."""
    return _command("play")


@pytest.fixture(scope="session")
def test_py() -> ModuleType:
    """test.py."""
    return _command("test")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the build's files round a small package, since the real one takes long to compile."""
    root = tmp_path / "project"
    package = root / "src" / "witchboard"
    (package / "engine").mkdir(parents=True)
    (root / "tools").mkdir()
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "tools/compiler.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("__init__.py", "build.py"):
        shutil.copy(ROOT / "src" / "witchboard" / name, package / name)
    (package / "engine" / "__init__.py").touch()
    (package / "engine" / "steps.py").write_text("SEATS = 4\n")
    (package / "engine" / "state.py").write_text("def doubled(n: int) -> int:\n    return 2 * n\n")
    return root
