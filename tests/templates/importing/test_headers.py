"""Headers: what a list is about, which column holds what, and how a user teaches others."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.templates.importing.lists import imported, text

from vdi_sizing.errors import InputError
from vdi_templates.examples import today
from vdi_templates.importing.headers import FIELDS, Headers, KnownList
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.plan import Options
from vdi_templates.importing.sources import Cell, Grid
from vdi_templates.languages.translation import GERMAN


def recognised(*rows: str, own: Path | None = None, said: str | None = None) -> KnownList | None:
    cells = [[Cell(value or None) for value in row.split(";")] for row in rows]
    return Headers.read(*([own] if own else [])).recognised(Grid("list.csv", "", "", cells), said)


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ("Benutzergruppe;Anzahl Benutzer;RAM [GB]", "users"),
        ("User;Department;Profile", "users"),
        ("VM;Powerstate;Template;CPUs;Memory;Cluster", "vms"),
        ("vInfoVMName;vInfoPowerstate;vInfoCPUs;vInfoMemory", "vms"),
        ("VM;Disk;Capacity MB;VM UUID", "disks"),
        ("Host;Cluster;# CPU;# Cores;# Memory", "hosts"),
        ("Art.-Nr.;Bezeichnung;Einzelpreis (EUR);Gültig bis", "prices"),
        ("part number;net price;quote no.", "prices"),
    ],
)
def test_a_list_is_known_by_its_headers(headers: str, kind: str) -> None:
    found = recognised("Offer of 5 May", "", headers)
    assert found is not None
    assert (found.kind, found.header_row) == (kind, 3)


@pytest.mark.parametrize("kind", ["users", "prices"])
def test_the_workbooks_own_headers_are_known(kind: str) -> None:
    labels = [each.label for name, each in FIELDS[kind].items() if name not in ("user", "profile", "vm_size")]
    found = recognised(";".join(labels))
    assert found is not None
    assert (found.kind, found.others) == (kind, ())
    assert len(found.columns) == len(labels)


@pytest.mark.parametrize("written", ["RAM [GB]", "ram (gb)", "RAM in GB", "RAM\nGB", " RAM  GB: "])
def test_brackets_case_and_line_ends_make_no_other_header(written: str) -> None:
    found = recognised(f"Gruppe;Anzahl;{written}")
    assert found is not None
    assert found.columns["ram_gib"].unit == "GB"


def test_what_has_no_place_is_listed() -> None:
    found = recognised("part;price;colour;;weight")
    assert found is not None
    assert found.others == ("colour", "weight")


def test_what_is_unknown_is_no_list() -> None:
    assert recognised("colour;weight", "red;3") is None


def test_two_columns_for_the_same_are_refused() -> None:
    with pytest.raises(
        InputError, match="column is 'Nettopreis'; expected one column for 'price'; 'Einzelpreis' says it too"
    ):
        recognised("Artikel;Einzelpreis;Nettopreis")


@pytest.mark.parametrize(
    ("headers", "others"),
    [
        ("Server;VM;reads;writes", ("Server",)),
        ("Name;VM;r/s;reads;writes", ("Name", "r/s")),
        ("Computer name;VM name;start time;time;reads;w/s;writes", ("Computer name", "start time", "w/s")),
        ("server;start time;r/s;w/s", ()),
    ],
)
def test_a_header_that_may_mean_something_else_counts_where_no_better_one_stands(
    headers: str, others: tuple[str, ...]
) -> None:
    found = recognised(headers)
    assert found is not None
    assert (found.kind, found.others) == ("performance", others)


def test_of_two_headers_that_may_mean_something_else_none_is_guessed(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("kind,field,unit,header\nperformance,vm,,Server\n")
    with pytest.raises(InputError, match="one column for 'VM'; 'Name' says it too"):
        recognised("Name;Server;reads;writes")
    found = recognised("Name;Server;reads;writes", own=own)
    assert found is not None
    assert found.columns["vm"].header == "Server"


def test_a_list_that_may_be_two_things_is_asked_for(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text(
        "kind,field,unit,header\nusers,name,,thing\nusers,vms,,worth\nprices,part,,thing\nprices,amount,,worth\n"
    )
    with pytest.raises(InputError, match="say --as prices or --as users"):
        recognised("thing;worth", own=own)
    found = recognised("thing;worth", own=own, said="prices")
    assert found is not None
    assert found.kind == "prices"


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_user_teaches_headers(separator: str, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    rows = [
        ["kind", "field", "unit", "header"],
        ["prices", "part", "", "Kennung"],
        ["prices", "amount", "CHF", "Betrag"],
    ]
    own.write_text("\n".join(separator.join(row) for row in rows), encoding="utf-8-sig")
    found = recognised("Kennung;Betrag", own=own)
    assert found is not None
    assert {name: column.unit for name, column in found.columns.items()} == {"part": "", "amount": "CHF"}


def test_a_users_header_comes_before_the_programs(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("kind,field,unit,header\nprices,note,,Bezeichnung\n")
    found = recognised("Artikel;Preis;Bezeichnung", own=own)
    assert found is not None
    assert set(found.columns) == {"part", "amount", "note"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("kind,field,header\n", "a first row of kind,field,unit,header"),
        ("kind,field,unit,header\ntapes,part,,x\n", "own.csv row 2: kind is 'tapes'; expected one of: users"),
        ("kind,field,unit,header\nprices,colour,,x\n", "row 2: field is 'colour'; expected one of: price_list"),
        ("kind,field,unit,header\nprices,amount,shells,x\n", "row 2: unit is 'shells'"),
        ("kind,field,unit,header\nusers,name,\n", "own.csv row 2: row is 'users,name,'; expected four cells"),
        (
            "kind,field,unit,header\n\nusers,vcpus,,Q\nusers,ram_gib,GiB,a;q\n",
            "own.csv row 4: header is 'q'; expected one field for it; a row above says vcpus in no unit",
        ),
        (f"kind,field,unit,header\nusers,name,,{'x' * 40_000}\n", "own.csv line 2: cell is '40,000 characters in one'"),
        (f"kind,field,unit,header\nusers,name,,{'x' * 140_000}\n", "own.csv line 2: cell is 'field larger than"),
        ("", "a first row of kind,field,unit,header"),
    ],
)
def test_a_table_of_headers_that_cannot_be_used_is_refused(rows: str, expected: str, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text(rows)
    with pytest.raises(InputError, match=expected) as refused:
        Headers.read(own)
    messages = Messages(GERMAN)
    assert " above " not in str(messages.error(refused.value))
    assert not messages.lacking


def test_a_table_of_headers_is_a_file_that_ends(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path, tmp_path / "none.csv"):
        with pytest.raises(InputError, match=r"--headers is .* a file"):
            Headers.read(path)


def test_no_header_of_the_programs_table_stands_for_two_fields() -> None:
    table = (Path(__file__).parents[3] / "templates" / "vdi_templates" / "importing" / "headers.csv").read_text("utf-8")
    headers = Headers.read().known
    said = [line.split(",", 3) for line in table.splitlines()[1:]]
    for kind, name, unit, words in said:
        for word in words.split(";"):
            plain = word.strip().removeprefix("~").casefold().replace("(", "")
            assert headers[kind][" ".join(plain.split())] == (name, unit), (kind, word)


@pytest.mark.parametrize(
    ("rows", "row", "expected"),
    [
        (["Gruppe;Anzahl;RAM;Profil", ";Benutzer;(GB);"], 2, ["Gruppe", "Anzahl Benutzer", "RAM (GB)", "Profil"]),
        (["group;users;RAM", ";;GB"], 2, ["group", "users", "RAM GB"]),
        (["staff of 2026", "group;RAM;;users", ";GB;vCPU;"], 3, ["group", "RAM GB", "vCPU", "users"]),
        (["users", "group;count;RAM GB"], 2, ["group", "count", "RAM GB"]),
        (["group;count;RAM GB", "Sales;12;8"], 1, ["group", "count", "RAM GB"]),
        (["group;user", "Sales;ann", "Sales;bob"], 1, ["group", "user"]),
    ],
)
def test_headers_of_two_rows_are_read_together(rows: list[str], row: int, expected: list[str]) -> None:
    """Merged cells stand in their first; a title or a row of the list is no second row of headers."""
    found = recognised(*rows)
    assert found is not None
    assert (found.header_row, [column.header for column in found.columns.values()]) == (row, expected)
    assert found.others == ()


def test_two_rows_of_headers_that_say_a_thing_twice_are_refused() -> None:
    with pytest.raises(InputError, match="one column for 'RAM GiB'; 'RAM GB' says it too"):
        recognised("group;users;RAM;", ";;GB;MB")


def test_the_exporter_of_the_page_on_lists_is_read_by_its_table(tmp_path: Path) -> None:
    """By hand: two desktops that run, of 4 vCPU, 8,192 MiB, 80 and 100 GB."""
    page = (Path(__file__).parents[3] / "docs" / "lists.md").read_text(encoding="utf-8")
    export, own = re.findall(r"^```csv\n(.*?)```$", page, re.MULTILINE | re.DOTALL)
    table = text(tmp_path / "own.csv", own)
    found = Headers.read(table)
    options = Options(like="knowledge workers", drop_groups=True)
    plan, scenario = planned([text(tmp_path / "export.csv", export)], today(), options, found)
    assert plan.problems == []
    assert [(each.vms, each.vcpus, each.ram_gib, each.persistent_gb) for each in scenario.groups] == [(2, 4, 8, 90)]
    assert [each.place for each in plan.left_out] == ["export.csv row 5", "export.csv row 4"]
    table.write_text(own.replace("vms,os", "vms,system"), encoding="utf-8")
    with pytest.raises(InputError, match="field is 'system'; expected one of: vm, uuid, powerstate"):
        Headers.read(table)


def test_a_list_that_lacks_one_column_is_refused_with_its_name(tmp_path: Path) -> None:
    path = text(tmp_path / "export.csv", "Powerstate,Template,CPUs,Memory,Provisioned MB\npoweredOn,False,4,8192,65536")
    with pytest.raises(InputError) as refused:
        imported(path)
    assert refused.value.expected == "a column of the VM beside them, without which a list of VMs is not read"
    messages = Messages(GERMAN)
    assert "daneben eine Spalte „VM“" in str(messages.error(refused.value))
    assert not messages.lacking
