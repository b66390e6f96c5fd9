"""The phases of the load, and each of them on a part."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value
from vdi_sizing.model.capacity import drives, limits, storms
from vdi_sizing.model.drawings import charts
from vdi_sizing.model.figure import Figure, or_zero
from vdi_sizing.model.hardware import parts
from vdi_sizing.model.load import extra_phase, throughput, user_groups
from vdi_sizing.scenario import PHASES, UserGroup
from vdi_sizing.scenario.fourth import FOURTH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes.block import Block
    from vdi_sizing.model.scopes.parts import Part, Tier


REASONS = {"steady": "steady IOPS", "login": "login storm", "boot": "boot storm", FOURTH: "fourth phase"}
"""What a phase is called where it is a reason for drives or VMs."""


_PEAK, _BOOT = "*{design.steady_peak_factor}", "*{block.boot_raise}+{block.boot_unsaid_iops}"
FACTORS = {
    "steady": {
        "x_reads": _PEAK, "x_writes": _PEAK, "x_iops": _PEAK, "and_more": ", x steady peak factor", "or_asked": "",
    },
    "login": {"x_reads": "", "x_writes": "", "x_iops": "", "and_more": "", "or_asked": ""},
    "boot": {
        "x_reads": f"{_BOOT}*{{design.boot_read_share}}", "x_writes": f"{_BOOT}*(1-{{design.boot_read_share}})",
        "x_iops": _BOOT, "and_more": ", raised to the longest boot time",
        "or_asked": '+({design.longest_boot_min}<>"")*({design.ios_per_boot}<>"")',
    },
}
"""What the load of the users is multiplied by, what is added to it, and what asks for a phase beside the users."""


class Phase(throughput.BytesPerVm, drives.BlockDrivesByPhase, limits.PhaseCarries, charts.DrivesBar):
    """A phase of the load."""

    given: Figure[Any, float]
    reads_per_vm: Figure[Any, Value]
    writes_per_vm: Figure[Any, Value]
    iops_per_vm: Figure[Any, Value]

    def __init__(self, block: Block, position: int) -> None:
        name = (*PHASES, FOURTH)[position]
        self.block: Block = block
        self.phase, self.position, self.prefix = name, position, f"{name}_"

    def own_words(self) -> dict[str, str]:
        name = self.phase
        return {
            "phase": name, "named": "fourth-phase" if name == FOURTH else name, "reason": REASONS[name],
        }

    @property
    def sizes_given(self) -> tuple[float | None, float | None]:
        """How large a read and a write are, in KiB, as the design says."""
        design = self.block.design
        return getattr(design, f"{self.phase}_read_kib"), getattr(design, f"{self.phase}_write_kib")

    @property
    def sizes_in_pairs(self) -> tuple[float, float]:
        """The same; 0 and 0 where one of them is not given."""
        read, write = self.sizes_given
        return (0.0, 0.0) if read is None or write is None else (read, write)

    @cached_property
    def on_tiers(self) -> tuple[TierPhase, ...]:
        return tuple(tier.phases[self.position] for tier in self.block.tiers)

    @cached_property
    def on_parts(self) -> tuple[PartPhase, ...]:
        """This phase on each tier and on the flash cache."""
        return (*self.on_tiers, self.block.cache.phases[self.position])


class UsersPhase(user_groups.PhaseOfCase, user_groups.PhasePerVm, Phase):
    """Steady work, the login storm, or the boot storm: what the users ask for."""

    def own_words(self) -> dict[str, str]:
        return {**super().own_words(), **FACTORS[self.phase]}

    @property
    def factor(self) -> Value:
        """What the load of the users is multiplied by."""
        if self.phase == "boot":
            return self.block.boot_raise
        return self.block.design.steady_peak_factor if self.phase == "steady" else 1.0

    @property
    def unsaid(self) -> tuple[Value, Value]:
        """Reads and writes per VM that no user group asks for: of a boot that has to end in time."""
        if self.phase != "boot":
            return 0.0, 0.0
        reads = or_zero(self.block.design.boot_read_share)
        return self.block.boot_unsaid_iops * reads, self.block.boot_unsaid_iops * (1 - reads)

    @property
    def asked_for(self) -> bool:
        """Whether something beside the users asks for it: a longest boot time."""
        d = self.block.design
        return self.phase == "boot" and d.longest_boot_min is not None and d.ios_per_boot is not None

    def load_of(self, group: UserGroup) -> tuple[float | None, float | None]:
        """What a VM of a user group asks for in this phase, and the reads among it."""
        return (
            (group.steady_iops, group.steady_read_share), (group.login_iops, group.login_read_share),
            (group.boot_iops, group.boot_read_share),
        )[self.position]

    def loads(self) -> list[tuple[float, float]]:
        """Front-end IOPS of each user group, and the reads among them."""
        per_vm = ((group, *self.load_of(group)) for group in self.block.groups)
        return [(group.vms * group.concurrency * (iops or 0.0), share or 0.0) for group, iops, share in per_vm]


class Storm(throughput.BytesOfStorm, storms.Sustained, UsersPhase):
    """The login storm, or the boot storm."""


class FourthPhase(extra_phase.FourthLoad, Phase):
    """What comes on top of steady work."""


class PartPhase(parts.BackEnd, limits.PartCarries):
    """A phase on a tier or on the flash cache."""

    part: Part

    def __init__(self, part: Part, phase: Phase) -> None:
        self.part = part
        self.phase: Phase = phase
        self.block: Block = part.block
        self.prefix, self.title, self.inputs = f"{part.prefix}{phase.prefix}", part.title, part.inputs

    def own_words(self) -> dict[str, str]:
        return {**self.phase.words, "part": self.part.key}

    @cached_property
    def front(self) -> tuple[Value, Value]:
        """Front-end reads and writes per VM that it gets of the load."""
        return self.part.front_of(self.phase)

    @cached_property
    def reaching(self) -> tuple[Value, Value]:
        """Those of them that no RAM keeps from its drives."""
        return self.part.reaching(self)


class TierPhase(drives.DrivesByPhase, PartPhase):
    """A phase on a tier."""

    part: Tier
