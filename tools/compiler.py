"""Whether this machine can compile Witchboard for the Python that runs this, and the remedy if it can't."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path


def remedy() -> str:
    """The command that brings a compiler, for this system."""
    if os.name == "nt":
        return "install the Visual Studio Build Tools with the C++ workload"
    if sys.platform == "darwin":
        return "xcode-select --install"
    if shutil.which("apt-get"):
        return "apt install gcc python3-dev"
    if shutil.which("dnf"):
        return "dnf install gcc python3-devel"
    return "install a C compiler and Python's header files with your system's packages"


def missing() -> str | None:
    """What is not there to compile with, in words, or None if a compiler and Python's headers are."""
    if os.name == "nt":
        return None  # only setuptools knows how to find Microsoft's compiler; the build itself will tell
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if not shutil.which(command[0]):
        return f"no C compiler ({command[0]} not found)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "no header files of Python (Python.h not found)"
    return None
