"""The ids of what can be pointed at in a picture, the same in both layouts: what a choice names as its targets.

`own-…` lies on the chart that the observer walks (for who only watches, and for the first seat: the first), `opp-…` on
the other one, which is the large one while icons are hidden. Squares are named as in notation: `11-A`.
"""

from __future__ import annotations


def square(name: str) -> str:
    """A square of the grid that is walked."""
    return f"own-{name}"


def hide_square(name: str) -> str:
    """A square of the grid that is hidden by the observer."""
    return f"opp-{name}"


def step(start: str, end: str) -> str:
    """The arrow over an edge from one square to the next, by stairs too; `end` of an exit is its id."""
    return f"step-{start}-{end}"


def piece(number: int) -> str:
    """An icon to be hidden, on the palette: numbered through all the lines of the briefing."""
    return f"piece-{number}"


def bolt(number: int) -> str:
    """One of the bars for doorways to be blocked, on the palette."""
    return f"bolt-{number}"


def spot(number: int) -> str:
    """One of the weak spots to be fixed while hiding, on the palette."""
    return f"spot-{number}"


def edge(number: int) -> str:
    """A doorway or an exit that may be blocked, on the grid that is hidden: numbered in the order of the scenario."""
    return f"edge-{number}"


def aim(area: int) -> str:
    """One of the six numbers of a Ghoul's figure."""
    return f"aim-{area}"


PIN = "pin-own"  # where the observer stands: to stay, to pass, to stop
USE = "card-yes"  # use a kit, take an item
LEAVE = "card-no"  # leave it
