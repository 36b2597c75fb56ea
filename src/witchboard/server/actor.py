"""An actor: handles one thing at a time, in the order in which they came."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine

from witchboard.table.store import StoreError

log = logging.getLogger("witchboard.room")

Job = Callable[[], Coroutine[None, None, None]]


class Actor:
    """Runs jobs one after another; a job that fails fails alone. `touched` is when the latest came."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.touched = time.monotonic()
        self.closed = False
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = asyncio.create_task(self._run())

    def before(self) -> None:
        """What is done before each job."""

    def after(self) -> None:
        """What is done after each job."""

    async def _run(self) -> None:
        while (job := await self._jobs.get()) is not None:
            try:
                self.before()
                await job()
            except Exception:
                log.exception("%s: a job failed", self.name)
            self.after()

    def do(self, job: Job) -> None:
        """Let the actor do something in its turn."""
        self.touched = time.monotonic()
        self._jobs.put_nowait(job)

    def do_unasked(self, job: Job) -> None:
        """The same for what nobody came for."""
        self._jobs.put_nowait(job)

    async def done(self, job: Job) -> None:
        """Let it do something, and wait for it. Raises what the job raises, `StoreError` when the actor is closed."""
        if self.closed:
            raise StoreError("the table is being put away; try again")
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def wrapped() -> None:
            try:
                await job()
            except Exception as error:
                if not finished.cancelled():
                    finished.set_exception(error)
            else:
                if not finished.cancelled():
                    finished.set_result(None)

        self.do(wrapped)
        await finished

    def beside(self, work: Coroutine[None, None, None]) -> None:
        """Let something run beside, until the actor is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop when what waits is done; what runs beside is broken off."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        self._jobs.put_nowait(None)
        await self._running
