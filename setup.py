"""Builds Witchboard: compiled with mypyc where that can be done, else pure Python; never half of each.

Everything else about the package stands in pyproject.toml, also which modules compile.

    WITCHBOARD_PURE=1   pure Python, whatever is there
    WITCHBOARD_OPT=0    the C compiler's level of optimization (3 if not set)
"""

from __future__ import annotations

import os
import sys
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "witchboard"
sys.path.insert(0, str(ROOT / "tools"))

import compiler  # noqa: E402 (it lies in tools/)


def modules_to_compile() -> list[str]:
    """The files that pyproject's patterns name, relative to the root, less those that must stay interpreted."""
    chosen = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["witchboard"]
    kept = {path for pattern in chosen["interpreted"] for path in PACKAGE.glob(pattern)}
    found = {path for pattern in chosen["compiled"] for path in PACKAGE.glob(pattern)}
    return [path.relative_to(ROOT).as_posix() for path in sorted(found - kept)]


def reason_for_pure() -> str | None:
    """Why this build can only be pure Python, or None."""
    if os.environ.get("WITCHBOARD_PURE", "0") not in ("", "0"):
        return "WITCHBOARD_PURE is set"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypy is not installed; remedy: pip install --require-hashes -r requirements/build.txt"
    lack = compiler.missing()
    return f"{lack}; remedy: {compiler.remedy()}" if lack else None


def extensions() -> list[Extension]:
    """The extension modules, their C code written by mypyc."""
    from mypyc.build import mypycify

    # Silent: a type error in a module that isn't compiled is a fault for ./test to find, not one of this build.
    options = ["--cache-dir=build/mypy", "--follow-imports=silent"]
    level = os.environ.get("WITCHBOARD_OPT", "3")
    made = mypycify([*options, *modules_to_compile()], opt_level=level, debug_level="0", multi_file=True)
    for extension in made:  # a warning that a newer C compiler has learnt is no reason to fail
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
    return made


class BuildExtensions(build_ext):
    """Compiles C files side by side, one a core, not only extensions: mypyc puts nearly all files into one."""

    def build_extensions(self) -> None:
        self.parallel = os.cpu_count()
        compile_all, compile_one = self.compiler.compile, self.compiler._compile
        own = threading.local()
        with ThreadPoolExecutor(self.parallel) as pool:

            def start(*arguments: Any) -> None:
                own.running.append(pool.submit(compile_one, *arguments))

            def start_and_wait(*arguments: Any, **more: Any) -> list[str]:
                own.running = []
                objects: list[str] = compile_all(*arguments, **more)
                for running in own.running:
                    running.result()
                return objects

            self.compiler._compile, self.compiler.compile = start, start_and_wait
            super().build_extensions()


def build_compiled() -> str | None:
    """Build it compiled; if that fails, say why in words."""
    try:
        setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions})
    except SystemExit as stop:  # how mypyc and distutils both say that they failed
        if stop.code:
            return "compiling failed; the messages above tell where"
    except Exception as error:  # a compiler can fail in any way, and none may keep Witchboard from being installed
        return f"compiling failed ({type(error).__name__}: {error})"
    return None


def main() -> None:
    # An editable install stays pure: compiled modules would win over the very files that are being edited.
    if not {"bdist_wheel", "build_ext", "install"} & set(sys.argv[1:]):
        setup()
        return
    reason = reason_for_pure() or build_compiled()
    if reason:
        print(f"witchboard: building pure Python: {reason}", file=sys.stderr, flush=True)
        setup()


main()
