"""What may turn out otherwise: the drivers of a sensitivity, each declared once for the sheet and for the sweeps.

A sweep gives a driver a value. The sheet varies it by a change: a part of it (loads, prices, sizes, a time limit) or
points (shares, growth); a change of 0 leaves every figure as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vdi_sizing._arrays import Value, divide, round_down
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.capacity.response import MixOfPart
from vdi_sizing.model.hardware.parts import BackEnd, FromTables
from vdi_sizing.model.money.bill import PartsPer
from vdi_sizing.model.names import Names, name_of, names_of
from vdi_sizing.model.scopes import Block, UsersPhase
from vdi_sizing.scenario import CHANGEABLE, PHASES, Design, Settings, Tier

SCALED, SHIFTED, MIXED, GROWN = "scaled", "shifted", "mixed", "grown"
LOW, HIGH = "low", "high"
ENDS = (LOW, HIGH)
_STEADY, _LOGIN, _BOOT = zip(names_of(UsersPhase.reads), names_of(UsersPhase.writes), strict=True)
LOADS = (*_STEADY, *_LOGIN, *_BOOT)
"""The loads that are summed over the user groups."""
_LOADS_PER_VM = (*names_of(UsersPhase.reads_per_vm), *names_of(UsersPhase.writes_per_vm))
_STEADY_IOPS, _LOGIN_IOPS, _BOOT_IOPS = names_of(UsersPhase.iops_per_vm)
_USUAL_CHANGE = {SCALED: 0.2, SHIFTED: 0.1, MIXED: 0.1, GROWN: 0.05}
_TIMES = "x"
_STORE = (
    name_of(Block.store_iops), name_of(Block.store_reads), name_of(Block.store_login_iops), name_of(Block.store_gb),
)  # fmt: skip
_RATINGS = (*names_of(FromTables.rated_read_iops), *names_of(FromTables.rated_write_iops))
_COALESCED = ("design.tier1_write_coalesced", "design.tier2_write_coalesced", "design.tier3_write_coalesced")
_MEASURED = "design.measured_vms"
_GB = (
    name_of(Block.delta_gb_per_vm), name_of(Block.swap_gb_per_vm), name_of(Block.log_gb_per_vm),
    name_of(Block.persistent_gb_per_vm), name_of(Block.images_per_vm),
)  # fmt: skip
_RAM, _VCPUS = name_of(Block.ram_gib_per_vm), name_of(Block.vcpus_per_vm)
_DRIVE_PRICES = tuple(
    name
    for figure in (
        PartsPer.per_drive1_eur, PartsPer.per_drive2_eur, PartsPer.per_drive3_eur, PartsPer.per_cache_drive_eur
    )
    for name in names_of(figure)
)  # fmt: skip
_LICENCE_PRICES = (*names_of(PartsPer.per_vm_eur), *names_of(PartsPer.per_user_eur))
_RECURRING = tuple(
    name for figure in PartsPer.declared() if figure.given for name in names_of(figure) if name.startswith("recurring")
)
_OTHER_PRICES = tuple(
    name
    for figure in (
        PartsPer.per_block_eur,
        PartsPer.per_host_eur,
        PartsPer.per_vm_eur,
        PartsPer.per_user_eur,
        PartsPer.per_once_eur,
    )
    for name in names_of(figure)
)


@dataclass(frozen=True)
class Driver:
    """Something that may turn out otherwise: which figures or inputs it changes, how, and within which limits.

    `input` is what a sweep gives it: an input of the design or a setting, a share, a yearly growth, or else a
    multiple, since loads, ratings and prices are tables.
    """

    name: str
    input: Input
    how: str
    targets: tuple[str, ...]
    shown: str | None = None  # the figure or input that stands for it; None: 100 %
    least: float = 0.0
    most: float = 1.0
    kept: tuple[str, ...] = ()  # figures that stay, since what they are worked out from changes in step
    of_bill: tuple[str, ...] = ()  # figures of the bill that change with it: the sheet Cost has them for both ends
    usual: float | None = None  # the usual change, where it is not that of its kind
    on_sheet: bool = True  # whether the sheet Sensitivity has a row for it

    @property
    def label(self) -> str:
        """The driver in words."""
        return self.input.label

    @property
    def usual_changes(self) -> tuple[float, float]:
        """The changes at its low and at its high end, unless a scenario says otherwise.

        Users who become fewer give no block back: growth goes up alone.
        """
        change = _USUAL_CHANGE[self.how] if self.usual is None else self.usual
        return (0.0 if self.how == GROWN else -change, change)

    @property
    def is_multiple(self) -> bool:
        """Whether a sweep gives it a multiple of what the scenario says."""
        return self.input.unit == _TIMES

    @property
    def shown_at_once(self) -> str | None:
        """What stands for it where other drivers change too; None: 100 %, or the share of two figures."""
        return None if self.how == MIXED or self.shown == _DRIVES_EUR else self.shown

    @property
    def of_all_designs(self) -> bool:
        """Whether it changes every design: no input of one alone."""
        return not any(name.startswith("design.") for name in self.targets)

    @property
    def changes_counts(self) -> bool:
        """Whether it changes a number of VMs that was measured, and that stays whole."""
        return _MEASURED in self.targets

    def base_in(self, figures: Names) -> float | None:
        """What a sweep gives it to leave every figure as it is; None where nothing is given that it could change."""
        if self.how == MIXED:
            reads, writes = (figures[name] for name in self.targets)
            return divide(reads, reads + writes, otherwise=0.0)  # type: ignore[return-value]
        if all(not figures[name] for name in self.targets) and self.is_multiple:
            return None
        if self.is_multiple or self.how == GROWN:
            return float(self.is_multiple)
        return figures[self.targets[0]]  # type: ignore[no-any-return]

    def changed(self, value: float, change: float) -> float:
        """A value at this change."""
        if self.how == SCALED:
            changed = value * (1 + change)
            return float(round_down(changed)) if self.changes_counts else changed
        return min(self.most, max(self.least, value + change))

    def set_to(self, figures: Names, value: Value) -> None:
        """Put a value of `input` into the figures that a sizing starts from."""
        if self.how == MIXED:
            reads, writes = self.targets
            both = figures[reads] + figures[writes]
            figures.put(reads, both * value)
            figures.put(writes, both * (1 - value))
        elif self.how == GROWN:
            self._multiply(figures, (1 + value) ** figures["settings.years"])
        elif self.is_multiple:
            self._multiply(figures, value)
        else:
            for name in self.targets:
                figures.put(name, value)

    def _multiply(self, figures: Names, factor: Value) -> None:
        """Multiply what it changes; what is blank stays blank."""
        for name in self.targets:
            if figures[name] is not None:
                product = figures[name] * factor
                figures.put(name, round_down(product) if name == _MEASURED else product)

    def change_by(self, figures: Names, change: float) -> None:
        """Change the figures that a sizing starts from, as the sheet does; what is blank stays blank."""
        if self.how == MIXED:
            reads, writes = (figures[name] for name in self.targets)
            self.set_to(figures, self.changed(divide(reads, reads + writes, otherwise=0.0), change))  # type: ignore[arg-type]
        elif self.how == GROWN:
            self.set_to(figures, change)
        elif self.changes_counts:
            self.set_to(figures, 1 + change)
        else:
            for name in self.targets:
                if figures[name] is not None:
                    figures.put(name, self.changed(figures[name], change))


def _times(name: str) -> Input:
    return Input(CHANGEABLE[name], _TIMES, "times what the scenario says", above=0)


def _mixes(*phases: str) -> tuple[str, ...]:
    """Shares of reads, and of a tier, and the bytes of a mean I/O: they stay where reads and writes change in step."""
    steady = (*names_of(MixOfPart.read_mix), *names_of(MixOfPart.weight)) if "steady" in phases else ()
    reaching = (*names_of(BackEnd.backend_read_share), *names_of(BackEnd.transfer_ms))
    return (*steady, *(name for name in reaching if any(f"_{phase}_" in name for phase in phases)))


_VMS, _DRIVES_EUR = name_of(Block.vms), name_of(Block.known_drives_eur)
_USERS = (_VMS, name_of(Block.all_vms), *LOADS, *_STORE)
_DRIVERS = (
    Driver(
        "users_scale", _times("users_scale"), SCALED, _USERS, _VMS, kept=_LOADS_PER_VM,
    ),
    Driver(
        "steady_iops_scale", _times("steady_iops_scale"), SCALED, _STEADY, _STEADY_IOPS,
        kept=_mixes("steady"),
    ),
    Driver(
        "steady_read_share", Input(CHANGEABLE["steady_read_share"], "0..1", "of all users together", "share"), MIXED,
        _STEADY, "steady_read_share",
    ),
    Driver("drive_iops_scale", _times("drive_iops_scale"), SCALED, _RATINGS),
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
    Driver("drive_price_scale", _times("drive_price_scale"), SCALED, _DRIVE_PRICES, _DRIVES_EUR),
    Driver("other_price_scale", _times("other_price_scale"), SCALED, _OTHER_PRICES),
    Driver("ram_scale", _times("ram_scale"), SCALED, (_RAM,), _RAM),
    Driver("vcpus_scale", _times("vcpus_scale"), SCALED, (_VCPUS,), _VCPUS),
    Driver(
        "vcpus_per_core", inputs_of(Design)["vcpus_per_core"], SCALED, ("design.vcpus_per_core",),
        "design.vcpus_per_core",
    ),
    Driver("gb_scale", _times("gb_scale"), SCALED, _GB, name_of(Block.gb_per_vm)),
    Driver(
        "all_iops_scale", _times("all_iops_scale"), SCALED, LOADS, _STEADY_IOPS,
        kept=_mixes(*PHASES),
    ),
    Driver(
        "login_iops_scale", _times("login_iops_scale"), SCALED, _LOGIN, _LOGIN_IOPS,
        kept=_mixes("login"),
    ),
    Driver(
        "boot_iops_scale", _times("boot_iops_scale"), SCALED, _BOOT, _BOOT_IOPS,
        kept=_mixes("boot"),
    ),
    Driver("measured_vms_scale", _times("measured_vms_scale"), SCALED, (_MEASURED,), _MEASURED),
    Driver(
        "years", replace(inputs_of(Settings)["years"], kind="number"), SCALED, ("settings.years",), "settings.years",
        on_sheet=False,
    ),
    Driver(
        "growth_per_year",
        Input(
            CHANGEABLE["growth_per_year"], "share", "sized for the end of the years of use", at_least=-0.5, at_most=1
        ),
        GROWN, _USERS, kept=_LOADS_PER_VM, least=-0.5,
    ),
    Driver(
        "discount_rate", inputs_of(Settings)["discount_rate"], SHIFTED, ("settings.discount_rate",),
        "settings.discount_rate", usual=0.02, of_bill=_RECURRING,
    ),
    Driver(
        "eur_per_kwh", inputs_of(Settings)["eur_per_kwh"], SCALED, ("settings.eur_per_kwh",), "settings.eur_per_kwh",
    ),
    Driver(
        "maintenance_share", inputs_of(Settings)["maintenance_share"], SHIFTED, ("settings.maintenance_share",),
        "settings.maintenance_share", usual=0.05,
    ),
    Driver(
        "vm_price_scale", _times("vm_price_scale"), SCALED, _LICENCE_PRICES,
    ),
    Driver(
        "all_price_scale", Input("all net prices of the list", _TIMES, "0.9: a further discount of 10 %", above=0),
        SCALED,
        (*_DRIVE_PRICES, *_OTHER_PRICES), on_sheet=False,
    ),
)  # fmt: skip
ALL_DRIVERS: dict[str, Driver] = {driver.name: driver for driver in _DRIVERS}
"""The drivers by name; where several work on the same figure, they do it in this order."""
DRIVERS: dict[str, Driver] = {name: driver for name, driver in ALL_DRIVERS.items() if driver.on_sheet}
"""Those with a row on the sheet, in its order."""
AT_ONCE: tuple[Driver, ...] = tuple(sorted(DRIVERS.values(), key=lambda each: (not each.of_bill, each.how != MIXED)))
"""The same in the order in which they change figures together: sums of the bill follow the interest before prices
scale them, and reads and writes are mixed anew before their number changes."""
