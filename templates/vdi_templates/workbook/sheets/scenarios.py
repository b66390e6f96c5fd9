"""The sheet Scenarios: named sets of changes, and what becomes of every design with each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import EUR_CENT
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import ARRAY, MOST_NAMED, SERVICE, Change
from vdi_sizing.what_if.drivers import DRIVERS, SCALED
from vdi_sizing.what_if.scenarios import NamedScenario, named_scenarios
from vdi_sizing.words import DASH, ERROR, NO_LIMIT, NO_LIMIT_TEXT, NONE, NOT_KNOWN
from vdi_templates.languages.translation import Translation
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, fit_row, lines_of, put, put_text
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.drawn import grey_where_moved, say_again_what_moved
from vdi_templates.workbook.sheets.tables import write_rows
from vdi_templates.workbook.styles import DRAWN_TEXT
from vdi_templates.workbook.tables import CHANGES, SCENARIO_ROWS

SHEET = "Scenarios"
_TITLE = (
    "What each scenario makes of every design. The changes are typed in the table below; vdi-sizing compare, or the "
    "offline page, works them out. What packs of licences add stays, and so do shelves."
)
AS_ENTERED, _NO_CHANGE = "as entered", "nothing; this row follows the inputs at once"
WHAT_CHANGES, CHEAPEST, SCENARIO = "what changes", "cheapest", inputs_of(Change)["scenario"].label
_SEVERAL, _OF_THOSE_PRICED, _ONLY = "several cost the same", "of those priced", "the only one"
_NOT_JUDGED = "not judged"
_HOSTS = '[=1]"1 host";#,##0" hosts"'
_DEARER_NEXT = '"the next: +"#,##0.00'
_NAME_WIDTH, _CHANGES_WIDTH, _DESIGN_WIDTH, _CHEAPEST_WIDTH = 28, 34, 15, 22
_FIRST_DESIGN = 3
_OF_NOTES, _OF_BOLD = 10 / 9, 0.9  # of letters in a line, beside the usual type
_ONE_LINE, _TWO_LINES = 15.0, 28.0
_PERCENT_POINTS = "points"


class _Shown(NamedTuple):
    """What stands in a cell: its formula for a design as it is, and the same of figures that were worked out."""

    formula: str
    of: Callable[[Block], CachedValue]
    number_format: str


def _eur(b: Block) -> CachedValue:
    if not b.stands:
        return ERROR if b.other_errors else b.void_word
    return float(b.compared_eur) if b.eur_known else NOT_KNOWN


def _hosts(b: Block) -> CachedValue:
    if not b.stands:
        return ""
    if not b.targets_met:
        return b.missed_words or _NOT_JUDGED
    if b.with_hosts:
        return float(b.hosts_beside)
    return DASH if b.design.block_kind in (ARRAY, SERVICE) else float(b.blocks)


def _cheapest(b: Block) -> CachedValue:
    if not b.same_users or not b.offers:
        return NONE
    return _SEVERAL if b.ties > 1 else next(other.design.name for other in b.side_by_side if other.cheapest)


def _lead(b: Block) -> CachedValue:
    if not b.same_users or not b.offers:
        return ""
    if b.meeting > b.offers:
        return _OF_THOSE_PRICED
    if b.second_eur >= NO_LIMIT:
        return _ONLY if b.offers == 1 else ""
    return float(b.second_eur - b.best_eur)


_OF_DESIGN = (
    _Shown(
        f'IF({{in_use}}=0,"",IF({{stands}}=0,IF({{other_errors}}>0,"{ERROR}",{{void_word}}),'
        f'IF({{eur_known}}=0,"{NOT_KNOWN}",{{compared_eur}})))',
        _eur, EUR_CENT,
    ),
    _Shown(
        f'IF({{in_use}}*{{stands}}=0,"",IF({{targets_met}}=0,IF({{missed_words}}="","{_NOT_JUDGED}",{{missed_words}}),'
        f'IF({{with_hosts}}=1,{{hosts_beside}},'
        f'IF(OR({{design.block_kind}}="{ARRAY}",{{design.block_kind}}="{SERVICE}"),"{DASH}",{{blocks}}))))',
        _hosts, _HOSTS,
    ),
)  # fmt: skip
"""Of each design: EUR by which designs are compared, and below them the hosts that run the VMs, or what is missed."""
_OF_ALL = (
    _Shown(
        f'IF({{same_users}}*{{offers}}=0,"{NONE}",IF({{ties}}>1,"{_SEVERAL}",'
        f'{in_row("{all.name_shown}", "MATCH(1,{all.cheapest},0)")}))',
        _cheapest, "@",
    ),
    _Shown(
        f'IF({{same_users}}*{{offers}}=0,"",IF({{meeting}}>{{offers}},"{_OF_THOSE_PRICED}",'
        f'IF({{second_eur}}>={NO_LIMIT_TEXT},IF({{offers}}=1,"{_ONLY}",""),{{second_eur}}-{{best_eur}})))',
        _lead, _DEARER_NEXT,
    ),
)  # fmt: skip
"""Of all designs: which is the cheapest, and below it by how much the next one is dearer."""


def write_scenarios(book: Book) -> None:
    """The sheet: a pair of rows for each scenario, the first of them live; below them the changes."""
    columns = book.layout.design_columns
    widths = [_NAME_WIDTH, _CHANGES_WIDTH, *[_DESIGN_WIDTH] * columns, _CHEAPEST_WIDTH]
    ws = book.sheet(SHEET, SHEET, _TITLE, widths)
    book.master_check(ws)
    say_again_what_moved(book, SHEET)
    last = get_column_letter(_FIRST_DESIGN + columns)
    _write_headers(book, ws, last)
    _write_as_entered(book, ws, last)
    scenarios = named_scenarios(book.sizing_drawn.scenario)
    for at, scenario in enumerate(scenarios, start=1):
        _write_scenario(book, ws, at, scenario, last)
    book.fold(ws, range(_row(len(scenarios) + 1), _row(MOST_NAMED + 1)))
    first, end = _row(1), _row(MOST_NAMED + 1) - 1
    colour_answers(ws, f"C{_row(0)}:{last}{end}")
    grey_where_moved(book, SHEET, f"A{first}:{last}{end}")
    _write_changes(book, ws)
    ws.freeze_panes = f"B{FIRST_ROW + 1}"
    ws.print_area = f"A1:{last}{end}"
    ws.protection.enable()


class Answer(NamedTuple):
    """What the sheet says of all designs in a scenario."""

    name: str
    changes: str
    cells: str
    """Those of its EUR."""
    eur: tuple[CachedValue, ...]
    """By which designs are compared, or the word in the place of a number; in the order of the designs."""
    missed: tuple[str, ...]
    """Which target each misses; blank: none."""
    cheapest: CachedValue
    """The design that is, or why there is none."""


def answers(book: Book) -> Iterator[Answer]:
    """What the sheet says, of the file as it was entered and of each named scenario, for those who say it elsewhere."""
    said = book.made.brand.translation
    scenarios = named_scenarios(book.sizing_drawn.scenario)
    yield _answer(0, said.text(AS_ENTERED), "", book.sizing.designs)
    for at, each in enumerate(scenarios, start=1):
        yield _answer(at, _name_of(book, each), _in_words(book, each.changes), each.designs)


def _answer(at: int, name: str, changes: str, designs: Sequence[DesignSizing]) -> Answer:
    blocks = [sized.block for sized in designs]
    cells = f"{SHEET}!{_letter(0)}{_row(at)}:{_letter(len(blocks) - 1)}{_row(at)}"
    missed = tuple("" if b.targets_met or not b.stands else b.missed_words or _NOT_JUDGED for b in blocks)
    return Answer(name, changes, cells, tuple(map(_eur, blocks)), missed, _cheapest(blocks[0]))


def _row(scenario: int) -> int:
    """The first row of a scenario; 0 is the file as it was entered."""
    return FIRST_ROW + 1 + SCENARIO_ROWS * scenario


def _write_headers(book: Book, ws: Worksheet, last: str) -> None:
    first = book.sizing.designs[0].block
    for column in range(1, _FIRST_DESIGN + book.layout.design_columns + 1):
        put(ws, f"{get_column_letter(column)}{HEADER_ROW}", None, "VDI heading")
    book.formula(ws, f"A{HEADER_ROW}", _rendered(book, "{counted}", 0), first.counted, "VDI heading", "@")
    for letter, text in (("A", SCENARIO), ("B", WHAT_CHANGES), (last, CHEAPEST)):
        put(ws, f"{letter}{FIRST_ROW}", text, "VDI header left" if letter != last else "VDI header")
    for at, sized in enumerate(book.columns):
        named = "" if sized.block.stands_in else sized.design.name
        formula = _rendered(book, 'IF({in_use}=0,"",{name_shown})', at)
        book.formula(ws, f"{_letter(at)}{FIRST_ROW}", formula, named, "VDI header", "@")
    fit_row(ws, FIRST_ROW, *((sized.design.name, _DESIGN_WIDTH * _OF_BOLD) for sized in book.sizing.designs))


def _letter(design: int) -> str:
    return get_column_letter(_FIRST_DESIGN + design)


def _rendered(book: Book, formula: str, design: int) -> str:
    return book.layout.render(formula, design, SHEET)


def _write_as_entered(book: Book, ws: Worksheet, last: str) -> None:
    """The first pair of rows, which follows the inputs."""
    row = _row(0)
    put(ws, f"A{row}", AS_ENTERED, "VDI total label")
    put(ws, f"B{row}", _NO_CHANGE, "VDI note")
    for below, shown in enumerate(_OF_DESIGN):
        for at, sized in enumerate(book.columns):
            value = "" if sized.block.stands_in else shown.of(sized.block)
            _write_live(book, ws, f"{_letter(at)}{row + below}", shown, at, value)
    for below, shown in enumerate(_OF_ALL):
        _write_live(book, ws, f"{last}{row + below}", shown, 0, shown.of(book.sizing.designs[0].block))
    fit_row(ws, row, (_cheapest(book.sizing.designs[0].block), _CHEAPEST_WIDTH))
    ws.row_dimensions[row + 1].height = _TWO_LINES


def _write_live(book: Book, ws: Worksheet, cell: str, shown: _Shown, design: int, value: CachedValue) -> None:
    formula = _rendered(book, shown.formula, design)
    book.formula(ws, cell, formula, value, "VDI link text", shown.number_format)


def _write_scenario(book: Book, ws: Worksheet, at: int, scenario: NamedScenario, last: str) -> None:
    """A pair of rows as drawn."""
    row = _row(at)
    _write_own(ws, f"A{row}", _name_of(book, scenario), "VDI total label")
    words = _in_words(book, scenario.changes)
    _write_own(ws, f"B{row}", words, "VDI note")
    fit_row(ws, row, (words, _CHANGES_WIDTH * _OF_NOTES), (_cheapest(scenario.designs[0].block), _CHEAPEST_WIDTH))
    for below, shown in enumerate(_OF_DESIGN):
        for design, sized in enumerate(scenario.designs):
            _write_drawn(ws, f"{_letter(design)}{row + below}", shown, sized.block)
    for below, shown in enumerate(_OF_ALL):
        _write_drawn(ws, f"{last}{row + below}", shown, scenario.designs[0].block)
    if any(lines_of(_hosts(each.block), _DESIGN_WIDTH) > 1 for each in scenario.designs):
        ws.row_dimensions[row + 1].height = _TWO_LINES


def _name_of(book: Book, scenario: NamedScenario) -> str:
    """Its name, where it is one of ours in the language of the workbook."""
    named = scenario.name in inputs_of(Change)["scenario"].own_words
    return book.made.brand.translation.text(scenario.name) if named else scenario.name


def _write_drawn(ws: Worksheet, cell: str, shown: _Shown, block: Block) -> None:
    value = shown.of(block)
    if value in {other.design.name for other in block.side_by_side}:
        _write_own(ws, cell, str(value), DRAWN_TEXT)
    else:
        put(ws, cell, value, DRAWN_TEXT, shown.number_format)


def _write_own(ws: Any, cell: str, text: str, style: str) -> None:
    """What a user calls something, or what is put together here: it is said as it is."""
    put_text(ws, cell, text, style)
    ws.parent.quoted.add((ws.title, cell))


def _in_words(book: Book, changes: Sequence[Change]) -> str:
    """What a scenario changes, in the language of the workbook."""
    said = book.made.brand.translation
    return ", ".join(f"{said.text(change.what)} {_percent(change, said)}" for change in changes)


def _percent(change: Change, said: Translation) -> str:
    """A part of it, or points of a share.

    >>> from vdi_templates.languages.translation import IN_ENGLISH
    >>> _percent(Change("more users", "number of users", 0.125), IN_ENGLISH)
    '+12.5 %'
    """
    part = DRIVERS[change.driver].how == SCALED
    number = f"{100 * change.by:+.12g}"
    return f"{said.number(number)} {'%' if part else said.text(_PERCENT_POINTS)}"


def _write_changes(book: Book, ws: Worksheet) -> None:
    """The table in which they are typed."""
    for column in range(1, _FIRST_DESIGN + book.layout.design_columns + 1):
        title = CHANGES.title if column == 1 else None
        put(ws, f"{get_column_letter(column)}{CHANGES.header_row - 2}", title, "VDI heading")
    put(ws, f"A{CHANGES.header_row - 1}", CHANGES.subtitle, "VDI subtitle")
    last_row = write_rows(book, CHANGES)
    for row in range(CHANGES.header_row + 1, last_row + 1):
        ws.row_dimensions[row].height = _ONE_LINE
