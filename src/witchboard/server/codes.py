"""Spoken codes for tables: two short words, AMBER-OWL, easy to say and hard to mishear.

A code names a table and lets nobody act; guessing one is throttled like any join. Codes are drawn with `secrets`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

FIRST = re.findall(
    r"\w+",
    "AMBER ASHEN BONE BRASS BRIAR BRISK CANDLE CEDAR CINDER CLEVER CLOUD COPPER CORAL CRIMSON CRYSTAL DAPPLE DUSKY "
    "EBONY ELDER EMBER FABLE FALLEN FERN FROST GILDED GINGER GLASS GOLDEN HAZEL HIDDEN HOLLOW HONEY INDIGO IRON IVORY "
    "JADE JOLLY LANTERN LILAC LUCKY LUNAR MAPLE MARBLE MELLOW MIDNIGHT MISTY MOSSY MUSTARD NIMBLE NOBLE NUTMEG OLIVE "
    "ONYX OPAL PAPER PEARL PEPPER PLUM POLAR QUIET RAVEN RIVER ROSY RUBY RUSTY SABLE SAFFRON SANDY SCARLET SECRET "
    "SHADOW SILENT SILVER SLATE SMOKY SOLAR SPARROW STARRY STORMY SUGAR SUNNY TAWNY THISTLE TIMBER TOPAZ TWILIGHT "
    "VELVET VIOLET WALNUT WANDER WILLOW WINTER",
)
SECOND = re.findall(
    r"\w+",
    "ACORN ANCHOR APPLE ARROW BADGER BEACON BELL BERRY BISON BOAT BRIDGE BUTTON CABIN CANDLE CASTLE CAT CHESS CLOCK "
    "COMET CRANE CROW CROWN DEER DICE DOVE DRAGON DRUM EAGLE FALCON FEATHER FIDDLE FINCH FLUTE FOX FROG GARDEN GHOST "
    "GOBLIN GOOSE HARBOR HARE HARP HAWK HERON HORSE ISLAND JACKAL KETTLE KEY KITE LADDER LAMP LARK LEMON LION LIZARD "
    "LYNX MAGPIE MIRROR MOLE MOON MOTH MOUSE OTTER OWL PANDA PEBBLE PIANO PIRATE PLANET POND PUFFIN PUMPKIN RABBIT "
    "RAVEN RIDDLE ROBIN ROCKET SAIL SEAL SHELL SHIP SPARK SPIDER SPOON STAG STAR STONE SWAN TEAPOT THRONE TIGER TOAD "
    "TOWER TROUT TURTLE VIPER WAGON WHALE WITCH WOLF WREN",
)


def draw_code(taken: Callable[[str], bool]) -> str:
    """A code that names no table yet; a third word is added when two are crowded."""
    for _ in range(20):
        code = f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}"
        if not taken(code):
            return code
    while True:
        code = f"{secrets.choice(FIRST)}-{secrets.choice(SECOND)}-{secrets.choice(SECOND)}"
        if not taken(code):
            return code


def read_code(text: str) -> str:
    """A code as people type it: "amber owl" is AMBER-OWL. Empty when it can be none."""
    words = re.findall(r"[A-Z]+", text.upper()[:60])
    return "-".join(words) if 2 <= len(words) <= 3 else ""
