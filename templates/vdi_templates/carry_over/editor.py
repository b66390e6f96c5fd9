"""A sheet of the workbook that is written, while cells, widths and heights are put into it."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from xml.etree.ElementTree import Element, SubElement

from openpyxl.utils import get_column_letter

from vdi_templates.audit.sheet import Cell
from vdi_templates.carry_over.trees import bare_tree, group_of, saved_text, text_element, written
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.workbook.save import as_saved_text


class Editor:
    """One sheet, by the part that holds it."""

    def __init__(self, part: bytes) -> None:
        self.root = bare_tree(part)

    def part(self) -> bytes:
        """The sheet as it is now."""
        size = self.root.find("dimension")
        if size is not None:
            self.root.remove(size)
        return written(self.root)

    def put(self, row: int, column: int, cell: Cell, style: int | None) -> None:
        """Put a formula or value into a cell; without a `style` it keeps its own."""
        element = self._cell(row, column)
        if style is None:
            style = int(element.get("s", "0"))
        place = element.get("r", "")
        for child in list(element):
            element.remove(child)
        element.attrib.clear()
        element.attrib.update({"r": place, "s": str(style)})
        fill(element, cell)

    def width(self, column: int, width: float) -> None:
        """Make a column as wide."""
        group = group_of(self.root, "cols")
        column_widths = [each for each in group if int(each.get("min", "1")) <= column <= int(each.get("max", "1"))]
        for each in column_widths:  # ours stand for one column each
            if each.get("min") == each.get("max"):
                each.set("width", f"{width:.10g}")
                each.set("customWidth", "1")
                return
        number = str(column)
        at = sum(1 for each in group if int(each.get("max", "1")) < column)
        group.insert(at, Element("col", {"min": number, "max": number, "width": f"{width:.10g}", "customWidth": "1"}))

    def height(self, row: int, points: float) -> None:
        """Make a row as high."""
        element = self._row(row)
        element.set("ht", f"{points:.10g}")
        element.set("customHeight", "1")

    @cached_property
    def _rows(self) -> dict[int, Element]:
        rows = group_of(self.root, "sheetData")
        return {int(row.get("r", "0")): row for row in rows}

    def _row(self, number: int) -> Element:
        if number not in self._rows:
            element = Element("row", {"r": str(number)})
            data = group_of(self.root, "sheetData")
            data.insert(bisect_left([int(row.get("r", "0")) for row in data], number), element)
            self._rows[number] = element
        return self._rows[number]

    def _cell(self, row: int, column: int) -> Element:
        cells = self._row(row)
        columns = [row_and_column(cell.get("r", ""))[1] for cell in cells]
        at = bisect_left(columns, column)
        if at == len(columns) or columns[at] != column:
            cells.insert(at, Element("c", {"r": f"{get_column_letter(column)}{row}"}))
        return cells[at]


def fill(element: Element, cell: Cell) -> None:
    """Give an empty cell of a sheet its formula and value."""
    if cell.formula is not None:
        formula = SubElement(element, "f")
        if cell.formula.startswith("{="):
            formula.attrib.update({"t": "array", "ref": element.get("r", "")})
        formula.text = cell.formula.strip("{}").removeprefix("=") if cell.formula.startswith("{=") else cell.formula[1:]
        if cell.value is None:
            return
    if isinstance(cell.value, bool):
        element.set("t", "b")
        SubElement(element, "v").text = str(int(cell.value))
    elif isinstance(cell.value, float):
        SubElement(element, "v").text = repr(cell.value)
    elif cell.formula is not None:
        element.set("t", "str")
        saved_text(element, as_saved_text(str(cell.value)))
    elif cell.value is not None:
        element.set("t", "inlineStr")
        text_element(SubElement(element, "is"), as_saved_text(cell.value))
