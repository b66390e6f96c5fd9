"""From a workbook to its comparison: the work behind the command `compare` and the button of the same name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.words import ERROR
from vdi_templates.audit.as_made import brand_in
from vdi_templates.audit.finding import in_words
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.audit.package import Package, ZipParts
from vdi_templates.audit.sheet import Value
from vdi_templates.carry_over.carry import carried_over
from vdi_templates.carry_over.saved import saved_line
from vdi_templates.languages.translation import Translation
from vdi_templates.reading.earlier import EarlierReader
from vdi_templates.reading.reader import Reader
from vdi_templates.report.bare_picture import bare_logo
from vdi_templates.report.brand_file import beside, read_brand
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.brand import NO_BRAND, Brand, is_declaration
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.spoken import Spoken, spoken_of


@dataclass(frozen=True)
class Comparison:
    """A workbook's designs, sized: the figures, the comparison workbook, and what its reader should know."""

    sizing: Sizing
    workbook: bytes
    notes: list[str]
    """What is no reason to refuse the workbook, but its owner should know."""
    kept: list[str] = field(default_factory=list)
    """What people added to the workbook, and was carried over."""
    lost: list[str] = field(default_factory=list)
    """What of it could not be carried over, in whole sentences."""
    brand: Brand = NO_BRAND
    """Whose look it has."""
    spoken: Spoken | None = None
    """What it says, if that is not what the library says in English and in EUR."""
    book: Book | None = None
    """The workbook before it was written, from which an offer is made; None where that is done."""


def compare(source: Path, brand_file: Path | None = None) -> Comparison:
    """Read a workbook, size its designs, and build the comparison workbook, with what people added.

    It has the look of `brand_file`, else of a brand.toml beside the workbook, else of the workbook itself.
    """
    brand_file = brand_file or beside(source)
    brand = None if brand_file is None else read_brand(brand_file)
    reader = Reader(source, inputs_only=True, currency=None if brand is None else brand.currency or CURRENCY)
    sizing = size(reader.scenario())
    book = next_book(reader, sizing, brand)
    carried = carried_over(source, reader, book)
    notes = [*reader.notes, *([] if brand_file is None else [f"the look is that of {brand_file}"])]
    brand = book.made.brand
    return Comparison(sizing, carried.workbook, notes, carried.kept, carried.lost, brand, spoken_of(book), book)


@dataclass(frozen=True)
class Upgrade(Comparison):
    """A workbook of an earlier version, moved into today's."""

    figures: dict[str, dict[str, tuple[Value, Value]]] = field(default_factory=dict)
    """EUR per VM by label and design: as they were saved, and as they are now."""
    of_earlier_version: bool = True
    """An earlier version made the file; else its saved figures are those of today's formulas, or were tampered with."""


def upgrade(source: Path) -> Upgrade:
    """Read a workbook of any version, size its designs, and build today's workbook, with what people added."""
    reader = EarlierReader(source)
    sizing = size(reader.scenario())
    book = next_book(reader, sizing, columns=MAX_DESIGNS)
    carried = carried_over(source, reader, book)
    lost = [
        f"{gone.sheet}!{gone.cell}: {gone.label} was {in_words(gone.value)}, which has no place any more: {gone.why}."
        for gone in reader.gone()
    ]
    notes = reader.notes
    if reader.not_asked:
        count = len(reader.not_asked)
        notes = [*notes, f"{count} inputs of this version are not in the file: they are blank, or as usual"]
    return Upgrade(
        sizing,
        carried.workbook,
        notes,
        carried.kept,
        lost + carried.lost,
        figures=_figures(source, sizing, book.made.brand.translation),
        of_earlier_version=reader.is_of_earlier_version,
    )


def _figures(source: Path, sizing: Sizing, translation: Translation) -> dict[str, dict[str, tuple[Value, Value]]]:
    found: dict[str, dict[str, tuple[Value, Value]]] = {}
    for figure in (Block.eur_per_vm_full_block, Block.eur_per_vm):
        saved = saved_line(source, translation.text(figure.label))
        found[figure.label] = {
            design.design.name: (
                saved.get(name_key(design.design.name)),
                _said(cast(Value, figure.of(design.block)) if design.block.stands else ERROR, translation),
            )
            for design in sizing.designs
        }
    return found


def _said(value: Value, translation: Translation) -> Value:
    """A figure as a workbook in that language has it: it may be a word."""
    return translation.text(value) if isinstance(value, str) else value


def next_book(reader: Reader, sizing: Sizing, brand: Brand | None = None, columns: int = 0) -> Book:
    """Today's workbook of what was sized, with what of its inputs is not as in the baseline of the file.

    Without a brand it has that of the file; without `columns` of designs, as many as the file.
    """
    brand = brand or brand_of(reader)
    made = Made(baseline=_next_baseline(reader, sizing.scenario, brand.translation), brand=brand)
    return build_book(sizing, made=made, columns=columns or reader.columns_of_designs)


def brand_of(reader: Reader) -> Brand:
    """The look that a workbook says it has."""
    if not any(map(is_declaration, reader.workbook.defined_names)):
        return NO_BRAND
    brand = brand_in(Package(ZipParts(reader.path)))
    try:
        return brand if brand.logo is None else replace(brand, logo=bare_logo(brand.logo))
    except ValueError:  # the picture is damaged: it stays as it is
        return brand


def _next_baseline(reader: Reader, scenario: Scenario, translation: Translation) -> Baseline:
    """The inputs that the comparison is made with, and what of them is not as in the baseline of the file.

    Working out what each did takes longer than the comparison: the commands check and diff do that.
    """
    now = Baseline(scenario)
    try:
        same = reader.baseline_hash() in (None, now.inputs_hash)
        former = None if same else reader.baseline(scenario)
    except InputError as error:
        return Baseline.after(scenario, [translation.text(f"the baseline could not be read: {error}")], translation)
    if former is None:
        return now
    moves = moved_inputs(former.scenario, scenario, translation)
    return Baseline.after(scenario, [move.words for move in moves], translation)


def refuse_other_ending(name: str, path: Path) -> None:
    """A workbook under another name does not open; under .pdf it would be in the way of the PDF."""
    if path.suffix.lower() != ".xlsx":
        raise InputError(name, str(path), "a name that ends in .xlsx")
