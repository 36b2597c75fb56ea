"""Bots think in worker processes, never on the event loop: a compiled call would stop every table meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from witchboard.bots.think import think

PATIENCE = 30.0  # seconds a bot may take before its table asks again


def _begin() -> None:
    """A worker leaves the interrupt key to the server and gives way to it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)


class Thinkers:
    """A few worker processes. They are begun when the first bot is asked, and again if one has died."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin)
        return self._pool

    def warm(self) -> None:
        """Begin a worker ahead of the first question, so that the first bot answers at once."""
        self._open().submit(os.getpid)

    async def answer(self, asked: bytes) -> bytes:
        """The JSON of a bot's answer to the JSON of a request (`witchboard.bots.think`).

        Raises what thinking raises; a worker that died is replaced and asked once more.
        """
        for last in (False, True):
            pool = self._open()
            try:
                return await asyncio.wait_for(asyncio.wrap_future(pool.submit(think, asked)), PATIENCE)
            except (BrokenProcessPool, TimeoutError):
                if self._pool is pool:
                    self.close()
                if last:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End the workers, whatever they think about."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            workers = list((pool._processes or {}).values())  # a pool has no word for this before Python 3.14
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
