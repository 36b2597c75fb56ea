"""Links that give a seat to a browser once: one's own to another device, or, from the host, to who lost his cookie.

A pass is good for ten minutes and for one use; who is refused has not used it. Its token has 128 random bits, its
spoken code eight digits; both are stored hashed.
"""

from __future__ import annotations

import asyncio
import io
import re
import secrets
import sqlite3
import time
from dataclasses import dataclass

import segno

from .guests import hashed, new_token
from .sqlite import SqliteStore

MINUTES = 10


@dataclass(frozen=True, slots=True)
class Pass:
    """What a link gives: kind "device" lets a browser play for a guest at a table, "seat" sits it down on a seat."""

    kind: str
    guest: str
    table: str
    seat: int


async def issue(store: SqliteStore, given: Pass) -> tuple[str, str]:
    """A new token and a code for it. Raises `StoreError`."""
    token, code = new_token(), f"{secrets.randbelow(10**4):04}-{secrets.randbelow(10**4):04}"
    until = time.time() + 60 * MINUTES

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM passes WHERE until < ?", (time.time(),))
        query = (
            "INSERT OR REPLACE INTO passes (token, guest, kind, table_id, seat, until) "
            "SELECT ?, ?, ?, id, ?, ? FROM tables WHERE key = ?"
        )
        for one in (token, code):
            connection.execute(query, (hashed(one), given.guest, given.kind, given.seat, until, given.table))

    await asyncio.wrap_future(store.later(work))
    return token, code


def look(store: SqliteStore, token: str) -> Pass | None:
    """What a token or code gives, if it is still good."""
    query = (
        "SELECT kind, guest, key, seat FROM passes JOIN tables ON tables.id = table_id WHERE token = ? AND until >= ?"
    )
    row = store.read_one(query, hashed(token), time.time())
    return Pass(*row) if row else None


async def use(store: SqliteStore, token: str) -> None:
    """It has brought what it gives: it is good no more, nor is its code. Raises `StoreError`."""

    def work(connection: sqlite3.Connection) -> None:
        gone = "DELETE FROM passes WHERE token = ? RETURNING guest, kind, seat, until"
        one = connection.execute(gone, (hashed(token),)).fetchone()
        if one is not None:
            connection.execute("DELETE FROM passes WHERE guest = ? AND kind = ? AND seat = ? AND until = ?", one)

    await asyncio.wrap_future(store.later(work))


def read_code(text: str) -> str:
    """A code as people type it; "" when it can be none."""
    digits = "".join(re.findall(r"\d", text[:40]))
    return f"{digits[:4]}-{digits[4:]}" if len(digits) == 8 else ""


def qr(link: str, inline: bool = False) -> str:
    """A link as a QR code in SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(
        out,
        kind="svg",
        scale=6,
        border=2,
        xmldecl=False,
        svgns=not inline,
        nl=False,
        dark="#21172e",
        light="#fff8e8",
    )
    return out.getvalue().decode()
