"""The sheet Calibration: a table of measured points, and beside it the fit, point by point, with a chart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from openpyxl.chart import Reference, ScatterChart, Series
from openpyxl.chart.legend import Legend
from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import rounded
from vdi_sizing.formulas.calibration import (
    ALWAYS_FIT,
    FEWEST_POINTS,
    FULL,
    NOT_RISING,
    ONE_LOAD,
    STUDENT_T,
    TOO_FEW,
    TOO_WIDE,
    Calibration,
)
from vdi_sizing.scenario import MOST_POINTS
from vdi_sizing.words import DASH, SATURATED
from vdi_templates.workbook.book import Book, CachedValue, grey_out, highlight, put, put_unit
from vdi_templates.workbook.calibration import FIRST_FIT_ROW, RESULT_COLUMNS, RESULTS, SHEET, STEP_COLUMNS, fit_cell
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.sheets.chart_looks import WORDS, placed, quiet
from vdi_templates.workbook.sheets.tables import write_table
from vdi_templates.workbook.styles import ACCENT, AMBER, BOX, INK
from vdi_templates.workbook.tables import POINTS
from vdi_templates.workbook.widths import for_header

_UNNAMED, _NAMED = "no drive is named for these points on Settings", "drive, as named on Settings: "
FALLING, BEYOND = "faster than at a lower load", "beyond the fitted saturation"
ROUGH = 0.1
"""A typical deviation above it is said in words."""
_NOT_DETERMINED = "not determined: "
_BESIDE_IT, _ROUGHLY = "a fit, with points that it cannot hold", "a rough fit: look at the deviations"
CURVE_STEPS, _NEARLY = 20, 0.98
_LAST_ROW = HEADER_ROW + MOST_POINTS
_WIDTHS = {
    "A": 8, "B": 11, "C": 8, "D": 8.5, "E": 9.5, "F": 14, "G": 1.5, "H": 9, "I": 9, "J": 8, "K": 9, "L": 22, "M": 1.5,
    "N": 36, "O": 11, "P": 7, "Q": 2, "R": 38, "S": 12, "T": 8, "U": 2, "V": 9, "W": 9, "X": 9, "Y": 9, "Z": 9,
}  # fmt: skip
_PRINTED = "P"
_ZOOM = 85
"""In per cent: the points and their fit beside each other on a screen of 1366 pixels, in German too."""
_OFF_THE_CHART = -1
"""Where the chart has a point that is none: its axes begin at 0."""
_REFERENCE = re.compile(r"\{(\w+)\}")
_COLUMNS = {"loads": "H", "times": "I", "deviations": "K", "falling": "V", "drawn_loads": "W"}
_HINT_LINES = (
    "The fit holds from the lowest to the highest load of a",
    "drive that was measured.",
    "To use it: on Drives, give the drive as measured a row",
    "of its own, since every design counts with its row, and",
    "type the saturation as its read and write IOPS; on",
    "Designs, the service time as its latency without load,",
    "1 as its evenness of the service times, and a derating",
    "of 100 %. On Settings, name it as the drive that was",
    "measured: Checks then warn where a design loads it",
    "otherwise, or counts with other numbers.",
)
"""Cut by hand: the columns of the fit hold so much in print."""
_CHART_ROW, _CHART_ROWS = FIRST_FIT_ROW + len(RESULTS) + 2, 11
_HINT_ROW = _CHART_ROW + _CHART_ROWS + 1
_NO_POINT = "The chart waits for points: paste some at the left."


class _Result(NamedTuple):
    """A result of the fit, in both notations."""

    label: str
    unit: str
    number_format: str
    formula: str
    python: Callable[[Calibration], float | str]


_SERVES_ONE = "ROUND({slope}-1,9)>=0"
_FOR_CERTAIN = "(1-({slope_off}/{slope_used})^2)"
_MIDDLE = f"{{mean_load}}+1000*{{mean_rate}}/({{slope_used}}*{_FOR_CERTAIN})"
_OFF_BY = "{rate_off}*{service_ms}"


def _if_determined(formula: str) -> str:
    return f'IF({{determined}}=0,"{DASH}",{formula})'


def _or_dash(fit: Calibration, value: float) -> float | str:
    return value if fit.determined else DASH


_FIT = {
    "points": _Result("points", "", "0", 'COUNTIF({loads},">0")', lambda f: f.points),
    "service": _Result("service time, without load", "ms", "#,##0.000", _if_determined("{service_ms}"),
        lambda f: _or_dash(f, f.service_ms)),
    "service_least": _Result("service time, at least (95 %)", "ms", "#,##0.000",
        _if_determined("1/(1/{service_ms}+{rate_off})"), lambda f: _or_dash(f, f.service_range_ms[0])),
    "service_most": _Result("service time, at most (95 %)", "ms", "#,##0.000",
        _if_determined("1/(1/{service_ms}-{rate_off})"), lambda f: _or_dash(f, f.service_range_ms[1])),
    "saturation": _Result("saturation of a drive", "IOPS", "#,##0.0", _if_determined("{saturation_iops}"),
        lambda f: _or_dash(f, f.saturation_iops)),
    "saturation_least": _Result("saturation, at least (95 %)", "IOPS", "#,##0.0",
        _if_determined(f"{_MIDDLE}-1000*{{load_off}}"), lambda f: _or_dash(f, f.saturation_range_iops[0])),
    "saturation_most": _Result("saturation, at most (95 %)", "IOPS", "#,##0.0",
        _if_determined(f"{_MIDDLE}+1000*{{load_off}}"), lambda f: _or_dash(f, f.saturation_range_iops[1])),
    "side_by_side": _Result("operations served side by side", "", "#,##0.0",
        _if_determined("1/{slope_used}"), lambda f: _or_dash(f, f.side_by_side)),
    "lowest_iops": _Result("lowest load of a drive measured", "IOPS", "#,##0.0", "MAX(0,MIN({drawn_loads}))",
        lambda f: f.lowest_iops),
    "highest_iops": _Result("highest load of a drive measured", "IOPS", "#,##0.0", "MAX({loads})",
        lambda f: f.highest_iops),
    "highest_utilization": _Result("the highest, over the saturation", "%", "0.0%",
        _if_determined("{highest_iops}/{saturation_iops}"), lambda f: _or_dash(f, f.highest_utilization)),
    "typical_deviation": _Result("typical deviation", "%", "0.0%",
        'IF({points}=0,0,(SUMIF({deviations},">0")-SUMIF({deviations},"<0"))/{points})',
        lambda f: f.typical_deviation),
    "largest_deviation": _Result("largest deviation", "%", "0.0%", "MAX(MAX({deviations}),0-MIN({deviations}))",
        lambda f: f.largest_deviation),
    "points_beyond": _Result(f"points {BEYOND}", "", "0",
        f"IF({{stands}}=0,0,SUMPRODUCT(1*(ROUND({{loads}}/{{saturation_iops}}-{FULL},9)>=0)))",
        lambda f: float(sum(f.beyond_saturation))),
    "points_falling": _Result(f"points {FALLING}", "", "0", "SUM({falling})", lambda f: float(sum(f.falling))),
    "weights": _Result("weights: squares of the response times", "ms\N{SUPERSCRIPT TWO}", "General",
        "SUMPRODUCT({times},{times})", lambda f: f.weights),
    "mean_load": _Result("weighted mean of the loads", "IOPS", "General",
        "IF({weights}=0,0,SUMPRODUCT({times},{times},{loads})/{weights})", lambda f: f.mean_load),
    "mean_rate": _Result("weighted mean of 1 / response time", "1/ms", "General",
        "IF({weights}=0,0,SUM({times})/{weights})", lambda f: f.mean_rate),
    "slope": _Result("fall of 1 / response time per 1000 IOPS", "1/ms", "General",
        "IF(ROUND({highest_iops}-{lowest_iops},9)=0,0,-1000*SUMPRODUCT({times}*({loads}-{mean_load})"
        "*(1-{mean_rate}*{times}))/SUMPRODUCT({times}*{times}*({loads}-{mean_load})^2))", lambda f: f.slope),
    "stands": _Result("the points give a fit", "0/1", "0",
        f"IF(AND({{points}}>={FEWEST_POINTS},ROUND({{slope}},9)>0),1,0)", lambda f: f.stands),
    "slope_used": _Result("the fall, at most 1: one operation at a time", "1/ms", "General",
        "IF({stands}=0,0,MIN(1,{slope}))", lambda f: f.slope_used),
    "service_ms": _Result("service time of the curve", "ms", "General",
        "IF({stands}=0,0,1/({mean_rate}+{slope_used}*{mean_load}/1000))", lambda f: f.service_ms),
    "saturation_iops": _Result("saturation of the curve", "IOPS", "General",
        "IF({stands}=0,0,1000/({slope_used}*{service_ms}))", lambda f: f.saturation_iops),
    "spread": _Result("weighted squares of the loads from their mean", "", "General",
        "SUMPRODUCT({times}*{times}*(({loads}-{mean_load})/1000)^2)", lambda f: f.spread),
    "freedom": _Result("points less fitted constants", "", "0",
        f"IF({{stands}}=0,0,MAX(0,{{points}}-IF({_SERVES_ONE},1,2)))", lambda f: f.freedom),
    "off": _Result("Student's t (95 %) x standard deviation", "", "General",
        f"IF({{freedom}}=0,0,CHOOSE(MIN({len(STUDENT_T)},{{freedom}}),{','.join(map(str, STUDENT_T))})"
        "*SQRT(SUMPRODUCT(({loads}>0)*({times}*(1-{loads}/{saturation_iops})/{service_ms}-1)^2)/{freedom}))",
        lambda f: f.off),
    "slope_off": _Result("the fall may be off by", "1/ms", "General",
        f"IF(OR({{freedom}}=0,{_SERVES_ONE}),0,{{off}}/SQRT({{spread}}))", lambda f: f.slope_off),
    "rate_off": _Result("1 / service time may be off by", "1/ms", "General",
        "IF({freedom}=0,0,SQRT({off}^2/{weights}+({slope_off}*{mean_load}/1000)^2))", lambda f: f.rate_off),
    "load_off": _Result("the saturation may be off by", "1000 IOPS", "General",
        f"IF({{freedom}}=0,0,IF(ROUND({_FOR_CERTAIN},9)<=0,0,SQRT(({{slope_off}}*{{mean_rate}})^2+{{off}}^2/{{weights}}"
        f"*{_FOR_CERTAIN}*{{slope_used}}^2)/({_FOR_CERTAIN}*{{slope_used}}^2)))", lambda f: f.load_off),
    "determined": _Result("the points determine both numbers", "0/1", "0",
        f"IF({{freedom}}=0,0,IF(ROUND({_FOR_CERTAIN},9)<=0,0,IF(AND(ROUND({_OFF_BY}*(2+{_OFF_BY})-1,9)<=0,"
        "ROUND(2000*{load_off}/{saturation_iops}-1,9)<=0),1,0)))", lambda f: f.determined),
}  # fmt: skip
_VERDICT = (
    f'IF({{determined}}=0,"{_NOT_DETERMINED}"&IF({{points}}<{FEWEST_POINTS},"{TOO_FEW}",'
    f'IF(ROUND({{highest_iops}}-{{lowest_iops}},9)=0,"{ONE_LOAD}",'
    f'IF({{stands}}=0,"{NOT_RISING}",IF({{freedom}}=0,"{ALWAYS_FIT}","{TOO_WIDE}")))),'
    f'IF({{points_beyond}}+{{points_falling}}>0,"{_BESIDE_IT}",'
    f'IF(ROUND({{typical_deviation}}-{ROUGH},9)>0,"{_ROUGHLY}","a fit")))'
)


def _cell(name: str) -> str:
    """The cell of a result, or the rows of a column."""
    if name in _COLUMNS:
        return f"${_COLUMNS[name]}${FIRST_ROW}:${_COLUMNS[name]}${_LAST_ROW}"
    return fit_cell(name)


def _filled(formula: str) -> str:
    return "=" + _REFERENCE.sub(lambda found: _cell(found[1]), formula)


def write_calibration(book: Book) -> None:
    """The sheet: the points at the left, what is worked out of each, the fit, and a chart of both."""
    write_table(book, POINTS)
    ws = book.worksheet(SHEET)
    ws.print_title_cols = None
    ws.print_area = f"A1:{_PRINTED}{_last_printed_row(book)}"
    _write_points(book, ws)
    for letter, width in _WIDTHS.items():
        header = str(ws[f"{letter}{HEADER_ROW}"].value or "")
        ws.column_dimensions[letter].width = for_header(book.made.brand.translation, header, width)
    _write_fit(book, ws)
    _write_curve(book, ws)
    ws.sheet_view.zoomScale = _ZOOM
    ws.add_chart(placed(_chart(ws), (13, 16), _CHART_ROW - 1, _CHART_ROW - 1 + _CHART_ROWS))
    ws.protection.enable()  # its rows are as many as there may be: none is inserted or deleted beside the fit


def _last_printed_row(book: Book) -> int:
    """Of the rows for points as many as the file was made with, and those beside the fit and its chart."""
    return max(_CHART_ROW + _CHART_ROWS, HEADER_ROW + len(book.baseline.scenario.measured_points))


# --- point by point -----------------------------------------------------------------------------------

_HEADERS = {
    "H": ("load of a drive", "IOPS"), "I": ("measured ms", "ms"), "J": ("fitted ms", "ms"), "K": ("deviation", "%"),
    "L": ("remark", ""), "V": ("falls", "0/1"), "W": ("chart: load", "IOPS"), "X": ("chart: ms", "ms"),
    "Y": ("curve: load", "IOPS"), "Z": ("curve: ms", "ms"),
}  # fmt: skip


def _write_points(book: Book, ws: Worksheet) -> None:
    for letter, (header, unit) in _HEADERS.items():
        put(ws, f"{letter}{HEADER_ROW}", header, "VDI header")
        put_unit(ws, f"{letter}{UNIT_ROW}", unit, "@")
    fit, rows = book.scenario.fit, {}
    for at in range(len(book.scenario.measured_points)):
        rows[book.row_of("measured_points", at)] = at
    for number in range(1, MOST_POINTS + 1):
        row = HEADER_ROW + number
        formulas, values = _formulas(number, row), _values(fit, rows.get(number))
        for letter, looks in _LOOKS.items():
            style = "VDI part text" if looks == "@" else "VDI part"
            book.formula(ws, f"{letter}{row}", formulas[letter], values[letter], style, looks)
    highlight(ws, f"H{FIRST_ROW}:L{_LAST_ROW}", f"$H{FIRST_ROW}>0", border=BOX)


_LOOKS = {"H": "#,##0.0;;", "I": "#,##0.00;;", "J": "#,##0.00", "K": "+0.0%;-0.0%;0.0%", "L": "@", "V": "0;;",
          "W": "#,##0.0;;", "X": "#,##0.00;;"}  # fmt: skip


def _formulas(number: int, row: int) -> dict[str, str]:
    """Of one row, by column."""

    def typed(label: str) -> str:
        return f"INDEX(Calibration[{label}],{number})"

    def or_one(label: str) -> str:
        return f'IF({typed(label)}="",1,{typed(label)})'

    load, there = f"$H{row}", f"$H{row}=0"
    busiest = "INDEX({times},MATCH({highest_iops},{loads},0))"
    reads = typed("read share")
    per_io = f'IF({reads}="",1,{reads}+(1-{reads})*{typed("write penalty")})'  # both are given, or none
    seen = f"{typed('IOPS')}*{per_io}/{or_one('drives')}"
    beyond = f"ROUND({load}/{{saturation_iops}}-{FULL},9)>=0"
    fitted = f'IF({beyond},"{SATURATED}",{{service_ms}}/(1-{load}/{{saturation_iops}}))'
    falls = f"SUMPRODUCT((ROUND({load}-{{loads}},9)>0)*(ROUND({{times}}-$I{row},9)>0))>0"
    no_fit = f'IF({there},"",IF({{stands}}=0,"{DASH}",'
    formulas = {
        "H": f"IF({number}>ROWS(Calibration[IOPS]),0,IF(COUNT({typed('IOPS')},{typed('response ms')})<2,0,{seen}))",
        "I": f"IF({there},0,{typed('response ms')})",
        "J": f"{no_fit}{fitted}))",
        "K": f"{no_fit}$I{row}*(1-{load}/{{saturation_iops}})/{{service_ms}}-1))",
        "L": f'IF({there},"",IF({{stands}}=0,{_falls(row)},IF({beyond},"{BEYOND}",{_falls(row)})))',
        "V": f"IF({there},0,IF({falls},1,0))",
        "W": f"IF({there},IF({{highest_iops}}=0,{_OFF_THE_CHART},{{highest_iops}}),{load})",
        "X": f"IF({{highest_iops}}=0,{_OFF_THE_CHART},IF({there},{busiest},$I{row}))",
    }
    return {letter: _filled(formula) for letter, formula in formulas.items()}


def _falls(row: int) -> str:
    return f'IF($V{row}=1,"{FALLING}","")'


def _values(fit: Calibration, at: int | None) -> dict[str, CachedValue]:
    """What the library has for them; of a row without a point, what the chart draws once more."""
    if at is None:
        busiest = fit.loads_iops.index(fit.highest_iops) if fit.loads_iops else None
        nowhere = float(_OFF_THE_CHART)
        load, ms = (nowhere, nowhere) if busiest is None else (fit.highest_iops, fit.response_ms[busiest])
        return {"H": 0.0, "I": 0.0, "J": "", "K": "", "L": "", "V": 0.0, "W": load, "X": ms}
    load, ms, falls = fit.loads_iops[at], fit.response_ms[at], fit.falling[at]
    known: dict[str, CachedValue] = {"J": DASH, "K": DASH, "L": FALLING if falls else ""}
    if fit.stands:
        beyond = fit.beyond_saturation[at]
        known["J"], known["K"] = SATURATED if beyond else fit.fitted_ms[at], fit.deviations[at]
        known["L"] = BEYOND if beyond else known["L"]
    return {"H": load, "I": ms, **known, "V": float(falls), "W": load, "X": ms}


# --- the fit ------------------------------------------------------------------------------------------


def _write_fit(book: Book, ws: Worksheet) -> None:
    fit = book.scenario.fit
    for columns, title in ((RESULT_COLUMNS, "Fit"), (STEP_COLUMNS, "Worked out from")):
        for letter in columns:
            put(ws, f"{letter}{HEADER_ROW}", title if letter == columns[0] else None, "VDI heading")
    words = _verdict(fit)
    drive = book.scenario.settings.measured_drive
    said = f'IF({{settings.measured_drive}}="","{_UNNAMED}","{_NAMED}"&{{settings.measured_drive}})'
    of_drive = book.layout.render(said, 0, SHEET)
    book.formula(ws, f"{RESULT_COLUMNS[0]}{UNIT_ROW}", of_drive, f"{_NAMED}{drive}" if drive else _UNNAMED, "VDI unit")
    place = f"{RESULT_COLUMNS[0]}{FIRST_ROW}"
    book.formula(ws, place, _filled(_VERDICT), words, "VDI status")
    highlight(ws, place, f'${place[0]}${FIRST_ROW}<>"a fit"', font=Font(color=AMBER, bold=True))
    for name, result in _FIT.items():
        label, value, unit = RESULT_COLUMNS if name in RESULTS else STEP_COLUMNS
        at = fit_cell(name).rpartition("$")[2]
        put(ws, f"{label}{at}", result.label, "VDI label")
        put(ws, f"{unit}{at}", result.unit, "VDI unit")
        book.formula(ws, f"{value}{at}", _filled(result.formula), result.python(fit), "VDI formula",
                     result.number_format)  # fmt: skip
    first, last = (fit_cell(name).replace("$", "") for name in (RESULTS[1], RESULTS[-2]))
    grey_out(ws, f"{first}:{last}", f"{fit_cell('determined')}=0")  # all but the points, and those that fall
    for row, line in enumerate(_HINT_LINES, start=_HINT_ROW):
        put(ws, f"{RESULT_COLUMNS[0]}{row}", line, "VDI subtitle")
    formula = _filled(f'IF({{points}}=0,"{_NO_POINT}","")')
    book.formula(ws, f"{RESULT_COLUMNS[0]}{_CHART_ROW - 1}", formula, "" if fit.points else _NO_POINT, "VDI label")


def _verdict(fit: Calibration) -> str:
    if not fit.determined:
        return f"{_NOT_DETERMINED}{fit.says}"
    if any((*fit.beyond_saturation, *fit.falling)):
        return _BESIDE_IT
    return _ROUGHLY if rounded(fit.typical_deviation - ROUGH) > 0 else "a fit"


# --- the chart ----------------------------------------------------------------------------------------


def _write_curve(book: Book, ws: Worksheet) -> None:
    """The fitted curve, from no load to the highest measured, or to where the drive is nearly saturated."""
    fit = book.scenario.fit
    end = min(fit.highest_iops, _NEARLY * fit.saturation_iops)
    for step in range(CURVE_STEPS + 1):
        row, load = FIRST_ROW + step, step / CURVE_STEPS * end
        formula = f"{step}/{CURVE_STEPS}*MIN({{highest_iops}},{_NEARLY}*{{saturation_iops}})"
        book.formula(ws, f"Y{row}", _filled(formula), load, "VDI part", "#,##0.0")
        formula = f"IF({{stands}}=0,0,{{service_ms}}/(1-$Y{row}/{{saturation_iops}}))"
        book.formula(ws, f"Z{row}", _filled(formula), fit.response_at(load), "VDI part", "#,##0.00")


def _chart(ws: Worksheet) -> ScatterChart:
    """Measured points as dots, the fit as a line."""
    chart = ScatterChart()
    chart.style, chart.scatterStyle = 10, "lineMarker"
    chart.title = "Measured and fitted"
    chart.x_axis.title, chart.y_axis.title = "load of a drive, IOPS", "ms"
    chart.x_axis.scaling.min = chart.y_axis.scaling.min = 0
    chart.x_axis.number_format = chart.y_axis.number_format = "General"
    quiet(chart, points=WORDS)
    chart.x_axis.majorGridlines = None
    for name, (x, y), last in (
        ("fitted", ("Y", "Z"), FIRST_ROW + CURVE_STEPS),
        ("measured", ("W", "X"), _LAST_ROW),
    ):
        loads, times = (
            Reference(ws, min_col=column_index_from_string(each), min_row=FIRST_ROW, max_row=last) for each in (x, y)
        )
        series = Series(times, loads, title=name)
        series.smooth = False
        if name == "fitted":
            series.marker.symbol = "none"
            series.graphicalProperties.line.solidFill = ACCENT
            series.graphicalProperties.line.width = 28_000
        else:
            series.marker.symbol, series.marker.size = "circle", 7
            series.marker.graphicalProperties.solidFill = INK
            series.marker.graphicalProperties.line.solidFill = INK
            series.graphicalProperties.line.noFill = True
        chart.series.append(series)
    chart.legend = Legend()
    chart.legend.position = "b"
    return chart
