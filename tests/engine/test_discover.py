"""Games are found by entry point, whoever brings them."""

from __future__ import annotations

from pathlib import Path

import pytest
from witchboard_tiny import well

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.game import UnknownError

TINY = ["tiny-grab", "tiny-hideout", "tiny-stroll", "tiny-thieves", "tiny-well"]


@pytest.mark.usefixtures("tiny_installed")
def test_a_package_brings_its_games_by_being_installed() -> None:
    assert set(TINY) <= set(game_keys())
    assert game_keys() == sorted(game_keys())
    assert find_game("tiny-well") is well.GAME


def test_what_is_not_installed_is_not_found() -> None:
    assert not set(TINY) & set(game_keys())
    with pytest.raises(UnknownError, match="there is no game 'tiny-walk'"):
        find_game("tiny-walk")


@pytest.mark.usefixtures("tiny_installed")
def test_a_game_that_is_misspelt_is_guessed() -> None:
    with pytest.raises(UnknownError, match="Did you mean 'tiny-stroll'"):
        find_game("tiny-strol")


def test_an_entry_point_that_is_no_game_is_an_error_of_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    info = tmp_path / "wrong-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[witchboard.games]\nwrong-game = json:dumps\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(TypeError, match="entry point json:dumps is no Game"):
        find_game("wrong-game")
