"""The command line, end to end: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

import vdi_sizing
from vdi_addin.command.program import DIFFERENT, DONE, UNUSABLE, main
from vdi_sizing.model.sizing import LIMITS
from vdi_templates.examples import EXAMPLES
from vdi_templates.reading.reader import read
from vdi_templates.workbook.layout import Layout

Text = pytest.CaptureFixture[str]

# Design, line, published figure, how close: ours are not rounded where the documents round.
PUBLISHED: dict[str, tuple[tuple[str, str, object, float], ...]] = {
    "fujitsu": (
        ("HDD", "vms_per_block", 31, 0),
        ("SSD", "vms_per_block", 75, 0),
        ("HDD", "eur_per_vm_full_block", 305, 0.5),
        ("SSD", "eur_per_vm_full_block", 181, 0.5),
        ("SSD, double capacity", "eur_per_vm_full_block", 241, 0.5),
        ("HDD", "binding_name", LIMITS["measured"], 0),
    ),
    "sandisk": (("Eight HDD", "vms_per_block", 50, 0), ("One SSD", "vms_per_block", 50, 0)),
    "etri": (
        ("Low load", "drives_plain", 17, 0),
        ("High load", "drives_plain", 53, 0),
        ("Low load", "drives_counted", 18, 0),
        ("High load", "drives_counted", 54, 0),
        ("48 drives, as built", "drives_per_block", 48, 0),
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
    "fujitsu": ("31", "75", "305.00", "180.73", "241.00"),
    "sandisk": ("50", "RAID 0: 8 x 15K"),
    "etri": ("17", "53", "18", "54"),
    "dell": ("642", "capacity"),
    "emc": ("500", "RAID 5: 3 x EMC EFD"),
}


def new(path: Path, *arguments: str) -> Path:
    assert main(["new", str(path), *arguments]) == DONE
    return path


def compared(capsys: Text, *arguments: object) -> Any:
    """What `compare --json` prints."""
    capsys.readouterr()
    assert main(["compare", "--json", *map(str, arguments)]) == DONE
    return json.loads(capsys.readouterr().out)


# --- published figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_figures_in_json_and_workbook(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / f"{name}.xlsx", "--example", name)
    answer = compared(capsys, path)
    designs = {design["name"]: design["figures"] for design in answer["designs"]}
    layout = Layout(read(path))
    saved = load_workbook(answer["output"], data_only=True)
    for design, line, published, close in PUBLISHED[name]:
        ours = designs[design][line]
        assert ours == (published if isinstance(published, str) else pytest.approx(published, abs=close))
        place = layout.render(f"{{{line}}}", list(designs).index(design), sheet="").removeprefix("=")
        sheet, _, cell = place.partition("!")
        assert saved[sheet][cell].value == (ours if isinstance(ours, str) else pytest.approx(ours, rel=1e-9))


@pytest.mark.parametrize("name", IN_THE_TABLE)
def test_published_figures_in_the_table(
    name: str, tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    path = new(tmp_path / f"{name}.xlsx", "--example", name)
    capsys.readouterr()
    assert main(["compare", str(path)]) == DONE
    printed = capsys.readouterr().out
    assert all(figure in printed for figure in IN_THE_TABLE[name])


# --- new --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_new_writes_an_example(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", name)
    assert [design.name for design in read(path).designs] == [design.name for design in EXAMPLES[name]().designs]
    assert capsys.readouterr().out.splitlines()[0] == f"wrote {path}"


def test_new_says_what_is_still_missing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    printed = capsys.readouterr().out
    unpriced = [price.part for price in read(path).prices if price.eur is None]
    assert unpriced
    assert all(f"still missing: the price of {part}" in printed for part in unpriced)
    assert "still yours to enter" in printed


def test_new_takes_the_usual_name_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new"]) == DONE
    assert [entry.name for entry in tmp_path.iterdir()] == ["vdi_sizing.xlsx"]


@pytest.mark.parametrize("designs", [1, 2, 6])
@pytest.mark.parametrize("example", ["today", *EXAMPLES])
def test_new_with_so_many_designs(designs: int, example: str, tmp_path: Path, capsys: Text) -> None:
    arguments = [] if example == "today" else ["--example", example]
    path = new(tmp_path / "book.xlsx", *arguments, "--designs", str(designs))
    assert len(read(path).designs) == designs
    assert main(["check", str(path)]) == DONE
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--example", "vmware"],
            "--example is 'vmware'; expected one of: fujitsu, sandisk, etri",
        ),
        (["--designs", "0"], "--designs is 0; expected a number from 1 to 6"),
        (["--designs", "7"], "--designs is 7; expected a number from 1 to 6"),
    ],
)
def test_new_refuses(arguments: list[str], says: str, tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / "book.xlsx"), *arguments]) == UNUSABLE
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["book", "book.pdf", "book.xlsm", ".xlsx"])
def test_new_writes_an_xlsx_only(name: str, tmp_path: Path, capsys: Text) -> None:
    assert main(["new", str(tmp_path / name)]) == UNUSABLE
    assert f"path is '{tmp_path / name}'; expected a name that ends in .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_new_keeps_an_existing_file_unless_forced(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "book.xlsx"
    path.write_text("mine")
    assert main(["new", str(path)]) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    new(path, "--force")
    assert read(path)


# --- compare ----------------------------------------------------------------------------------------------


def test_compare_never_writes_to_its_input(tmp_path: Path) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
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
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    output = tmp_path / "elsewhere" / "offer.xlsx"
    output.parent.mkdir()
    answer = compared(capsys, path, "-o", output)
    assert answer["output"] == str(output)
    assert output.exists()
    assert not (tmp_path / "book_comparison.xlsx").exists()


def test_compare_takes_several_files(tmp_path: Path, capsys: Text) -> None:
    paths = [new(tmp_path / f"{name}.xlsx", "--example", name) for name in ("emc", "etri")]
    answers = compared(capsys, *paths)
    assert [answer["file"] for answer in answers] == [str(path) for path in paths]
    assert all(Path(answer["output"]).exists() for answer in answers)


def test_compare_names_one_output_for_one_file_only(tmp_path: Path, capsys: Text) -> None:
    paths = [str(new(tmp_path / f"{name}.xlsx", "--example", name)) for name in ("emc", "etri")]
    assert main(["compare", *paths, "-o", str(tmp_path / "out.xlsx")]) == UNUSABLE
    assert "expected one FILE only" in capsys.readouterr().err
    assert not (tmp_path / "out.xlsx").exists()


@pytest.mark.parametrize("name", ["out", "out.pdf", "out.csv"])
def test_compare_writes_its_workbook_to_an_xlsx_only(name: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    output = tmp_path / name
    assert main(["compare", "--pdf", str(path), "-o", str(output)]) == UNUSABLE
    assert f"-o is '{output}'; expected a name that ends in .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_json_has_every_line_and_says_why_a_figure_is_missing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    answer = compared(capsys, path)
    for design in answer["designs"]:
        assert list(design["figures"]) == list(Layout(read(path)).lines)
        missing = {name for name, value in design["figures"].items() if value is None}
        assert missing == set(design["status"])
        assert design["status"]["eur_per_vm"] == "no price"
        assert design["status"]["limit_measured"] == "no limit"


def test_json_has_no_response_time_of_a_saturated_or_unused_drive(tmp_path: Path, capsys: Text) -> None:
    hdd, ssd, *_ = compared(capsys, new(tmp_path / "book.xlsx", "--example", "fujitsu"))["designs"]
    for name in ("response_ms", "within_share", "tier1_response_ms", "tier1_percentile_ms"):
        assert (hdd["figures"][name], hdd["status"][name]) == (None, "saturated")
        assert ssd["figures"][name] > 0
    assert (ssd["figures"]["tier2_response_ms"], ssd["status"]["tier2_response_ms"]) == (None, "–")


def test_json_has_the_bill(tmp_path: Path, capsys: Text) -> None:
    answer = compared(capsys, new(tmp_path / "book.xlsx", "--example", "fujitsu"))
    design = answer["designs"][0]
    assert sum(line["eur"] for line in design["bill"]) == pytest.approx(31 * design["figures"]["eur_per_vm_full_block"])


def test_compare_writes_a_pdf(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    assert main(["compare", "--pdf", str(path)]) == DONE
    pdf = tmp_path / "book_comparison.pdf"
    assert pdf.read_bytes().startswith(b"%PDF")
    pages = re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())
    assert 2 <= len(pages) <= 5, "Comparison and Cost only; a hidden sheet has a page of its own"
    assert f"wrote {pdf}" in capsys.readouterr().out
    assert main(["compare", "--pdf", str(path), "-o", str(tmp_path / "book_comparison.xlsx")]) == UNUSABLE


def test_an_existing_pdf_is_kept_and_nothing_is_written(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    pdf = tmp_path / "book_comparison.pdf"
    pdf.write_text("mine")
    assert main(["compare", "--pdf", str(path)]) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert pdf.read_text() == "mine"
    assert not (tmp_path / "book_comparison.xlsx").exists()


def test_a_missing_libreoffice_is_said_and_nothing_is_written(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "emc")
    monkeypatch.setattr("vdi_templates.report.pdf._USUAL_PLACES", ())
    monkeypatch.setattr("shutil.which", lambda *_: None)
    assert main(["compare", "--pdf", str(path)]) == UNUSABLE
    assert "expected LibreOffice, which prints the PDF" in capsys.readouterr().err
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


# --- check ------------------------------------------------------------------------------------------------


def test_check_passes_what_is_shipped(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "dell")
    assert main(["check", str(path)]) == DONE
    assert "hold the shipped formulas and the library's values" in capsys.readouterr().out


def test_check_names_each_cell_that_differs(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "dell")
    book = load_workbook(path)
    cell = next(cell for row in book["Sizing"].iter_rows(min_row=6) for cell in row if cell.data_type == "f")
    formula = cell.value
    cell.value = 4711
    book.save(path)
    assert main(["check", str(path)]) == DIFFERENT
    printed = capsys.readouterr().out
    assert f"Sizing!{cell.coordinate}: the formula is 4711; expected '{formula}'" in printed


@pytest.mark.parametrize("column", ["E", "F"])
def test_a_column_without_a_design_is_named(column: str, tmp_path: Path, capsys: Text) -> None:
    """The answer is right; the workbook's own formulas are made for as many designs as it has columns."""
    path = new(tmp_path / "book.xlsx", "--example", "emc", "--designs", "3")
    book = load_workbook(path)
    for row in range(7, book["Designs"].max_row + 1):
        book["Designs"][f"{column}{row}"] = None
    book.save(path)
    says = (
        f"book.xlsx: Designs!{column}: {{}}; expected {{}}a design, "
        "since the formulas of this workbook were made for 3: "
        "start with 'vdi-sizing new --designs 2', or copy a design into the column"
    )
    capsys.readouterr()
    assert main(["compare", str(path), "--json"]) == DONE
    printed = capsys.readouterr()
    assert len(json.loads(printed.out)["designs"]) == 2
    assert printed.err == f"vdi-sizing: note: {says.format('column is blank', '')}\n"
    assert main(["check", str(path)]) == DIFFERENT
    assert says.format("the column is 'blank'", '"') in capsys.readouterr().out


# --- the program ------------------------------------------------------------------------------------------


def test_the_program_runs(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("vdi-sizing")
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"vdi-sizing {vdi_sizing.__version__}\n"
    bad = subprocess.run([program, "compare", tmp_path / "no.xlsx"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (UNUSABLE, "")
    assert "no.xlsx" in bad.stderr


@pytest.mark.parametrize("format_arguments", [[], ["--json"]])
def test_output_goes_into_a_file_of_few_characters(format_arguments: list[str], tmp_path: Path) -> None:
    """As on Windows, where a file that output is redirected to has the code page of a console."""
    path = new(tmp_path / "book.xlsx", "--example", "etri")
    book = load_workbook(path)
    name = book["Designs"]["D7"].value = "SSD α –"
    book.save(path)
    program = Path(sys.executable).with_name("vdi-sizing")
    run = subprocess.run(
        [program, "compare", path, *format_arguments],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp850"},
        check=False,
    )
    assert (run.returncode, run.stderr) == (DONE, b"")
    if format_arguments:
        names = [design["name"] for design in json.loads(run.stdout.decode("ascii"))["designs"]]
        assert names[0] == name
    else:
        assert "SSD ? ?" in run.stdout.decode("cp850")


@pytest.mark.parametrize("arguments", [[], ["size"], ["compare"], ["new", "--designs", "many"]])
def test_bad_usage_has_its_status(arguments: list[str], capsys: Text) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == UNUSABLE
    assert "usage: vdi-sizing" in capsys.readouterr().err


# --- ranges -----------------------------------------------------------------------------------------------


def test_ranges_are_the_same_on_every_run(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "etri")
    printed = []
    for _ in range(2):
        capsys.readouterr()
        arguments = ["ranges", str(path), "--design", "80 % within 50 ms", "--draws", "500"]
        assert main([*arguments, "--range", "steady_iops_scale=0.5:1:1.2"]) == DONE
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "drives of all blocks [drives]" in printed[0]
    assert "EUR" not in printed[0]


def test_ranges_without_spread_give_the_sizing(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    capsys.readouterr()
    assert main(["ranges", str(path), "--draws", "10", "--range", "users_scale=1:1:1"]) == DONE
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("VMs per block")]
    assert line.split()[-4:] == ["31.0"] * 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--design", "tape"], "--design is 'tape'; expected one of: HDD, SSD"),
        (["--range", "mood=1:2:3"], "with a driver of: users_scale"),
        (["--range", "users_scale=1:2"], "expected three numbers"),
        (
            ["--range", "steady_iops_scale=1:0.8:1.2"],
            "--range is 'steady_iops_scale=1:0.8:1.2'; expected LOW:BASE:HIGH, the least number first",
        ),
    ],
)
def test_ranges_that_cannot_be_used(arguments: list[str], message: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    assert main(["ranges", str(path), *arguments]) == UNUSABLE
    assert message in capsys.readouterr().err
