"""What moves a result: the drivers of Sensitivity and What if, and what the design costs with each of them changed.

Of the sheet Variants only counts are taken: blocks, hosts, VMs, users, drives and GB with a driver changed. What they
cost is worked out here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracle.facts import TIERS, Design, Facts, number
from tests.oracle.german import in_english
from tests.oracle.varied import Counts, Prices, counts_of, varied

VARIANTS = "Variants"
SCALED, SHIFTED, GROWN, WHOLE = "scaled", "shifted", "grown", "whole"
_AS_IS, _AT_ONCE, _AS_DRAWN, _FIRST_END = 4, 5, 6, 7
_HELD = "a block carries VMs, its drives fit, the target is attainable"
_VOID = "which of these does not hold"


@dataclass(frozen=True)
class Driver:
    """A row of Sensitivity, and a dial of What if."""

    label: str
    unit: str
    note: str
    how: str = SCALED
    base: Callable[[Facts, Design], float] | None = None
    """What stands for it, worked out from the inputs; None: it is taken from the sheet."""
    least: float = 0.0
    most: float = 1.0
    shared: bool = True
    """Whether it changes every design."""
    setting: str = ""

    def changed(self, value: float, change: float) -> float:
        """A value at a change."""
        if change == 0:
            return value
        if self.how in (SHIFTED, GROWN):
            return min(self.most, max(self.least, value + change))
        return math.floor(round(value * (1 + change), 9)) if self.how == WHOLE else value * (1 + change)


def _mean(facts: Facts, design: Design, of: Callable[[dict[str, Any]], float]) -> float:
    """The mean over the VMs in use of the design's case."""
    return sum(vms * of(row) for row, vms in facts.in_use(design)) / design.vms_exact


def _input(label: str) -> Callable[[Facts, Design], float]:
    return lambda facts, design: number(design.inputs.get(label))


def _setting(label: str) -> Callable[[Facts, Design], float]:
    return lambda facts, design: number(facts.settings.get(label))


def _known_drives(facts: Facts, design: Design) -> float:
    """EUR of the drives of a block."""
    return sum(line.net * line.of_block for line in design.once if line.per in TIERS)


def _constant(value: float) -> Callable[[Facts, Design], float]:
    return lambda facts, design: value


DRIVERS: tuple[Driver, ...] = (
    Driver("number of users", "VMs", "concurrent VMs, their load in proportion", base=lambda f, d: d.vms_exact),
    Driver("steady IOPS per VM", "IOPS", "with the steady peak factor"),
    Driver("steady read share", "%", "of all users together", SHIFTED),
    Driver("drive IOPS", "%", "ratings of all drives, reads and writes", base=_constant(1)),
    Driver("write coalescing", "%", "every tier; the value of tier 1 is shown", SHIFTED, shared=False),
    Driver("maximum utilisation of a drive", "%", "share of a drive's IOPS that may be used", SHIFTED,
           least=0.01, shared=False),
    Driver("response time limit", "ms", "of the design's response target", base=_input("response time limit"),
           shared=False),
    Driver("share of the I/Os within it", "%", "of the design's response target", SHIFTED,
           _input("share of the I/Os within it"), least=0.01, most=0.9999, shared=False),
    Driver("drive prices", "EUR", "parts billed per drive; shown for a block", base=_known_drives),
    Driver("prices of all but drives", "%", "parts per block, host, VM, user and once", base=_constant(1)),
    Driver("RAM per VM", "GiB", "without the hypervisor's overhead", base=lambda f, d: _mean(f, d, f.ram_of)),
    Driver("vCPU per VM", "vCPU", "mean of the users", base=lambda f, d: _mean(f, d, f.vcpus_of)),
    Driver("vCPU per core", "vCPU", "of the block and hosts beside it, not of groups with their own",
           base=_input("vCPU per core"), shared=False),
    Driver("GB per VM", "GB", "delta, swap, log and what persists, on this block"),
    Driver("IOPS per VM in all phases", "IOPS", "steady work, login and boot together"),
    Driver("login IOPS per VM", "IOPS", "with the login peak factor"),
    Driver("boot IOPS per VM", "IOPS", "of one VM that boots"),
    Driver("measured VMs per block", "VMs", "whole VMs", WHOLE, _input("VMs per block, measured"), shared=False),
    Driver("growth of users per year", "%", "points per year, until the end of the years of use", GROWN, _constant(0),
           least=-0.5),
    Driver("interest per year", "%", "points; of all that is paid later, parts per year too", SHIFTED,
           _setting("interest per year"), setting="interest per year"),
    Driver("price of energy", "EUR", "per kWh", base=_setting("price of energy"), setting="price of energy"),
    Driver("maintenance per year", "%", "points of what is maintained, per year", SHIFTED,
           _setting("maintenance per year"), setting="maintenance per year"),
    Driver("prices per VM, such as licences", "%", "what is billed per VM and per user, without what packs add",
           base=_constant(1)),
)  # fmt: skip
BY_LABEL = {driver.label: driver for driver in DRIVERS}


@dataclass(frozen=True)
class At:
    """A design with something changed: what it costs, and what was counted."""

    design: Design
    void: str
    """Why no block carries the VMs; "" where one does."""
    drives: float

    def amount(self, measure: str) -> float:
        """What is ranked, of this design alone; nan where it is not known."""
        design = self.design
        return {
            "EUR per VM": design.bought / design.vms,
            "EUR for these users": design.bought,
            "EUR over the years": design.total,
            "VMs per block": design.per_block,
            "drives of all blocks": self.drives,
            "EUR beyond the other design": design.bought,
            "EUR over the years beyond the other design": design.total,
        }[measure]


class Variants:
    """The columns of Variants: the design that is varied and the other one, as they are and with a driver changed."""

    def __init__(self, facts: Facts, own: Design, other: Design) -> None:
        self.facts, self.own, self.other = facts, own, other
        saved = facts.saved
        self._rows = {in_english(saved.value(VARIANTS, row, 1)): row for row in range(saved.last_row(VARIANTS), 5, -1)}

    def value(self, label: str, column: int, otherwise: int) -> Any:
        """What a column says of a figure: where it says nothing, it is as in another one."""
        row = self._rows[label]
        found = self.facts.saved.value(VARIANTS, row, column)
        return self.facts.saved.value(VARIANTS, row, otherwise) if found is None else found

    def _at(self, design: Design, column: int, like: int, prices: Prices, settings: dict[str, Any]) -> At:
        def count(label: str, otherwise: float) -> float:
            found = number(self.value(label, column, like))
            return otherwise if math.isnan(found) else found  # no driver changes it

        own = counts_of(design)
        tiers = tuple(count(f"tier {k}: drives with spares", own.drives[k - 1]) for k in (1, 2, 3))
        counts = Counts(
            count("blocks to buy", own.blocks), count("hosts beside the arrays, with spares", own.beside),
            count("VMs per block", own.per_block), count("concurrent VMs, whole", own.vms),
            count("users, whole", own.users), (*tiers, count("flash cache: drives per block", own.drives[3])),
            count("profile store: capacity with its reserve", own.store_gb),
        )  # fmt: skip
        word = in_english(self.value(_VOID, column, like))
        void = "" if self.value(_HELD, column, like) else word
        return At(
            varied(self.facts, design, counts, prices, settings),
            void,
            number(self.value("drives of all blocks", column, like)),
        )

    def base(self) -> At:
        return self._at(self.own, _AS_DRAWN, _AS_DRAWN, Prices(), {})

    def other_base(self) -> At:
        if self.other is self.own:
            return self.base()
        column = self._other_column
        return self._at(self.other, column, column, Prices(), {})

    @property
    def _other_column(self) -> int:
        return _FIRST_END + 2 * len(DRIVERS) + 1

    def end(self, driver: Driver, high: bool, change: float, value: float) -> At:
        """The design that is varied with a driver at one of its ends."""
        column = _FIRST_END + 2 * DRIVERS.index(driver) + high
        return self._at(self.own, column, _AS_DRAWN, *effects_of({driver.label: (change, value)}))

    def other_end(self, driver: Driver, high: bool, change: float, value: float) -> At:
        """The other design with the same driver there, where it is one of every design."""
        if self.other is self.own:
            return self.end(driver, high, change, value)
        if not driver.shared:
            return self.other_base()
        place = [each for each in DRIVERS if each.shared].index(driver)
        column = self._other_column + 1 + 2 * place + high
        return self._at(self.other, column, self._other_column, *effects_of({driver.label: (change, value)}))

    @property
    def is_alone(self) -> bool:
        """Whether there is no other design."""
        return self.other is self.own

    @property
    def errors(self) -> tuple[bool, bool]:
        """Whether something that was entered keeps the design, and the other one, from an answer."""
        row = self._rows["errors in what is entered"]
        found = [number(self.facts.saved.value(VARIANTS, row, column)) for column in (_AS_IS, self._other_column)]
        return found[0] > 0, found[1] > 0

    def as_it_is(self) -> At:
        return self._at(self.own, _AS_IS, _AS_IS, Prices(), {})

    def at_once(self, changes: dict[str, tuple[float, float]]) -> At:
        """With all drivers at once, each by its dial."""
        return self._at(self.own, _AT_ONCE, _AS_IS, *effects_of(changes))


def effects_of(changes: dict[str, tuple[float, float]]) -> tuple[Prices, dict[str, Any]]:
    """What changes, and values, of some drivers make of prices and settings."""

    def factor(label: str) -> float:
        return 1 + changes.get(label, (0.0, 0.0))[0]

    prices = Prices(
        factor("drive prices"), factor("prices of all but drives"), factor("prices per VM, such as licences")
    )
    settings = {
        driver.setting: changes[driver.label][1]
        for driver in DRIVERS
        if driver.setting and driver.label in changes and not math.isnan(changes[driver.label][1])
    }
    return prices, settings


def ranked(measure: str, own: At, other: At, *, errors: tuple[bool, bool], alone: bool) -> float | str:
    """What a measure comes to, or the word in its place."""
    beside = "beyond the other design" in measure
    word = "error" if errors[0] else own.void
    if beside and not word:
        word = "–" if alone else "error" if errors[1] else other.void
    if word:
        return word
    value = own.amount(measure) - (other.amount(measure) if beside else 0.0)
    if math.isnan(value):
        return "not known" if "over the years" in measure else "no price"
    return value
