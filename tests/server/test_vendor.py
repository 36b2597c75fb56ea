"""What others wrote lies in the page's files as it came, each file with its licence, none of it unlisted."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "src" / "witchboard" / "server" / "static"
FILES = tomllib.loads((STATIC / "vendor.toml").read_text())["file"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file["path"]).name)
def test_vendored_file_is_as_it_came(file: dict[str, str]) -> None:
    assert hashlib.sha256((STATIC / file["path"]).read_bytes()).hexdigest() == file["sha256"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: Path(file["path"]).name)
def test_vendored_file_carries_its_licence(file: dict[str, str]) -> None:
    said = {"0BSD": "Zero-Clause BSD", "OFL-1.1": "SIL Open Font License, Version 1.1"}[file["licence"]]
    assert said in (STATIC / file["licence_text"]).read_text()


def test_list_is_complete() -> None:
    there = {path for folder in ("fonts", "vendor") for path in (STATIC / folder).iterdir()}
    listed = {STATIC / file[key] for file in FILES for key in ("path", "licence_text")}
    assert there == listed
