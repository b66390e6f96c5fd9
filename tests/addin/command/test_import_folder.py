"""A customer's folder: one command asks all that is open and fills a workbook, a second one makes the offer of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new
from tests.templates.importing.lists import estate, text

from vdi_addin.command import import_
from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_sizing.errors import InputError
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.parts import NAME
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.reader import read
from vdi_templates.workbook.save import write_whole

SSD = "Kingston DC600M 960 GB"
OFFER = f"""
Angebotsnummer;A-17;;;
Artikelnummer;Bezeichnung;Listenpreis;Rabatt %;EK netto
4711;Rackserver ohne Laufwerke;15.000,00;15;12.750,00
4712;{SSD};250,00;10;225,00
;Summe;;;12.975,00
;Angebot gültig bis 31.12.2026;;;
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An export, a questionnaire, an offer, a letter, and the brand of the house, which is read and is no list."""
    found = tmp_path / "customer"
    found.mkdir()
    estate(found / "export.xlsx")
    text(found / "questionnaire.csv", "Benutzergruppe;Anzahl;Profil\nVertrieb;ca. 1.200;knowledge workers", "cp1252")
    text(found / "offer.csv", OFFER)
    (found / "letter.pdf").write_bytes(b"%PDF")
    (found / "brand.toml").write_text('currency = "EUR"\n')
    return found


def test_a_folder_becomes_a_workbook_and_an_offer(folder: Path, capsys: Text) -> None:
    """By hand: 1,200 users of the questionnaire, 3 desktops of the export; 15,000 less 15 % is 12,750."""
    out, answers = folder / "customer.xlsx", folder / "answers.csv"
    arguments = [
        "import",
        str(folder),
        "-o",
        str(out),
        "--answers",
        str(answers),
        "--like",
        "knowledge workers",
        "--locale",
        "de",
    ]
    assert main(arguments) == UNUSABLE
    asked = [line.split(",")[0] for line in answers.read_text("utf-8-sig").splitlines()]
    assert asked == ["list name", "questionnaire.csv", "offer.csv", "export.xlsx: vInfo"], "of all lists, at once"
    assert not out.exists()
    text(
        answers,
        answers.read_text("utf-8-sig").replace("1320,,", "1320,,middle").replace("leave out,", "leave out,lower"),
    )
    assert main(arguments) == DONE
    printed = capsys.readouterr()
    assert "letter.pdf: no list that is known, and left out" in printed.out
    assert "1200 VMs of lists of users and 3 VMs of lists of VMs both count" in printed.out
    assert "brand.toml" not in printed.out
    scenario = read(out)
    groups = {group.name: group.vms for group in scenario.groups}
    assert groups == {"Vertrieb": 1200, "VDI: 2 vCPU, 4 GiB": 3}, "the groups of a fresh workbook are examples"
    prices = {price.part: (price.amount, price.discount_share, price.quote_number) for price in scenario.prices}
    assert prices["server"] == (15000, 0.15, "A-17")
    assert prices[SSD] == (250, 0.1, "A-17")
    table = (folder / NAME).read_text("utf-8-sig").splitlines()
    assert table == ["part,article number,maker's number,description", "server,4711,,", f"{SSD},4712,,"]
    assert main(["compare", str(out)]) == DONE
    assert (folder / "customer_comparison.xlsx").exists()
    answers.unlink()
    text(folder / "questionnaire.csv", "Benutzergruppe;Anzahl\nVertrieb;1300")
    arguments = ["import", str(folder), "--into", str(out), "-o", str(folder / "next.xlsx"), "--like", "Vertrieb"]
    arguments += ["--delta", "4"]
    assert main(arguments) == DONE, "the table knows the article number now"
    printed = capsys.readouterr()
    assert "customer_comparison.xlsx: a workbook of vdi-sizing, and no list" in printed.out
    assert f"{NAME}" not in printed.out, "there is nothing new to remember, and the table is no list"


def test_a_folder_becomes_a_workbook_by_kits_in_german_in_one_command(tmp_path: Path, capsys: Text) -> None:
    out, users = (
        tmp_path / "kunde.xlsx",
        text(tmp_path / "users.csv", "Benutzergruppe;Anzahl;Profil\nVertrieb;90;ETRI office user, low"),
    )
    arguments = ["import", str(users), "-o", str(out), "--kits", "NVMe-Server, lokal; HDD-Array", "--language", "de"]
    assert main([*arguments, "--customer", "Muster AG", "--as-of", "2026-11-20"]) == DONE
    printed = capsys.readouterr().out
    assert f"geschrieben: {out}" in printed
    assert "noch fehlt: der Preis von Server in der Preisliste" in printed
    assert "noch einzutragen anstelle der Beispiele: die Bausätze (Blatt Designs)\n" in printed
    made = read(out)
    assert [group.name for group in made.groups] == ["Vertrieb"]
    assert [design.kit for design in made.designs] == ["NVMe-Server, lokal", "HDD-Array"]
    assert made.settings.customer == "Muster AG"


@pytest.mark.parametrize("kits", [["--kits", "HDD aray, vSAN cluster"], ["--kits", "HDD array", "--designs", "2"]])
def test_a_start_of_the_workbook_is_refused_as_new_does(kits: list[str], tmp_path: Path, capsys: Text) -> None:
    users, out = str(text(tmp_path / "users.csv", "group;users\nSales;9")), str(tmp_path / "out.xlsx")
    said = []
    for command in (["new", out], ["import", users, "-o", out]):
        assert main([*command, *kits]) == UNUSABLE
        said.append(capsys.readouterr().err)
    assert said[0] == said[1] != ""
    assert main(["import", users, "-o", out, *kits, "--language", "de"]) == UNUSABLE
    assert re.search(
        "Bausatz ist 'HDD aray'.*erwartet: einer von|--kits steht neben --designs", capsys.readouterr().err
    )
    assert main(["import", users, "--into", str(tmp_path / "book.xlsx"), *kits]) == UNUSABLE
    assert "expected no --into beside it" in capsys.readouterr().err


def test_a_table_of_parts_goes_with_its_workbook(tmp_path: Path, capsys: Text) -> None:
    source = new(tmp_path / "book.xlsx")
    table = text(tmp_path / NAME, "part,article number\nserver,4711")
    for name in ("compared", "upgraded", "imported"):
        (tmp_path / name).mkdir()
    assert main(["compare", str(source), "-o", str(tmp_path / "compared" / "new.xlsx")]) == DONE
    assert main(["upgrade", str(source), "-o", str(tmp_path / "upgraded" / "new.xlsx")]) == DONE
    offer = text(tmp_path / "offer.csv", "article number;price\n4711;96")
    into = ["import", str(offer), "--into", str(source), "-o", str(tmp_path / "imported" / "new.xlsx")]
    assert main(into) == DONE
    for name in ("compared", "upgraded", "imported"):
        assert (tmp_path / name / NAME).read_bytes() == table.read_bytes()
    assert read(tmp_path / "imported" / "new.xlsx").prices[0].amount == 96
    assert "is copied beside the result" in capsys.readouterr().err
    own = text(tmp_path / "upgraded" / NAME, "part,article number\nrack,1")
    assert main(["upgrade", str(source), "-o", str(tmp_path / "upgraded" / "again.xlsx")]) == DONE
    assert own.read_text() == "part,article number\nrack,1\n", "a table that is there stays"
    assert "stays as it is" in capsys.readouterr().err


def test_groups_that_a_list_will_have_are_not_said_to_be_the_examples(tmp_path: Path, capsys: Text) -> None:
    users = text(tmp_path / "users.csv", "group;count;profile\nSales;1.475;Calculator preset, office worker")
    assert main(["import", str(users), "--dry-run"]) == UNUSABLE
    assert "the example's" not in capsys.readouterr().out


@pytest.mark.everything
def test_the_groups_of_a_fresh_workbook_are_said_to_be_the_examples_where_no_list_has_one(
    tmp_path: Path, capsys: Text
) -> None:
    offer, out = text(tmp_path / "offer.csv", "part;price\nserver;96"), tmp_path / "out.xlsx"
    assert main(["import", str(offer), "-o", str(out), "--known-parts"]) == DONE
    (group,) = read(out).groups
    printed = capsys.readouterr().out
    said = f"Users: the group {group.name!r} of case {group.case!r}, {group.vms:g} VMs, is the example's"
    assert f"Look at this first\n  {said}: no list has a user group" in printed
    messages = Messages(GERMAN)
    assert messages.text(f"{said}: no list has a user group").endswith(
        "ist die des Beispiels: Keine Liste hat eine Benutzergruppe"
    )
    into = ["--into", str(out), "-o", str(tmp_path / "next.xlsx"), "--date", "2026-11-20"]
    assert main(["import", str(offer), *into]) == DONE
    assert "the example's" not in capsys.readouterr().out, "the groups are those of the workbook"


def test_a_table_of_parts_that_is_open_elsewhere_leaves_the_workbook_and_its_notes(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It bears its own spelling, and is typed among the lists, as `*.csv` does."""
    source = new(tmp_path / "book.xlsx")
    table = text(tmp_path / "Parts.csv", "part,article number\nserver,4711")
    before = table.read_bytes()
    offer = text(tmp_path / "offer.csv", "article number;maker's number;price\n4711;P5;96")

    def locked(path: Path, content: bytes, *, force: bool) -> None:
        if path.name.casefold() == NAME:
            expected = "a file that can be written: close it where it is open, or choose another (Permission denied)"
            raise InputError("output", str(path), expected)
        write_whole(path, content, force=force)

    monkeypatch.setattr(import_, "write_whole", locked)
    arguments = ["import", str(offer), str(table), "--into", str(source), "-o", str(tmp_path / "next.xlsx")]
    assert main(arguments) == DONE
    printed = capsys.readouterr()
    said = "Parts.csv is not written, and what was answered of parts is asked again: a file that can be written"
    assert f"vdi-sizing: note: {said}" in printed.err
    assert read(tmp_path / "next.xlsx").prices[0].amount == 96
    assert table.read_bytes() == before
    messages = Messages(GERMAN)
    assert messages.text(f"{said}: close it where it is open, or choose another (Permission denied)").startswith(
        "Parts.csv ist nicht geschrieben, und was zu Teilen beantwortet wurde, wird wieder gefragt: eine Datei, in die"
    )
    assert not messages.lacking - {"Permission denied"}
    monkeypatch.undo()
    assert main([*arguments, "--force"]) == DONE
    assert table.read_text("utf-8-sig").splitlines()[0] == "part,article number,maker's number"
    assert not (tmp_path / NAME).exists()


def test_without_a_workbook_the_new_one_has_to_be_named(folder: Path, capsys: Text) -> None:
    assert main(["import", str(folder)]) == UNUSABLE
    assert "--into is blank; expected the workbook to fill in; or -o NEW.xlsx" in capsys.readouterr().err


@pytest.mark.parametrize("said", [["--answers", NAME], ["--dry-run"], ["-o", "offer.csv"]])
def test_nothing_is_written_where_it_must_not_be(
    said: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    text(Path(NAME), "part,article number\nserver,4711")
    shutil.copy("offer.csv", "kept.csv")
    before = {path: path.read_bytes() for path in Path().iterdir()}
    assert main(["import", ".", "-o", "customer.xlsx", "--like", "knowledge workers", *said]) == UNUSABLE
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
