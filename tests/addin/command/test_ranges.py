"""`vdi-sizing ranges`: the spread of the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE


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
    assert line.split()[-4:] == ["29.0"] * 4


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
