"""Writing a file: whole or not at all, by its true place, and nothing is left over."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.gate.office import Office

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES
from vdi_templates.examples.base import with_designs
from vdi_templates.reading.reader import read
from vdi_templates.workbook.build import build
from vdi_templates.workbook.save import _temporary_file, check_output, write_whole


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_what_a_stopped_run_left_is_removed_and_what_a_running_one_writes_is_not(tmp_path: Path) -> None:
    left = tmp_path / ".vdi-sizing-left"
    left.write_bytes(b"half")
    with _temporary_file(tmp_path) as running:
        write_whole(tmp_path / "a.xlsx", b"new", force=False)
        assert names(tmp_path) == [Path(running.name).name, "a.xlsx"]
    write_whole(tmp_path / "a.xlsx", b"newer", force=True)
    assert names(tmp_path) == ["a.xlsx"]
    assert (tmp_path / "a.xlsx").read_bytes() == b"newer"


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.xlsx"
    seen: list[tuple[int, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda number: seen.append((os.fstat(number).st_size, target.exists())))
    write_whole(target, b"content", force=False)
    assert seen == [(7, False)]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_written_through(there: bool, tmp_path: Path) -> None:
    link, target = tmp_path / "link.xlsx", tmp_path / "folder" / "target.xlsx"
    target.parent.mkdir()
    if there:
        target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new", force=True)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_link_to_what_is_there_is_replaced_on_demand_only(tmp_path: Path) -> None:
    link, target = tmp_path / "link.xlsx", tmp_path / "target.xlsx"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with pytest.raises(InputError, match="--force to replace it"):
        check_output(link, force=False)


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").symlink_to(tmp_path / "b.xlsx")
    (tmp_path / "b.xlsx").symlink_to(tmp_path / "a.xlsx")
    with pytest.raises(InputError, match="leads in a circle"):
        write_whole(tmp_path / "a.xlsx", b"new", force=True)
    assert names(tmp_path) == ["a.xlsx", "b.xlsx"]


def test_a_pipe_and_a_device_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xlsx")
    (tmp_path / "full.xlsx").symlink_to("/dev/full")
    for name in ("pipe.xlsx", "full.xlsx"):
        with pytest.raises(InputError, match="a folder or a device"):
            write_whole(tmp_path / name, b"new", force=True)


def test_a_name_of_250_bytes_works(tmp_path: Path) -> None:
    target = tmp_path / f"{'ä' * 122}x.xlsx"
    write_whole(target, b"new", force=False)
    assert target.read_bytes() == b"new"
    with pytest.raises(InputError, match="File name too long"):
        write_whole(tmp_path / f"{'x' * 300}.xlsx", b"new", force=False)
    assert names(tmp_path) == [target.name]


ODD_TEXTS = ("a_x000A_b", "_x005F_", "_x005F_x000A_", "old\r\nline", "_xZZZZ_", "a\x9bb", "a\u202eb", "_x0001_")


LIKE_FORMULAS = ("=1+1", '=HYPERLINK("http://x","y")', "+1+1", "-1+1", "@SUM(1)", "=cmd|'/c x'!A1")


def with_remarks(texts: Sequence[str]) -> Scenario:
    """As many designs as there are texts, each with one as its remark; the customer is called by the first of them."""
    scenario = with_designs(EXAMPLES["emc"](), len(texts))
    designs = (replace(design, remark=text) for design, text in zip(scenario.designs, texts, strict=True))
    return replace(scenario, designs=tuple(designs), settings=replace(scenario.settings, customer=texts[0]))


@pytest.mark.parametrize("texts", [ODD_TEXTS[:4], ODD_TEXTS[4:]])
def test_odd_texts_come_back_as_they_were(texts: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(with_remarks(texts)))
    back = read(path)
    assert tuple(design.remark for design in back.designs) == texts
    assert back.settings.customer == texts[0]


def test_what_a_customer_typed_is_no_formula_of_ours() -> None:
    book = load_workbook(BytesIO(build(with_remarks(LIKE_FORMULAS))))
    typed = [cell for ws in book for row in ws.iter_rows() for cell in row if cell.value in LIKE_FORMULAS]
    places = {text: {cell.parent.title for cell in typed if cell.value == text} for text in LIKE_FORMULAS}
    assert places == {
        text: {"Designs", "Baseline", *(["Settings"] if text == LIKE_FORMULAS[0] else [])} for text in LIKE_FORMULAS
    }
    assert {cell.data_type for cell in typed} == {"s"}


@pytest.mark.everything
def test_a_spreadsheet_program_sees_an_odd_name_as_it_is(tmp_path: Path, office: Office) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(with_first_design(name="a_x000A_b", remark="c_x000A_d")))
    shown = office.load(path)
    assert shown["Designs"]["D5"] == "a_x000A_b"
    assert "c_x000A_d" in shown["Comparison"].values()


def with_first_design(**changes: str) -> Scenario:
    scenario = EXAMPLES["emc"]()
    first, *others = scenario.designs
    return replace(scenario, designs=(replace(first, **changes), *others))  # type: ignore[arg-type]


def test_what_no_file_can_hold_is_refused_where_it_comes_in() -> None:
    with pytest.raises(InputError, match="without control characters"):
        with_first_design(remark="a\x1bb")
