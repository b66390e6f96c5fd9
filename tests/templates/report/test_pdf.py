"""What is handed over as PDF: which sheets, on how many pages, in which size, and what it says of itself."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from tests.oracle.scenarios import twisted
from tests.templates.branded import COMPANY, FOOTER, brand
from tests.tiers import but_in_gate

from vdi_sizing.model.formats import WHOLE
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES, etri, fujitsu, sandisk, today
from vdi_templates.report.pdf import comparison_pdf
from vdi_templates.workbook.book import MADE_NOW, Book
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.sheets.comparison import fit_on_paper

MOST_PAGES = 6


def sheets(pdf: bytes) -> list[str]:
    """The sheets of a PDF: LibreOffice makes a bookmark of each, and the document has a title too."""
    return [
        bytes.fromhex(title.decode()).decode("utf-16") for title in re.findall(rb"/Title<([0-9A-F]+)>\s*/Dest", pdf)
    ]


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def six_designs() -> Scenario:
    scenario = etri()
    return replace(scenario, designs=(*scenario.designs, replace(scenario.designs[0], name="Low load once more")))


def one_design() -> Scenario:
    scenario = sandisk()
    return replace(scenario, designs=scenario.designs[:1])


def written(pdf: bytes, folder: Path) -> Path:
    path = folder / "handed_over.pdf"
    path.write_bytes(pdf)
    return path


def said_by(program: str, path: Path, *more: str) -> str:
    """What a program of poppler says of a PDF."""
    return subprocess.run([program, str(path), *more], capture_output=True, check=True, text=True).stdout


def images_in(path: Path) -> str:
    return subprocess.run(["pdfimages", "-list", str(path)], capture_output=True, check=True, text=True).stdout


def test_the_report_and_the_comparison_are_handed_over_with_title_and_author(tmp_path: Path) -> None:
    scenario = replace(fujitsu(), settings=replace(fujitsu().settings, author="A. Author"))
    pdf = comparison_pdf(size(scenario), brand())
    assert sheets(pdf) == ["Report", "Comparison", "Proof"]
    assert pages(pdf) <= MOST_PAGES
    path = written(pdf, tmp_path)
    facts = said_by("pdfinfo", path)
    assert re.search(r"Title: +Virtual desktops for 250 users, 230 VMs at a time\n", facts)
    assert re.search(r"Author: +A. Author\n", facts)
    text = said_by("pdftotext", path, "-")
    assert "SSD is the cheapest design" in text
    assert "not final" not in text
    assert "###" not in text
    assert text.count(COMPANY) == text.count(FOOTER) == pages(pdf)
    assert "rgb" in images_in(path), "the logo"


@pytest.mark.everything
def test_where_no_cost_is_known_there_is_no_page_of_proof() -> None:
    assert sheets(comparison_pdf(size(etri()))) == ["Report", "Comparison"]


@pytest.mark.everything
def test_a_pdf_with_an_error_does_not_look_final(tmp_path: Path) -> None:
    scenario = fujitsu()
    wrong = replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))
    pdf = comparison_pdf(size(wrong))
    assert pages(pdf) <= MOST_PAGES
    first_page = said_by("pdftotext", written(pdf, tmp_path), "-l", "1", "-")
    assert "not final: an error is open" in first_page
    assert "error: the drives do not fit into the bays" in first_page


@pytest.mark.parametrize("name", but_in_gate([*EXAMPLES, "today", "six", "one"], "customer", "six"))
def test_what_is_printed_can_be_read(name: str) -> None:
    """Text of 10 pt above 8 pt, whatever the font, on three pages after the report, and one of charts."""
    made = {**EXAMPLES, "today": today, "six": six_designs, "one": one_design}[name]()
    book = build_book(size(made))
    fit_on_paper(book)
    ws = book.worksheet("Comparison")
    scale = ws.page_setup.scale
    assert scale is not None
    assert scale * 10 >= 8 * 100
    assert len(ws.row_breaks.brk) < MOST_PAGES - 2


@pytest.mark.parametrize(
    ("name", "language"),
    but_in_gate(
        [("customer", "en"), ("customer", "de"), ("fujitsu", "en"), ("etri", "en"), ("etri", "de"), ("emc", "de")],
        ("customer", "en"),
        ("etri", "de"),
    ),
)
def test_charts_have_room_on_paper(name: str, language: str) -> None:
    """Not for Fujitsu's five designs in German, whose longer words take lines: type that one can read goes first."""
    book = build_book(size(EXAMPLES[name]()), made=replace(MADE_NOW, brand=Brand(language=language)))
    drawn = len(charts_of(book))
    fit_on_paper(book)
    assert len(charts_of(book)) == drawn > 0


@pytest.mark.parametrize("twists", [("a lease in advance",), ("a lease", "growth", "a profile store", "GPUs")])
def test_charts_have_room_on_paper_in_a_lease(twists: tuple[str, ...]) -> None:
    """Its table has more rows: the charts are lower, and not left out."""
    book = build_book(size(twisted(twists)))
    drawn = len(charts_of(book))
    fit_on_paper(book)
    assert len(charts_of(book)) == drawn > 0


@pytest.mark.parametrize(("name", "language"), [("customer", "de"), ("etri", "en"), ("fujitsu", "de")])
def test_no_chart_stands_upon_what_is_written(name: str, language: str) -> None:
    """Below the table, or on a page of their own: tied to rows below their heading, whatever height these take."""
    book = build_book(size(EXAMPLES[name]()), made=replace(MADE_NOW, brand=Brand(language=language)))
    fit_on_paper(book)
    ws = book.worksheet("Comparison")
    heading = next(row for row in range(HEADER_ROW, ws.max_row) if ws[f"A{row}"].value == "Charts")
    notes = next(row for row in range(heading + 2, ws.max_row) if ws[f"A{row}"].value)
    for chart in charts_of(book):
        anchor = chart.anchor  # type: ignore[attr-defined]
        assert heading + 1 <= anchor._from.row < anchor.to.row < notes


def test_a_number_is_printed_in_line_with_others_and_whole_vms_as_such() -> None:
    """LibreOffice indents no number that may wrap; and nobody counted tenths of a VM."""
    scenario = replace(
        EXAMPLES["customer"](), settings=replace(EXAMPLES["customer"]().settings, today_eur_per_year=9e5)
    )
    book = build_book(size(scenario))
    fit_on_paper(book)
    ws = book.worksheet("Comparison")
    at = {str(book.cached[ws.title].get(f"A{row}", ws[f"A{row}"].value)): row for row in range(1, ws.max_row)}
    paid_back = ws[f"D{at['payback against going on as today']}"]
    assert isinstance(book.cached[ws.title][paid_back.coordinate], float)
    assert not paid_back.alignment.wrap_text
    kind = ws[f"D{at['block']}"].alignment
    assert (kind.horizontal, kind.wrap_text) == ("right", True), "words keep their looks"
    clerks = next(row for label, row in at.items() if label.startswith("clerks ("))
    assert ws[f"D{clerks}"].number_format == WHOLE


def charts_of(book: Book) -> list[object]:
    return list(book.worksheet("Comparison")._charts)  # type: ignore[attr-defined]


def test_what_all_designs_say_alike_in_several_lines_stands_once() -> None:
    """The remark of the start is the same in each design, and what the checks say is not."""
    book = build_book(size(today()))
    fit_on_paper(book)
    ws = book.worksheet("Comparison")
    below = [area for area in ws.merged_cells.ranges if area.min_row > HEADER_ROW]
    joined = {str(ws[f"A{area.min_row}"].value): area.size["columns"] for area in below}
    assert {ws.cell(area.min_row, area.min_col).alignment.horizontal for area in below} == {"center"}
    assert joined == {"hardware that is assumed": 3, "remark": 3}


@pytest.mark.everything
def test_a_comparison_of_six_designs_is_six_pages_at_most() -> None:
    pdf = comparison_pdf(size(six_designs()))
    assert sheets(pdf) == ["Report", "Comparison"]
    assert pages(pdf) <= MOST_PAGES


@pytest.mark.everything
def test_a_german_page_has_german_words_and_numbers(tmp_path: Path) -> None:
    """1,159.36 EUR are 1.159,36, and so is what stands within a sentence."""
    path = written(comparison_pdf(size(EXAMPLES["customer"]()), Brand(language="de")), tmp_path)
    said = said_by("pdftotext", path, "-layout", "-")
    assert "EUR je Benutzer über die Jahre" in said
    assert "1.159,36" in said
    assert "1,159.36" not in said
    assert "Seite 1 von" in said
    assert "Nachweis" in said, "the title of Proof, which is the last page"
    assert "Welcher Entwurf es ist" not in said, "a hint on the screen alone"
    assert pages(path.read_bytes()) <= MOST_PAGES
    assert "Virtuelle Desktops für 1\N{NO-BREAK SPACE}000 Benutzer, 801 VMs gleichzeitig" in said_by("pdfinfo", path)
