"""How likely an explorer is to outlive the search, kits used as well as can be (GH-110, GH-121 to GH-126).

What is hidden is thought of as an urn: the search draws foes, kits, obstacles and the things sought in any order, and
ends with the last thing sought. How many fights are still to come is therefore not known but drawn too, which matters
near a full meter (one may be through in a moment) and far from it (all may come). A fight costs 0 to 5 misses, each as
likely; before each draw a known kit may be used, at the price of the turns it takes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FIGHTS: Final[i64] = 16  # more are reckoned as so many
SOUGHT: Final[i64] = 6
KITS: Final[i64] = 6
HARMS: Final[i64] = 4  # wounds of one obstacle
MISSES: Final[i64] = 6
HOPE: Final = 0.001  # how much bare spaces count, so that one who is through still spares himself


class Outlook:
    """What bears on the search to come, in whole numbers, so that equal ones are reckoned once."""

    def __init__(self, meter: i64, kits: i64 = KITS) -> None:
        self.meter = meter
        self.kits = min(kits, KITS)  # of the scenario
        self.prices: list[i64] = [1] * (FIGHTS + 1)  # of a miss, by how many foes are left then
        self.spared: i64 = 0  # misses that cost nothing
        self.spare: i64 = 0  # foes that need not be met
        self.layers: i64 = 0  # of each thing sought, if it is a foe
        self.leaving: i64 = 0  # whether the last thing sought is the way out
        self.harms: list[i64] = [0] * (HARMS + 1)  # by wounds: obstacles for each other thing, in 16ths
        self.errand: i64 = 0  # what it costs to go and use a kit, in thousandths
        self.seek = 1.0  # how much sooner than others a thing sought is met
        self.leave = 1.0  # the same for the way out
        self.find = 1.0  # the same for a kit

    def key(self) -> tuple[int, ...]:
        """Equal for equal outlooks of one temper."""
        found = [int(self.meter), int(self.spared), int(self.spare), int(self.layers)]
        found += [int(self.leaving), int(self.errand)]
        found += [int(price) for price in self.prices]
        found += [int(harm) for harm in self.harms]
        return tuple(found)


class Survival:
    """The chance to outlive the search, by what is left in the urn, known kits and wounds, for one outlook."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.meter = outlook.meter
        self.rests: list[list[float]] = [[] for _ in range((FIGHTS + 1) * (SOUGHT + 1) * (KITS + 1))]

    def rest(self, foes: i64, sought: i64, finds: i64) -> list[float]:
        """The chances with so many foes, things sought and kits in the urn: by kits known and wounds."""
        foes, sought, finds = min(foes, FIGHTS), min(sought, SOUGHT), max(0, min(finds, self.outlook.kits))
        number = (foes * (SOUGHT + 1) + sought) * (KITS + 1) + finds
        if not self.rests[number]:
            self.rests[number] = self._reckon(foes, sought, finds)
        return self.rests[number]

    def value(self, rest: list[float], wounds: i64, kits: i64) -> float:
        """The chance of one so hurt, with so many kits known. Dead is 0."""
        if wounds >= self.meter:
            return 0.0
        own = min(kits * self.meter, len(rest) - self.meter) + wounds
        return (1.0 - HOPE) * rest[own] + HOPE * float(self.meter - wounds) / float(self.meter)

    def fight(self, rest: list[float], wounds: i64, kits: i64, miss: i64, spared: i64, layers: i64) -> float:
        """The value after a fight now, with so much left when it is over."""
        total = 0.0
        for misses in range(MISSES):
            worse = wounds + (misses - min(misses, spared)) * miss
            if layers > 1:
                total += self.fight(rest, worse, kits, miss, max(0, spared - misses), layers - 1)
            else:
                total += self.value(rest, worse, kits)
        return total / 6.0

    def _reckon(self, foes: i64, sought: i64, finds: i64) -> list[float]:
        """The chances with one such urn, from those with one thing less in it."""
        outlook, meter = self.outlook, self.meter
        size = (outlook.kits - finds + 1) * meter
        if sought == 0 and foes <= outlook.spare:
            return [1.0] * size
        others = float(foes + finds + 1)
        harms = [float(harm) * others / 16.0 for harm in outlook.harms]
        seek = self._seek(foes, sought)
        find = outlook.find * float(finds)
        whole = float(foes) + seek + find
        for harm in harms:
            whole += harm
        after_foe = self.rest(foes - 1, sought, finds) if foes else []
        after_seek = self.rest(foes, sought - 1, finds) if seek > 0.0 else []
        after_find = self.rest(foes, sought, finds - 1) if finds else []
        errand = float(outlook.errand) / 1000.0
        miss, layers = outlook.prices[foes], self._layers(sought)
        found: list[float] = [0.0] * size
        for kits in range(outlook.kits - finds + 1):
            first = kits * meter
            for wounds in range(meter - 1, -1, -1):
                value = 0.0
                if foes:
                    value += float(foes) * self._fought(after_foe, first, wounds, miss, outlook.spared, 1)
                if seek > 0.0:
                    value += seek * self._fought(after_seek, first, wounds, miss, outlook.spared, layers)
                if finds:
                    value += find * after_find[first + meter + wounds]
                for hurt in range(1, min(HARMS + 1, meter - wounds)):
                    value += harms[hurt] * found[first + wounds + hurt]
                value /= whole
                found[first + wounds] = value
            if kits:
                healed = found[first - meter] - errand
                for wounds in range(1, meter):
                    found[first + wounds] = max(found[first + wounds], healed)
        return found

    def _seek(self, foes: i64, sought: i64) -> float:
        """How much the things sought count in the urn."""
        outlook = self.outlook
        if outlook.leaving and sought == 1:
            return outlook.leave if foes <= outlook.spare else 0.0
        return outlook.seek * float(sought - outlook.leaving) if sought else 0.0

    def _layers(self, sought: i64) -> i64:
        return 0 if self.outlook.leaving and sought == 1 else self.outlook.layers

    def _fought(self, rest: list[float], first: i64, wounds: i64, miss: i64, spared: i64, layers: i64) -> float:
        """The chance after a fight of so many layers; none is no fight."""
        if layers == 0:
            return rest[first + wounds]
        total = 0.0
        for misses in range(MISSES):
            worse = wounds + (misses - min(misses, spared)) * miss
            if worse < self.meter:
                total += self._fought(rest, first, worse, miss, max(0, spared - misses), layers - 1)
        return total / 6.0
