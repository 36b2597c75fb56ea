"""What people are told when a page can't be had: in words, on a page like all others."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ExceptionHandler

from witchboard.engine.errors import WitchboardError
from witchboard.table.store import StoreError

from .site import Site

log = logging.getLogger("witchboard")

WORDS = {
    403: ("Not from here", "That was sent from another site's page. Open this site itself and try again."),
    404: ("Nothing here", "This page does not exist. The games are on the front page."),
    405: ("Nothing here", "This address is for forms alone. The games are on the front page."),
    413: ("Too much", "That is more than a form of this site holds."),
    429: ("Slowly", "Too much was tried from your address. Wait a minute; nothing is lost."),
    500: ("That has failed", "It was written down for whoever runs this server. Your tables are as they were."),
    503: ("Not now", "Nothing has changed:"),
}


class Failures:
    """The pages of a site that say what went wrong."""

    def __init__(self, site: Site) -> None:
        self.site = site

    @property
    def handlers(self) -> dict[int | type[Exception], ExceptionHandler]:
        """Who answers for what."""
        return {HTTPException: self._refused, WitchboardError: self._unkept, 500: self._failed}

    def page(self, request: Request, status: int, more: str = "") -> Response:
        """The page for a status."""
        heading, text = WORDS.get(status, WORDS[500])
        context: dict[str, object] = {"heading": heading, "text": f"{text} {more}".strip()}
        return self.site.page(request, "words.html", context, status)

    async def _refused(self, request: Request, error: Exception) -> Response:
        return self.page(request, error.status_code if isinstance(error, HTTPException) else 500)

    async def _unkept(self, request: Request, error: Exception) -> Response:
        """The disk is full, or a record can't be gone on with."""
        if not isinstance(error, StoreError):
            log.error("%s: %s", request.url.path, error)
            return self.page(request, 500)
        return self.page(request, 503, f"{error}.")

    async def _failed(self, request: Request, error: Exception) -> Response:
        return self.page(request, 500)
