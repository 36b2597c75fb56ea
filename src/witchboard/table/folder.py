"""The folder in which this person's games and settings lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where the data of Witchboard belong on this system; `WITCHBOARD_DATA` overrides it. It need not exist yet.

    Linux and others: `$XDG_DATA_HOME/witchboard`, that is `~/.local/share/witchboard`. Windows:
    `%LOCALAPPDATA%\\witchboard`. macOS: `~/Library/Application Support/witchboard`.
    """
    own = environment.get("WITCHBOARD_DATA", "")
    if own:
        return Path(own).expanduser()
    home = Path.home()
    if platform == "win32":
        local = environment.get("LOCALAPPDATA", "")
        return (Path(local) if local else home / "AppData" / "Local") / "witchboard"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "witchboard"
    shared = environment.get("XDG_DATA_HOME", "")
    return (Path(shared) if os.path.isabs(shared) else home / ".local" / "share") / "witchboard"
