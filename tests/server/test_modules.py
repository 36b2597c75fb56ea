"""The page's modules: their types hold, what a browser gets of them is small, and they know no game."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tests.server.npm import ROOT, installed
from witchboard.server import assets

STATIC = ROOT / "src" / "witchboard" / "server" / "static"
MODULES = sorted((STATIC / "js").glob("*.js"))


def test_types_hold(tmp_path: Path) -> None:
    """tsc, strict, over the JSDoc of every module."""
    checker = installed("typescript") / "bin" / "tsc"
    options = {
        "allowJs": True,
        "checkJs": True,
        "strict": True,
        "noEmit": True,
        "target": "es2023",
        "module": "esnext",
        "moduleResolution": "bundler",
        "lib": ["es2023", "dom", "dom.iterable"],
        "types": [],
    }
    files = [str(path) for path in (*MODULES, STATIC / "js" / "types.d.ts")]
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({"compilerOptions": options, "files": files}))
    told = subprocess.run([checker, "-p", config], capture_output=True, text=True, timeout=100, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_browser_gets_less_than_40_kb() -> None:
    served = {path.name: len(assets.static_files()[f"js/{path.name}"]) for path in MODULES}
    assert sum(served.values()) < 40_000, served


def test_what_is_served_differs_by_remarks_alone() -> None:
    """The same words of the language come in the same order: nothing but remarks and white space is gone."""
    remarks = re.compile(
        r"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/(?![*/])(?:\\.|[^/\\\n])+/[a-z]*)|/\*.*?\*/|//[^\n]*""", re.S
    )
    for path in MODULES:
        kept = remarks.sub(lambda found: found[1] or "", path.read_text())
        served = remarks.sub(lambda found: found[1] or "", assets.static_files()[f"js/{path.name}"].decode())
        assert "".join(served.split()) == "".join(kept.split()), path.name


def test_strings_templates_and_patterns_are_served_as_they_are() -> None:
    for path in MODULES:
        served = assets.static_files()[f"js/{path.name}"]
        kept = assets.KEPT.findall(assets.unremarked(path.read_bytes()))
        assert assets.KEPT.findall(served) == kept, path.name
        nested = [one for one in kept if one.startswith(b"`") and one.count(b"${") > one.count(b"}")]
        assert nested == [], "a template within a template is not told apart from what lies between two"


def test_no_game_is_known() -> None:
    told = "".join(path.read_text() for path in MODULES).casefold()
    for game in ("ghost", "ghoul", "bugman", "gregory", "blitz", "taoist"):
        assert game not in told
