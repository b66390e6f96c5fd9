"""The input tables: on which sheet each stands, its columns, and where their drop-downs come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import (
    CHANGEABLE,
    MOST_NAMED,
    MOST_POINTS,
    TIERS,
    BillRow,
    Change,
    Kit,
    KitPart,
    MeasuredPoint,
    Settings,
    UserGroup,
)
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.gpus import GpuCard
from vdi_sizing.tables.licences import Metric
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_sizing.tables.processors import Processor
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.variants import FIRST_DRIVER_ROW


@dataclass(frozen=True)
class InputTable:
    """One input table: where it stands, what its columns are, and where its drop-downs come from."""

    name: str
    sheet: str
    records: str
    title: str
    subtitle: str
    columns: dict[str, Input]
    spare_rows: int
    """Blank rows below the records."""
    choices: dict[str, str]
    wide: tuple[str, ...] = ()
    """The columns of free text."""
    is_reference: bool = False
    """It comes with rows of ours, whose sources are long, and stand on screen alone."""
    header_row: int = HEADER_ROW
    of_design: str = ""
    """The column that names a design: its cells refer to the name on Designs, so that they follow it."""
    most_rows: int = 0
    """As many rows it has, whatever the records; 0: their number decides."""
    text_widths: Mapping[str, float] = field(default_factory=dict)
    """Of the columns of free text that are broader than others, in a table that is no reference."""
    usual: tuple[str, ...] = ()
    """The columns that are always shown; each other one is folded as long as no record uses it. None: all are shown."""

    def rows_for(self, records: int) -> int:
        """The rows that are prepared for so many records."""
        return max(self.most_rows, records) if self.most_rows else records + self.spare_rows

    @property
    def printed(self) -> list[str]:
        """The columns that are printed; of a table of reference all before the sources."""
        names = list(self.columns)
        return names[: names.index("source")] if self.is_reference else names


SOURCES_ON_SCREEN = "Sources are not printed."
NAMES_OF_DESIGNS = "design_name"
_PART_LETTER = get_column_letter(list(inputs_of(Price)).index("part") + 1)
PARTS_WITH_PRICES = f"Prices!${_PART_LETTER}${FIRST_ROW}:${_PART_LETTER}$500"
NAMES_OF_PROFILES = f"Profiles!$A${FIRST_ROW}:$A$500"
NAMES_OF_DELIVERIES = f"Delivery!$A${FIRST_ROW}:$A$200"
_CHOICES_OF_USERS = {
    "profile": NAMES_OF_PROFILES, "delivery": NAMES_OF_DELIVERIES, "store_profile": NAMES_OF_PROFILES,
}  # fmt: skip
NAMES_OF_METRICS = f"Licences!$A${FIRST_ROW}:$A$200"
NAMES_OF_CARDS = f"GPUs!$A${FIRST_ROW}:$A$200"
NAMES_OF_PROCESSORS = f"Processors!$A${FIRST_ROW}:$A$500"
NAMES_OF_GROUPS = f"Users!$A${FIRST_ROW}:$A$200"
NAMES_OF_KITS = f"Kits!$A${FIRST_ROW}:$A$500"
NAMES_OF_DRIVES, NAMES_OF_RAID_LEVELS = f"Drives!$A${FIRST_ROW}:$A$200", f"RAID!$A${FIRST_ROW}:$A$200"
NAMES_OF_DRIVERS = f"Sensitivity!$A${FIRST_DRIVER_ROW}:$A${FIRST_DRIVER_ROW + len(CHANGEABLE) - 1}"
_PARTS_OF_KITS = {
    f"tier{k}_{name}": names
    for k in TIERS
    for name, names in (("drive", NAMES_OF_DRIVES), ("raid", NAMES_OF_RAID_LEVELS))
}

_BELOW_THE_SETTINGS = FIRST_ROW + len(inputs_of(Settings)) + 3
SCENARIO_ROWS = 2
"""Rows of the sheet Scenarios for what comes of one: its EUR, and below them hosts or what is missed."""
_BELOW_THE_SCENARIOS = FIRST_ROW + 1 + SCENARIO_ROWS * (1 + MOST_NAMED) + 3
_CHANGES_OF_EACH = 3

(
    USERS, PROFILES, DELIVERY, KITS, PARTS, DRIVES, RAID, LICENCES, GPUS, CPUS, PRICES, BILL, RATES, POINTS,
    CHANGES,
) = TABLES = (
    InputTable(
        "Users", "Users", "groups", "Users", "One row per user group and load case; IOPS and GB are per VM. "
        "Profile, image delivery and store fill in what is left blank (green); what is typed over it is orange. Groups "
        'shows what counts; "+" at the top, more columns.',
        inputs_of(UserGroup), 8, _CHOICES_OF_USERS, ("source",), text_widths={"source": 126},
        usual=(
            "name", "case", "vms", "concurrency", "profile", "users_per_vm", "ram_gib", "vcpus", "delta_gb", "delivery",
        ),
    ),
    InputTable(
        "Profiles", "Profiles", "profiles", "Profiles",
        "What a VM of one kind of user asks for, with its source; your own rows stand below. Users picks one by name. "
        f"{SOURCES_ON_SCREEN}",
        inputs_of(Profile), 8, {"delivery": NAMES_OF_DELIVERIES}, ("source", "note"), True,
    ),
    InputTable(
        "Delivery", "Delivery", "deliveries", "Image delivery",
        "What of a VM's I/O reaches the store, by how its image gets to it, and what it takes; blank: measure it. "
        f"Users picks one by name. {SOURCES_ON_SCREEN}",
        inputs_of(Delivery), 6, {}, ("source", "note"), True,
    ),
    InputTable(
        "Kits", "Kits", "kits", "Kits",
        "Blocks with their drives to start from, and where they come from; your own rows stand below. "
        f"Designs picks one by name. {SOURCES_ON_SCREEN}",
        inputs_of(Kit), 6, _PARTS_OF_KITS, ("source", "note"), True,
    ),
    InputTable(
        "Parts", "Parts", "kit_parts", "Parts of kits",
        "What a design with a kit is billed for, as long as Bill has no row of it: one there replaces all of these.",
        inputs_of(KitPart), 20, {"kit": NAMES_OF_KITS}, ("note",),
    ),
    InputTable(
        "Drives", "Drives", "drives", "Drives",
        f"What one drive holds and sustains; each row with its source. {SOURCES_ON_SCREEN}",
        inputs_of(Drive), 6, {}, ("source", "note"), True,
    ),
    InputTable(
        "RAID", "RAID", "raid_levels", "RAID levels and layouts",
        f"What a write costs at the back end, and what of the drives remains usable. {SOURCES_ON_SCREEN}",
        inputs_of(RaidLevel), 3, {}, ("source", "note"), True,
    ),
    InputTable(
        "Licences", "Licences", "metrics", "Licence metrics",
        "By what a product is counted, and in which packs; prices are yours. A row of Bill names one. "
        f"{SOURCES_ON_SCREEN}",
        inputs_of(Metric), 6, {}, ("source", "note"), True,
    ),
    InputTable(
        "GPUs", "GPUs", "gpu_cards", "GPU cards",
        f"What a card brings along; your own rows stand below. Designs picks one by name. {SOURCES_ON_SCREEN}",
        inputs_of(GpuCard), 6, {}, ("source", "note"), True,
    ),
    InputTable(
        "CPUs", "Processors", "processors", "Processors",
        "What a processor has; your own rows stand below. Designs picks one by name. Densities has what hosts with "
        f"some of them carried. {SOURCES_ON_SCREEN}",
        inputs_of(Processor), 6, {}, ("source", "note"), True,
    ),
    InputTable(
        "Prices", "Prices", "prices", "Prices",
        "Net list prices per part; Settings picks the list. Amber: a bill lacks this price.",
        inputs_of(Price), 10, {}, ("description", "source", "note"), text_widths={"note": 76},
    ),
    InputTable(
        "Bill", "Bill", "bill", "Bill of materials",
        "The parts of each design; it may stay empty: a design without a row here has the parts of its kit (sheet "
        "Parts). A design renamed on Designs is renamed here.",
        inputs_of(BillRow), 12,
        {
            "design": NAMES_OF_DESIGNS, "part": PARTS_WITH_PRICES, "metric": NAMES_OF_METRICS, "group": NAMES_OF_GROUPS,
        },
        ("note",), of_design="design",
    ),
    InputTable(
        "Rates", "Settings", "rates", "Exchange rates", "Of currencies in which prices are given; EUR needs none.",
        inputs_of(ExchangeRate), 5, {}, ("source",), header_row=_BELOW_THE_SETTINGS,
    ),
    InputTable(
        "Calibration", "Calibration", "measured_points", "Calibration",
        "Paste measured points of one drive or store, load and response time: beside them stand the service time and "
        "the saturation that fit them.",
        inputs_of(MeasuredPoint), 0, {}, ("source",), most_rows=MOST_POINTS,
    ),
    InputTable(
        "Changes", "Scenarios", "named_changes", "What each scenario changes",
        "A row per change; rows of the same name are one scenario. A share gains points, all else a part of it.",
        inputs_of(Change), 0, {"what": NAMES_OF_DRIVERS}, header_row=_BELOW_THE_SCENARIOS,
        most_rows=_CHANGES_OF_EACH * MOST_NAMED,
    ),
)  # fmt: skip
