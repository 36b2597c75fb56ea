"""Who is who without an account: a guest's number in a signed cookie, and tokens that are stored hashed.

The cookie's key lies in the data folder, so that a restart doesn't turn friends into strangers.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer

from witchboard.table.store import StoreError

COOKIE = "witchboard_guest"
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Guest:
    """A browser that has been here: its number (128 random bits, in hex)."""

    key: str

    @property
    def hashed(self) -> str:
        """What is stored of the number: SHA-256, in hex."""
        return hashed(self.key)


NAMES: list[str] = re.findall(
    r"\w+",
    "Badger Bat Beaver Crow Dormouse Falcon Ferret Finch Fox Hare Hedgehog Heron Lark Lynx Magpie Marten Mole Moth "
    "Newt Otter Owl Puffin Raven Robin Rook Salamander Sparrow Squirrel Stoat Swift Thrush Toad Vole Weasel Wolf Wren",
)
"""What guests are called who haven't named themselves."""


def default_name(guest: Guest) -> str:
    """A name for a guest who hasn't given one: always the same for the same browser."""
    return NAMES[int(guest.hashed[:8], 16) % len(NAMES)]


def hashed(token: str) -> str:
    """A token as it is stored: the SHA-256 of it, in hex. Tokens have 128 random bits, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """128 random bits in hex."""
    return secrets.token_hex(16)


KEY_BYTES = 32


def server_key(folder: Path) -> bytes:
    """The key that signs cookies; made at the first start, readable by the owner alone. Raises `StoreError`."""
    path = folder / "cookie.key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_bytes()
    except OSError as error:
        raise StoreError(f"the key of the cookies, {path}, can't be read or made: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        words = f"{path} has {len(key)} bytes instead of {KEY_BYTES}: put back the one you had"
        raise StoreError(f"{words}, or take it away; then a new one is made, and nobody's browser is known any more")
    return key


def _make_key(path: Path) -> None:
    """Write a new key, all of it or nothing, whatever happens meanwhile."""
    beside = path.with_suffix(".new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    if os.name != "nt":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


class Guests:
    """Signs and reads the guest cookie, and the page tokens that a socket's first message must carry."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._pages = URLSafeSerializer(key, salt="page")

    def read(self, cookie: str | None) -> Guest | None:
        """The guest of a cookie, or None when there is none or it isn't ours."""
        if not cookie:
            return None
        try:
            key = self._cookies.loads(cookie)
        except BadData:
            return None
        return Guest(key) if isinstance(key, str) else None

    def cookie(self, guest: Guest) -> str:
        """The cookie of a guest."""
        return str(self._cookies.dumps(guest.key))

    def invite(self, table: str, nonce: str) -> str:
        """The key that the invite link of a table carries: 128 bits, worked out anew each time, stored nowhere."""
        return hmac.new(self._key, f"invite/{table}/{nonce}".encode(), "sha256").hexdigest()[:32]

    def page_token(self, guest: Guest, table: str) -> str:
        """What a page of that table carries for that guest's socket."""
        return str(self._pages.dumps([guest.hashed, table]))

    def page_fits(self, token: str, guest: Guest, table: str) -> bool:
        """Whether the token is of a page this guest got for this table."""
        try:
            given = self._pages.loads(token)
        except BadData:
            return False
        return bool(given == [guest.hashed, table])


def clean_name(text: str) -> str:
    """A name as it is shown: normalised, 1 to 24 characters, no control or direction marks. Raises ValueError."""
    normal = " ".join(unicodedata.normalize("NFKC", text[:200]).split())
    kept = "".join(sign for sign in normal if unicodedata.category(sign)[0] != "C")
    name = " ".join(kept.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"A name has 1 to {LONGEST_NAME} characters.")
    return name
