"""A start by kits: a customer's case takes names, numbers and prices alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vdi_sizing.scenario import BY_RULE, FOR_WHO_ENTERS, KIT_PARTS, KITS, Design, Scenario, Settings, UserGroup
from vdi_sizing.scenario import kit as kit_named
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import PER_VM
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples.today import PROFILE, today
from vdi_templates.languages.translation import Translation, rows_of

_USUAL = {"NVMe server, local": "NVMe", "vSAN cluster": "vSAN", "HDD array": "HDD"}
"""The kits to start with, and what their designs are called;
those of others bear the name of the kit in the language."""


def by_kits(translation: Translation | None = None, kits: Sequence[str] = ()) -> Scenario:
    """Today's start, with a profile for its users, and a kit and no bill for each of its designs.

    What the designs of that start state, alike, are the rules for all designs, of one that is added later too.

    `kits`: their names, of the table that comes with the library; none: the usual three.

    Raises
    ------
    InputError
        A kit that the table does not have.

    Examples
    --------
    >>> [design.name for design in by_kits(kits=["all-flash array, hosts beside it", "vSAN cluster"]).designs]
    ['All-flash array, hosts beside it', 'vSAN']
    >>> from vdi_templates.languages.translation import translation_of
    >>> by_kits(translation_of("de", "EUR"), ["all-flash array, hosts beside it"]).designs[0].name
    'All-Flash-Array, Hosts daneben'
    """
    start = today(translation)
    (group,), pattern = start.groups, start.designs[0]
    chosen = [kit_named(name).name for name in kits] or list(_USUAL)
    rows = {} if translation is None else rows_of(translation.language)
    designs = tuple(_design(_USUAL.get(kit, rows.get(kit, kit)), kit, pattern) for kit in chosen)
    settings = _ruling(start.settings, pattern)
    made = replace(start, settings=settings, groups=(_by_profile(group),), designs=designs, bill=())
    return replace(made, prices=_to_enter(made, rows))


def _design(name: str, kit: str, pattern: Design) -> Design:
    """A design that its kit and the rules make; no remark, which would stay where another kit is typed over it."""
    return Design(name, pattern.case, kit=kit)


def _ruling(settings: Settings, pattern: Design) -> Settings:
    """The settings, with what a design states as the rules for all of them."""
    rules = {field.by_rule: getattr(pattern, name) for name, field in BY_RULE.items() if getattr(pattern, name)}
    return replace(settings, **rules)


def _by_profile(group: UserGroup) -> UserGroup:
    """The group with its profile in place of the figures that are copied from it; GB are its own."""
    copied = dict.fromkeys(name for name in PER_VM if not name.endswith("_gb"))
    return replace(group, profile=PROFILE, **copied)  # type: ignore[arg-type]


def _to_enter(made: Scenario, rows: Mapping[str, str]) -> tuple[Price, ...]:
    """A row without a price for each part of today's kits and their drives: first of those that are picked.

    Its date and source are said once for all, on Settings.
    """
    said = ((row.part, row.note) for row in reversed(KIT_PARTS) if row.part and row.note)
    notes = {part: rows.get(note, note) for part, note in said if not any(words in note for words in FOR_WHO_ENTERS)}
    described = notes | {drive.part: drive.name for drive in DRIVES if drive.part}
    of_kits = {name for kit in KITS if kit.generation == TODAY for name in (kit.tier1_drive, kit.tier2_drive)}
    parts = dict.fromkeys(
        (
            *(row.part for design in made.designs for row in made.bill_of(design)),
            *(row.part for row in KIT_PARTS if row.part is not None),
            *(drive.part for drive in DRIVES if drive.name in of_kits),
        )
    )
    listed = made.settings.price_list or ""
    return tuple(Price(listed, part, described.get(part), None, 0.0, "EUR", None) for part in parts)
