"""What a sensitivity varies of one design, by how much, and the figures of every variant.

Each of the twelve drivers is declared once, for the sheet and for the sweeps of `uncertainty`. A sweep gives it
a value. The sheet varies it by a change: a part of it (loads, prices, sizes, a time limit) or points (shares);
a change of 0 leaves every figure as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing._arrays import Value, divide
from vdi_sizing.inputs import Input, inputs_of, same_name
from vdi_sizing.model.figures_money import DRIVE_PRICES
from vdi_sizing.model.figures_response import response_workings
from vdi_sizing.model.sizing import BILLED_PER, Figures, compute, resolve
from vdi_sizing.scenario import PARTS, PHASES, TIERS, Design, Scenario, Tier

SCALED, SHIFTED, MIXED = "scaled", "shifted", "mixed"
LOW, HIGH = "low", "high"
ENDS = (LOW, HIGH)
LOADS = tuple(f"{phase}_{what}" for phase in PHASES for what in ("reads", "writes"))
"""The loads that `resolve` sums over the user groups."""
_USUAL_CHANGE = {SCALED: 0.2, SHIFTED: 0.1, MIXED: 0.1}
_STEADY = ("steady_reads", "steady_writes")
_STORE = ("store_iops", "store_reads", "store_login_iops", "store_gb")
_RATINGS = tuple(f"{part}_rated_{what}_iops" for part in PARTS for what in ("read", "write"))
_COALESCED = tuple(f"design.tier{k}_write_coalesced" for k in TIERS)
_GB = tuple(f"{name}_gb_per_vm" for name in ("delta", "swap", "log", "persistent"))
_DRIVE_PRICES = tuple(DRIVE_PRICES.values())
_OTHER_PRICES = tuple(name for name in (f"parts_per_{per}_eur" for per in BILLED_PER) if name not in _DRIVE_PRICES)


@dataclass(frozen=True)
class Driver:
    """Something that may turn out otherwise: which figures or inputs it changes, how, and within which limits.

    `input` is what a sweep gives it: an input of the design itself, a share, or else a multiple, since loads,
    ratings and prices are tables.
    """

    name: str
    input: Input
    how: str
    targets: tuple[str, ...]
    shown: str | None = None  # the figure or input that stands for it; None: 100 %
    least: float = 0.0
    most: float = 1.0
    kept: tuple[str, ...] = ()  # figures that stay, since what they are worked out from changes in step

    @property
    def label(self) -> str:
        """The driver in words."""
        return self.input.label

    @property
    def usual_change(self) -> float:
        """What low and high differ by, unless a scenario says otherwise."""
        return _USUAL_CHANGE[self.how]

    def changed(self, value: float, change: float) -> float:
        """A value at this change."""
        if self.how == SCALED:
            return value * (1 + change)
        return min(self.most, max(self.least, value + change))

    def set_to(self, x: Figures, value: Value) -> None:
        """Put a value of `input` into the figures that a sizing starts from."""
        if self.how == MIXED:
            reads, writes = self.targets
            both = x[reads] + x[writes]
            x[reads], x[writes] = both * value, both * (1 - value)
            return
        for name in self.targets:
            x[name] = value if name.startswith("design.") else x[name] * value

    def change_by(self, x: Figures, change: float) -> None:
        """Change the figures that a sizing starts from; what is blank stays blank."""
        if self.how == MIXED:
            reads, writes = (x[name] for name in self.targets)
            self.set_to(x, self.changed(divide(reads, reads + writes, otherwise=0.0), change))  # type: ignore[arg-type]
            return
        for name in self.targets:
            if x[name] is not None:
                x[name] = self.changed(x[name], change)


def _times(label: str) -> Input:
    return Input(label, "x", "times what the scenario says", above=0)


_DRIVERS = (
    Driver(
        "users_scale", _times("number of users"), SCALED, ("vms", "all_vms", *LOADS, *_STORE), "vms",
        kept=tuple(f"{load}_per_vm" for load in LOADS),
    ),
    Driver("steady_iops_scale", _times("steady IOPS per VM"), SCALED, _STEADY, "steady_iops_per_vm"),
    Driver(
        "steady_read_share", Input("steady read share", "0..1", "of all users together", "share"), MIXED,
        _STEADY, "steady_read_share",
    ),
    Driver("drive_iops_scale", _times("drive IOPS"), SCALED, _RATINGS),
    Driver("write_coalesced", inputs_of(Tier)["write_coalesced"], SHIFTED, _COALESCED, _COALESCED[0]),
    Driver(
        "max_utilization", inputs_of(Design)["max_utilization"], SHIFTED, ("design.max_utilization",),
        "design.max_utilization", least=0.01,
    ),
    Driver(
        "response_limit_ms", inputs_of(Design)["response_limit_ms"], SCALED, ("design.response_limit_ms",),
        "design.response_limit_ms",
    ),
    Driver(
        "response_share", inputs_of(Design)["response_share"], SHIFTED, ("design.response_share",),
        "design.response_share", least=0.01, most=0.9999,
    ),
    Driver("drive_price_scale", _times("drive prices"), SCALED, _DRIVE_PRICES, "known_drives_eur"),
    Driver("other_price_scale", _times("other prices"), SCALED, _OTHER_PRICES),
    Driver("ram_scale", _times("RAM per VM"), SCALED, ("ram_gib_per_vm",), "ram_gib_per_vm"),
    Driver("gb_scale", _times("GB per VM"), SCALED, _GB, "gb_per_vm"),
)  # fmt: skip
DRIVERS: dict[str, Driver] = {driver.name: driver for driver in _DRIVERS}
"""The drivers by name, in the order of the sheet."""


@dataclass(frozen=True)
class Varied:
    """Figures of a design as it is, and at the low and high end of every driver.

    `given` are the names of the figures that a sizing starts from.
    """

    design: int
    changes: dict[tuple[str, str], float]
    given: frozenset[str]
    base: Figures
    ends: dict[tuple[str, str], Figures]


def vary(scenario: Scenario) -> Varied:
    """Size the variants of the design that the scenario's sensitivity is about.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables, settings and the ranges of the sensitivity.

    Returns
    -------
    Varied
        Figures by driver and end; the first design where none is named.

    Notes
    -----
    One driver at a time, all others as they are: the data of a tornado chart.

    References
    ----------
    T. G. Eschenbach, Spiderplots versus Tornado Diagrams for Sensitivity Analysis, Interfaces 22(6), 1992.
    """
    named = scenario.sensitivity.design
    names = [design.name for design in scenario.designs]
    chosen = next((i for i, name in enumerate(names) if named and same_name(name, named)), 0)
    start = resolve(scenario, scenario.designs[chosen])
    changes = {
        (name, end): change
        for at, name in enumerate(DRIVERS)
        for end, change in zip(ENDS, _changes(scenario, at), strict=True)
    }
    ends = {(name, end): _sized(start, DRIVERS[name], change) for (name, end), change in changes.items()}
    return Varied(chosen, changes, frozenset(start), _sized(start), ends)


def _changes(scenario: Scenario, at: int) -> tuple[float, float]:
    low, high = scenario.sensitivity.low, scenario.sensitivity.high
    usual = _DRIVERS[at].usual_change
    return low[at] if at < len(low) else -usual, high[at] if at < len(high) else usual


def _sized(start: Figures, driver: Driver | None = None, change: float = 0.0) -> Figures:
    x = dict(start)
    if driver is not None:
        driver.change_by(x, change)
    compute(x)
    response_workings(x)
    return x
