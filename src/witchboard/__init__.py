"""Tabletop games by the book: to play with friends and bots, and to simulate at speed."""

__version__ = "0.1.0"
