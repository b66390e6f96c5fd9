"""What a sensitivity varies of one design, by how much, and the figures of every variant.

Each of the twelve drivers of `uncertainty` is varied by a change: a part of it (loads, prices, sizes, a time
limit) or points (shares). A change of 0 leaves every figure as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing._arrays import divide
from vdi_sizing.figures_response import response_workings
from vdi_sizing.inputs import same_name
from vdi_sizing.scenario import PHASES, TIERS, Scenario
from vdi_sizing.sizing import BILLED_PER, Figures, compute, resolve
from vdi_sizing.uncertainty import DRIVERS

SCALED, SHIFTED, MIXED = "scaled", "shifted", "mixed"
LOW, HIGH = "low", "high"
ENDS = (LOW, HIGH)
_USUAL_CHANGE = {SCALED: 0.2, SHIFTED: 0.1, MIXED: 0.1}
_PARTS = (*(f"tier{k}" for k in TIERS), "cache")
_RATINGS = tuple(f"{part}_rated_{what}_iops" for part in _PARTS for what in ("read", "write"))
_COALESCED = tuple(f"design.tier{k}_write_coalesced" for k in TIERS)
_GB = tuple(f"{name}_gb_per_vm" for name in ("delta", "swap", "log", "persistent"))
_DRIVE_PRICES = tuple(f"parts_per_{name}_eur" for name in BILLED_PER if "drive" in name)
_OTHER_PRICES = tuple(f"parts_per_{name}_eur" for name in BILLED_PER if "drive" not in name)
_LOADS = tuple(f"{phase}_{what}" for phase in PHASES for what in ("reads", "writes"))


@dataclass(frozen=True)
class Variation:
    """How a driver is varied: which figures or inputs it changes, how, and within which limits."""

    name: str
    how: str
    targets: tuple[str, ...]
    shown: str | None = None  # the figure or input that stands for it; None: 100 %
    least: float = 0.0
    most: float = 1.0
    kept: tuple[str, ...] = ()  # figures that stay, since what they are worked out from changes in step

    @property
    def label(self) -> str:
        """The driver in words."""
        return DRIVERS[self.name].input.label

    @property
    def usual_change(self) -> float:
        """What low and high differ by, unless a scenario says otherwise."""
        return _USUAL_CHANGE[self.how]

    def changed(self, value: float, change: float) -> float:
        """A value at this change."""
        if self.how == SCALED:
            return value * (1 + change)
        return min(self.most, max(self.least, value + change))

    def apply(self, x: Figures, change: float) -> None:
        """Change the figures that a sizing starts from; what is blank stays blank."""
        if self.how == MIXED:
            reads, writes = self.targets
            both = x[reads] + x[writes]
            share = self.changed(divide(x[reads], both, otherwise=0.0), change)  # type: ignore[arg-type]
            x[reads], x[writes] = both * share, both * (1 - share)
            return
        for name in self.targets:
            if x[name] is not None:
                x[name] = self.changed(x[name], change)


VARIATIONS = (
    Variation(
        "users_scale", SCALED, ("vms", *_LOADS), "vms",
        kept=tuple(f"{phase}_{what}_per_vm" for phase in PHASES for what in ("reads", "writes")),
    ),
    Variation("steady_iops_scale", SCALED, ("steady_reads", "steady_writes"), "steady_iops_per_vm"),
    Variation("steady_read_share", MIXED, ("steady_reads", "steady_writes"), "steady_read_share"),
    Variation("drive_iops_scale", SCALED, _RATINGS),
    Variation("write_coalesced", SHIFTED, _COALESCED, _COALESCED[0]),
    Variation("max_utilization", SHIFTED, ("design.max_utilization",), "design.max_utilization", least=0.01),
    Variation("response_limit_ms", SCALED, ("design.response_limit_ms",), "design.response_limit_ms"),
    Variation(
        "response_share", SHIFTED, ("design.response_share",), "design.response_share",
        least=0.01, most=0.9999,
    ),
    Variation("drive_price_scale", SCALED, _DRIVE_PRICES, "known_drives_eur"),
    Variation("other_price_scale", SCALED, _OTHER_PRICES),
    Variation("ram_scale", SCALED, ("ram_gib_per_vm",), "ram_gib_per_vm"),
    Variation("gb_scale", SCALED, _GB, "gb_per_vm"),
)  # fmt: skip
"""The drivers in the order of the sheet."""


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
        (variation.name, end): change
        for at, variation in enumerate(VARIATIONS)
        for end, change in zip(ENDS, _changes(scenario, at), strict=True)
    }
    ends = {
        (variation.name, end): _sized(start, variation, changes[variation.name, end])
        for variation in VARIATIONS
        for end in ENDS
    }
    return Varied(chosen, changes, frozenset(start), _sized(start), ends)


def _changes(scenario: Scenario, at: int) -> tuple[float, float]:
    low, high = scenario.sensitivity.low, scenario.sensitivity.high
    usual = VARIATIONS[at].usual_change
    return low[at] if at < len(low) else -usual, high[at] if at < len(high) else usual


def _sized(start: Figures, variation: Variation | None = None, change: float = 0.0) -> Figures:
    x = dict(start)
    if variation is not None:
        variation.apply(x, change)
    compute(x)
    response_workings(x)
    return x
