"""Files that pages fetch: under a path that holds a hash of them all, so that browsers keep them for ever."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.requests import Request
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
SHOWN = ("pieces.svg", "styles.css", "poster.svg")  # of a game's folder


def _files(folder: Traversable, prefix: str = "") -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            found += _files(entry, path + "/")
        else:
            found.append((path, entry))
    return found


@cache
def static_files() -> dict[str, bytes]:
    """The site's own files by path, modules without what only their readers need."""
    folder = resources.files("witchboard.server") / "static"
    found = {path: entry.read_bytes() for path, entry in _files(folder)}
    return {
        path: lean(data) if path.startswith("js/") and path.endswith(".js") else data for path, data in found.items()
    }


KEPT = re.compile(rb"""("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/(?![*/])(?:\\.|[^/\\\n])+/[a-z]*)""")
"""Strings, templates and patterns of a module, in which white space means something (of a/b/c it is kept as well)."""


def lean(module: bytes) -> bytes:
    """A module without its types, remarks and white space: `/** … */` anywhere, lines that begin with `//`.

    Line breaks stay where they may end a statement; so do spaces between words and between signs like + and +.
    """
    parts = KEPT.split(unremarked(module))
    parts[::2] = [re.sub(rb" *([={}()\[\],:;?&|<>!*]) *", rb"\1", part) for part in parts[::2]]
    parts[::2] = [re.sub(rb"(?<![+-]) ?([+-]) (?![+-])", rb"\1", part) for part in parts[::2]]
    parts[::2] = [re.sub(rb"([{(\[,;])\n+|\n+(?=[})\]])", rb"\1", part) for part in parts[::2]]
    return b"".join(parts)


def unremarked(module: bytes) -> bytes:
    """A module without its types, remarks and indentation."""
    without = re.sub(rb"/\*\*.*?\*/ ?", b"", module, flags=re.S)
    return re.sub(rb"^\s*(//.*\n)?", b"", without, flags=re.M)


@cache
def static_hash() -> str:
    """A hash of all of them."""
    digest = hashlib.sha256()
    for path, data in static_files().items():
        digest.update(path.encode() + b"\0" + data)
    return digest.hexdigest()[:12]


def static(path: str) -> str:
    """The address of one of the site's files."""
    if path not in static_files():
        raise KeyError(f"there is no static file {path}")
    return f"/static/{static_hash()}/{path}"


@cache
def game_file(module: str, name: str) -> bytes | None:
    """A file that a game shows, from its folder; None if it has none of that name."""
    if name not in SHOWN:
        return None
    try:
        return (resources.files(module) / name).read_bytes()
    except (FileNotFoundError, OSError):
        return None


def game_address(key: str, module: str, name: str) -> str:
    """The address of such a file; "" if the game has none."""
    data = game_file(module, name)
    return f"/game/{key}/{hashlib.sha256(data).hexdigest()[:12]}/{name}" if data is not None else ""


def answer(data: bytes | None, name: str) -> Response:
    """A file as an answer."""
    if data is None:
        return Response("There is no such file.", 404, media_type="text/plain")
    kind = "text/javascript" if name.endswith(".js") else guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".woff2"):
        kind = "font/woff2"
    return Response(data, media_type=kind, headers={"Cache-Control": FOREVER})


async def serve_static(request: Request) -> Response:
    """The site's own files, whatever hash the path holds."""
    path = request.path_params["path"]
    return answer(static_files().get(path), path)
