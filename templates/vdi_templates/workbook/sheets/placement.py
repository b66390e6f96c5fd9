"""The sheet Placement: which VMs of one design stand on which hosts, and how full these are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.formats import ONE, TEXT
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes.host_patterns import LARGER_VMS
from vdi_templates.workbook.book import Book, CachedValue, put, put_unit
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, filled
from vdi_templates.workbook.sheets.chart_looks import placed, quiet, value_labels
from vdi_templates.workbook.styles import ACCENT, DESIGN_COLORS
from vdi_templates.workbook.variants import DESIGN_INPUTS

SHEET = "Placement"
_SUBTITLE = (
    "What stands where: the VMs of one design on its hosts, in use at the same time. Hosts filled alike stand in one "
    "column."
)
_WIDTHS = [40, 9, 10, 9, 9, *[8.5] * 10]
_LETTERS = "ABCDEFGHIJKLMNO"
_KINDS = {"before": "FGHIJ", "after": "KLMNO"}
_STATES = {"before": "All hosts", "after": "Without the reserve"}
_KEYS = (
    "before_hosts", "after_hosts", "hosts_at_least", "mean_hosts", "hosts_limited", "way_decided",
    "host_for_vms_gib", "host_for_vms_vcpus",
)  # fmt: skip
"""What one reads first; the labels of the lines say what they are."""
WORDS_CELL, _FIRST_KEY = f"A{FIRST_ROW}", FIRST_ROW + 2
"""What stands where, in words; and below it the row of what one reads first."""
_TABLE_ROW = _FIRST_KEY + len(_KEYS) + 1
_HOSTS_ROW = _TABLE_ROW + 2
_FIRST_SIZE, _LAST_SIZE = _HOSTS_ROW + 1, _HOSTS_ROW + 1 + LARGER_VMS
_GPU_ROW = _LAST_SIZE + 3
_SIZES = range(1, LARGER_VMS + 2)
_HINTS = (
    "A to E: hosts filled alike. Where the smallest VMs do not come out even, some of these hosts have one less. "
    "Hosts that no letter counts are empty.",
    "In use: of what a host has for its VMs, without its own share, and of vCPU without the CPU headroom.",
    "A VM of a group with a vCPU per core of its own counts as many vCPU as take its cores at that of the design.",
    "Which design it is, is chosen on the sheet",
)
_HINT_ROW = _LAST_SIZE + 5
_WORKINGS_ROW = _HINT_ROW + len(_HINTS) + 1
_GPUS = "design.gpus"
_FROM = (
    "stands", "vms", "vms_whole", "ram_gib_per_vm", "vcpus_per_vm", "design.vcpus_per_core", "design.case",
    "design.ram_overhead_gib", _GPUS, "host_gpu_gb", "gpus_per_vm",
    "placement_shown", "least_by_ram", "least_by_vcpus", "least_by_gpus", "dealt_hosts", "placed_in_words",
)  # fmt: skip
_SHARES = ("vm1_larger_part", *(f"vm{number}_up_to" for number in _SIZES[1:]))
_OF_STATE = ("apart", "room", "unplaced", "most_ram", "most_vcpus", "most_gpus")
_OF_GPU = tuple(f"vm{number}_{name}" for name in ("of_gpu", "alone") for number in _SIZES)
_STATE_ROW = _WORKINGS_ROW + 1 + len(_FROM) + len(_SHARES) + len(_OF_GPU)
_FULLEST = ("RAM", "vCPU", "GPU")
_SIZE_COLUMNS = {
    "A": ("user group", "group"), "B": ("VMs", "vms"), "C": ("RAM GiB", "ram_gib"), "D": ("vCPU", "vcpus"),
    "E": ("GPU GB", "gpu_gb"),
}  # fmt: skip
_TEXTS = ("way_decided", "hosts_limited", "placed_in_words", "placement_words", "design.case")


class _Cells(dict[str, str]):
    """Where the formulas of the sheet find a figure: on the sheet itself, or in the column of the design chosen."""

    def __init__(self, book: Book) -> None:
        super().__init__({name: f"${cell[0]}${cell[1:]}" for name, cell in _places()})
        self._book = book

    def __missing__(self, name: str) -> str:
        self[name] = self._book.variants.pick(name).removeprefix("=")
        return self[name]


def _places() -> Iterator[tuple[str, str]]:
    """Each figure of the sheet, with its cell."""
    yield "placement_words", WORDS_CELL
    for row, name in enumerate(_KEYS, start=_FIRST_KEY):
        yield name, f"B{row}"
    for row, number in enumerate(_SIZES, start=_FIRST_SIZE):
        for letter, (_, figure) in _SIZE_COLUMNS.items():
            yield f"vm{number}_{figure}", f"{letter}{row}"
    for row, name in enumerate((*_FROM, *_SHARES, *_OF_GPU), start=_WORKINGS_ROW + 1):
        yield name, f"B{row}"
    for state, letters in _KINDS.items():
        for row, name in enumerate(_OF_STATE, start=_STATE_ROW + 1):
            yield f"{state}_{name}", f"{'BC'[state == 'after']}{row}"
        for kind, letter in zip("abcde", letters, strict=True):
            yield from _of_kind(f"{state}_{kind}_", letter)


def _of_kind(kind: str, letter: str) -> Iterator[tuple[str, str]]:
    yield f"{kind}hosts", f"{letter}{_HOSTS_ROW}"
    for row, number in enumerate(_SIZES, start=_FIRST_SIZE):
        yield f"{kind}vm{number}_on_each", f"{letter}{row}"
    yield f"{kind}ram_in_use", f"{letter}{_LAST_SIZE + 1}"
    yield f"{kind}vcpus_in_use", f"{letter}{_LAST_SIZE + 2}"
    yield f"{kind}gpus_in_use", f"{letter}{_GPU_ROW}"
    for row, name in enumerate(("room", "filling", "gpus_of_larger"), start=_STATE_ROW + 1):
        yield f"{kind}{name}", f"{letter}{row}"


def write_placement(book: Book) -> None:
    """The sheet: what decides, the sizes of VM beside the hosts that they stand on, and what it is worked out from."""
    ws = book.sheet(SHEET, SHEET, _SUBTITLE, _WIDTHS)
    book.master_check(ws)
    _write_words(book, ws)
    _write_figures(book, ws)
    used = any(group.gpu_gb for group in book.scenario.groups)
    if not used:
        book.fold(ws, [_GPU_ROW, _STATE_ROW + 1 + _OF_STATE.index("most_gpus")])  # a chart leaves out what is folded
    chart = _chart(ws)
    ws.add_chart(placed(chart, (4, len(_LETTERS)), _FIRST_KEY - 1, _TABLE_ROW - 2))
    ws.freeze_panes = f"A{HEADER_ROW + 1}"
    ws.print_area = f"A1:{_LETTERS[-1]}{_WORKINGS_ROW - 2}"
    ws.protection.enable()


def _band(ws: Worksheet, row: int, titles: dict[str, str]) -> None:
    for letter in _LETTERS:
        put(ws, f"{letter}{row}", titles.get(letter), "VDI heading")


def _write_words(book: Book, ws: Worksheet) -> None:
    """Headings and labels."""
    _band(ws, HEADER_ROW, {})
    name = book.scenario.designs[book.varied.design].name
    book.formula(ws, f"A{HEADER_ROW}", book.variants.pick("design.name"), name, "VDI heading", "@")
    _label(book, ws, _FIRST_KEY, _KEYS)
    _band(ws, _TABLE_ROW, {"A": "VMs", **{letters[0]: _STATES[state] for state, letters in _KINDS.items()}})
    headers = [header for header, _ in _SIZE_COLUMNS.values()] + [*"ABCDE"] * 2
    for letter, header in zip(_LETTERS, headers, strict=True):
        put(ws, f"{letter}{_TABLE_ROW + 1}", header, "VDI header left" if letter == "A" else "VDI header")
    in_use = {_LAST_SIZE + 1: "RAM in use", _LAST_SIZE + 2: "vCPU in use", _GPU_ROW: "GPUs in use"}
    labels = {_HOSTS_ROW: "hosts filled alike", **in_use}
    for row, label in labels.items():
        put(ws, f"A{row}", label, "VDI total label")
        for letter in "BCDE":
            put(ws, f"{letter}{row}", None, "VDI total")
    for row, hint in enumerate(_HINTS, start=_HINT_ROW):
        put(ws, f"A{row}", hint, "VDI label")
    book.link(ws, f"B{_HINT_ROW + len(_HINTS) - 1}", "Sensitivity")
    _band(ws, _WORKINGS_ROW, {"A": "What it is worked out from"})
    _label(book, ws, _WORKINGS_ROW + 1, (*_FROM, *_SHARES, *_OF_GPU))
    _write_workings_words(ws)


def _write_workings_words(ws: Worksheet) -> None:
    for letter, title in zip("BC", _STATES.values(), strict=True):
        put(ws, f"{letter}{_STATE_ROW}", title, "VDI header")
    labels = ("each size apart, 0/1", "room for the smallest VMs", "VMs without a place", *_FULLEST)
    for row, label in enumerate(labels, start=_STATE_ROW + 1):
        put(ws, f"A{row}", label, "VDI label")
    beside = ("room on each host", "VMs in this room", "GPUs of larger VMs on each host")
    for row, label in enumerate(beside, start=_STATE_ROW + 1):
        put(ws, f"D{row}", label, "VDI label")


def _label(book: Book, ws: Worksheet, first_row: int, names: Sequence[str]) -> None:
    for row, name in enumerate(names, start=first_row):
        line = book.layout.lines.get(name)
        said = line or DESIGN_INPUTS[name.removeprefix("design.")]
        put(ws, f"A{row}", said.label, "VDI label")
        if said.unit:
            put_unit(ws, f"C{row}", said.unit, line.number_format if line else "")


def _write_figures(book: Book, ws: Worksheet) -> None:
    """Each figure by its formula, for the design chosen; what other sheets hold is looked up there."""
    cells, lines = _Cells(book), book.layout.lines
    figures = Names(book.sizing.designs[book.varied.design].block)
    for name, cell in _places():
        line = lines.get(name)
        own = line is not None and name not in book.layout.line_rows
        formula = "=" + filled(line.formula, cells) if own and line else book.variants.pick(name)
        value: CachedValue = figures[name]
        if name == _GPUS and value is None:
            value = 0.0  # what looking up a blank cell of Designs gives
        number_format = line.number_format if line else TEXT if name in _TEXTS else ONE
        book.formula(ws, cell, formula, value, _style_of(name), number_format)


def _style_of(name: str) -> str:
    if name == "placement_words":
        return "VDI status"
    if name in _TEXTS:
        return "VDI status left"
    if name.endswith("_hosts") and name.count("_") == 2:
        return "VDI total"
    return "VDI formula text" if name.endswith("_group") else "VDI formula"


def _chart(ws: Worksheet) -> BarChart:
    """How full the fullest host is, with all hosts and without the reserve."""
    chart = BarChart()
    chart.type, chart.grouping, chart.gapWidth, chart.style = "bar", "clustered", 60, 10
    chart.y_axis.scaling.min, chart.y_axis.scaling.max = 0, 1
    quiet(chart, "How full the fullest host is")
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.number_format, chart.y_axis.majorUnit = "0%", 0.25
    first = _STATE_ROW + 1 + _OF_STATE.index("most_ram")
    last = first + len(_FULLEST) - 1
    for column, color in ((2, DESIGN_COLORS[-1]), (3, ACCENT)):
        series = Series(Reference(ws, min_col=column, min_row=first, max_row=last), title=None)
        series.tx = SeriesLabel(StrRef(f"{SHEET}!${'ABC'[column - 1]}${_STATE_ROW}"))
        series.graphicalProperties.solidFill = color
        series.dLbls = value_labels()
        chart.series.append(series)
    chart.set_categories(Reference(ws, min_col=1, min_row=first, max_row=last))
    chart.legend.position = "b"
    return chart
