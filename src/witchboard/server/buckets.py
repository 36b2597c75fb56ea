"""How often something may be done: so many times at once, then so many a second."""

from __future__ import annotations

import time


class TokenBucket:
    """Lets so many through a second, and some more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens, self.at = burst, time.monotonic()

    @property
    def some(self) -> bool:
        """Whether one more could pass now."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        return self.tokens >= 1

    def take(self) -> bool:
        """Whether one more may pass now."""
        if not self.some:
            return False
        self.tokens -= 1
        return True
