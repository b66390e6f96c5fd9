"""Is a workbook what the library would write for its inputs? Names each thing that differs, and what was looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.compare import Compared, compare
from vdi_templates.audit.finding import Finding, Level, counted, in_words
from vdi_templates.audit.package import Package, ZipParts, made_parts
from vdi_templates.audit.printed import PAGE_ENDS
from vdi_templates.reading.file import OF_A_DAMAGED_FILE, damaged
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import MADE_NOW, Book, Made
from vdi_templates.workbook.brand import NO_BRAND
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.moves import moved_since_drawn
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.sheets.charts import to_draw
from vdi_templates.workbook.spoken import spoken_alternatives

LOOKED_AT = (
    "formulas and saved values; labels, units, notes, headings, figures; number formats, fonts, fills, protection; "
    "conditional formats and what one may enter; hidden, filtered and merged cells; sheets, names, tables; charts, "
    "pictures, text boxes; headers, footers, print areas; links; calculation; macros and other contents"
)
"""What is compared, in a reader's words."""
NOT_LOOKED_AT = (
    "whether the inputs and prices are right; what macros, added sheets and comments do or say; column widths, row "
    "heights and page scales within reason; borders, wrapping and the look of empty cells and inputs; window, zoom, "
    "frozen panes, document properties"
)
"""What is not."""


@dataclass(frozen=True)
class Audit:
    """What was found, how much was looked at, and the sizing of the file's inputs."""

    compared: Compared
    sizing: Sizing
    notes: list[str] = field(default_factory=list)
    baseline: Baseline | None = None
    """The inputs that the file was made with, where it holds them."""
    sha256: str = ""
    """Of the file as a whole, which it cannot hold itself."""

    @property
    def findings(self) -> list[Finding]:
        """What is not as shipped, and what people added, the gravest first."""
        return self.compared.findings

    @property
    def differences(self) -> list[Finding]:
        """What is not as shipped."""
        return [finding for finding in self.findings if finding.level is not Level.NOTED]

    @property
    def worst(self) -> Level | None:
        """The gravest level of a difference."""
        return min((finding.level for finding in self.differences), default=None)

    def as_json(self) -> dict[str, Any]:
        """What was found, for a program."""
        return {
            "sha256": self.sha256,
            "verdict": self.worst.name.lower() if self.worst else "as shipped",
            "findings": [
                {
                    "level": finding.level.name.lower(),
                    "sheet": finding.sheet,
                    "cell": finding.cell,
                    "aspect": finding.aspect,
                    "found": finding.found,
                    "expected": finding.expected,
                }
                for finding in self.findings
            ],
            "notes": self.notes,
            "designs without an answer": {
                design.design.name: design.block.errors_in_words
                for design in self.sizing.designs
                if not design.block.stands
            },
            "scope": {
                "sheets": self.compared.sheets,
                "formulas": self.compared.formulas,
                "texts and figures": self.compared.others,
                "looked at": LOOKED_AT,
                "not looked at": NOT_LOOKED_AT,
            },
        }


def rebuilt(reader: Reader, made: Made = MADE_NOW) -> Book:
    """The workbook that the library writes for the inputs of this one, with its baseline if that can be read."""
    scenario = reader.scenario()
    made = replace(made, left_blank=reader.left_blank(), columns=reader.places_of_designs())
    with suppress(InputError):
        made = replace(made, baseline=reader.baseline(scenario))
    if made.baseline is not None and made.baseline.inputs_hash != reader.baseline_hash():
        made = replace(made, drawn=scenario)  # a baseline that somebody changed does not say what was drawn
    return build_book(size(scenario), reader.cost_rows(), reader.table_rows, made, reader.group_rows())


def audit(path: Path) -> Audit:
    """Compare all that a reader sees or relies on with what the library writes for the same inputs."""
    reader = Reader(path, inputs_only=True)
    with readable(path):
        found = Package(ZipParts(path))
        made = as_made(found)
    book = rebuilt(reader, made)
    notes = reader.notes
    expected = Package(made_parts(workbook_bytes(book)))
    with readable(path):
        compared = compare(found, expected, spoken_alternatives(book))
    if moved_since_drawn(book):
        compared.findings[:] = [finding for finding in compared.findings if finding.aspect != PAGE_ENDS]
    compared.findings[:0] = _numbers_as_text(reader)
    compared.findings += (*_charts_to_draw(book), *_drivers_to_draw(book))
    if made.brand != NO_BRAND:
        compared.findings.append(Finding(Level.NOTED, "", "", "the look of a brand", made.brand.in_words))
    return Audit(compared, book.sizing, notes, book.made.baseline, _sha256(path))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Say of a file what is wrong with it, where its parts cannot be read."""
    try:
        yield
    except InputError:
        raise
    except OF_A_DAMAGED_FILE as error:
        raise damaged(path, error) from error


def _numbers_as_text(reader: Reader) -> Iterator[Finding]:
    """Inputs that a command reads, and that no formula of the sheet calculates with."""
    for (sheet, cell), (text, number) in reader.texts.items():
        expected = f"{number:.15g}, typed as a number: the sheet gives no answer for a text"
        yield Finding(Level.ANSWER, sheet, cell, "a number written as text", in_words(text), expected)


def _charts_to_draw(book: Book) -> Iterator[Finding]:
    """Charts, bars and curves that had nothing to show when the file was made, and have now."""
    said = "left out, since it had nothing to show when the file was made; vdi-sizing compare draws it"
    for lacking in to_draw(book):
        yield Finding(Level.NOTED, "", "", lacking, said)


def _drivers_to_draw(book: Book) -> Iterator[Finding]:
    """The results of drivers, if they were drawn for other inputs: each is compared with what the library drew then."""
    moved, as_of = moved_since_drawn(book), book.baseline.scenario.settings.as_of.isoformat()
    if moved:
        said = f"as drawn on {as_of}, and {counted(moved, 'input')} moved since; vdi-sizing compare draws them anew"
        yield Finding(Level.NOTED, "Sensitivity", "", "the results of the drivers", said)
