"""How many VMs a block carries at other RAM and other IOPS per VM, and what stops it from carrying more.

Its EUR have the shelves, and what packs of licences add, of the design as it is entered.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.capacity.limits import Limits
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Design, Scenario, Settings, UserGroup, check
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.drivers import ALL_DRIVERS, Driver
from vdi_sizing.what_if.sweep import figures_at
from vdi_sizing.words import ERROR

USUAL_LEVELS = (0.5, 0.75, 1.0, 1.5, 2.0)
"""Times what the users of the design ask for: the levels of an axis where none are named."""
_RAM, _IOPS = ALL_DRIVERS["ram_scale"], ALL_DRIVERS["steady_iops_scale"]


@dataclass(frozen=True)
class DensityCell:
    """A design at one RAM and one number of IOPS per VM.

    Attributes
    ----------
    ram_gib : float
        RAM per VM, on average [GiB]
    iops : float
        Steady IOPS per VM, on average [IOPS]
    vms_per_block : float or None
        VMs per block; None where an error voids the answer [VMs]
    limit : str
        The name of the binding limit; of a block that is filled with its users, of what decides on the hosts. Where an
        error voids the answer, the word for it.
    takes : str
        Blocks, and hosts beside them, with spares: "11 hosts"; nothing where an error voids the answer.
    drives_per_block : float or None
        Drives of a block, in all tiers and in its cache; None where an error voids the answer [drives]
    eur_per_user : float or None
        EUR per user by which designs are compared; None where it is not known [EUR]
    """

    ram_gib: float
    iops: float
    vms_per_block: float | None
    limit: str
    takes: str
    drives_per_block: float | None
    eur_per_user: float | None


@dataclass(frozen=True)
class Density:
    """A design at each pair of RAM and IOPS per VM.

    Attributes
    ----------
    design : str
        Its name.
    base : DensityCell
        The cell of its users as they are, whether it stands in the matrix or not.
    rows : tuple of tuple of DensityCell
        A row for each number of IOPS per VM, in it a cell for each RAM per VM; both rise.
    counted : bool
        Whether the drives are counted in each cell by themselves; else all cells have the same.
    """

    design: str
    base: DensityCell
    rows: tuple[tuple[DensityCell, ...], ...]
    counted: bool

    def is_base(self, cell: DensityCell) -> bool:
        """Whether a cell is that of the users as they are.

        >>> found = density_matrix(_example())
        >>> [[found.is_base(cell) for cell in row].count(True) for row in found.rows]
        [0, 0, 1, 0, 0]
        """
        return math.isclose(cell.ram_gib, self.base.ram_gib) and math.isclose(cell.iops, self.base.iops)


def density_matrix(
    scenario: Scenario,
    design: int = 0,
    ram_gib: Sequence[float] = (),
    iops: Sequence[float] = (),
    count_drives: bool = False,
) -> Density:
    """The VMs per block of a design, and its binding limit, by RAM and by steady IOPS per VM.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    ram_gib : Sequence of float
        RAM per VM, on average over the VMs in use; none: 50, 75, 100, 150 and 200 % of what it is [GiB]
    iops : Sequence of float
        Steady IOPS per VM, on average over the VMs in use and with the design's steady peak factor; none: the same
        shares of what they are [IOPS]
    count_drives : bool
        Count drives that are left blank in each cell anew, so that a block is never filled beyond its users. Otherwise
        those that are counted for the users as they are stay, and a block is filled until one of its limits binds.

    Returns
    -------
    Density
        The users as they are, and a row for each number of IOPS with a cell for each RAM, in rising order.

    Raises
    ------
    InputError
        If the design is unknown, a value is not above 0, or its users ask for no RAM or no steady IOPS, so that
        there is nothing to vary.

    Notes
    -----
    Each cell is what `size` says of users whose groups of the design's case all ask for level / mean times the RAM,
    and for level / mean times the steady IOPS, that they do [exact]: the drivers `ram_scale` and `steady_iops_scale`
    of the sheet *Sensitivity*, both at once. Shares of reads, GB, storms and prices stay. Drives that are left blank
    are those that are counted for the users as they are, as if they had been typed in, unless `count_drives` says
    otherwise, or the design has an error.

    Examples
    --------
    >>> found = density_matrix(_example(), ram_gib=[2, 4, 8], iops=[5, 10])
    >>> [[cell.vms_per_block for cell in row] for row in found.rows]
    [[96.0, 48.0, 24.0], [60.0, 48.0, 24.0]]
    >>> [cell.limit for cell in found.rows[1]]
    ['steady IOPS', 'RAM', 'RAM']
    >>> found.base.ram_gib, found.base.iops, found.base.vms_per_block
    (4.0, 8.0, 48.0)

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    check(scenario)
    if not 0 <= design < len(scenario.designs):
        raise InputError("design", design, f"a position from 0 to {len(scenario.designs) - 1}")
    block = figures_at(scenario, design, {}).block
    kept = block.counting and block.stands and not count_drives
    varied = _with_drives_of(block, design) if kept else scenario
    of_ram = _mean(block, _RAM, block.ram_gib_per_vm, "ram_gib")
    of_iops = _mean(block, _IOPS, float(block.steady.iops_per_vm), "steady_iops")
    rams = _levels("ram_gib", _RAM.label, "GiB", ram_gib or _around(of_ram))
    loads = _levels("iops", _IOPS.label, "IOPS", iops or _around(of_iops))

    def cell(ram: float, load: float, drivers: Mapping[str, float]) -> DensityCell:
        return _cell(ram, load, figures_at(varied, design, drivers).block)

    rows = tuple(
        tuple(cell(ram, load, {_RAM.name: ram / of_ram, _IOPS.name: load / of_iops}) for ram in rams) for load in loads
    )
    return Density(block.design.name, cell(of_ram, of_iops, {}), rows, bool(block.counting) and not kept)


def _with_drives_of(block: Block, design: int) -> Scenario:
    """The scenario in which the drives that are counted for a block are typed in."""
    scenario = block.scenario
    typed = scenario.designs[design]
    tiers = tuple(
        replace(tier, drives=float(own.drives)) if own.counting else tier
        for tier, own in zip(typed.tiers, block.tiers, strict=True)
    )
    designs = list(scenario.designs)
    designs[design] = replace(typed, tiers=tiers)
    return replace(scenario, designs=tuple(designs))


def _mean(block: Block, driver: Driver, mean: float, name: str) -> float:
    """What a VM takes on average; an error where that is nothing."""
    if mean > 0:
        return mean
    given = any(getattr(group, name) is not None for group in block.groups)
    wanted = f"{inputs_of(UserGroup)[name].label} of the user groups of case {block.design.case!r} on the sheet Users, "
    raise InputError(driver.label, 0 if given else None, f"{wanted}typed or by a profile", block.design.name)


def _around(mean: float) -> list[float]:
    return [mean * share for share in USUAL_LEVELS]


def _levels(name: str, label: str, unit: str, levels: Sequence[float]) -> list[float]:
    """The levels of an axis, each once and in rising order."""
    level = Input(label, unit, above=0)
    return sorted({float(level.checked(name, each)) for each in levels})


def _cell(ram_gib: float, iops: float, block: Block) -> DensityCell:
    if not block.stands:
        return DensityCell(ram_gib, iops, None, ERROR if block.numbers_hold else block.void_word, "", None, None)
    eur = float(block.compared_eur) if block.compared_eur > 0 else None
    vms, drives = float(block.vms_per_block), float(block.drives_per_block)
    return DensityCell(ram_gib, iops, vms, decided_by(block), _takes(block), drives, eur)


def decided_by(block: Block) -> str:
    """What limits the VMs of a block; of one that is filled with its users, what decides on the hosts."""
    filled = block.binding_name == Limits.limit_target.label
    if filled and block.in_cluster:
        return block.hosts_decided
    return block.beside_decided if filled and block.with_hosts else block.binding_name


def _takes(block: Block) -> str:
    blocks = f"{block.blocks:.0f} {block.block_called}{'' if block.blocks == 1 else 's'}"
    return f"{blocks}, {block.hosts_words}" if block.with_hosts else blocks


def _example() -> Scenario:
    """One hundred VMs on servers with 192 GiB and drives of 600 IOPS, for the examples."""
    return Scenario(
        groups=(UserGroup("office", "now", 100, steady_iops=8, steady_read_share=0.4, ram_gib=4),),
        designs=(Design("servers", "now", ram_gib=192, usable_iops=600),),
        drives=DRIVES,
        raid_levels=RAID_LEVELS,
        settings=Settings(as_of=datetime.date(2011, 6, 1)),
    )
