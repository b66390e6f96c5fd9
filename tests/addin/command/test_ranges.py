"""`vdi-sizing ranges`: the spread of the answer."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import requires
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new
from tests.built import build

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_templates.examples import fujitsu


def test_ranges_are_the_same_on_every_run(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "etri")
    printed = []
    for _ in range(2):
        capsys.readouterr()
        arguments = ["ranges", str(path), "--design", "Ours: 80 % within 50 ms", "--draws", "500"]
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
    assert line.split()[-4:] == ["29.0"] * 4


def test_a_lease_is_in_the_cost_over_the_years(tmp_path: Path, capsys: Text) -> None:
    """The purchase alone would call it free of charge."""
    scenario = fujitsu()
    leased = tuple(replace(row, recurs="per year") if row.design == "HDD" else row for row in scenario.bill)
    path = tmp_path / "leased.xlsx"
    path.write_bytes(build(replace(scenario, bill=leased)))
    assert main(["ranges", str(path), "--draws", "10", "--range", "users_scale=1:1:1"]) == DONE
    printed = capsys.readouterr().out.splitlines()
    (bought,) = [line for line in printed if line.startswith("purchase for these users")]
    (over_years,) = [line for line in printed if line.startswith("purchase and running costs over the years")]
    assert float(bought.split()[-1]) == 0
    assert float(over_years.split()[-1].replace(",", "")) == pytest.approx(5 * 75_640)
    said = "hold what is bought; what is paid per year is in the purchase and running costs over 5 years"
    assert any(said in line for line in printed)


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


def test_what_was_varied_is_printed_with_where_it_comes_from(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    capsys.readouterr()
    assert main(["ranges", str(path), "--draws", "500"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    varied = next(line for line in lines if "(all_iops_scale)" in line)
    assert varied.split()[-3:] == ["0.2969", "1", "1.169"]
    assert (
        'profiles, today (2016-2026): 11.4 to 44.9 IOPS per VM, 38.4 of "Windows 11' in lines[lines.index(varied) + 1]
    )
    assert not any("price" in line for line in lines)  # there are none yet
    drives = next(line for line in lines if line.startswith("drives of all blocks"))
    assert float(drives.split()[-4]) < 2 * 40  # of two servers, one of them in reserve
    assert float(drives.split()[-2]) > 2 * 60


def test_a_figure_that_does_not_move_says_why(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx")
    capsys.readouterr()
    assert main(["ranges", str(path), "--draws", "100", "--range", "steady_iops_scale=0.3:1:1.17"]) == DONE
    printed = capsys.readouterr().out
    reason = "the drives are counted by login storm, which does not hang on it"
    assert f"drives of all blocks does not move: {reason}" in printed


def test_draws_without_a_block_are_counted_apart(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    capsys.readouterr()
    assert main(["ranges", str(path), "--draws", "1000", "--range", "ram_scale=1:1:500"]) == DONE
    printed = capsys.readouterr().out
    drives = next(line for line in printed.splitlines() if line.startswith("drives of all blocks"))
    assert drives.endswith("no answer")
    assert float(drives.split()[5]) > 0
    assert "% of the draws no block carries a VM" in printed


def test_too_many_draws_are_refused_with_a_reason(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    assert main(["ranges", str(path), "--draws", "1000000000"]) == UNUSABLE
    assert "draws is 1000000000; expected at most 1,000,000: more take gigabytes" in capsys.readouterr().err


@pytest.mark.everything
def test_the_result_goes_into_a_comparison(tmp_path: Path, capsys: Text) -> None:
    path, into = new(tmp_path / "book.xlsx", "--example", "fujitsu"), tmp_path / "out.xlsx"
    before = path.read_bytes()
    arguments = ["ranges", str(path), "--draws", "100", "--seed", "3", "--into", str(into)]
    assert main(arguments) == DONE
    assert path.read_bytes() == before
    workbook = load_workbook(into, read_only=True)
    assert {"Comparison", "Ranges"} <= set(workbook.sheetnames)
    first = [row[0] for row in workbook["Ranges"].iter_rows(values_only=True)]
    assert "HDD: 100 draws, seed 3 (drawn, not live)" in first
    assert main(["check", str(into)]) == DONE
    capsys.readouterr()
    assert main(arguments) == UNUSABLE
    assert "--force to replace it" in capsys.readouterr().err
    assert main([*arguments, "--force"]) == DONE


@pytest.mark.parametrize(
    ("into", "message"), [("book.xlsx", "another file than the input"), ("out.pdf", "a name that ends in .xlsx")]
)
def test_results_go_neither_into_the_input_nor_elsewhere(into: str, message: str, tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    assert main(["ranges", str(path), "--into", str(tmp_path / into), "--force"]) == UNUSABLE
    assert message in capsys.readouterr().err


def test_numpy_comes_with_the_command_and_compare_starts_without_it(tmp_path: Path) -> None:
    """An extra of the project; imported where variants are drawn only."""
    required = [each for each in requires("vdi-sizing") or [] if each.startswith("numpy")]
    assert any("ranges" in each for each in required)
    assert all("extra ==" in each for each in required)
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    code = (
        "import sys; from vdi_addin.command.program import main; "
        "status = main(sys.argv[1:]); print(status, 'numpy' in sys.modules)"
    )
    for arguments, imported in ((["compare"], "0 False"), (["ranges", "--draws", "10"], "0 True")):
        run = subprocess.run([sys.executable, "-c", code, *arguments, path], capture_output=True, text=True, check=True)
        assert run.stdout.splitlines()[-1] == imported


def test_the_load_spreads_as_that_of_the_customers_own_vms(tmp_path: Path, capsys: Text) -> None:
    """By hand: of 2, 4, 6, 8 and 20 IOPS the mean is 8, the 5th percentile 2 and the 95th 20."""
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    loads = tmp_path / "loads.csv"
    loads.write_text("VM,average read IOPS,average write IOPS\na,1,1\nb,2,2\nc,3,3\nd,4,4\ne,10,10\n")
    capsys.readouterr()
    assert main(["ranges", str(path), "--draws", "10", "--measured", str(loads)]) == DONE
    printed = capsys.readouterr().out.splitlines()
    at = next(at for at, line in enumerate(printed) if "(all_iops_scale)" in line)
    assert printed[at].split()[-3:] == ["0.25", "1", "2.5"]
    assert printed[at + 1] == "    from loads.csv: 2 to 20 IOPS, 5th to 95th percentile of 5 VMs, 8 on average"
    assert any("(users_scale)" in line for line in printed), "the others as the sheet Sensitivity says"
