"""Lists of users become user groups, and nothing is counted twice or dropped in silence."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.templates.importing.lists import book, imported, taken, text, why_not

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import UserGroup
from vdi_templates.examples import today
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN as GERMAN_LANGUAGE
from vdi_templates.languages.translation import Translation

HEADERS = Path(__file__).parents[3] / "templates" / "vdi_templates" / "importing" / "headers.csv"
GERMAN = """
Benutzergruppe;Anzahl;Profil;VM-Größe;Gleichzeitigkeit %
Vertrieb;1.250;knowledge workers;2 vCPU, 8 GB;80
Entwicklung;40;knowledge workers;4 vCPU / 16 GB;95,5
Gesamt;1.290;;;
"""


def test_a_german_list_of_groups(tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "users.csv", GERMAN, "cp1252"))
    like, sales, development = scenario.groups
    assert (sales.name, sales.vms, sales.concurrency, sales.vcpus, sales.ram_gib) == ("Vertrieb", 1250, 0.8, 2, 8)
    assert (development.vms, development.concurrency, development.vcpus, development.ram_gib) == (40, 0.955, 4, 16)
    assert (sales.case, sales.steady_iops, sales.delta_gb) == (like.case, like.steady_iops, like.delta_gb)
    assert sales.source == (
        "users.csv row 2: vCPU, RAM GiB, VMs, concurrency. All else: as the group 'knowledge workers'"
    )
    assert [(each.place, each.why) for each in plan.left_out] == [("users.csv row 4", "'Gesamt': a total")]
    assert any("100 VMs, is in no list and stays" in note for note in plan.notes)


def test_a_group_that_the_workbook_has_is_changed_where_the_list_says_so(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "group;users\nKnowledge Workers ;320")
    plan, scenario = taken(path)
    (before,), (after,) = today().groups, scenario.groups
    assert after == replace(before, vms=320.0, source=f"{before.source}. users.csv row 2: VMs")
    assert [cell for record in plan.written for cell, *_ in record.cells()] == ["Users!C6", "Users!AC6"]
    again, same = taken(path, scenario=scenario)
    assert (again.changes, same) == (0, scenario)


def test_groups_that_no_list_names_are_dropped_if_that_is_said(tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "users.csv", GERMAN), drop_groups=True)
    assert [group.name for group in scenario.groups] == ["Vertrieb", "Entwicklung"]
    assert plan.dropped == ["Users: the group 'knowledge workers' of case 'office', 100 VMs"]
    assert "(Nutanix RA-2022" in (scenario.groups[0].source or "")


def test_a_row_per_user_is_counted_by_group_and_size(tmp_path: Path) -> None:
    rows = [["User", "Department", "Profile", "RAM"]]
    rows += [
        [f"user {i}", "Sales" if i < 7 else "IT", "knowledge workers", "8 GB" if i < 5 else "16 GB"] for i in range(9)
    ]
    plan, scenario = taken(book(tmp_path / "users.xlsx", {"staff": rows}))
    found = {group.name: (group.vms, group.ram_gib) for group in scenario.groups[1:]}
    assert found == {"Sales, 8 GiB": (5, 8), "Sales, 16 GiB": (2, 16), "IT": (2, 16)}
    assert plan.written[0].origin == "users.xlsx: staff rows 2-6"


def test_a_list_without_numbers_says_that_its_rows_are_counted(tmp_path: Path) -> None:
    plan, _ = taken(text(tmp_path / "users.csv", "Name;Abteilung\nann;knowledge workers\nbob;knowledge workers"))
    assert "users.csv: no column of numbers; each of its 2 rows counts as one user" in plan.notes
    with pytest.raises(InputError, match="headers is 'Gruppe; Profil; Ziffer'; expected those of users"):
        imported(text(tmp_path / "groups.csv", "Gruppe;Profil;Ziffer\nVertrieb;knowledge workers;300"))


def test_users_without_a_group_are_one(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "Username;RAM GB\nann;8\nbob;8\ncid;8")
    _, scenario = taken(path, like="knowledge workers")
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [("users", 3)]


def test_a_known_profile_gives_its_figures(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "group;count;profile\nSales;20;Windows 11 knowledge worker, MCS")
    _, scenario = taken(path)
    like, sales = scenario.groups_in_use
    assert scenario.groups[1].profile == "Windows 11 knowledge worker, MCS"
    assert (scenario.groups[1].steady_iops, sales.steady_iops, sales.ram_gib) == (None, like.steady_iops, like.ram_gib)
    assert "Nutanix RA-2022" in (sales.source or "")


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("Windows 11 knowlege worker, MCS", "Windows 11 knowledge worker, MCS"),
        ("server 2022", "Multi-session knowledge worker, Windows Server 2022, MCS"),
        ("knowledge worker", "knowledge workers"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"like": "knowledge workers"}, {"drop_groups": True}])
def test_a_profile_that_nobody_knows_is_asked_with_the_nearest_names(
    written: str, nearest: str, options: dict[str, Any], tmp_path: Path
) -> None:
    plan, _ = imported(text(tmp_path / "users.csv", f'group;count;profile\nSales;20;"{written}"'), **options)
    (question,) = plan.open
    assert (question.place, question.said) == ("users.csv row 2, column 'profile'", written)
    assert question.proposals[0] == nearest


def test_a_profile_that_names_the_group_itself_may_be_like_another(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "Username;profile\nann;heavy\nbob;heavy")
    assert [each.said for each in imported(path)[0].open] == ["heavy"]
    _, scenario = taken(path, like="knowledge workers")
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [("heavy", 2)]


def test_ways_out_are_named_where_they_lead_out(tmp_path: Path) -> None:
    """The example's group has figures that this one lacks: without it, the list's own would do."""
    alone = text(tmp_path / "users.csv", "group;count;IOPS;read share\nSales;20;10;40 %")
    says = why_not(alone)
    assert "--like NAME takes" in says
    assert "--drop-groups leaves out" in says
    taken(alone, drop_groups=True)
    unlike = text(tmp_path / "users.csv", "group;count;IOPS\nSales;20;10")
    assert "--like NAME takes" in why_not(unlike)
    assert "--drop-groups" not in why_not(unlike) + why_not(unlike, drop_groups=True)
    assert "--like" not in why_not(
        text(tmp_path / "both.csv", "group;count;login IOPS\nA;2;3"), like="Fujitsu heavy user"
    )


@pytest.mark.parametrize(
    "header", ["gleichzeitig aktiv", "Gleichzeitigkeitsfaktor", "concurrent", "gleichzeitige Benutzer"]
)
def test_many_spellings_of_a_share_at_once(header: str, tmp_path: Path) -> None:
    lines = f"Gruppe;Anzahl;{header};Profil\nLager;20;80 %;Windows 11 knowledge worker, MCS"
    plan, scenario = taken(text(tmp_path / "users.csv", lines))
    assert scenario.groups[-1].concurrency == 0.8
    assert plan.first == []


def test_what_a_vm_has_may_be_said_per_user(tmp_path: Path) -> None:
    lines = "group;count;RAM per desktop (GB);IOPS je Arbeitsplatz;Login IOPS per user;VMs per user\nA;2;8;10;20;1"
    plan, scenario = taken(text(tmp_path / "users.csv", lines), like="knowledge workers")
    made = scenario.groups[1]
    assert (made.vms, made.ram_gib, made.steady_iops, made.login_iops) == (2, 8, 10, 20)
    assert [note.partition(" has no place")[0] for note in plan.first] == ["users.csv, column 'VMs per user'"]


def test_no_header_that_another_column_says_is_named_as_the_nearest(tmp_path: Path) -> None:
    plan, _ = taken(text(tmp_path / "users.csv", "group;count;profile;profiles\nA;2;knowledge workers;x"))
    (said,) = plan.first
    assert said.startswith("users.csv, column 'profiles' has no place in the workbook and is left out; ")
    assert "(profile)" not in said


def test_what_is_taken_in_the_place_of_a_column_is_said_first(tmp_path: Path) -> None:
    profile = "Windows 11 knowledge worker, MCS"
    plan, scenario = taken(text(tmp_path / "a.csv", f"Gruppe;Anzahl;Profil;gleichz. aktiv\nLager;20;{profile};80 %"))
    assert plan.first == [
        "a.csv, column 'gleichz. aktiv' has no place in the workbook and is left out; "
        "the nearest known header is 'gleichzeitig aktiv' (concurrency)",
        "a.csv: concurrency: 100 %, since no column says it",
    ]
    assert scenario.groups[-1].concurrency == 1
    assert preview(plan).splitlines()[:2] == ["Look at this first", f"  {plan.first[0]}"]
    plan, _ = taken(text(tmp_path / "b.csv", f"group;count;profile;concurrency\nA;2;{profile};\nB;2;{profile};0.5"))
    assert plan.first == ["b.csv row 2: concurrency: 100 %, since its cell is blank"]
    plan, _ = taken(text(tmp_path / "c.csv", "group;count;profile\nA;2;knowledge workers"))
    assert plan.first == []
    plan, _ = taken(text(tmp_path / "d.csv", "group;count;concurrency\nA;2;50 %"), drop_groups=True)
    assert plan.first == [
        "d.csv row 2: neither a profile nor steady IOPS are said, so that its load does not count; "
        "add a column 'profile', or say --like NAME"
    ]


@pytest.mark.parametrize("cell", ["viele", "", "k. A.", "-"])
def test_a_group_without_a_number_is_an_error_and_not_left_out(cell: str, tmp_path: Path) -> None:
    says = why_not(
        text(tmp_path / "users.csv", f"Gruppe;Anzahl;GB pro VM\nLager;{cell};12,5"), like="knowledge workers"
    )
    shown = repr(cell) if cell else "blank"
    assert says.startswith(f"users.csv row 2, column 'Anzahl': Anzahl is {shown}; expected a number above 0 VMs")


def test_a_group_that_is_called_as_a_tax_is_no_total(tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "users.csv", "group;users\nVAT;12\nVAT north;8"), like="knowledge workers")
    assert [(group.name, group.vms) for group in scenario.groups[1:]] == [("VAT", 12), ("VAT north", 8)]
    assert (plan.left_out, plan.open) == ([], [])
    plan, _ = taken(text(tmp_path / "offer.csv", "part;price\nserver;96\nVAT;18"))
    assert [each.why for each in plan.left_out] == ["'VAT': a total"]


def test_left_out_are_only_totals_and_headings(tmp_path: Path) -> None:
    lines = "Gruppe;Anzahl;IOPS\nStandorte;;\nNord:;;\nLager;20;\n;;\nGruppe;Anzahl;IOPS\nSumme;ca. 20;viele"
    plan, scenario = taken(text(tmp_path / "users.csv", lines), like="knowledge workers")
    assert [group.name for group in scenario.groups[1:]] == ["Lager"]
    assert [(each.place, each.why) for each in plan.left_out] == [
        ("users.csv row 2", "'Standorte': a heading"),
        ("users.csv row 3", "'Nord:': a heading"),
        ("users.csv row 6", "'Gruppe': a heading"),
        ("users.csv row 7", "'Summe': a total"),
    ]
    assert plan.is_held
    nameless, _ = imported(text(tmp_path / "users.csv", "Gruppe;Anzahl\n;20"), like="knowledge workers")
    assert [(each.place, each.proposals[0]) for each in nameless.open] == [
        ("users.csv row 2, column 'Gruppe'", "leave out")
    ]
    whole = why_not(text(tmp_path / "users.csv", "Name;Profil;IOPS\n;;20"), like="knowledge workers")
    assert whole == "users.csv row 2: user group is blank; expected the name of a group, a user or a profile"


def test_every_field_of_a_group_has_a_header_in_english_and_in_german(tmp_path: Path) -> None:
    """Also those of login and boot, of the image and of the profile store."""
    shares = {name for name, declared in inputs_of(UserGroup).items() if declared.kind == "share"}
    numbers = {
        "login_read_share": "Leseanteil Anmeldung", "boot_read_share": "Leseanteil beim Start",
        "vcpus_per_core": "vCPU je Kern", "delta_gb": "Schreibcache GB",
        "store_iops": "IOPS Profilspeicher", "users_per_vm": "Sitzungen pro VM",
        "login_iops": "Anmelde-IOPS", "boot_iops": "boot IOPS", "store_read_share": "store read share %",
    }  # fmt: skip
    with HEADERS.open(encoding="utf-8", newline="") as file:
        taught = {row["field"] for row in csv.DictReader(file) if row["kind"] == "users"}
    assert set(inputs_of(UserGroup)) - taught == set()
    cells = ";".join("40 %" if name in shares else "3" for name in numbers)
    path = text(tmp_path / "users.csv", f"group;count;{';'.join(numbers.values())}\nknowledge workers;10;{cells}")
    plan, scenario = taken(path)
    assert plan.first == []
    assert {name: getattr(scenario.groups[0], name) for name in numbers} == {
        name: 0.4 if name in shares else 3 for name in numbers
    }


def test_a_share_is_refused_as_the_file_says_it(tmp_path: Path) -> None:
    says = why_not(text(tmp_path / "users.csv", "group;count;concurrency\nknowledge workers;10;180 %"))
    assert says.endswith("concurrency is '180 %'; expected a share above 0 %, at most 100 %")
    path = book(tmp_path / "users.xlsx", {"list": [["group", "count", "concurrency"], ["knowledge workers", 10, 1.8]]})
    workbook = load_workbook(path)
    workbook["list"]["C2"].number_format = "0%"
    workbook.save(path)
    assert "concurrency is '180 %'; expected a share above 0 %, at most 100 %" in why_not(path)
    says = why_not(text(tmp_path / "users.csv", "group;count;concurrency %\nknowledge workers;10;180,5"))
    assert says.endswith("concurrency is '180,5'; expected a share above 0 %, at most 100 %")


def test_a_german_workbook_says_in_german_what_an_import_writes(tmp_path: Path) -> None:
    german = Wording(Translation(GERMAN_LANGUAGE))
    _, scenario = taken(text(tmp_path / "users.csv", GERMAN), wording=german)
    assert scenario.groups[1].source == (
        "users.csv, Zeile 2: vCPU, RAM GiB, VMs, Gleichzeitigkeit. Alles Übrige: wie die Gruppe „knowledge workers“"
    )
    again, same = taken(text(tmp_path / "users.csv", GERMAN), scenario=scenario, wording=german)
    assert (again.changes, same) == (0, scenario)
    people = text(tmp_path / "people.csv", "Username;RAM GB\nann;8\nbob;8")
    _, scenario = taken(people, like="knowledge workers", wording=german)
    assert scenario.groups[1].name == "Benutzer"
    assert (scenario.groups[1].source or "").startswith("people.csv, Zeilen 2-3: RAM GiB, VMs. Alles Übrige: wie ")
    _, scenario = taken(text(tmp_path / "prices.csv", "Teil;Preis\nserver;12"), wording=german)
    assert scenario.prices[0].source == "prices.csv, Zeile 2"


@pytest.mark.parametrize(
    ("cell", "number_format", "share"), [(0.8, "0%", 0.8), (80, "General", 0.8), ("80 %", "@", 0.8), ("80", "@", 0.8)]
)
def test_a_share_in_per_cent_however_it_is_kept(cell: object, number_format: str, share: float, tmp_path: Path) -> None:
    path = book(
        tmp_path / "users.xlsx", {"list": [["group", "count", "concurrency %"], ["knowledge workers", 10, cell]]}
    )
    workbook = load_workbook(path)
    workbook["list"]["C2"].number_format = number_format
    workbook.save(path)
    _, scenario = taken(path)
    assert scenario.groups[0].concurrency == share


@pytest.mark.parametrize(
    ("header", "cell", "gib"),
    [("RAM (GB)", "8", 8), ("RAM MiB", "8192", 8), ("RAM", "8 GB", 8), ("RAM", "8192 MB", 8), ("RAM GB", "8192 MB", 8)],
)
def test_memory_in_any_unit_that_is_said(header: str, cell: str, gib: float, tmp_path: Path) -> None:
    _, scenario = taken(text(tmp_path / "users.csv", f"group;count;{header}\nknowledge workers;10;{cell}"))
    assert scenario.groups[0].ram_gib == gib


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("group;count\nSales;some 20", "row 2, column 'count': count is 'some 20'; expected a number above 0 VMs"),
        ("group;count\nSales;1.475", "row 2, column 'count': number is '1.475'; expected one meaning"),
        ("group;count\nSales;-3", "row 2, column 'count': VMs is -3"),
        (
            "group;count\nSales;20\nsales;30",
            "row 3: user group is 'sales'; expected a group that is named once; users.csv row 2",
        ),
        ("group;count;VM size\nSales;20;large", "row 2: VM size is 'large'; expected processors and memory"),
        ("group;count;concurrency\nSales;20;800", "concurrency is 800; expected a share above 0, at most 1"),
        ("group;count\nS*les;20", "row 2, column 'group': user group is 'S*les'; expected a name"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_row(lines: str, says: str, tmp_path: Path) -> None:
    assert says in why_not(text(tmp_path / "users.csv", lines), like="knowledge workers")


def test_all_that_cannot_be_used_is_named_at_once(tmp_path: Path) -> None:
    plan, _ = imported(text(tmp_path / "users.csv", "group;count\nA;some 20\nB;5\nC;some 30"))
    assert [problem.split(",")[0] for problem in plan.problems] == ["users.csv row 2", "users.csv row 4"]


def test_the_load_case_is_asked_for_where_a_workbook_has_several(tmp_path: Path) -> None:
    scenario = today()
    scenario = replace(scenario, groups=(*scenario.groups, replace(scenario.groups[0], case="branch")))
    path = text(tmp_path / "users.csv", "group;count\nSales;20")
    assert "load case is blank; expected one of office, branch: say --case" in why_not(
        path, scenario=scenario, like="knowledge workers"
    )
    _, changed = taken(path, scenario=scenario, like="knowledge workers", case="branch")
    assert changed.groups[-1].case == "branch"


def test_a_group_to_be_like_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "group;count\nSales;20")
    assert (
        "--like is 'clerks'; expected a group of the workbook, or a profile; the nearest are 'knowledge workers', "
        in why_not(path, like="clerks")
    )


def test_a_column_that_may_say_what_is_missing_is_named(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "Gruppe;Anzahl;IOPS;Leserei\nSales;120;20;40 %")
    plan, _ = imported(path, drop_groups=True)
    (problem,) = plan.problems
    assert "steady read share is blank" in problem
    assert "users.csv: column 'Leserei' is not known; its nearest header is 'Leserate'" in problem
    assert "--like" not in problem


def test_users_of_a_very_hidden_sheet_are_announced(tmp_path: Path) -> None:
    path = book(
        tmp_path / "users.xlsx", {"front": [["hello"]], "list": [["group", "users"], ["knowledge workers", 900]]}
    )
    workbook = load_workbook(path)
    workbook["list"].sheet_state = "veryHidden"
    workbook.save(path)
    plan, _ = taken(path)
    assert "users.xlsx: list: the sheet is hidden, and its rows are taken too: 1" in plan.first
    said = preview(plan, Messages(GERMAN_LANGUAGE))
    assert "users.xlsx: list: Das Blatt ist ausgeblendet, seine Zeilen werden mitgenommen: 1" in said


def test_ram_in_tb_is_refused_since_it_may_mean_either(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "group;users;RAM\nclerks;100;8 TB")
    assert "RAM is '8 TB'; expected a number in GiB, GB, MiB, MB, KiB or TiB" in why_not(path)


@pytest.mark.parametrize(
    ("many", "options", "problem"),
    [
        ("1.475", {"locale": "en"}, "list.csv row 2, column 'count': count is '1.475'; expected a whole number"),
        ("2,300", {"locale": "de"}, "in the locale de it is 2,3: of another one say --locale"),
        ("40.5", {}, "in the locale en it is 40.5"),
        ("1.475", {"locale": "de"}, ""),
    ],
)
def test_users_are_whole_ones(many: str, options: dict[str, Any], problem: str, tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", f"group;count;profile\nA;{many};knowledge workers")
    plan, _ = imported(path, **options)
    assert len(plan.problems) == bool(problem)
    assert problem in "".join(plan.problems)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("A;10;{0}\nB;20;{0}\nTotal;30;", ""),
        ("A;10;{0}\nB;20;{0}\nTotal;35;", "row 4: 'Total' says 35, and the groups above it have 30"),
        ("A;10;{0}\nSubtotal;10;\nB;20;{0}\nSubtotal;20;\nTotal;30;", ""),
        ("A;10;{0}\nSubtotal;10;\nB;20;{0}\nSubtotal;21;\nTotal;30;", "row 5: 'Subtotal' says 21"),
        ("A;10;{0}\nTotal;about 9;", ""),
    ],
)
def test_a_total_of_the_list_is_compared_with_its_groups(rows: str, said: str, tmp_path: Path) -> None:
    plan, _ = taken(text(tmp_path / "list.csv", f"group;count;profile\n{rows.format('knowledge workers')}"))
    lines = [line for line in plan.first if "the groups above it have" in line]
    assert len(lines) == bool(said)
    assert said in "".join(lines)
    messages = Messages(GERMAN_LANGUAGE)
    assert ("und die Gruppen darüber haben" in preview(plan, messages)) is bool(said)
    assert not messages.lacking


def test_rows_are_counted_as_the_list_has_them_and_both_rows_of_headers_are_said(tmp_path: Path) -> None:
    rows = "A;ca. 10;knowledge workers;8\nA gesamt;12;;8\nTotal;12;;\nNote;;;"
    path = text(tmp_path / "list.csv", f"group;count;profile;RAM\n;;;GB\n{rows}")
    plan, _ = imported(path)
    assert plan.lists[0][2] == 4
    assert "list.csv: users, 4 rows below the headers in rows 1-2" in preview(plan)
    messages = Messages(GERMAN_LANGUAGE)
    assert "4 Zeilen unter den Überschriften in den Zeilen 1-2" in preview(plan, messages)
    assert not messages.lacking
