"""What the examples share: their date, the drives and RAID levels of a generation, and copies of a design."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from vdi_sizing.scenario import USUAL_CHANGES, BillRow, Design, Kit, KitPart, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.tables.reading import ANY, TODAY
from vdi_templates.languages.translation import ENGLISH, Translation, rows_of

_Record = TypeVar("_Record", UserGroup, Kit, KitPart, Design, Price, BillRow, Settings)
AS_OF = datetime.date(2026, 11, 21)


def scenario_of(
    generation: str,
    groups: tuple[UserGroup, ...],
    designs: tuple[Design, ...],
    settings: Settings,
    prices: tuple[Price, ...] = (),
    bill: tuple[BillRow, ...] = (),
) -> Scenario:
    """A scenario with the drives and RAID levels of one generation; one of today with the usual changes to look at."""
    return Scenario(
        groups=groups,
        designs=designs,
        drives=tuple(drive for drive in DRIVES if drive.generation == generation),
        raid_levels=tuple(level for level in RAID_LEVELS if level.generation in (generation, ANY)),
        settings=settings,
        prices=prices,
        bill=bill,
        named_changes=USUAL_CHANGES if generation == TODAY else (),
    )


def with_designs(scenario: Scenario, count: int) -> Scenario:
    """The scenario with so many design columns: the last one is copied, to be changed."""
    last = scenario.designs[-1]
    copies = tuple(
        replace(last, name=f"{last.name} ({number})") for number in range(2, count - len(scenario.designs) + 2)
    )
    designs = (*scenario.designs, *copies)[:count]
    copied = tuple(
        replace(row, design=copy.name) for copy in copies for row in scenario.bill if row.design == last.name
    )
    kept = {design.name for design in designs}
    bill = tuple(row for row in (*scenario.bill, *copied) if row.design in kept)
    return replace(scenario, designs=designs, bill=bill)


def called_in(scenario: Scenario, translation: Translation) -> Scenario:
    """A scenario that was just made, with what it names and notes as a language calls it, wherever it is named.

    From then on that is people's, as all that a new workbook holds: read back it stays so. A maker's number, the name
    of a drive, and what a document of an example says have no row in the tables of a language. A number in a text is
    read as the language writes it.
    """
    rows = {**rows_of(translation.language), **_own_rows_of(translation.language)}

    def said(record: _Record, *fields: str) -> _Record:
        """A record with these texts, where it has them, in that language."""
        texts = {name: getattr(record, name) for name in fields}
        return replace(record, **{name: rows.get(text, text) for name, text in texts.items()})

    return replace(
        scenario,
        groups=tuple(said(group, "name", "case", "source") for group in scenario.groups),
        kits=tuple(said(kit, "name") for kit in scenario.kits),
        kit_parts=tuple(said(row, "kit", "part") for row in scenario.kit_parts),
        designs=tuple(said(design, "name", "case", "kit", "remark") for design in scenario.designs),
        prices=tuple(said(price, "price_list", "part", "description", "source", "note") for price in scenario.prices),
        bill=tuple(said(row, "design", "part", "group") for row in scenario.bill),
        settings=replace(
            said(scenario.settings, "price_list", "customer", "author"), number_style=translation.number_style
        ),
    )


@cache
def _own_rows_of(language: str) -> Mapping[str, str]:
    """What the example of a customer names and notes, in a language; English needs none."""
    if language == ENGLISH:
        return {}
    with Path(__file__).with_name("german.csv").open(encoding="utf-8", newline="") as file:
        return {row["english"]: row["german"] for row in csv.DictReader(file)}


def dated(scenario: Scenario, as_of: datetime.date) -> Scenario:
    """The scenario as of a date, and prices that are still to be entered with it; known prices keep theirs.

    A price that leaves its date to Settings goes on to.
    """
    prices = tuple(
        replace(price, date=as_of) if price.amount is None and price.date else price for price in scenario.prices
    )
    return replace(scenario, settings=replace(scenario.settings, as_of=as_of), prices=prices)


def in_currency(scenario: Scenario, currency: str) -> Scenario:
    """The same, worked out in a currency: in it stand the prices that are still to enter; known ones stay in theirs."""
    if currency == scenario.currency:
        return scenario
    prices = tuple(
        replace(price, currency=currency) if price.amount is None and price.currency == scenario.currency else price
        for price in scenario.prices
    )
    return replace(scenario, prices=prices, currency=currency)
