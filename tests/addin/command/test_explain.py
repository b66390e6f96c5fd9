"""The commands `explain` and `where`: a figure by its label, its name or a cell, and what it rests on."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new
from tests.edited import edited

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.words import NO_PRICE
from vdi_templates.reading.reader import read
from vdi_templates.report.table import Words
from vdi_templates.report.trace import Asked, Trace
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, layout_of

ROOT = Path(__file__).parents[3]
LINE_OF = re.compile(r"(?<=\.py):[0-9]+")
"""A line of a file, which moves with each change of it."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("explain") / "book.xlsx", "--example", "customer")


@pytest.fixture
def trace(book: Path) -> Trace:
    sizing = size(read(book))
    return Trace(sizing, layout_of(sizing.scenario), Words(sizing, None), range(len(sizing.designs)))


def said(capsys: Text, *arguments: str) -> list[str]:
    capsys.readouterr()
    assert main(list(arguments)) == DONE
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", ["explain", "where"])
def test_the_page_on_the_command_shows_what_is_printed(
    command: str, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    ((typed, shown),) = re.findall(rf"^\$ vdi-sizing ({command} .*)\n((?:.*\n)*?)```", page, re.MULTILINE)
    printed = said(capsys, *shlex.split(typed))
    assert [LINE_OF.sub("", line) for line in printed] == [LINE_OF.sub("", line) for line in shown.splitlines()]


def test_a_label_a_name_and_the_cells_that_show_it_lead_to_the_same(book: Path, trace: Trace, capsys: Text) -> None:
    design = trace.sizing.designs[1]
    by_label = said(capsys, "explain", str(book), "eur per user for these users", "--design", design.design.name)
    assert by_label[0] == design.design.name
    for asked in ("eur_per_user", "EUR per user", trace.cell("eur_per_user", design)):
        assert said(capsys, "explain", str(book), asked, "--design", design.design.name) == by_label
    assert said(capsys, "explain", str(book), trace.cell("eur_per_user", design)) == by_label


def test_a_label_that_several_figures_bear_leads_to_each(book: Path, trace: Trace, capsys: Text) -> None:
    label, times = Counter(line.label for line in lines_by_name().values()).most_common(1)[0]
    assert len(trace.named(label)) == times > 1
    lines = said(capsys, "explain", str(book), label)
    assert lines.count(trace.sizing.designs[0].design.name) == times


def test_a_cell_of_another_sheet_leads_to_the_figures_that_its_formula_names(book: Path, capsys: Text) -> None:
    workbook = load_workbook(book)
    row = next(row[0].row for row in workbook["Comparison"].iter_rows(max_col=1) if row[0].value == "VMs per block")
    (cell, design, first, *_) = said(capsys, "explain", str(book), f"Comparison!E{row}")
    assert cell == f"Comparison!E{row}: {workbook['Comparison'][f'E{row}'].value}"
    assert design == str(workbook["Designs"]["E7"].value)
    assert first.startswith("VMs per block [VMs]: ")


def test_a_cell_of_the_page_leads_to_the_figure_that_it_shows_of_the_design_that_it_picks(
    book: Path, trace: Trace, capsys: Text
) -> None:
    """The first card is that of the cheapest design, whatever its column."""
    cheapest = next(sized for sized in trace.sizing.designs if sized.block.cheapest)
    (_, design, first, *_) = said(capsys, "explain", str(book), "Report!B10")
    value, cell = trace.value("eur_per_user", cheapest), trace.cell("eur_per_user", cheapest)
    assert (design, first) == (cheapest.design.name, f"{trace.label('eur_per_user')}: {value}  ({cell})")


def test_the_way_from_eur_per_user_ends_at_each_part_with_its_price_and_source(
    book: Path, trace: Trace, capsys: Text
) -> None:
    for sized in trace.sizing.designs:
        lines = said(capsys, "explain", str(book), "EUR per user", "--design", sized.design.name)
        for part in (line for line in sized.block.bill if line.amount and line.recurs == "bought once"):
            found = next(line for line in lines if line.strip().startswith(f"{part.part} (Bill row {part.row})"))
            price = trace.sizing.scenario.price_of(part.part)
            assert f"{part.amount:,.6f}".rstrip("0").rstrip(".") in found
            assert price.price_list in found
            assert (price.source or "no source") in found


def test_a_part_on_cost_is_named_with_its_price(book: Path, trace: Trace, capsys: Text) -> None:
    design = trace.sizing.designs[0]
    row = trace.layout.cost_blocks[0].first_row
    name, part = said(capsys, "explain", str(book), f"Cost!J{row}")
    assert name == design.design.name
    assert part.startswith(f"{design.block.bill[0].part} (Bill row 1)")


def test_where_names_file_line_and_formula(book: Path, capsys: Text) -> None:
    lines = said(capsys, "where", str(book), "hosts_paid")
    formula, place = lines[2].strip(), lines[3].strip()
    assert formula == f"= {lines_by_name()['hosts_paid'].formula}"
    file, line, _ = place.split(":")
    text = (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
    assert text.strip().startswith("hosts_paid:")
    deepest = max(len(each) - len(each.lstrip()) for each in lines)
    assert max(len(each) - len(each.lstrip()) for each in said(capsys, "where", str(book), "hosts_paid", "--all")) > (
        deepest
    )


def test_each_figure_can_be_traced_with_what_it_rests_on(trace: Trace) -> None:
    design = trace.sizing.designs[0]
    for name in lines_by_name().keys() & trace.layout.line_rows.keys():
        first, *_ = trace.outline(name, design, Asked(levels=1))
        assert first.startswith(trace.label(name))
        assert first.endswith(f"({trace.cell(name, design)})")


def test_what_a_sum_leaves_out_is_no_part_of_it(book: Path, trace: Trace, capsys: Text) -> None:
    """Not maintained is the project: it is bought once, as the switches are."""
    design = trace.sizing.designs[0]
    out, kept = (
        [line.part for line in design.block.bill if line.per == "once" and bool(line.maintained_eur) is maintained]
        for maintained in (False, True)
    )
    lines = "\n".join(said(capsys, "explain", str(book), "maintained_per_once_eur"))
    assert out
    assert not any(f"{part} (Bill row" in lines for part in out)
    assert all(f"{part} (Bill row" in lines for part in kept)


def test_a_value_that_a_kit_says_stands_where_it_counts(book: Path, trace: Trace, capsys: Text) -> None:
    lines = said(capsys, "explain", str(book), "in_cluster")
    (kind,) = (line.strip() for line in lines if line.strip().startswith("block: "))
    assert kind == f"block: cluster, Builds!D{trace.layout.build_rows['block_kind']}"


def test_a_figure_without_a_price_says_which_part_lacks_it(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    lines = said(capsys, "explain", str(path), "EUR per user")
    assert lines[1].startswith(f"EUR per user for these users [EUR]: {NO_PRICE}")


def test_a_german_workbook_is_asked_and_answers_by_its_labels(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "customer", "--language", "de")
    by_name = said(capsys, "explain", str(path), "eur_per_user")
    assert not any("2,000 EUR" in line for line in by_name), "numbers are German too"
    label = by_name[1].partition(" [")[0]
    assert label != lines_by_name()["eur_per_user"].label
    assert said(capsys, "explain", str(path), label) == by_name


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["drives of all block"], "'drives of all blocks'"),
        (["xyzzy"], "expected a label or name of a figure, or a cell such as Sizing!D12"),
        (["Nowhere!A1"], "sheet is 'Nowhere'; expected one of: Start, "),
        (["users!c6"], "Users!C6 is 620; expected a cell with a formula: this one was typed"),
        (["Log!Z99"], "Log!Z99 is blank; expected a cell with a formula: this one is blank"),
        (["Start!A3"], "expected a cell whose formula names one of Sizing, Workings, Growth"),
        (["Start!D6", "--design", "HDD array"], "in a column of HDD array"),
        (["Comparison!I8"], "in a column of a design"),
        ([""], "figure is blank; expected a label or name"),
        (["Cost!A1"], "expected a row of Cost in which a part stands"),
        (["eur_per_user", "--design", "none"], "--design is 'none'; expected one of: NVMe cluster, "),
    ],
)
def test_what_is_no_figure_is_refused(asked: list[str], expected: str, book: Path, capsys: Text) -> None:
    assert main(["explain", str(book), *asked]) == UNUSABLE
    assert expected in capsys.readouterr().err


def test_a_workbook_whose_rows_are_others_is_refused(book: Path, trace: Trace, tmp_path: Path, capsys: Text) -> None:
    cell = trace.cell("hosts_paid", trace.sizing.designs[0])
    path = tmp_path / "earlier.xlsx"
    path.write_bytes(book.read_bytes())
    edited(path, {re.sub(r"![A-Z]+", "!A", cell): "hosts in all"})
    assert main(["where", str(path), cell]) == UNUSABLE
    assert "'hosts that are paid for': the workbook is of another version, upgrade it" in capsys.readouterr().err


def test_designs_that_do_not_stand_side_by_side_keep_their_columns(trace: Trace) -> None:
    apart = Trace(trace.sizing, layout_of(trace.sizing.scenario, columns=6), Words(trace.sizing, None), (0, 1, 2, 4))
    letters = {sized.design.name: apart.cell("blocks", sized)[7] for sized in trace.sizing.designs}
    assert list(letters.values()) == ["D", "E", "F", "H"]
    assert apart.at("Sizing", ord("H") - ord("A") + 1 - FIRST_DESIGN_COLUMN, int(apart.cell(
        "blocks", trace.sizing.designs[3])[8:])) == ("blocks", trace.sizing.designs[3])  # fmt: skip
