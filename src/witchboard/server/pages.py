"""The site's pages: front, set-up, joining, rules, and the words beside them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib import resources
from typing import TypeAlias, cast

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from witchboard.bots import bot_names
from witchboard.engine.discover import find_game, game_here, game_keys
from witchboard.engine.errors import WitchboardError
from witchboard.engine.front import Front, Opening, OptionValue
from witchboard.engine.game import Game, Option, UnknownError
from witchboard.engine.rulings import PRESETS, STANDING, fits, preset, readings
from witchboard.engine.settling import settled_by
from witchboard.engine.state import State
from witchboard.engine.terms import Held, OptionError
from witchboard.table.store import StoreError

from . import assets, rulepage
from .codes import read_code
from .guests import Guest, clean_name
from .lobby import Chair, Setting, chosen
from .site import Site

RULINGS = "Rulings"
Settled: TypeAlias = Sequence[tuple[Option, OptionValue, Option, Held]]
FEW = 3  # options of a group that are never folded away
TAGLINE = "Uncanny board games by candlelight, with friends or against bots."
MINE = 12  # tables on the front page


@dataclass(frozen=True)
class Poster:
    """A game on the front page."""

    key: str
    title: str
    prefix: str
    front: Front
    players: str
    counts: tuple[int, ...]
    poster: Markup
    play_words: str
    more: tuple[dict[str, object], ...]


@lru_cache(64)
def poster(key: str, met: bool = False, day: int = 0) -> Poster:
    """The poster of a game on a day, for somebody who has met the game before or not."""
    game = find_game(key)
    low, high = min(game.players), max(game.players)
    words = f"{low} player{'s' if low > 1 else ''}" if low == high else f"{low}–{high} players"
    first, *others = openings(game, met, day)
    bots = sum(bool(bot) for bot in first.bots)
    play = "against bots" if bots and game.front.kind != "together" else "with bots" if bots else "alone"
    more = tuple({"number": n, "words": opening.words} for n, opening in enumerate(others, 1))
    return Poster(key, game.title, game.prefix, game.front, words, game.players, _symbol(game), play, more)


def openings(game: Game[State], met: bool, day: int) -> tuple[Opening, ...]:
    """What opens without set-up: the game's openings, and the challenge of the day, where it has one."""
    daily = game.daily(day) if day else None
    return (*game.front.offered(met), daily) if daily else game.front.offered(met)


def _symbol(game: Game[State]) -> Markup:
    """The game's poster as a symbol that the page places."""
    data = assets.game_file(module_of(game), "poster.svg")
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", data.decode()) if data else '<rect width="300" height="380"/>'
    start = f'<symbol id="poster-{game.key}" viewBox="0 0 300 380" preserveAspectRatio="xMidYMid slice">'
    return Markup(f"{start}{inner}</symbol>")  # the game's own file, no text from anybody


def module_of(game: Game[State]) -> str:
    """The package that is the game's folder."""
    return type(game).__module__.rpartition(".")[0]


def posters(met: Collection[str]) -> list[Poster]:
    """All games that are installed, for somebody who has met those."""
    return [poster(key, key in met, today()) for key in game_keys()]


class Pages:
    """The pages of a site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def front(self, request: Request) -> Response:
        """The posters and one's own tables."""
        guest = self.site.guest(request)
        tables = await self._tables(guest)
        waiting = sum(bool(table["waits"]) for table in tables)
        words = "one is waiting for you" if waiting == 1 else f"{waiting} are waiting for you" if waiting else ""
        games = posters(self._met(guest))
        context = {"games": games, "tables": tables, "waiting": waiting, "tables_words": words, "tagline": TAGLINE}
        return self.site.page(request, "front.html", context)

    def _met(self, guest: Guest | None) -> set[str]:
        """The games of which the guest has been at a table."""
        if guest is None:
            return set()
        query = "SELECT DISTINCT game FROM visits JOIN tables ON tables.id = table_id WHERE guest = ?"
        return {game for (game,) in self.site.store.read(query, guest.hashed)}

    async def _tables(self, guest: Guest | None) -> list[dict[str, object]]:
        """One's own tables, those that wait first."""
        if guest is None:
            return []
        query = (
            "SELECT key FROM visits JOIN tables ON tables.id = table_id WHERE guest = ? "
            "ORDER BY over, MAX(touched, at) DESC LIMIT ?"
        )
        found = []
        for (key,) in self.site.store.read(query, guest.hashed, MINE):
            try:
                found.append(await self._table(key, guest))
            except WitchboardError:
                continue  # a table that can't be read any more is no reason to show none
        return sorted(found, key=lambda table: not table["waits"])

    async def _table(self, key: str, guest: Guest) -> dict[str, object]:
        room = await self.site.rooms.get(key)
        if room is None:
            raise UnknownError(f"there is no table {key}")
        touched = self.site.store.read_one("SELECT touched FROM tables WHERE key = ?", key)
        title, front = room.game.title, room.game.front
        found: dict[str, object] = {"game": room.game.key, "code": key.upper(), "title": title}
        found["thumbnail"] = front.thumbnail
        moved = _ago(time.time() - touched[0]) if touched else ""
        if room.live is None:
            others = [one.name for one in room.setting.chairs if one.name and one.holder != guest.hashed]
            state, act, waits = "Not begun: seats are still open.", "To the table", False
        else:
            live = room.live
            person = live.person(room.who(guest.hashed))
            seating = live.table.seating
            others = [live.name(seat) for seat in range(len(seating.sitters)) if seat not in person.seats]
            asked = [seat for seat in person.seats if live.asks.open(seat)]
            waits = bool(asked)
            if seating.end:
                state, act = f"Over: {seating.end.words}", "Look back"
            elif asked:
                state, act = (
                    live.asks.plain(room.game.question(live.table.line.state, asked[0]).words),
                    "Take your turn",
                )
            else:
                state, act = live.asks.waiting(person.seats) or "The game goes on.", "Look in"
        who = f"with {_joined(others)} · " if others else ""
        return {**found, "state": state, "act": act, "waits": waits, "who": f"{who}moved {moved}"}

    async def play(self, request: Request) -> Response:
        """Play now: a table with bots opens at once."""
        game = self._opened(request)
        form = await request.form()
        guest = self.site.meet(request)
        offered = openings(game, game.key in self._met(guest), today())
        number = str(form.get("opening", "0"))
        opening = offered[int(number)] if re.fullmatch("[0-9]", number) and int(number) < len(offered) else offered[0]
        name = self.site.name(guest)
        chairs, eager = _chairs(opening, name, guest), guest.hashed
        room = await self.site.rooms.open(game, opening.players, opening.options, chairs, eager, eager=eager)
        return self.site.welcome(request, RedirectResponse(f"/t/{room.key.upper()}", 303))

    def _opened(self, request: Request) -> Game[State]:
        """The game of which a table is to be opened. Raises `HTTPException`."""
        game = _game(request)
        if game is None:
            raise HTTPException(404)
        if not self.site.from_here(request):
            raise HTTPException(403)
        if not self.site.may_open(request):
            raise HTTPException(429)
        return game

    async def setup(self, request: Request) -> Response:
        """The page on which a table is set up."""
        game = _game(request)
        if game is None:
            raise HTTPException(404)
        return self._setup_page(request, game, {}, "")

    def _setup_page(self, request: Request, game: Game[State], given: Mapping[str, str], error: str) -> HTMLResponse:
        most = max(game.players)
        kinds = [("me", "Me"), ("open", "Open, for a friend")]
        kinds += [(f"bot:{name}", f"Bot: {name}") for name in bot_names(game)]
        usual = game.front.openings[0].players if game.front.openings else most
        players = given.get("players", str(usual))
        seats = [given.get(f"seat-{seat}", "me" if seat == 0 else "open") for seat in range(most)]
        settled = settled_by(game.options, most)
        rulings = [option for option in game.options if option.printed]
        rest = [option for option in game.options if not option.printed and not option.table]
        house = [option for option in rest if option.house and not option.main]
        groups = [
            ("The game", [one for one in rest if one not in house]),
            (RULINGS, rulings),
            ("Further options", house),
        ]
        context = {
            "game": poster(game.key),
            "error": error,
            "name": given.get("name") or self.site.name(self.site.meet(request)),
            "players": int(players) if players.isdecimal() else usual,
            "seats": seats,
            "names": [given.get(f"name-{seat}", "") for seat in range(most)],
            "seat_kinds": kinds,
            "of_table": [_shown(option, given) for option in game.options if option.table],
            "groups": [_group(name, options, given, settled) for name, options in groups if options],
            "standing": STANDING,
            "settled": bool(settled),
            "given": {name: given.get(name, "") for name in ("closed", "spectators", "screen", "clock", "increment")},
            "secrets": game.secret(),
            "local_only": not self.site.lan and not self.site.origins,
            "may_open": self.site.local(request),
        }
        return self.site.page(request, "setup.html", context, 400 if error else 200)

    async def open(self, request: Request) -> Response:
        """A table is opened as it was set up; or no more is done than to set the rulings as a preset has them."""
        form = {key: str(value)[:200] for key, value in (await request.form()).items()}
        if form.get("rulings") in PRESETS:
            return self._with_preset(request, form)
        game = self._opened(request)
        guest = self.site.meet(request)
        try:
            name = clean_name(form.get("name", ""))
            players = int(form.get("players", "0"))
            settled = game.settle_options(players, _changed(game, form))
            names = [clean_name(form.get(f"name-{seat}") or name) for seat in range(players)]
            chairs = [_chair(form.get(f"seat-{seat}", "open"), game, names[seat], guest) for seat in range(players)]
            if not any(chair.holder for chair in chairs):
                raise UnknownError("take at least one seat yourself, or watch a game of bots from the front page")
            manner = Setting()
            chosen(manner, form)
            room = await self.site.rooms.open(game, players, settled, chairs, guest.hashed, manner)
        except StoreError:
            raise
        except OptionError as error:
            return self._setup_page(request, game, form, error.plain)
        except ValueError as error:
            return self._setup_page(request, game, form, str(error))
        self.site.keep_name(guest, name)
        return self.site.welcome(request, RedirectResponse(f"/t/{room.key.upper()}", 303))

    def _with_preset(self, request: Request, form: Mapping[str, str]) -> Response:
        """The page of a set-up with all rulings as a preset has them, and everything else as it was."""
        game = _game(request)
        if game is None:
            raise HTTPException(404)
        values = preset(game.options, form["rulings"])
        return self._setup_page(
            request, game, {**form, **{f"option-{key}": _written(value) for key, value in values.items()}}, ""
        )

    async def by_code(self, request: Request) -> Response:
        """Join by a spoken code."""
        code = ""
        if request.method == "POST":
            code = read_code(str((await request.form()).get("code", "")))
            if not self.site.may_guess(request):
                return self._join_page(request, code, "Too many codes were tried from here. Wait a minute.", 429)
            if code and await self.site.rooms.get(code.lower()) is not None:
                return RedirectResponse(f"/t/{code}?join=1", 303)
            return self._join_page(
                request, code, "There is no table of that code. It is two words, like AMBER-OWL.", 404
            )
        return self._join_page(request, code, "", 200)

    def _join_page(self, request: Request, code: str, error: str, status: int) -> HTMLResponse:
        context: dict[str, object] = {"heading": "Join a table", "error": error, "code": code, "table": None}
        return self.site.page(request, "join.html", context, status)

    async def rules(self, request: Request) -> Response:
        """The rules of a game; `?part` gives their text alone, for the panel beside a board; `?q=` searches."""
        game = _game(request)
        if game is None:
            raise HTTPException(404)
        if "part" in request.query_params:
            return HTMLResponse(await asyncio.to_thread(rulepage.part, game))
        query = request.query_params.get("q", "")[:60]
        html, contents = await asyncio.to_thread(rulepage.page, game)
        if query:
            html = await asyncio.to_thread(rulepage.search, game, query)
        count = html.count("<mark>")
        found = f"{count} found" if query else ""
        context = {
            "game": poster(game.key),
            "text": Markup(html),  # made from the game's own file, raw HTML in it is not rendered
            "contents": contents,
            "query": query,
            "found": found,
        }
        return self.site.page(request, "rules.html", context)

    async def words(self, request: Request) -> Response:
        """About, fair chance, hosting."""
        name = request.path_params["name"]
        page = _words_page(name)
        if page is None:
            raise HTTPException(404)
        heading, text = page
        return self.site.page(request, "words.html", {"heading": heading, "text": Markup(text)})


def _game(request: Request) -> Game[State] | None:
    try:
        return game_here(request.path_params["game"])
    except UnknownError:
        return None


def _changed(game: Game[State], form: Mapping[str, str]) -> dict[str, OptionValue]:
    """The options that a form has otherwise than by themselves: it sends all, and can't tell which were asked for."""
    sent = {option.key: form.get(f"option-{option.key}", _written(option.default)) for option in game.options}
    return {option.key: sent[option.key] for option in game.options if sent[option.key] != _written(option.default)}


def _group(name: str, options: Sequence[Option], given: Mapping[str, str], settled: Settled) -> dict[str, object]:
    """A group of options as the set-up page shows it: rulings, and many that are house's, are folded while as usual."""
    shown = [_shown(option, given, settled) for option in options]
    usual = all(one["value"] == _written(option.default) for one, option in zip(shown, options))
    folds = name == RULINGS or (len(options) > FEW and all(option.house for option in options))
    found: dict[str, object] = {"name": name, "options": shown, "folds": folds, "open": not usual}
    return {**found, "presets": PRESETS if name == RULINGS else {}}


def _shown(option: Option, given: Mapping[str, str], settled: Settled = ()) -> dict[str, object]:
    """An option as the set-up page shows it; of a ruling also what leaves no choice about it."""
    value = given.get(f"option-{option.key}", _written(option.default))
    settling = {one for settler, one, _, _ in settled if settler is option}
    values = [
        (_written(one), words, " ".join(fits(option, one)) or ("settles" if one in settling else ""))
        for one, words in option.values
    ]
    whys = dict.fromkeys(f"{holds.why[:1].upper()}{holds.why[1:]}." for _, _, one, holds in settled if one is option)
    sentence = " ".join([option.sentence, readings(option), *whys]).strip().replace("  ", " ")
    shown = {"key": option.key, "name": option.name, "sentence": sentence, "rule": option.rule}
    return {**shown, "house": option.house, "values": values, "value": value}


def _written(value: OptionValue) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _chair(kind: str, game: Game[State], name: str, guest: Guest) -> Chair:
    """A seat as it was set up. Raises `UnknownError`."""
    if kind == "me":
        return Chair("person", name, "", guest.hashed)
    if kind.startswith("bot:"):
        bot = kind[4:]
        if bot not in bot_names(game):
            raise UnknownError(f"there is no bot {bot!r}: expected one of {', '.join(bot_names(game))}")
        return Chair("bot", bot.capitalize(), bot)
    return Chair()


BOT_NAMES = ("Ines", "Tomo", "Mira", "Sam", "Yara", "Odo", "Lene")


def today() -> int:
    """The day, as `date.toordinal` counts: the same everywhere at the same moment."""
    return datetime.now(UTC).toordinal()


def _chairs(opening: Opening, name: str, guest: Guest) -> list[Chair]:
    """The seats of a table that opens at once."""
    bots = iter(BOT_NAMES)
    return [Chair("bot", next(bots), bot) if bot else Chair("person", name, "", guest.hashed) for bot in opening.bots]


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _ago(seconds: float) -> str:
    for length, words in ((86400 * 2, "days"), (5400, "hours"), (90, "min")):
        if seconds >= length:
            unit = {"days": 86400, "hours": 3600, "min": 60}[words]
            return f"{seconds / unit:.0f} {words} ago"
    return "just now"


@cache
def _words_page(name: str) -> tuple[str, str] | None:
    """A page of words from the package's folder."""
    folder = resources.files("witchboard.server") / "words"
    file = folder / f"{name}.md"
    if not re.fullmatch(r"[a-z]+", name) or not file.is_file():
        return None
    heading, _, text = file.read_text(encoding="utf-8").partition("\n")
    rendered = cast("str", MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    return heading.lstrip("# "), rendered
