"""`vdi-sizing import`: a preview, and then a workbook that its reader accepts, or nothing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new, sheets
from tests.templates.carry_over.edits import Edited
from tests.templates.importing.lists import VDISK, VINFO, book, disk, estate, live_optics, measured, text, vm

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.plan import Options
from vdi_templates.reading.reader import read

USERS = (
    "Benutzergruppe;Anzahl;Profil;GB pro Benutzer\n"
    "Vertrieb;1.250;knowledge workers;12\nEntwicklung;40;knowledge workers;12,5"
)
PRICES = "Artikel;Einzelpreis;Stand\nserver;12.475,50 €;20.11.2026\nswitch;1.210,- €;20.11.2026"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh workbook, which no test writes to."""
    return new(tmp_path_factory.mktemp("fresh") / "book.xlsx")


@pytest.fixture
def path(fresh: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(fresh, tmp_path / "book.xlsx"))


@pytest.fixture
def lists(tmp_path: Path) -> list[Path]:
    """A questionnaire in German: users as a text, prices as a text, VMs as an export."""
    rows = [vm(f"vm {i}") for i in range(3)]
    return [
        text(tmp_path / "users.csv", USERS, "cp1252"),
        text(tmp_path / "prices.csv", PRICES, "utf-16"),
        book(
            tmp_path / "export.xlsx", {"vInfo": [VINFO, *rows], "vDisk": [VDISK, *(disk(row[0], 1000) for row in rows)]}
        ),
    ]


def test_a_questionnaire_becomes_a_workbook(lists: list[Path], tmp_path: Path, capsys: Text, path: Path) -> None:
    before = path.read_bytes()
    arguments = ["import", *map(str, lists), "--into", str(path), "--like", "knowledge workers", "--delta", "0"]
    assert main(arguments) == DONE
    out = tmp_path / "book_imported.xlsx"
    printed = capsys.readouterr().out
    assert f"wrote {out}" in printed
    assert path.read_bytes() == before
    plan, scenario = planned(lists, read(path), Options(like="knowledge workers"), Headers.read())
    assert read(out) == scenario
    workbook = sheets(out, *{record.table.sheet for record in plan.written})
    assert plan.changes > 40
    for record in plan.written:
        assert f"{record.origin} -> {record.table.sheet} row {record.row}" in printed
        for place, label, _, value in record.cells():
            sheet, cell = place.split("!")
            found = workbook[sheet][cell].value
            assert (found.date() if hasattr(found, "date") else found) == value, place
            header = f"{cell.rstrip('0123456789')}{record.table.header_row}"
            assert str(workbook[sheet][header].value) == label, place
    assert main(["check", str(out)]) == DONE


def test_questions_are_written_to_a_file_and_its_answers_are_read(tmp_path: Path, capsys: Text, path: Path) -> None:
    users = text(
        tmp_path / "users.csv", "group;users;profile\nSales;4-8;knowledge workers\nIT;9 to 11;knowledge workers"
    )
    answers, out = tmp_path / "answers.csv", tmp_path / "out.xlsx"
    arguments = ["import", str(users), "--into", str(path), "-o", str(out)]
    assert main(arguments) == UNUSABLE
    said = capsys.readouterr()
    assert "  users.csv row 2, column 'users': '4-8' -> 4 / 6 / 8" in said.out
    assert "questions that are open: 2; say --answers FILE to have a file to fill in" in said.err
    arguments += ["--answers", str(answers)]
    assert main([*arguments, "--dry-run"]) == UNUSABLE
    assert not answers.exists()
    assert main(arguments) == UNUSABLE
    written = answers.read_text("utf-8-sig")
    assert written.splitlines()[1] == "users.csv,2,users,'4-8',4,6,8,,"
    text(answers, written.replace("4,6,8,,", "4,6,8,,upper"))
    assert main(arguments) == UNUSABLE
    assert answers.read_text("utf-8-sig").splitlines()[1] == "users.csv,2,users,'4-8',4,6,8,,upper", "it is kept"
    assert not out.exists()
    assert main([*arguments, "--unclear", "middle"]) == DONE
    assert [(group.name, group.vms) for group in read(out).groups[-2:]] == [("Sales", 8), ("IT", 10)]
    assert main([*arguments[:-1], str(tmp_path / "answers.xlsx"), "--force"]) == UNUSABLE
    assert main([*arguments[:-1], str(users), "--force"]) == UNUSABLE, "a list is never written to"
    assert "4-8" in users.read_text()


def test_an_export_alone_asks_for_profile_and_delta_and_says_which_options_answer(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    export = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a"), vm("b")]})
    arguments = ["import", str(export), "-o", "out.xlsx", "--unclear", "lower"]
    assert main(arguments) == UNUSABLE
    said = capsys.readouterr().err
    assert "questions that are open: 2; say --answers FILE" in said
    assert "--like NAME says the profile of the desktops; --delta GB says what a VM writes" in said
    assert "--unclear" not in said, "no value says it"
    assert not Path("out.xlsx").exists()
    assert main([*arguments, "--like", "knowledge workers", "--delta", "4"]) == DONE
    (group,) = read(Path("out.xlsx")).groups
    assert (group.delta_gb, group.persistent_gb) == (4, 0)


def test_an_estate_and_what_was_measured_become_a_workbook(tmp_path: Path, capsys: Text, path: Path) -> None:
    """By hand: three desktops in the folders of VDI; of Live Optics each has 30 IOPS at the 95th percentile."""
    export = estate(tmp_path / "estate.xlsx")
    out = tmp_path / "out.xlsx"
    into = ["--into", str(path), "-o", str(out), "--like", "knowledge workers", "--delta", "0", "--force"]
    assert main(["import", str(export), *into, "--desktops", "folder=VDI*"]) == DONE
    assert "6 VMs that --desktops does not name: 26 vCPU, 89 GiB, 412 GB in all" in capsys.readouterr().out
    assert [group.vms for group in read(out).groups[1:]] == [3]
    optics = live_optics(tmp_path / "lo.xlsx", [measured(name, 30, 4, 10) for name in "abcd"])
    assert main(["import", str(optics), *into, "--iops", "95th", "--in-use"]) == DONE
    assert "1 VM: server, by the OS '*Windows Server*'" in capsys.readouterr().out
    group = read(out).groups[1]
    assert (group.vms, group.steady_iops, group.steady_read_share, group.persistent_gb) == (3, 30, 0.286, 47.186)


def test_bands_of_size_are_groups_of_the_new_workbook(tmp_path: Path, capsys: Text, path: Path) -> None:
    """Fourteen sizes in two clusters become twelve groups of the same VMs; the largest has its size."""
    rows = [vm(f"vm {gib}", Memory=1024 * gib, Cluster="AB"[gib % 2]) for gib in range(4, 18)]
    export, out = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *rows]}), tmp_path / "out.xlsx"
    into = ["--into", str(path), "-o", str(out), "--like", "knowledge workers", "--delta", "0", "--drop-groups"]
    assert main(["import", str(export), *into, "--bands"]) == DONE
    assert "12 bands of size hold 14 VMs" in capsys.readouterr().out
    groups = read(out).groups
    assert (len(groups), sum(group.vms for group in groups)) == (12, 14)
    assert (groups[-1].name, groups[-1].ram_gib) == ("desktops, 2 vCPU, 17 GiB", 17)


@pytest.mark.parametrize("said", [["--desktops", "VDI"], ["--desktops", "name=x"], ["--iops", "95th"]])
def test_what_is_said_of_vms_and_cannot_be_used_writes_nothing(
    said: list[str], tmp_path: Path, capsys: Text, path: Path
) -> None:
    export = estate(tmp_path / "estate.xlsx")
    files = set(tmp_path.iterdir())
    assert main(["import", str(export), "--into", str(path), "--like", "knowledge workers", *said]) == UNUSABLE
    printed = capsys.readouterr()
    assert "expected" in printed.out + printed.err
    assert set(tmp_path.iterdir()) == files


def test_a_dry_run_writes_nothing(lists: list[Path], tmp_path: Path, capsys: Text, path: Path) -> None:
    files = set(tmp_path.iterdir())
    assert main(["import", str(lists[0]), "--into", str(path), "--dry-run"]) == DONE
    assert "'Vertrieb': new" in capsys.readouterr().out
    assert set(tmp_path.iterdir()) == files


def test_a_dry_run_names_no_workbook(tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    users = text(tmp_path / "users.csv", "group;count;profile\nSales;9;Calculator preset, office worker")
    assert main(["import", str(users), "--dry-run"]) == DONE
    assert "'Sales': new" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == [users]


def test_the_preview_comes_first_and_what_stands_in_the_way_is_in_it(tmp_path: Path, capsys: Text, path: Path) -> None:
    prices = text(tmp_path / "prices.csv", "part;price\nserver;1.475")
    files = set(tmp_path.iterdir())
    assert main(["import", str(prices), "--into", str(path)]) == UNUSABLE
    printed = capsys.readouterr()
    asked = "To be answered: nothing is written\n  prices.csv row 2: how its numbers are written: '1.475' -> 1.475 (en)"
    assert asked in printed.out
    assert "or --unclear lower, middle or upper" in printed.err
    assert set(tmp_path.iterdir()) == files
    out = tmp_path / "out.xlsx"
    for said in (["--locale", "de"], ["--unclear", "upper"]):
        assert main(["import", str(prices), "--into", str(path), *said, "-o", str(out), "--force"]) == DONE
        assert read(out).prices[0].amount == 1475.0
    text(prices, "part;price\nserver;96\nserver;95")
    assert main(["import", str(prices), "--into", str(path)]) == UNUSABLE
    assert "Cannot be used: nothing is written\n  prices.csv row 3" in capsys.readouterr().out


def test_nothing_is_written_where_the_workbook_holds_all_of_it(
    lists: list[Path], tmp_path: Path, capsys: Text, path: Path
) -> None:
    assert main(["import", str(lists[1]), "--into", str(path)]) == DONE
    out, again = tmp_path / "book_imported.xlsx", tmp_path / "again.xlsx"
    assert main(["import", str(lists[1]), "--into", str(out), "-o", str(again)]) == DONE
    assert "nothing to write" in capsys.readouterr().out
    assert not again.exists()


def test_where_all_rows_are_left_out_it_is_said_and_no_success(tmp_path: Path, capsys: Text, path: Path) -> None:
    prices = text(tmp_path / "prices.csv", "part;price\nserver;on request")
    assert main(["import", str(prices), "--into", str(path)]) == UNUSABLE
    said = capsys.readouterr()
    assert "nothing to write: what is left out above is not in the workbook" in said.err
    assert "holds all of it" not in said.out
    assert not (tmp_path / "book_imported.xlsx").exists()


@pytest.mark.everything
def test_a_german_workbook_has_german_sources(tmp_path: Path, capsys: Text) -> None:
    (tmp_path / "brand.toml").write_text('language = "de"')
    assert main(["new", str(tmp_path / "de.xlsx")]) == DONE
    users = USERS.replace("knowledge workers", "Büroarbeitsplätze")
    lists = [text(tmp_path / "users.csv", users), text(tmp_path / "prices.csv", PRICES)]
    assert main(["import", *map(str, lists), "--into", str(tmp_path / "de.xlsx")]) == DONE
    assert "geschrieben" in capsys.readouterr().out
    made = read(tmp_path / "de_imported.xlsx")
    assert (made.groups[1].source or "").startswith("users.csv, Zeile 2: VMs, dauerhaft GB. Alles Übrige: wie")
    assert made.prices[0].source == "prices.csv, Zeile 2"


def test_headers_of_a_user(tmp_path: Path, path: Path) -> None:
    own = text(tmp_path / "own.csv", "kind,field,unit,header\nprices,part,,Kennung\nprices,amount,EUR,Betrag")
    prices = text(tmp_path / "prices.csv", "Kennung;Betrag\nserver;1475")
    assert main(["import", str(prices), "--into", str(path)]) == UNUSABLE
    assert main(["import", str(prices), "--into", str(path), "--headers", str(own)]) == DONE


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "book.xlsx", "--force"], "another file than the input"),
        (["-o", "users.csv", "--force"], "a name that ends in .xlsx"),
        (["-o", "taken.xlsx"], "--force to replace it"),
        (["--locale", "german"], "--locale is 'german'"),
        (["--date", "20.11.2026"], "--date is '20.11.2026'; expected a date such as 2026-11-21"),
        (["--headers", "none.csv"], "--headers"),
    ],
)
def test_what_is_typed_wrongly_is_refused(
    arguments: list[str], says: str, tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.xlsx").write_text("mine")
    text(Path("users.csv"), USERS)
    contents = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert main(["import", "users.csv", "--into", path.name, *arguments]) == UNUSABLE
    assert says in capsys.readouterr().err
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == contents


def test_a_workbook_that_reads_otherwise_is_not_written(
    lists: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Text, path: Path
) -> None:
    scenario = read(path)
    monkeypatch.setattr("vdi_addin.command.import_.read", lambda _: scenario)
    assert main(["import", str(lists[1]), "--into", str(path)]) == UNUSABLE
    assert "expected one that holds what was imported" in capsys.readouterr().err
    assert not (tmp_path / "book_imported.xlsx").exists()


def test_what_looks_like_a_formula_or_spans_lines_stays_a_text(tmp_path: Path, capsys: Text, path: Path) -> None:
    prices = text(tmp_path / "prices.csv", 'part;price;description\nserver;96;"=1+1\n+2"', end="\n")
    assert main(["import", str(prices), "--into", str(path)]) == DONE
    assert r"=1+1\n+2" in capsys.readouterr().out
    assert read(tmp_path / "book_imported.xlsx").prices[0].description == "=1+1\n+2"


def test_the_session_in_the_page_on_lists_is_what_is_printed(
    tmp_path: Path, capsys: Text, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    path.rename("customer.xlsx")
    groups = ["Vertrieb;1.250;knowledge workers;8", "Büro;40;knowledge workers;8,5", "Gesamt"]
    text(Path("users.csv"), "\n".join(["Benutzergruppe;Anzahl;Profil;RAM [GB]", *groups]), "cp1252")
    text(Path("offer.csv"), "Artikel;Preis\nserver;12.475,50 €\nproject;auf Anfrage")
    page = (Path(__file__).parents[3] / "docs" / "lists.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"^```text\n\$ vdi-sizing (import .*?)```$", page, re.MULTILINE | re.DOTALL)
    command, *said = session.splitlines()
    assert main(command.split()) == DONE
    printed = capsys.readouterr().out.splitlines()
    places = [printed.index(line) for line in said if line not in ("", "...")]
    assert places == sorted(places)
    assert len(places) > 10


def test_what_people_added_is_carried_over_and_a_formula_gives_way_to_a_list(
    path: Path, tmp_path: Path, capsys: Text
) -> None:
    edited = Edited(path.read_bytes())
    edited.says("Log", "C8", "changed by Ann")
    edited.formula("Users", "C6", "50*2", 100.0)
    edited.formula("Users", "G6", "38+0.4", 38.4)
    edited.add_sheet("Mine", '<sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData>')
    path.write_bytes(edited.workbook())
    users = text(tmp_path / "users.csv", "group;count\nknowledge workers;320")
    assert main(["import", str(users), "--into", str(path)]) == DONE
    said = capsys.readouterr().err
    assert "the sheet Mine" in said
    assert "the formula =50*2 is not kept: 320 is entered there now" in said
    out = tmp_path / "book_imported.xlsx"
    result = sheets(out, "Log", "Mine", "Users")
    assert (result["Log"]["C8"].value, result["Mine"]["A1"].value) == ("changed by Ann", 7)
    assert (result["Users"]["C6"].value, result["Users"]["G6"].value) == (320, "=38+0.4")
    assert read(out).groups[0].vms == 320


def test_what_does_not_go_together_is_refused_in_the_language_that_was_said(tmp_path: Path, capsys: Text) -> None:
    users = text(tmp_path / "users.csv", "group;count\nA;8")
    assert main(["import", str(users), "--language", "de"]) == UNUSABLE
    assert "die Mappe, die auszufüllen ist; oder -o NEU.xlsx" in capsys.readouterr().err
    assert main(["import", str(users), "--into", str(tmp_path / "none.xlsx")]) == UNUSABLE
    assert "-o NEW.xlsx writes a fresh one with what the lists say" in capsys.readouterr().err
    assert main(["import", str(users), "--into", str(users), "--language", "de"]) == UNUSABLE
    assert "--language ist 'de'; erwartet: kein --into daneben" in capsys.readouterr().err
