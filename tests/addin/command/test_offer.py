"""`vdi-sizing compare --offer`: what it writes beside the comparison, and what it says where something is not there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from pptx import Presentation
from tests.addin.command.workbooks import Text, new
from tests.templates.branded import brand_file

from vdi_addin.command import program
from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE

ONE_DESIGN = ("--example", "sandisk")


@pytest.fixture
def without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdi_templates.report.pdf._USUAL_PLACES", ())
    monkeypatch.setattr("shutil.which", lambda *_: None)


@pytest.mark.usefixtures("without_libreoffice")
def test_the_slides_are_written_beside_the_comparison_without_libreoffice_too(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", *ONE_DESIGN)
    assert main(["compare", "--offer", str(path)]) == DONE
    said = capsys.readouterr()
    assert f"wrote {tmp_path / 'book_offer.pptx'}" in said.out
    assert "the offer is written as slides, and not as PDF, for want of LibreOffice with Impress" in said.err
    assert {each.name for each in tmp_path.iterdir()} == {"book.xlsx", "book_comparison.xlsx", "book_offer.pptx"}
    slides = Presentation(str(tmp_path / "book_offer.pptx")).slides
    assert "book_comparison.xlsx" in slides[1].notes_slide.notes_text_frame.text


@pytest.mark.usefixtures("without_libreoffice")
def test_a_pdf_of_an_earlier_offer_does_not_stay_beside_other_slides(tmp_path: Path) -> None:
    path = new(tmp_path / "book.xlsx", *ONE_DESIGN)
    earlier = tmp_path / "mine_offer.pdf"
    earlier.write_bytes(b"earlier")
    output = tmp_path / "mine.xlsx"
    assert main(["compare", "--offer", "-o", str(output), str(path)]) == UNUSABLE
    assert earlier.exists()
    assert main(["compare", "--offer", "-o", str(output), "--force", str(path)]) == DONE
    assert {each.name for each in tmp_path.iterdir()} == {"book.xlsx", "mine.xlsx", "mine_offer.pptx"}


def test_libreoffice_makes_the_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", *ONE_DESIGN)
    monkeypatch.setattr(
        "vdi_templates.report.pdf._converted", lambda _, content, name, *__: name.encode() + content[:2]
    )
    monkeypatch.setattr("vdi_templates.report.pdf._soffice", lambda _: "soffice")
    assert main(["compare", "--offer", str(path)]) == DONE
    assert (tmp_path / "book_offer.pdf").read_bytes() == b"offer.pptxPK"
    assert "book_offer.pdf" in capsys.readouterr().out


def test_a_template_that_is_refused_leaves_nothing_behind(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", *ONE_DESIGN)
    Presentation().save(str(tmp_path / "company.pptx"))
    brand_file(tmp_path, 'template = "company.pptx"')
    before = {each.name for each in tmp_path.iterdir()}
    assert main(["compare", "--offer", str(path)]) == UNUSABLE
    assert "expected slides of 16:9; these have 10.00 x 7.50 inches" in capsys.readouterr().err
    assert {each.name for each in tmp_path.iterdir()} == before


def test_a_missing_package_is_named_with_its_extra(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new(tmp_path / "book.xlsx", *ONE_DESIGN)
    found = importlib.util.find_spec
    monkeypatch.setattr("sys.argv", ["vdi-sizing", "compare", "--offer", str(path)])
    monkeypatch.setattr("vdi_addin.command.extras.find_spec", lambda name: None if name == "pptx" else found(name))
    assert program._ended(main, lambda: None) == UNUSABLE
    expected = (
        'this needs the module pptx, which is not here: it comes with the extra offer, which pip install "vdi-sizing'
    )
    assert expected in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_of_a_folder_no_offers_are_made(tmp_path: Path, capsys: Text) -> None:
    assert main(["compare", "--offer", str(tmp_path)]) == UNUSABLE
    assert "--offer is" in capsys.readouterr().err


def test_openpyxl_writes_without_lxml_which_python_pptx_brings() -> None:
    from openpyxl.xml import LXML  # noqa: PLC0415

    assert importlib.util.find_spec("lxml")
    assert LXML is False
