"""All inputs of a comparison in one record, and how to find what belongs together."""

from __future__ import annotations

from dataclasses import dataclass, field

from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.scenario.bill import BillRow
from vdi_sizing.scenario.designs import Cache, Design, Tier
from vdi_sizing.scenario.settings import Sensitivity, Settings
from vdi_sizing.scenario.users import UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RaidLevel


@dataclass(frozen=True)
class Scenario:
    """All inputs of a comparison."""

    groups: tuple[UserGroup, ...]
    designs: tuple[Design, ...]
    drives: tuple[Drive, ...]
    raid_levels: tuple[RaidLevel, ...]
    settings: Settings
    prices: tuple[Price, ...] = ()
    bill: tuple[BillRow, ...] = ()
    sensitivity: Sensitivity = field(default_factory=Sensitivity)

    def drive(self, name: str) -> Drive:
        """The drive of that name."""
        return next(drive for drive in self.drives if same_name(drive.name, name))

    def raid_level(self, name: str) -> RaidLevel:
        """The RAID level of that name."""
        return next(level for level in self.raid_levels if same_name(level.name, name))

    def knows(self, part: Tier | Cache) -> bool:
        """Whether the drive and the RAID level of a tier or cache stand in the tables."""
        drives = {name_key(drive.name) for drive in self.drives}
        levels = {name_key(level.name) for level in self.raid_levels}
        return name_key(part.drive or "") in drives and name_key(part.raid or "") in levels

    def groups_of(self, case: str) -> list[UserGroup]:
        """The user groups of a load case."""
        return [group for group in self.groups if same_name(group.case, case)]

    def bill_of(self, design: Design) -> list[BillRow]:
        """The bill of materials of a design."""
        return [row for row in self.bill if same_name(row.design, design.name)]

    def price_of(self, part: str) -> Price:
        """The price of a part in the list that the settings pick."""
        listed = self.settings.price_list or ""
        return next(p for p in self.prices if same_name(p.price_list, listed) and same_name(p.part, part))
