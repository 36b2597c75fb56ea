"""Starting and stopping a server: port, data folder, browser, network."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from witchboard.engine.discover import add_files
from witchboard.engine.errors import WitchboardError
from witchboard.table.folder import data_folder
from witchboard.table.lock import HeldError, Lock

from .app import make_app, make_site
from .site import Site

PORT = 8642
TRIED = 40  # ports tried after the first
WAITING = 32_768  # bytes that the system hasn't taken yet; more lets the writer wait
SWITCH = 0.0005  # seconds after which a busy event loop lets the store's writer go on: its moves wait for that
SENDING = 65_536  # bytes that the system holds for a reader


class ServeError(WitchboardError):
    """The server can't start; says why and what helps."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    origins: tuple[str, ...] = (),
    browser: bool = False,
    say: Callable[[str], None] = print,
    workers: int = 1,
) -> None:
    """Serve until stopped by Ctrl-C or SIGTERM. Raises `ServeError`, `StoreError`."""
    folder = (data or data_folder()) / "server"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(
            f"the data can't be kept in {folder}: {error.strerror}; name another folder with --data"
        ) from None
    with _owned(folder):
        listening = _listen(host, port, folder)
        number = int(listening.getsockname()[1])
        for fault in add_files(folder.parent):
            say(f"Left out: {fault}")
        site = make_site(folder, number, origins, workers)
        if host not in ("127.0.0.1", "localhost"):
            site.lan = _lan_address() if host in ("0.0.0.0", "::") else host
        site.garbage.tame()
        sys.setswitchinterval(SWITCH)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_run(site, listening, browser, say))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


@contextmanager
def _owned(folder: Path) -> Iterator[None]:
    """One process alone has a data folder. Raises `ServeError`."""
    try:
        lock = Lock(folder / "server.lock")
    except HeldError:
        raise ServeError(
            f"another Witchboard has its data in {folder}; stop it, or name another folder with --data"
        ) from None
    except OSError as error:
        raise ServeError(f"nothing can be written in {folder}: {error.strerror}") from None
    try:
        yield
    finally:
        lock.free()


def _listen(host: str, port: int | None, folder: Path) -> socket.socket:
    """A socket on the port asked for; else on the one used last, else the first free one, which is remembered."""
    kept = folder / "port.json"
    ports = [port] if port is not None else [*_used(kept), *range(PORT, PORT + TRIED)]
    problem = ""
    for number in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except OSError as error:
            listening.close()
            problem = f"port {number} on {host}: {error.strerror}"
            continue
        listening.listen(512)
        if port is None:
            with contextlib.suppress(OSError):  # another port next time is no harm
                kept.write_text(json.dumps({"port": number}))
        return listening
    raise ServeError(f"no port to listen on ({problem}); choose another with --port")


def _used(kept: Path) -> list[int]:
    """The port used last."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return [int(json.loads(kept.read_text())["port"])]
    return []


async def _run(site: Site, listening: socket.socket, browser: bool, say: Callable[[str], None]) -> None:
    app = make_app(site)
    server = make_server(app, lifespan="on")
    network = _Network(site, app)
    site.open_network = network.open
    host, number = listening.getsockname()[:2]
    address = f"http://{'localhost' if host == '127.0.0.1' else host}:{number}"
    say(f"Witchboard is at {address}")
    say("Stop it with Ctrl-C and start it again when you like: nothing is lost, links go on working.")
    if not await network.opened_before(say):
        say("To play with friends, open a table there and press Invite.")
    if browser:
        asyncio.get_running_loop().call_later(0.3, _open_browser, address)

    def stop() -> None:
        server.should_exit = True
        network.stop()

    with _stopped_by_signals(stop):
        await server.serve([listening])
        stop()
        await network.stopped()


class _Network:
    """The second listening socket of a server that was opened to the network; the next start opens it again."""

    def __init__(self, site: Site, app: object) -> None:
        self._site = site
        self._app = app
        self._mark = site.data / "open"
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> str:
        """Listen on this computer's address in the network, and remember it; returns the address. Raises `OSError`."""
        site = self._site
        if not site.lan:
            address = _lan_address()
            added = socket.socket()
            added.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            added.bind((address, site.port))
            added.listen(512)
            self._server = make_server(self._app, lifespan="off")
            self._task = asyncio.create_task(self._server.serve([added]))
            site.lan = address
            with contextlib.suppress(OSError):  # it can be opened by hand again
                self._mark.touch()
        return f"http://{site.lan}:{site.port}"

    async def opened_before(self, say: Callable[[str], None]) -> bool:
        """Open it if it was open, so that the links that went out go on working."""
        if not self._mark.exists():
            return False
        try:
            say(f"Friends in your network reach it at {await self.open()}")
        except OSError as error:
            say(f"It can't be opened to the network as before: {error.strerror}")
        say(f"To close it to them, stop it, delete {self._mark}, and start it again.")
        return True

    def stop(self) -> None:
        if self._server:
            self._server.should_exit = True

    async def stopped(self) -> None:
        if self._task:
            await self._task


class Wire(WebSocketsSansIOProtocol):
    """A socket that can be cut: `state["cut"]` of its scope drops it with all that a stuck reader hasn't taken."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=WAITING)
        opened = transport.get_extra_info("socket")
        if opened is not None:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        self.app_state = {**self.app_state, "cut": self.transport.abort}

    def send_receive_event_to_app(self) -> None:
        """Close on text that is no UTF-8, without a line in the log: anybody could fill that."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            if self.conn.state is State.OPEN:
                self.conn.send_close(1007)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer, unless the answers before were never taken."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()


class _Server(uvicorn.Server):
    """A server that closes its sockets at a stop instead of waiting for them to go."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the program: it has two servers once it is open to the network."""
        yield


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Stop at Ctrl-C and SIGTERM."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    before: dict[signal.Signals, object] = {}
    for one in signals:
        try:
            loop.add_signal_handler(one, stop)
        except NotImplementedError:  # Windows
            before[one] = signal.signal(one, lambda number, frame: loop.call_soon_threadsafe(stop))
    yield
    for one in signals:
        if one in before:
            signal.signal(one, before[one])  # type: ignore[arg-type]  # what was there before
        else:
            loop.remove_signal_handler(one)


def make_server(app: object, lifespan: str) -> uvicorn.Server:
    """A server for the application that takes no signals. `lifespan` is "on" or "off"."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI application
        log_level="warning",
        log_config=None,
        access_log=False,
        lifespan=lifespan,  # type: ignore[arg-type]  # "on" or "off"
        ws=Wire,
        ws_max_size=16384,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1",
    )
    return _Server(config)


def _lan_address() -> str:
    """This computer's address in its network. Nothing is sent to find it out. Raises `OSError`."""
    named = os.environ.get("WITCHBOARD_LAN")
    if named:
        return named
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # reserved for documentation; a datagram socket sends nothing by connecting
        return str(probe.getsockname()[0])


def _open_browser(address: str) -> None:
    """Open a browser, if there is one and a screen to show it on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)


def structured_logs() -> None:
    """Log lines as JSON, without anything secret: tables by key, never tokens, names or choices."""

    class Lines(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            line = {"at": self.formatTime(record), "level": record.levelname, "from": record.name}
            line["words"] = record.getMessage()
            if record.exc_info:
                line["trace"] = self.formatException(record.exc_info)
            return json.dumps(line)

    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
