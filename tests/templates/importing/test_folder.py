"""A customer's folder: each file is known by its headers, and what is no list is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.templates.importing.lists import book, text

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_templates.examples import today
from vdi_templates.importing import sources
from vdi_templates.importing.folder import MAX_FILES, files_of
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lists, a workbook of ours, and what is no list."""
    text(tmp_path / "users.csv", "group;users;profile\nSales;8;knowledge workers")
    text(tmp_path / "offer.csv", "part;price\nserver;96")
    text(tmp_path / "notes.csv", "colour;form\nred;round")
    text(tmp_path / "~$open.csv", "part;price\nserver;1")
    (tmp_path / "letter.pdf").write_bytes(b"%PDF")
    (tmp_path / "locked.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (tmp_path / "old").mkdir()
    (tmp_path / "draft.xlsx").write_bytes(workbook_bytes(build_book(size(today()))))
    book(tmp_path / "empty.xlsx", {"Sheet": []})
    return tmp_path


def of_folder(folder: Path) -> Plan:
    files = files_of(folder, [])
    plan, _ = planned(files.lists, today(), Options(), Headers.read(), in_folder=files.lists)
    plan.first[:0] = files.left_out
    return plan


def test_lists_are_taken_and_all_else_is_named_once(folder: Path) -> None:
    plan = of_folder(folder)
    assert plan.problems == []
    assert [(known.grid.name, known.kind) for known, _, _ in plan.lists] == [
        ("offer.csv", "prices"),
        ("users.csv", "users"),
    ]
    said = "\n".join(plan.first)
    for line in (
        "draft.xlsx: a workbook of vdi-sizing, and no list: left out",
        "old: a folder, and not looked into",
        "notes.csv: no list that is known, and left out (headers: colour; form)",
        "letter.pdf: no list that is known, and left out",
        "locked.xlsx: no list that is known, and left out (file: encrypted, or an old .xls)",
        "empty.xlsx: no list that is known, and left out (nothing in it)",
    ):
        assert said.count(line) == 1, line
    everything = preview(plan)
    assert all(everything.count(name) == 1 for name in ("draft.xlsx", "notes.csv", "locked.xlsx"))
    assert "~$open" not in everything
    messages = Messages(GERMAN)
    assert "draft.xlsx: eine Mappe von vdi-sizing und keine Liste: weggelassen" in preview(plan, messages)
    assert not messages.lacking


def test_a_file_that_is_a_list_but_for_one_column_is_named_with_that_column(tmp_path: Path) -> None:
    text(tmp_path / "users.csv", "group;users;profile\nSales;8;knowledge workers")
    text(tmp_path / "dealer.csv", "Artikelnummer;Bezeichnung;Menge;mein EP\n4711;Server;2;96,00")
    plan = of_folder(tmp_path)
    said = "dealer.csv: left out: it would be a list of prices, and has no column of the price"
    assert [each for each in plan.first if said in each and "Artikelnummer; Bezeichnung; Menge" in each]
    messages = Messages(GERMAN)
    assert "hat keine Spalte „Preis“ (bekannte Überschriften: Artikelnummer;" in preview(plan, messages)
    assert not messages.lacking


def test_a_link_that_leads_in_a_circle_is_named_in_german_too(tmp_path: Path) -> None:
    text(tmp_path / "users.csv", "group;users;profile\nSales;8;knowledge workers")
    (tmp_path / "a.xlsx").symlink_to("a.xlsx")
    said = preview(of_folder(tmp_path), Messages(GERMAN))
    assert "a.xlsx: keine bekannte Liste und weggelassen (eine Verknüpfung, die im Kreis führt)" in said


def test_what_a_command_reads_and_writes_is_no_list(folder: Path) -> None:
    named = [folder / "draft.xlsx", folder / "." / "offer.csv"]
    found = files_of(folder, named)
    assert not {"draft.xlsx", "offer.csv"} & {path.name for path in found.lists}
    assert not any("draft" in said for said in found.left_out)


def test_a_file_that_is_named_by_itself_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"notes\.csv: headers is 'colour; form'"):
        planned([folder / "notes.csv"], today(), Options(), Headers.read())


@pytest.mark.parametrize(
    ("lines", "says", "german"),
    [
        ("group;users;vCPU;CPUs\nSales;8;2;4", "one column for 'vCPU'", "eine Spalte für „vCPU“"),
        ("part;price;unit price\nserver;96;97", "one column for 'price'", "eine Spalte für „Preis“"),
        ("a;a\n" * 50_100, "list is 'more than 50,000 rows'", "höchstens 50,000 Zeilen"),
        (";" * 200_001, "list is 'more than 200,000 cells'", "höchstens 200,000 Zellen"),
    ],
)
def test_a_list_that_cannot_be_used_is_a_problem_of_its_folder_too(
    lines: str, says: str, german: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_LIST_CELLS", 200_000)
    text(tmp_path / "a.csv", lines)
    text(tmp_path / "users.csv", "group;users;profile\nSales;8;knowledge workers")
    plan = of_folder(tmp_path)
    (problem,) = plan.problems
    assert problem.startswith("a.csv")
    assert says in problem
    messages = Messages(GERMAN)
    assert german in preview(plan, messages)
    assert not messages.lacking


def test_two_files_of_one_name_are_refused_with_both_paths(tmp_path: Path) -> None:
    paths = [tmp_path / "a" / "q.csv", tmp_path / "b" / "q.csv"]
    for path, price in zip(paths, (96, 97), strict=True):
        path.parent.mkdir()
        text(path, f"part;price\nserver {price};{price}")
    with pytest.raises(InputError) as refused:
        planned(paths, today(), Options(), Headers.read())
    assert str(refused.value).startswith(f"files is '{paths[0]} and {paths[1]}'; expected files of different names")
    messages = Messages(GERMAN)
    assert "erwartet: Dateien verschiedener Namen" in str(messages.error(refused.value))
    assert not messages.lacking


def test_a_folder_without_a_list_is_refused_with_its_files(tmp_path: Path) -> None:
    text(tmp_path / "notes.csv", "colour;form\nred;round")
    found = files_of(tmp_path, []).lists
    for files, names in ((found, r"notes\.csv"), ([], "no file")):
        with pytest.raises(
            InputError, match=f"files is '{names}'; expected a list of users, VMs or prices among them"
        ) as refused:
            planned(files, today(), Options(), Headers.read(), in_folder=files)
        assert "erwartet: darunter eine Liste von Benutzern, VMs oder Preisen" in str(
            Messages(GERMAN).error(refused.value)
        )


def test_a_folder_of_too_many_files_or_that_leads_in_a_circle_is_refused_or_named(tmp_path: Path) -> None:
    os.symlink(tmp_path / "loop", tmp_path / "loop")
    os.symlink(tmp_path / "gone.csv", tmp_path / "link.csv")
    text(tmp_path / "offer.csv", "part;price\nserver;96")
    plan = of_folder(tmp_path)
    assert [known.grid.name for known, _, _ in plan.lists] == ["offer.csv"]
    assert [said.partition(":")[0] for said in plan.first] == ["link.csv", "loop"]
    for number in range(MAX_FILES):
        (tmp_path / f"{number}.csv").touch()
    with pytest.raises(InputError, match=f"folder is '{MAX_FILES + 3} files'; expected at most {MAX_FILES} files"):
        files_of(tmp_path, [])
