"""What an import says in German: every message of lists that are taken, and of those that are refused."""

from __future__ import annotations

import csv
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import VINFO, book, imported, live_optics, measured, text, vm

from vdi_sizing.errors import InputError
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

TABLE = resources.files("vdi_templates.importing").joinpath("german.csv")
USERS = "Benutzergruppe;Anzahl;Profil;Farbe\nSachbearbeitung;{many};Windows 11 knowledge worker, MCS;rot\nSumme;1;;"
PRICES = "Artikel;{price};Stand\nServer;{amount};{date}\nalles;auf Anfrage;"
LIKE: dict[str, Any] = {"like": "knowledge workers"}
IN_GERMAN = Wording(Translation(GERMAN))


def said_of(path: Path, **options: Any) -> tuple[str, set[str]]:
    """What an import of a list says in German, and what has no row."""
    messages = Messages(GERMAN)
    try:
        plan, _ = imported(path, wording=IN_GERMAN, **options)
    except InputError as error:
        return str(messages.error(error)), messages.lacking
    return preview(plan, messages), messages.lacking


def test_the_table_is_sorted_and_says_the_same_places_on_both_sides() -> None:
    rows = list(csv.DictReader(TABLE.read_text("utf-8").splitlines(keepends=True)))
    assert [row["english"] for row in rows] == sorted({row["english"] for row in rows})
    for row in rows:
        assert set(row) == {"english", "german"}, "a comma stands in a text without quotation marks"
        english, german = (re.findall(r"\{\w+\}", row[side]) for side in ("english", "german"))
        assert set(german) <= set(english), row["english"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (USERS.format(many="2.340"), "der Sprache der Mappe; ein anderes liest 2.340 anders"),
        (USERS.format(many="2.340"), "VMs: 2340"),
        (USERS.format(many="12,5"), "Anzahl ist '12,5'; erwartet: eine ganze Zahl von Benutzern oder VMs"),
        (USERS.format(many="12"), "Die Spalte 'Farbe' hat keinen Platz in der Mappe"),
        (USERS.format(many="12"), "list.csv, Zeile 3: 'Summe': eine Summe"),
        (
            USERS.format(many="viele"),
            "Spalte 'Anzahl': Anzahl ist 'viele'; erwartet: eine Zahl über 0 VMs, und nichts weiter",
        ),
        (PRICES.format(price="EK netto", amount="9.000,00 €", date="20.11.2026"), "EK netto -> Preis"),
        (PRICES.format(price="VK netto", amount="9.000,00 €", date="20.11.2026"), "20.11.2026"),
        (PRICES.format(price="EK", amount="teuer", date=""), "oder ein Wort für einen Preis, der noch kommt"),
        (PRICES.format(price="EK", amount="1,5", date="morgen"), "ein Datum wie 21.11.2026"),
        (PRICES.format(price="EK;VK", amount="1,5;2,5", date=""), "eine Spalte für „Preis“; 'EK' sagt es auch"),
        ("Farbe;Form\nrot;rund", "die Überschriften sind 'Farbe; Form'; erwartet: die einer bekannten Liste"),
    ],
)
def test_lists_are_told_in_german(content: str, expected: str, tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", content))
    assert expected in said
    assert not lacking


def test_the_encoding_is_told_in_german(tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", USERS.format(many="12").replace("rot", "grün"), "cp1252"))
    assert "Windows-1252, da es kein UTF-8 ist, Zellen durch Semikolons getrennt" in said
    assert not lacking


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "Die Datei gibt es nicht; erwartet: eine Mappe (.xlsx), die es gibt"),
        (b"PK", "Die Datei ist abgeschnitten oder beschädigt; erwartet: eine vollständige .xlsx-Datei"),
        (b"a;b", "Die Datei ist keine Mappe; erwartet: eine .xlsx-Datei"),
        (bytes.fromhex("D0CF11E0A1B11AE1"), "verschlüsselt oder eine alte .xls-Datei; erwartet: eine .xlsx-Datei ohne"),
    ],
)
def test_a_file_that_is_no_workbook_is_told_in_german(content: bytes | None, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    if content is not None:
        path.write_bytes(content)
    said, lacking = said_of(path)
    assert expected in said
    assert not lacking


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("nowhere", {}, "die Datei ist 'nowhere'; erwartet: eine Datei oder ein Ordner, den es gibt"),
        ("list.csv", {"like": "nobody"}, "--like ist 'nobody'; erwartet: eine Gruppe der Mappe oder ein Profil; am"),
    ],
)
def test_what_is_typed_wrongly_is_told_in_german(
    name: str, options: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    text(tmp_path / "list.csv", "Benutzergruppe;Anzahl\nA;5")
    said, lacking = said_of(tmp_path / name, **options)
    assert expected in said
    assert not lacking


def test_a_unit_that_may_be_two_is_told_in_german(tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", "Benutzergruppe;Anzahl;RAM GB\nA;5;8 TB"), **LIKE)
    assert "eine Zahl in GiB, GB, MiB, MB, KiB oder TiB, nicht in TB" in said
    assert not lacking


def test_a_long_cell_is_told_in_german(tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", f"Benutzergruppe;Anzahl\n{'A' * 40_000};5"))
    assert "Zeile 2: Eine Zelle hat 40.000 Zeichen; erwartet: ein Text aus Zellen, Zeile für Zeile" in said
    assert not lacking


MEASURED_OF = {
    "all": [measured(name, 30, 4, 10) for name in "abcd"],
    "some": [measured("a", 30, 4, 10), measured("gone", 1, 1, 1)],
}


@pytest.mark.parametrize(
    ("options", "measured_of", "expected"),
    [
        ({}, "all", "VMs, Zeile 6: 1 VM: Server (Betriebssystem '*Windows Server*'): 4 vCPU, 8 GiB, 69 GB; "),
        ({}, "all", "VMs, Zeilen 2-4 -> Users, Zeile 7, 'VDI: 4 vCPU, 8 GiB': neu"),
        ({}, "all", "275 GB bereitgestellt und 189 GB belegt; das Bereitgestellte zählt"),
        ({}, "all", "list.xlsx: VMs, Zeilen 2-4 (IOPS als Mittelwerte aus"),
        ({"iops": "95th"}, "all", "das Mittel der 95. Perzentile"),
        ({"in_use": True}, "all", "das Belegte zählt, wie --in-use sagt"),
        ({}, "some", "VMs, Zeilen 3-4: Von 2 VMs sind keine IOPS gemessen; es zählt das Mittel der übrigen"),
        ({}, "some", "VMs, Zeile 5: Von 1 VM sind keine IOPS gemessen; es zählen die von --like"),
        ({"desktops": ("name=?",)}, "all", "1 Host mit 32 Kernen und 512 GiB im Cluster 'VDI': der Bestand"),
        ({"desktops": ("name=a",)}, "all", "VMs, Zeilen 3-6: 4 VMs, die --desktops nicht nennt: zusammen 14 vCPU"),
        ({"desktops": ("name=x",)}, "all", "--desktops ist 'name=x'; erwartet: ein Muster, dem eine eingeschaltete VM"),
        ({"desktops": ("pool=x",)}, "all", "erwartet: ein Feld, für das die Liste eine Spalte hat: name, os, cluster"),
        ({"desktops": ("x",)}, "all", "--desktops ist 'x'; erwartet: FELD=MUSTER, etwa folder=VDI*"),
        ({"clusters": ("x",)}, "all", "5 VMs: aus dem Cluster 'VDI', den --cluster nicht nennt"),
    ],
)
def test_measured_desktops_are_told_in_german(
    options: dict[str, Any], measured_of: str, expected: str, tmp_path: Path
) -> None:
    said, lacking = said_of(live_optics(tmp_path / "list.xlsx", MEASURED_OF[measured_of]), **options, **LIKE)
    assert expected in said
    assert not lacking


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        ([vm("a", Template="True")], {}, "1 VM: eine Vorlage"),
        ([vm("a"), vm("b", **{"SRM Placeholder": "True"})], {}, "ein Platzhalter des Site Recovery Managers"),
        ([vm("a"), vm("vCLS-1")], {}, "von vSphere selbst"),
        ([vm("a"), vm("b", Powerstate="poweredOff")], {}, "poweredOff, nicht eingeschaltet"),
        ([vm("a"), vm("vcsa")], {}, "Verwaltungs-VM (Name 'vcsa*'): 2 vCPU, 4 GiB, 69 GB; Zuschlag und"),
        ([vm("a"), vm("cp-parent-1"), vm("cp-parent-2")], {}, "2 VMs: Parent-VMs von Klonen (Name 'cp-parent-*')"),
        ([vm("a")], {}, "keine Spalte mit Betriebssystemen, so dass Server nicht zu unterscheiden sind"),
        ([vm("a"), vm("b", CPUs=None)], {}, "vInfo, Zeile 3: vCPU fehlt; erwartet: der Wert jedes Desktops"),
        ([vm("a"), vm("b", Memory="n/a")], {}, "vInfo, Zeile 3: RAM ist 'n/a'; erwartet: der Wert jedes Desktops"),
        ([vm("a"), vm("a")], {}, "eine VM, die einmal aufgeführt ist; list.xlsx: vInfo, Zeile 2 führt sie auch auf"),
        ([vm("a", **{"In Use MiB": None})], {"in_use": True}, "belegt fehlt; erwartet: der Wert jeder VM einer Gruppe"),
    ],
)
def test_exports_of_rvtools_are_told_in_german(
    rows: list[list[Any]], options: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    said, lacking = said_of(book(tmp_path / "list.xlsx", {"vInfo": [VINFO, *rows]}), **options, **LIKE)
    assert expected in said
    assert not lacking


@pytest.mark.parametrize(
    ("content", "options", "expected"),
    [
        ('VM,CPUs,Memory\na,2,"8,192"', {"locale": "de"}, "eine ganze Zahl von MiB, die sie im Gebietsschema de nicht"),
        ("VM;vCPU;RAM GB\na;2;8", {"in_use": True}, "eine Spalte dafür, etwa „In Use MiB“, weil --in-use sie verlangt"),
        ("VM;vCPU;RAM GB\na;2;8", {"iops": "95th"}, "eine Liste davon, wie Live Optics sie exportiert"),
        ("VM;vCPU;RAM GB\na;2;8", {}, "keine Spalte mit dem Betriebszustand; alle VMs gelten als eingeschaltet"),
        (
            "Benutzergruppe;Anzahl\na;2",
            {"desktops": ("name=a",)},
            "VMs fehlt; erwartet: eine Liste davon, für --desktops",
        ),
        ("VM;Capacity MiB\na;2", {}, "VMs fehlt; erwartet: die Liste der VMs dazu (vInfo): Ohne sie weiß niemand"),
    ],
)
def test_lists_of_vms_are_told_in_german(content: str, options: dict[str, Any], expected: str, tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", content), **options, **LIKE)
    assert expected in said
    assert not lacking


def test_prices_by_the_core_of_parts_that_no_bill_has_are_named_in_german(tmp_path: Path) -> None:
    rows = "A-1;Suite je Kern, 1 Jahr;10\nA-2;Recht pro Jahr;20\nA-3;Gehäuse;30\n;;40"
    said, lacking = said_of(text(tmp_path / "list.csv", f"Artikel;Bezeichnung;Preis\n{rows}"))
    assert "wo Sie sie ergänzen: 'Suite je Kern, 1 Jahr', 'Recht pro Jahr'" in said
    assert not lacking


def test_without_a_language_an_ambiguous_number_is_asked_for(tmp_path: Path) -> None:
    plan, _ = imported(text(tmp_path / "list.csv", USERS.format(many="2.340")))
    assert "one meaning, and it may be" in plan.problems[0]
    assert "fits all" not in preview(plan)


@pytest.mark.parametrize(
    ("many", "others"), [(1, ""), (2, "; one more number of the file is as unclear"), (3, "; 2 more numbers of")]
)
def test_how_many_numbers_are_ambiguous_is_said(many: int, others: str, tmp_path: Path) -> None:
    rows = "\n".join(f"{name};2.340;knowledge workers" for name in "abc"[:many])
    path = text(tmp_path / "list.csv", f"group;count;profile\n{rows}")
    (problem,) = imported(path)[0].problems
    assert problem.partition("say which")[2].startswith(others)
    messages = Messages(GERMAN)
    assert "das zu allen passt" not in preview(imported(path)[0], messages)
    assert not messages.lacking


@pytest.mark.parametrize(("per_vm", "is_said"), [("", True), ("20", False)])
def test_session_hosts_whose_users_nobody_counts_are_named_in_german(
    per_vm: str, is_said: bool, tmp_path: Path
) -> None:
    content = (
        "Benutzergruppe;Anzahl;Benutzer je VM;Profil\n"
        f"Außendienst;320;{per_vm};Multi-session knowledge worker, Windows Server 2022, PVS"
    )
    said, lacking = said_of(text(tmp_path / "list.csv", content))
    assert ("ist das Profil einer Sitzung, und jede VM zählt als 1 Benutzer" in said) is is_said
    assert not lacking


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Lizenz je Kern", "ist der Preis eines Kerns, und keine Stückliste zählt 'licence' danach"),
        ("Lizenz pro CPU", "ist der Preis eines Prozessors"),
        ("Lizenz, je Kern und Jahr", "ist der Preis eines Jahres"),
        ("Lizenz pro Monat", "ist der Preis eines Monats"),
        ("Lizenz, 36 Monate, 16 Kerne", ""),
    ],
)
def test_a_price_of_what_no_bill_counts_is_named_in_german(name: str, expected: str, tmp_path: Path) -> None:
    said, lacking = said_of(text(tmp_path / "list.csv", f"Artikel;Bezeichnung;Preis\nlicence;{name};12,50 €"))
    assert expected in said
    assert ("ist der Preis" in said) is bool(expected)
    assert not lacking


def test_a_day_that_no_workbook_can_be_of_is_told_in_german() -> None:
    messages = Messages(GERMAN)
    refused = InputError("--as-of", "1900-03-01", "a date after 1900")
    assert str(messages.error(refused)) == "--as-of ist '1900-03-01'; erwartet: ein Datum nach 1900"
    assert not messages.lacking
