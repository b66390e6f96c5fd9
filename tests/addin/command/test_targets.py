"""What one call reads and writes is compared as a whole before anything is written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new

from vdi_addin.command.program import main
from vdi_addin.command.status import UNUSABLE


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("book") / "book.xlsx", "--example", "sandisk")


def refused_untouched(folder: Path, capsys: Text, *arguments: str) -> str:
    """The message of a call that must leave the folder as it was."""
    before = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    capsys.readouterr()
    assert main(["compare", *arguments]) == UNUSABLE
    after = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    assert after == before
    return capsys.readouterr().err


def copies(book: Path, folder: Path, *names: str) -> list[str]:
    return [str(shutil.copy(book, folder / name)) for name in names]


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("names", [("x.xlsx", "x_comparison.xlsx"), ("x_comparison.xlsx", "x.xlsx")])
def test_an_output_that_is_another_input_is_refused(
    names: tuple[str, str], force: list[str], book: Path, tmp_path: Path, capsys: Text
) -> None:
    message = refused_untouched(tmp_path, capsys, *copies(book, tmp_path, *names), *force)
    assert "x_comparison.xlsx'; expected another file than the input" in message


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("names", [("x.xlsx", "x.xlsm"), ("x.xlsx", "X.xlsx")])
def test_two_results_in_one_file_are_refused(
    names: tuple[str, str], force: list[str], book: Path, tmp_path: Path, capsys: Text
) -> None:
    message = refused_untouched(tmp_path, capsys, *copies(book, tmp_path, *names), *force)
    assert "expected a file of its own for each FILE: the result of" in message


def test_the_same_file_twice_is_refused(book: Path, tmp_path: Path, capsys: Text) -> None:
    (path,) = copies(book, tmp_path, "x.xlsx")
    assert "a file of its own for each FILE" in refused_untouched(tmp_path, capsys, path, path, "--force")


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_to_the_input_is_the_input(link: object, book: Path, tmp_path: Path, capsys: Text) -> None:
    (path,) = copies(book, tmp_path, "x.xlsx")
    other = tmp_path / "other.xlsx"
    link(path, other)  # type: ignore[operator]
    assert "another file than the input" in refused_untouched(tmp_path, capsys, path, "-o", str(other), "--force")


def test_a_second_output_that_exists_is_refused_before_the_first_is_written(
    book: Path, tmp_path: Path, capsys: Text
) -> None:
    paths = copies(book, tmp_path, "a.xlsx", "b.xlsx")
    (tmp_path / "b_comparison.xlsx").write_text("mine")
    assert "--force to replace it" in refused_untouched(tmp_path, capsys, *paths)


def test_a_pdf_that_is_another_results_is_refused(book: Path, tmp_path: Path, capsys: Text) -> None:
    paths = copies(book, tmp_path, "x.xlsx", "x.XLSX")
    assert "a file of its own for each FILE" in refused_untouched(tmp_path, capsys, *paths, "--pdf")


def test_a_link_that_leads_in_a_circle_is_no_result(book: Path, tmp_path: Path, capsys: Text) -> None:
    (tmp_path / "one.xlsx").symlink_to("two.xlsx")
    (tmp_path / "two.xlsx").symlink_to("one.xlsx")
    assert main(["density", str(book), "-o", str(tmp_path / "one.xlsx")]) == UNUSABLE
    assert "this link leads in a circle" in capsys.readouterr().err


def test_an_input_in_no_folder_is_what_is_blamed(tmp_path: Path, capsys: Text) -> None:
    message = refused_untouched(tmp_path, capsys, str(tmp_path / "nodir" / "x.xlsx"))
    assert "x.xlsx: file is 'not there'" in message
    assert "output" not in message
