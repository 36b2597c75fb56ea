"""How likely an explorer is to outlive the fights to come, kits used as well as can be (GH-110, GH-121 to GH-126).

A fight costs 0 to 5 misses, each as likely. Before each fight a known kit may be used, at the price of the turns it
takes; between fights a kit may come to light, and a wound from something else may be taken.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FIGHTS: Final[i64] = 16  # more are reckoned as so many
KITS: Final[i64] = 6
MISSES: Final[i64] = 6
HOPE: Final = 0.02  # how much bare spaces count, so that a lost cause is still played well


class Outlook:
    """What bears on the fights to come, in whole numbers, so that equal ones are reckoned once."""

    def __init__(self, meter: i64) -> None:
        self.meter = meter
        self.prices: list[i64] = [1] * (FIGHTS + 1)  # of a miss, by how many fights are left then
        self.spared: i64 = 0  # misses that cost nothing
        self.layers: i64 = 1  # of the last fight
        self.finding: i64 = 0  # chance that a kit comes to light between two fights, in 16ths
        self.bruises: i64 = 0  # wounds from something else between two fights, in 16ths
        self.errand: i64 = 0  # what it costs to go and use a kit, in thousandths

    def key(self) -> tuple[int, ...]:
        """Equal for equal outlooks."""
        found = [int(self.meter), int(self.spared), int(self.layers)]
        found += [int(self.finding), int(self.bruises), int(self.errand)]
        found += [int(price) for price in self.prices]
        return tuple(found)


class Survival:
    """The chance to outlive so many fights, by wounds and known kits, for one outlook."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.meter = outlook.meter
        self.row: i64 = (KITS + 1) * self.meter
        self.after: list[float] = [1.0] * self.row  # outlived: by fights, kits and wounds
        self.reckoned: i64 = 0

    def value(self, fights: float, wounds: i64, kits: i64) -> float:
        """The chance to outlive so many fights, not a whole number perhaps. Dead is 0."""
        if wounds >= self.meter:
            return 0.0
        if fights <= 0.0:
            return 1.0
        fights = min(fights, float(FIGHTS))
        whole = i64(fights)
        share = fights - float(whole)
        found = self.outlive(whole, wounds, kits)
        if share >= 0.01:
            found += share * (self.outlive(whole + 1, wounds, kits) - found)
        return found + HOPE * (1.0 - found) * float(self.meter - wounds) / float(self.meter)

    def outlive(self, fights: i64, wounds: i64, kits: i64) -> float:
        """The chance to outlive so many fights."""
        kits = min(kits, KITS)
        while self.reckoned < fights:
            self._reckon()
        return self.after[fights * self.row + kits * self.meter + wounds]

    def fight(self, fights: float, wounds: i64, kits: i64, miss: i64, spared: i64, layers: i64) -> float:
        """The value after a fight now, with so many fights left when it is over."""
        total = 0.0
        if layers > 1:
            for misses in range(MISSES):
                cost = misses - min(misses, spared)
                total += self.fight(fights, wounds + cost * miss, kits, miss, max(0, spared - misses), layers - 1)
            return total / 6.0
        for misses in range(MISSES):
            cost = misses - min(misses, spared)
            total += self.value(fights, wounds + cost * miss, kits)
        return total / 6.0

    def _reckon(self) -> None:
        """One more fight, from the values of one fewer."""
        outlook, meter = self.outlook, self.meter
        fights = self.reckoned + 1
        miss = outlook.prices[fights]
        base = self.reckoned * self.row
        later = self._between(base)
        errand = float(outlook.errand) / 1000.0
        self.after += [0.0] * self.row
        layers = outlook.layers if fights == 1 else 1
        for kits in range(KITS + 1):
            for wounds in range(meter):
                best = self._fought(later, kits, wounds, miss, outlook.spared, layers)
                if kits and wounds:
                    healed = self.after[fights * self.row + (kits - 1) * meter] - errand
                    best = max(best, healed)
                self.after[fights * self.row + kits * meter + wounds] = max(0.0, best)
        self.reckoned = fights

    def _fought(self, later: list[float], kits: i64, wounds: i64, miss: i64, spared: i64, layers: i64) -> float:
        total = 0.0
        for misses in range(MISSES):
            worse = wounds + (misses - min(misses, spared)) * miss
            if worse < self.meter:
                if layers > 1:
                    total += self._fought(later, kits, worse, miss, max(0, spared - misses), layers - 1)
                else:
                    total += later[kits * self.meter + worse]
        return total / 6.0

    def _between(self, base: i64) -> list[float]:
        """The values of one fight fewer, before what may come to light or happen on the way to it."""
        meter = self.meter
        finding = float(self.outlook.finding) / 16.0
        sure = self.outlook.bruises // 16
        bruises = float(self.outlook.bruises % 16) / 16.0
        found: list[float] = [0.0] * self.row
        for kits in range(KITS + 1):
            more = min(kits + 1, KITS)
            for wounds in range(meter):
                worse = wounds + sure
                own = base + kits * meter + worse
                plain = self.after[own] if worse < meter else 0.0
                hurt = self.after[own + 1] if worse + 1 < meter else 0.0
                value = plain + bruises * (hurt - plain)
                if more != kits and worse < meter:
                    value += finding * (self.after[base + more * meter + worse] - plain)
                found[kits * meter + wounds] = value
        return found
