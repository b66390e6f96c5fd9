"""`vdi-sizing compare`: the published figures, what it prints, and what it writes."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, compared, new, sheets
from tests.built import file_of, shared_book
from tests.pylib.model.by_key import LIMITS
from tests.templates.branded import COMPANY, brand_file
from tests.tiers import but_in_gate

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_sizing.model.sections import lines_by_name, whole_where
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.layout import layout_of

# Design, line, published figure, how close: ours are not rounded where the documents round.
PUBLISHED: dict[str, tuple[tuple[str, str, object, float], ...]] = {
    "fujitsu": (
        ("HDD", "vms_per_block", 29, 0),
        ("SSD", "vms_per_block", 71, 0),
        ("HDD", "full_block_eur", 9455, 0),
        ("SSD", "full_block_eur", 13555, 0),
        ("Hybrid, two SSDs", "full_block_eur", 11715, 0),
        ("Hybrid, four SSDs", "full_block_eur", 13975, 0),
        ("HDD", "binding_name", LIMITS["measured"], 0),
    ),
    "sandisk": (("Eight HDDs", "vms_per_block", 50, 0), ("One SSD", "vms_per_block", 50, 0)),
    "etri": (
        ("Low load", "drives_published", 17, 0),
        ("Low load", "blocks", 1, 0),
        ("High load", "drives_published", 53, 0),
        ("Low load", "drives_counted", 18, 0),
        ("High load", "drives_counted", 54, 0),
        ("Arrays of 48 drives", "drives_per_block", 48, 0),
    ),
    "dell": (
        ("Two arrays, coalescing 0.58", "limit_capacity", 642, 0),
        ("Two arrays, coalescing 0.58", "capacity_vms", 642.6, 0.05),
        ("Two arrays, coalescing 0.58", "blocks", 2, 0),
        ("One array", "blocks", 1, 0),
    ),
    "emc": (
        ("4:13:83, as tested", "tier1_share_of_capacity", 0.04, 0.005),
        ("4:13:83, as tested", "tier2_share_of_capacity", 0.13, 0.0051),
        ("4:13:83, as tested", "tier3_share_of_capacity", 0.83, 0.005),
        ("3:25:72, recommended", "tier1_share_of_capacity", 0.03, 0),
        ("3:25:72, recommended", "tier2_share_of_capacity", 0.25, 0),
        ("3:25:72, recommended", "tier3_share_of_capacity", 0.72, 0),
    ),
}
IN_THE_TABLE = {
    "fujitsu": ("29", "71", "326.03", "190.92", "254.58"),
    "sandisk": ("50", "RAID 0: 8 x 15K"),
    "etri": ("17", "53", "18", "54"),
    "dell": ("642", "capacity"),
    "emc": ("500", "RAID 5: 3 x EMC EFD"),
}


@pytest.mark.parametrize("name", but_in_gate(PUBLISHED, "fujitsu"))
def test_published_figures_in_json_and_workbook(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / f"{name}.xlsx", "--example", name)
    answer = compared(capsys, path)
    designs = {design["name"]: design["figures"] for design in answer["designs"]}
    layout = layout_of(read(path))
    places = [
        layout.render(f"{{{line}}}", list(designs).index(design), sheet="").removeprefix("=").split("!")
        for design, line, _, _ in PUBLISHED[name]
    ]
    saved = sheets(answer["output"], *(sheet for sheet, _ in places), values=True)
    for (design, line, published, close), (sheet, cell) in zip(PUBLISHED[name], places, strict=True):
        ours = designs[design][line]
        assert ours == (published if isinstance(published, str) else pytest.approx(published, abs=close))
        assert saved[sheet][cell].value == (ours if isinstance(ours, str) else pytest.approx(ours, rel=1e-9))


@pytest.mark.parametrize("name", but_in_gate(IN_THE_TABLE, "fujitsu"))
def test_published_figures_in_the_table(
    name: str, tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    path = new(tmp_path / f"{name}.xlsx", "--example", name)
    capsys.readouterr()
    assert main(["compare", str(path)]) == DONE
    printed = capsys.readouterr().out
    assert all(figure in printed for figure in IN_THE_TABLE[name])


def test_compare_never_writes_to_its_input(tmp_path: Path) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    path.chmod(0o444)
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    assert main(["compare", str(path)]) == DONE
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, changed)
    assert {entry.name for entry in tmp_path.iterdir()} == {"book.xlsx", "book_comparison.xlsx"}


def test_a_comparison_is_itself_a_workbook_that_compares_to_the_same(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    first = compared(capsys, path)
    second = compared(capsys, first["output"])
    assert first["designs"] == second["designs"]
    assert Path(first["output"]).read_bytes() == Path(second["output"]).read_bytes()


def test_compare_writes_where_it_is_told(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    output = tmp_path / "elsewhere" / "offer.xlsx"
    output.parent.mkdir()
    answer = compared(capsys, path, "-o", output)
    assert answer["output"] == str(output)
    assert output.exists()
    assert not (tmp_path / "book_comparison.xlsx").exists()


def test_compare_takes_several_files(tmp_path: Path, capsys: Text) -> None:
    paths = [new(tmp_path / f"{name}.xlsx", "--example", name) for name in ("fujitsu", "sandisk")]
    answers = compared(capsys, *paths)
    assert [answer["file"] for answer in answers] == [str(path) for path in paths]
    assert all(Path(answer["output"]).exists() for answer in answers)


def test_compare_names_one_output_for_one_file_only(tmp_path: Path, capsys: Text) -> None:
    paths = [str(new(tmp_path / f"{name}.xlsx", "--example", name)) for name in ("fujitsu", "sandisk")]
    assert main(["compare", *paths, "-o", str(tmp_path / "out.xlsx")]) == UNUSABLE
    assert "expected one FILE only" in capsys.readouterr().err
    assert not (tmp_path / "out.xlsx").exists()


@pytest.mark.parametrize("name", ["out", "out.pdf", "out.csv"])
def test_compare_writes_its_workbook_to_an_xlsx_only(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    output = tmp_path / name
    assert main(["compare", "--pdf", str(path), "-o", str(output)]) == UNUSABLE
    assert f"-o is '{output}'; expected a name that ends in .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_json_has_every_line_and_says_why_a_figure_is_missing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    answer = compared(capsys, path)
    for design in answer["designs"]:
        assert list(design["figures"]) == list(lines_by_name())
        missing = {name for name, value in design["figures"].items() if value is None}
        bounds = {name for name, said in design["status"].items() if said == "at least"}
        assert missing == set(design["status"]) - bounds
        assert {"known_users_eur", "known_total_eur"} <= bounds <= set(whole_where())
        assert design["status"]["eur_per_vm"] == "no price"
        assert design["status"]["limit_measured"] == "no limit"


def test_json_has_no_response_time_of_a_saturated_or_unused_drive(tmp_path: Path, capsys: Text) -> None:
    hdd, ssd, *_ = compared(capsys, new(tmp_path / "book.xlsx", "--example", "fujitsu"))["designs"]
    for name in ("response_ms", "within_share", "tier1_response_ms", "tier1_percentile_ms"):
        assert (hdd["figures"][name], hdd["status"][name]) == (None, "saturated")
        assert (ssd["figures"][name], ssd["status"][name]) == (None, "not modelled")
    assert (ssd["figures"]["tier2_response_ms"], ssd["status"]["tier2_response_ms"]) == (None, "–")


def test_json_has_the_bill(tmp_path: Path, capsys: Text) -> None:
    answer = compared(capsys, new(tmp_path / "book.xlsx", "--example", "fujitsu"))
    design = answer["designs"][0]
    assert sum(line["eur"] for line in design["bill"]) == pytest.approx(29 * design["figures"]["eur_per_vm_full_block"])


@pytest.mark.everything
def test_compare_writes_a_pdf(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    assert main(["compare", "--pdf", str(path)]) == DONE
    pdf = tmp_path / "book_comparison.pdf"
    assert pdf.read_bytes().startswith(b"%PDF")
    pages = re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())
    assert 3 <= len(pages) <= 5, "Report, Comparison and Proof only; a hidden sheet has a page of its own"
    assert f"wrote {pdf}" in capsys.readouterr().out
    assert main(["compare", "--pdf", str(path), "-o", str(tmp_path / "book_comparison.xlsx")]) == UNUSABLE


@pytest.mark.everything
def test_compare_writes_a_picture_of_each_page(tmp_path: Path, capsys: Text) -> None:
    """At least 150 dots per inch of A4; and with --force no picture of an earlier, longer comparison stays."""
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    earlier = tmp_path / "book_comparison_page_5.png"
    earlier.write_text("of five pages")
    assert main(["compare", "--png", str(path)]) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert {entry.name for entry in tmp_path.iterdir()} == {"book.xlsx", earlier.name}
    assert main(["compare", "--pdf", "--png", "--force", str(path)]) == DONE
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "book_comparison.pdf").read_bytes())
    assert 2 <= len(pages) < 5
    drawn = sorted(tmp_path.glob("*.png"))
    assert [entry.name for entry in drawn] == [f"book_comparison_page_{at + 1}.png" for at in range(len(pages))]
    said = capsys.readouterr().out
    for picture in drawn:
        assert f"wrote {picture}" in said
        width, height = struct.unpack(">II", picture.read_bytes()[16:24])
        assert width >= 150 * 297 / 25.4
        assert height >= 150 * 210 / 25.4


@pytest.mark.everything
def test_a_brand_is_that_of_the_option_else_of_the_folder_else_of_the_workbook(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "sandisk")
    option, folder = tmp_path / "option.toml", brand_file(tmp_path)
    option.write_text('company = "Another"')
    for number, (arguments, company) in enumerate(((["--brand", str(option)], "Another"), ([], COMPANY))):
        output = tmp_path / f"{number}.xlsx"
        assert main(["compare", str(path), "-o", str(output), *arguments]) == DONE
        assert f"note: the look is that of {option if arguments else folder}" in capsys.readouterr().err
        assert company_of(output) == company
    folder.unlink()
    assert main(["compare", str(output), "-o", str(tmp_path / "again.xlsx")]) == DONE
    assert "the look" not in capsys.readouterr().err
    assert (tmp_path / "again.xlsx").read_bytes() == output.read_bytes()
    assert main(["compare", str(output), "-o", str(tmp_path / "other.xlsx"), "--brand", str(option)]) == DONE
    assert company_of(tmp_path / "other.xlsx") == "Another"
    assert main(["check", str(tmp_path / "other.xlsx")]) == DONE
    assert "brand_logo" not in load_workbook(tmp_path / "other.xlsx").defined_names
    assert main(["compare", str(path), "-o", str(tmp_path / "none.xlsx")]) == DONE
    assert company_of(tmp_path / "none.xlsx") is None


def company_of(path: Path) -> str | None:
    """Whose look a workbook says it has."""
    found = load_workbook(path).defined_names.get("brand_company")
    return None if found is None else str(found.attr_text).strip('"')


def test_a_brand_that_cannot_be_used_is_refused_and_nothing_is_written(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    brand = tmp_path / "brand.toml"
    brand.write_text('[colours]\nmain = "yellow"')
    before = set(tmp_path.iterdir())
    assert main(["compare", str(path)]) == UNUSABLE
    assert f"{brand}: colours.main is 'yellow'; expected six hexadecimal digits" in capsys.readouterr().err
    assert main(["compare", str(path), "--brand", str(tmp_path / "none.toml")]) == UNUSABLE
    assert "none.toml'; expected a file that can be opened" in capsys.readouterr().err
    assert set(tmp_path.iterdir()) == before


def test_more_pages_than_there_are_names_for_are_refused(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    monkeypatch.setattr("vdi_templates.report.pdf.comparison_pdf", lambda *_: b"")
    monkeypatch.setattr("vdi_addin.command.compare.pictures", lambda _: [b""] * 9)
    assert main(["compare", "--png", str(path)]) == UNUSABLE
    assert "--png is '9 pages'; expected a LibreOffice that prints 8 at most" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_pdf_is_kept_and_nothing_is_written(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    pdf = tmp_path / "book_comparison.pdf"
    pdf.write_text("mine")
    assert main(["compare", "--pdf", str(path)]) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert pdf.read_text() == "mine"
    assert not (tmp_path / "book_comparison.xlsx").exists()


@pytest.mark.parametrize("option", ["--pdf", "--png"])
def test_a_missing_libreoffice_is_said_and_nothing_is_written(
    option: str, tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    monkeypatch.setattr("vdi_templates.report.pdf._USUAL_PLACES", ())
    monkeypatch.setattr("shutil.which", lambda *_: None)
    assert main(["compare", option, str(path)]) == UNUSABLE
    assert "LibreOffice is 'not found'; expected LibreOffice, which prints the pages" in capsys.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


def test_an_error_is_written_said_and_ends_with_status_1(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "book.xlsx"
    scenario = EXAMPLES["fujitsu"]()
    designs = (replace(scenario.designs[0], bays=1), *scenario.designs[1:])
    path.write_bytes(file_of(shared_book(replace(scenario, designs=designs))))
    assert main(["compare", str(path)]) == DIFFERENT
    answer = capsys.readouterr()
    assert f"{path}: HDD: error: the drives do not fit into the bays" in answer.err
    assert "305.00" not in answer.out
    assert (tmp_path / "book_comparison.xlsx").exists()
