"""Which build of Witchboard this is: pure Python or compiled, and from which sources.

Needs nothing but the standard library, so that it can be asked before anything is installed.
"""

from __future__ import annotations

import hashlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from witchboard import __version__

PACKAGE = Path(__file__).parent


def build_name() -> str:
    """`compiled` if the engine's modules are extension modules, else `pure`.

    A build is one or the other as a whole, and Python prefers an extension module to the `.py` that lies beside it,
    so the files tell without importing the engine.
    """
    compiled = any(path for suffix in EXTENSION_SUFFIXES for path in (PACKAGE / "engine").glob(f"*{suffix}"))
    return "compiled" if compiled else "pure"


def sources_digest() -> str:
    """First 12 hex digits of a SHA-256 over every `.py` and `.toml` file of the package.

    It depends on the files' names within the package and on their bytes alone, so that a pure and a compiled build of
    the same sources have the same digest wherever they are installed.
    """
    names = {path.relative_to(PACKAGE).as_posix(): path for ext in ("py", "toml") for path in PACKAGE.rglob(f"*.{ext}")}
    total = hashlib.sha256()
    for name in sorted(names):
        total.update(f"{name} {hashlib.sha256(names[name].read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()[:12]


def version_line() -> str:
    """What `witchboard --version` says, such as `witchboard 0.1.0 (compiled, sources 1a2b3c4d5e6f)`."""
    return f"witchboard {__version__} ({build_name()}, sources {sources_digest()})"
