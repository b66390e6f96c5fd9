"""One sheet over the comparisons of many customers: a row per design, and the files that could not be compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.model.formats import EUR_CENT, TIME, WHOLE
from vdi_sizing.model.sizing import Sizing
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_templates.reading.file import load, refuse_what_cannot_be_read
from vdi_templates.report.rows import Row, put_value, row_of
from vdi_templates.workbook.book import Book, fit_row, put
from vdi_templates.workbook.spoken import Spoken

SHEET = "Summary"
_TITLE = "Comparisons of {} workbooks"
_PER_USER = f"{CURRENCY} per user"
HEADERS = ("file", "customer", "users", "recommended", "design", _PER_USER, "drives of a block", "blocks",
    "VMs per block", "response [ms]", "limited by", "warnings")  # fmt: skip
_LETTERS = "ABCDEFGHIJKL"
_LOOKS = ("@", "@", WHOLE, "@", "@", EUR_CENT, "@", WHOLE, WHOLE, TIME, "@", "0")
_WIDTHS = [26, 22, 9, 15, 22, 14, 44, 8, 15, 15, 20, 11]
_HEADER_ROW = 4


@dataclass(frozen=True)
class Summary:
    """What one comparison comes to."""

    file: str
    output: str
    customer: str
    users: tuple[float, ...]  # of each design: they may be of different load cases
    recommendation: str
    recommended: tuple[bool, ...]
    counted: str  # what its EUR count: what is bought, or all years of use
    rows: tuple[Row, ...]
    notes: tuple[str, ...]  # what its owner should know
    kept: tuple[str, ...]  # what people added to the workbook, and stands in the comparison too
    lost: tuple[str, ...]  # and what of it does not
    currency: str = CURRENCY  # of its amounts
    said: str = ""  # the recommendation in the language of the comparison

    @property
    def stands(self) -> bool:
        """Whether no design has an error."""
        return all(row.blocks is not None for row in self.rows)


def summary_of(
    file: str, output: str, sizing: Sizing, notes: Sequence[str], kept: Sequence[str], lost: Sequence[str],
    spoken: Spoken | None = None,
) -> Summary:  # fmt: skip
    """What a comparison comes to, design by design."""
    blocks = [sized.block for sized in sizing.designs]
    return Summary(
        file=file,
        output=output,
        customer=sizing.scenario.settings.customer or "",
        users=tuple(float(block.users_whole) for block in blocks),
        recommendation=blocks[0].recommendation,
        recommended=tuple(bool(block.same_users and block.cheapest) for block in blocks),
        counted=blocks[0].counted.strip(),
        rows=tuple(row_of(sized) for sized in sizing.designs),
        notes=tuple(notes),
        kept=tuple(kept),
        lost=tuple(lost),
        currency=sizing.scenario.currency,
        said=blocks[0].recommendation if spoken is None else spoken.figure("recommendation", 0),
    )


def title_of(summaries: Sequence[Summary]) -> str:
    """The title of the workbook that holds them, by which a later run knows it."""
    return _TITLE.format(len(summaries))


def is_summary(path: Path) -> bool:
    """Whether a file is a summary of ours, which is no customer's workbook."""
    try:
        refuse_what_cannot_be_read(path)
        book = load(path, values=True, only=())
    except InputError:
        return False
    title = re.sub(r"\d+", "{}", book.properties.title or "", count=1)
    return book.sheetnames == [SHEET] and title == _TITLE


def write_summary(book: Book, summaries: Sequence[Summary], refused: Sequence[tuple[str, str]]) -> None:
    """The only sheet of a workbook: values, the customers in the order of their files."""
    currencies = sorted({summary.currency for summary in summaries}) or [CURRENCY]
    in_words = " or ".join(currencies)
    subtitle = (
        f"{len(summaries)} files compared, {len(refused)} refused. These are values: the comparison of each file holds "
        f"the formulas. A customer's designs are compared by the {in_words} per user that stand here."
    )
    ws = book.sheet(SHEET, SHEET, subtitle, _WIDTHS)
    for letter, header in zip(_LETTERS, HEADERS, strict=True):
        named = header.replace(CURRENCY, in_words) if header == _PER_USER else header
        put(ws, f"{letter}{_HEADER_ROW}", named, "VDI header")
    at = _HEADER_ROW
    for summary in summaries:
        for users, recommended, row in zip(summary.users, summary.recommended, summary.rows, strict=True):
            at += 1
            mark = "yes" if recommended else None
            values = (summary.file, summary.customer or None, users, mark, *vars(row).values())
            for letter, value, looks in zip(_LETTERS, values, _LOOKS, strict=True):
                several = looks == EUR_CENT and len(currencies) > 1
                put_value(ws, f"{letter}{at}", value, f'{looks} "{summary.currency}"' if several else looks)
            fit_row(ws, at, *((value, width) for value, width in zip(values, _WIDTHS, strict=True)))
    if refused:
        put(ws, f"A{at + 2}", "Refused", "VDI status")
    for row_at, (file, reason) in enumerate(refused, start=at + 3):
        put_value(ws, f"A{row_at}", file, "@")
        put(ws, f"B{row_at}", reason, "VDI label")
        ws[f"B{row_at}"].data_type = "s"
    ws.freeze_panes = f"A{_HEADER_ROW + 1}"
    ws.print_title_rows = f"{_HEADER_ROW}:{_HEADER_ROW}"
    ws.protection.enable()
