"""Players that are programs: what a bot is given and answers, where it is found by name, how a worker thinks for it."""

from __future__ import annotations

from .bot import Bot, Seat
from .registry import bot_names, find_bot
from .think import request, think

__all__ = ["Bot", "Seat", "bot_names", "find_bot", "request", "think"]
