"""Where an explorer may go: the cheapest ways over known and unknown ground, and which first step promises most.

A search for something hidden, where each square must be entered by way of others, goes best by the oldest rule of
search: the rooted piece of the tree of ways with the most promise for its cost comes first (Horn 1972).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .ground import TRY, WALL, Ground
from .tables import DOOR, FREE, NONE, Plan

FAR: Final = 1e9


class Ways:
    """The tree of cheapest ways from where an explorer stands."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cost: list[float] = []  # of the way to each square
        self.first: list[i64] = []  # by square: the step code of its way's last step, NONE at the root or unreached
        self.parent: list[i64] = []
        self.order: list[i64] = []  # the squares that were reached, each after its parent
        self.root: list[i64] = []  # by square: whether the way begins there

    def spread(
        self, ground: Ground, at: i64, toll: list[float], doors: list[float], bump: float, onward: list[i64]
    ) -> None:
        """Find the cheapest ways. `toll` is the price of entering each square, `bump` of finding a doorway blocked,
        `doors` how likely each is; `onward` says whether a way may go on from a square."""
        plan = self.plan
        size = plan.squares
        self.cost = [FAR] * size
        self.first = [NONE] * size
        self.parent = [NONE] * size
        queue: list[i64] = self._roots(ground, at)
        self.root = [0] * size
        for square in queue:
            self.cost[square] = 0.0
            self.root[square] = 1
        waiting: list[i64] = self.root.copy()
        head: i64 = 0
        while head < len(queue):
            square = queue[head]
            head += 1
            waiting[square] = 0
            if not onward[square] and not self.root[square]:
                continue
            so_far = self.cost[square]
            for code in plan.out[square]:
                other = plan.to[code]
                if other < 0 or self.root[other]:
                    continue
                price = so_far + toll[other]
                gate = plan.gate[code]
                if gate != FREE:
                    passage = ground.passage(plan, code)
                    if passage == WALL:
                        continue
                    if passage == TRY:
                        price += bump * doors[gate - DOOR] / max(0.05, 1.0 - doors[gate - DOOR])
                if price < self.cost[other] - 1e-9:
                    self.cost[other] = price
                    self.first[other] = code
                    self.parent[other] = square
                    if not waiting[other]:
                        waiting[other] = 1
                        queue.append(other)
        self._sort()

    def _roots(self, ground: Ground, at: i64) -> list[i64]:
        """The squares he stands on or may walk to."""
        plan, label = self.plan, ground.label
        own = label[at]
        found: list[i64] = []
        if own:
            for square in range(plan.squares):
                if label[square] == own:
                    found.append(square)
            return found
        around = ground.around(plan, at)
        for square in range(plan.squares):
            if label[square] and label[square] in around:
                found.append(square)
        found.append(at)
        return found

    def _sort(self) -> None:
        """Each square after its parent."""
        children: list[list[i64]] = [[] for _ in range(self.plan.squares)]
        order: list[i64] = []
        for square in range(self.plan.squares):
            parent = self.parent[square]
            if parent >= 0 and not self.root[square]:
                if self.root[parent]:
                    order.append(square)
                else:
                    children[parent].append(square)
        head: i64 = 0
        while head < len(order):
            order += children[order[head]]
            head += 1
        self.order = order

    def step_to(self, square: i64) -> i64:
        """The first step of the way to a square."""
        while not self.root[self.parent[square]]:
            square = self.parent[square]
        return self.first[square]

    def best(self, promise: list[float], toll: list[float]) -> tuple[i64, float]:
        """The first square of the piece of the tree with most promise for its cost, and that ratio; NONE if none has.

        All tolls are above 0.
        """
        size = self.plan.squares
        gain: list[float] = [0.0] * size
        pain: list[float] = [0.0] * size
        pending: list[list[i64]] = [[] for _ in range(size)]
        found, most = NONE, 0.0
        for nth in range(len(self.order) - 1, -1, -1):
            square = self.order[nth]
            mine, price = promise[square], toll[square]
            after = pending[square]
            while after:
                pick: i64 = 0
                for at in range(1, len(after)):
                    one, other = after[at], after[pick]
                    if gain[one] * pain[other] > gain[other] * pain[one]:
                        pick = at
                child = after[pick]
                if gain[child] * price <= mine * pain[child]:
                    break
                mine += gain[child]
                price += pain[child]
                last = after.pop()
                if last != child:
                    after[pick] = last
                after += pending[child]
            gain[square], pain[square] = mine, price
            parent = self.parent[square]
            if self.root[parent]:
                if mine > most * price:
                    found, most = square, mine / price
            elif mine > 0.0:
                pending[parent].append(square)
        return found, most


def walkable(ground: Ground, at: i64, square: i64) -> bool:
    """Whether that square is on the free ground where he stands."""
    return ground.label[at] != 0 and ground.label[at] == ground.label[square]
