"""What an import says in German: every message of lists that are taken, and of those that are refused."""

from __future__ import annotations

import csv
import re
from importlib import resources
from pathlib import Path

import pytest
from tests.templates.importing.lists import imported, text

from vdi_sizing.errors import InputError
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

TABLE = resources.files("vdi_templates.importing").joinpath("german.csv")
USERS = "Benutzergruppe;Anzahl;Profil;Farbe\nSachbearbeitung;{many};Windows 11 knowledge worker, MCS;rot\nSumme;1;;"
PRICES = "Artikel;{price};Stand\nServer;{amount};{date}\nalles;auf Anfrage;"
IN_GERMAN = Wording(Translation(GERMAN))


def said_of(path: Path) -> tuple[str, set[str]]:
    """What an import of a list says in German, and what has no row."""
    messages = Messages(GERMAN)
    try:
        plan, _ = imported(path, wording=IN_GERMAN)
    except InputError as error:
        return str(messages.error(error)), messages.lacking
    return preview(plan, messages), messages.lacking


def test_the_table_is_sorted_and_says_the_same_places_on_both_sides() -> None:
    rows = list(csv.DictReader(TABLE.read_text("utf-8").splitlines(keepends=True)))
    assert [row["english"] for row in rows] == sorted({row["english"] for row in rows})
    for row in rows:
        english, german = (re.findall(r"\{\w+\}", row[side]) for side in ("english", "german"))
        assert set(german) <= set(english), row["english"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (USERS.format(many="2.340"), "der Sprache der Mappe; ein anderes liest 2.340 anders"),
        (USERS.format(many="2.340"), "VMs: 2340"),
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
        (PRICES.format(price="EK;VK", amount="1,5;2,5", date=""), "eine Spalte für „Preis“, nicht auch 'EK'"),
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


def test_without_a_language_an_ambiguous_number_is_asked_for(tmp_path: Path) -> None:
    plan, _ = imported(text(tmp_path / "list.csv", USERS.format(many="2.340")))
    assert "one meaning, and it may be" in plan.problems[0]
