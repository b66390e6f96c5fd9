"""Sizes of VM that are placed, and the hosts that they stand on, before and after the reserve is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, round_up
from vdi_sizing.model.drawings import host_patterns
from vdi_sizing.model.figure import Scope

if TYPE_CHECKING:
    from vdi_sizing.model.scopes.block import Block

SMALLEST, LARGEST, LARGER_VMS = 1, 2, 4
"""The numbers of the smallest and the largest size of VM, and how many have a row beside the smallest."""
_AMOUNTS = {"ram_gib_per_vm": "{block.ram_gib_per_vm}", "vcpus_per_vm": "{block.vcpus_per_vm}", "vms": "{block.vms}"}


class _Placed(Scope):
    """A size of VM: 1 is the smallest, 2 the largest, 3 the next smaller one."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number
        self.prefix, self.title = f"vm{number}_", f"size {number} of VM: "


class LargerVm(_Placed, host_patterns.LargerVms, host_patterns.VmsOfSize):
    """A size that is not the smallest."""

    def own_words(self) -> dict[str, str]:
        if self.number == LARGEST:
            return {**_AMOUNTS, "which": "=0", "larger_share": "0", "less_larger": ""}
        less = "-ROUNDUP(ROUND({larger.up_to}*{block.vms},9),0)"
        return {**_AMOUNTS, "which": "=0", "larger_share": "{larger.up_to}", "less_larger": less}

    @property
    def larger(self) -> LargerVm:
        """The next larger size."""
        return self.block.larger_vms[self.number - 3]

    @property
    def larger_share(self) -> float:
        """Share of the VMs that are larger."""
        return 0.0 if self.number == LARGEST else self.larger.up_to

    @staticmethod
    def has(larger: float) -> bool:
        """Whether VMs are of this size, by how far the share of larger ones is from that of this size."""
        return larger == 0


class SmallestVm(_Placed, host_patterns.SmallestVms, host_patterns.VmsOfSize):
    """The smallest size, and all that have no row."""

    def own_words(self) -> dict[str, str]:
        return {**_AMOUNTS, "which": ">=0", "larger_share": "{larger_part}"}

    @property
    def larger_share(self) -> float:
        """Share of the VMs that are larger."""
        return self.larger_part

    @staticmethod
    def has(larger: float) -> bool:
        """Whether VMs are of this size or smaller."""
        return larger >= 0


PlacedVm = LargerVm | SmallestVm


class HostState(host_patterns.HostsOfState, host_patterns.RoomOfState, host_patterns.FullestHost):
    """All hosts, or those that are left without the reserve."""

    def __init__(self, block: Block, key: str, title: str) -> None:
        self.block: Block = block
        self.key: str = key
        self.prefix, self.title = f"{key}_", f"{title}: "
        self.kinds: tuple[HostKind, ...] = tuple(HostKind(self, at) for at in range(LARGER_VMS + 1))
        self.first, self.last = self.kinds[0], self.kinds[-1]

    def own_words(self) -> dict[str, str]:
        all_of = {"before": ("hosts_beside", "blocks"), "after": ("hosts_needed_beside", "blocks_needed")}
        beside, others = all_of[self.key]
        return {"all_hosts": f"IF({{block.with_hosts}}=1,{{block.{beside}}},{{block.{others}}})"}

    @property
    def all_hosts(self) -> Value:
        """Hosts beside arrays, of clusters, or servers."""
        b = self.block
        if self.key == "before":
            return b.hosts_beside if b.with_hosts else b.blocks
        return b.hosts_needed_beside if b.with_hosts else b.blocks_needed


class HostKind(
    host_patterns.HostsAlike, host_patterns.GpusOfLarger, host_patterns.RoomOnHosts, host_patterns.FillingOfHosts,
    host_patterns.RamInUse, host_patterns.VcpusInUse, host_patterns.GpusInUse,
):
    """Hosts that are filled alike: A to E. Apart, A are those of the smallest size, B those of the largest."""

    def __init__(self, state: HostState, at: int) -> None:
        self.state: HostState = state
        self.block: Block = state.block
        self.at: int = at
        self.letter: str = "ABCDE"[at]
        self.prefix, self.title = f"{state.prefix}{self.letter.lower()}_", state.title
        self.own_size: PlacedVm = self.block.placed_vms[at]
        self.sizes: tuple[KindAndSize, ...] = (
            SmallestOnKind(self, self.block.smallest_vm), *(LargerOnKind(self, vm) for vm in self.block.larger_vms))
        self.smallest, self.first_larger, self.last_larger = self.sizes[0], self.sizes[1], self.sizes[-1]
        self.larger: tuple[KindAndSize, ...] = self.sizes[1:]

    def own_words(self) -> dict[str, str]:
        words = {"letter": self.letter}
        if self.at == 0:
            return {**words, "start": "0", "left": "{state.hosts}", "less_before": ""}
        start = "SUM({first.hosts}:{previous.hosts})"
        left, less = f"{{state.hosts}}-{start}", "-SUM({first.filling}:{previous.filling})"
        return {**words, "start": start, "left": left, "less_before": less}

    @property
    def before(self) -> tuple[HostKind, ...]:
        """The kinds before it."""
        return self.state.kinds[: self.at]

    @property
    def first(self) -> HostKind:
        return self.state.kinds[0]

    @property
    def previous(self) -> HostKind:
        return self.state.kinds[self.at - 1]

    @property
    def start(self) -> Value:
        """Hosts before the first of this kind."""
        return sum((kind.hosts for kind in self.before), 0.0)

    @property
    def filling_each(self) -> Value:
        """Of the VMs that fill its room, as many as the fullest of the hosts has."""
        return round_up(self.filling / self.hosts)


class _OnKind(Scope):
    """A size of VM on hosts that are filled alike."""

    size: PlacedVm

    def __init__(self, kind: HostKind, size: PlacedVm) -> None:
        self.kind: HostKind = kind
        self.size = size
        self.state: HostState = kind.state
        self.block: Block = kind.block
        self.prefix, self.title = f"{kind.prefix}{size.prefix}", kind.title

    def own_words(self) -> dict[str, str]:
        own = "ROUNDUP(ROUND({kind.filling}/{kind.hosts},9),0)"
        start = "SUM({kind.first.hosts}:{kind.previous.hosts})" if self.kind.at else "0"
        dealt = self.size.number != LARGEST
        return {
            "letter": self.kind.letter, "size_number": str(self.size.number), "start": start,
            "if_apart": host_patterns.ALONE_ON_EACH if self.is_own else "0",
            "filled": own if self.is_own else f"IF({{state.apart}}=1,0,{own})",
            "rounds_of_larger": host_patterns.rounds_text("{size.larger.up_to}") if dealt else "1",
        }

    @property
    def is_own(self) -> float:
        """1 where hosts apart are those of this size."""
        return flag(self.size.number == self.kind.own_size.number)


class LargerOnKind(_OnKind, host_patterns.LargerOnHosts):
    """Of a larger size."""

    size: LargerVm


class SmallestOnKind(_OnKind, host_patterns.SmallestOnHosts):
    """Of the smallest size."""


KindAndSize = LargerOnKind | SmallestOnKind
