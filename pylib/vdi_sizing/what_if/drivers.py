"""What may turn out otherwise: the drivers of a sensitivity, each declared once for the sheet and for the sweeps.

A sweep gives a driver a value. The sheet varies it by a change: a part of it (loads, prices, sizes, a time limit) or
points (shares); a change of 0 leaves every figure as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing._arrays import Value, divide
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.money import PartsPer
from vdi_sizing.model.names import Names, names_of
from vdi_sizing.model.parts import FromTables
from vdi_sizing.scenario import Design, Tier

SCALED, SHIFTED, MIXED = "scaled", "shifted", "mixed"
LOW, HIGH = "low", "high"
ENDS = (LOW, HIGH)
LOADS = ("steady_reads", "steady_writes", "login_reads", "login_writes", "boot_reads", "boot_writes")
"""The loads that are summed over the user groups."""
_LOADS_PER_VM = (
    "steady_reads_per_vm", "steady_writes_per_vm", "login_reads_per_vm", "login_writes_per_vm",
    "boot_reads_per_vm", "boot_writes_per_vm",
)  # fmt: skip
_USUAL_CHANGE = {SCALED: 0.2, SHIFTED: 0.1, MIXED: 0.1}
_STEADY = ("steady_reads", "steady_writes")
_STORE = ("store_iops", "store_reads", "store_login_iops", "store_gb")
_RATINGS = (*names_of(FromTables.rated_read_iops), *names_of(FromTables.rated_write_iops))
_COALESCED = ("design.tier1_write_coalesced", "design.tier2_write_coalesced", "design.tier3_write_coalesced")
_GB = ("delta_gb_per_vm", "swap_gb_per_vm", "log_gb_per_vm", "persistent_gb_per_vm")
_DRIVE_PRICES = tuple(
    name
    for figure in (
        PartsPer.per_drive1_eur, PartsPer.per_drive2_eur, PartsPer.per_drive3_eur, PartsPer.per_cache_drive_eur
    )
    for name in names_of(figure)
)  # fmt: skip
_OTHER_PRICES = tuple(
    name
    for figure in (PartsPer.per_block_eur, PartsPer.per_vm_eur, PartsPer.per_user_eur, PartsPer.per_once_eur)
    for name in names_of(figure)
)


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

    def set_to(self, figures: Names, value: Value) -> None:
        """Put a value of `input` into the figures that a sizing starts from."""
        if self.how == MIXED:
            reads, writes = self.targets
            both = figures[reads] + figures[writes]
            figures.put(reads, both * value)
            figures.put(writes, both * (1 - value))
            return
        for name in self.targets:
            figures.put(name, value if name.startswith("design.") else figures[name] * value)

    def change_by(self, figures: Names, change: float) -> None:
        """Change the figures that a sizing starts from; what is blank stays blank."""
        if self.how == MIXED:
            reads, writes = (figures[name] for name in self.targets)
            self.set_to(figures, self.changed(divide(reads, reads + writes, otherwise=0.0), change))  # type: ignore[arg-type]
            return
        for name in self.targets:
            if figures[name] is not None:
                figures.put(name, self.changed(figures[name], change))


def _times(label: str) -> Input:
    return Input(label, "x", "times what the scenario says", above=0)


_DRIVERS = (
    Driver(
        "users_scale", _times("number of users"), SCALED, ("vms", "all_vms", *LOADS, *_STORE), "vms",
        kept=_LOADS_PER_VM,
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
