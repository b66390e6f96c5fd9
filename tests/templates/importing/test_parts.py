"""Which part a row of a price list means: by number, by name, by memory, or asked with the nearest that there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import text

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import today
from vdi_templates.importing import parts
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.parts import Memory
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.questions import Answers, template
from vdi_templates.languages.translation import ENGLISH, GERMAN

SSD = "Kingston DC600M 960 GB"
OFFER = """
Pos.;Artikelnummer;Hersteller-Nr.;Bezeichnung;EK netto
10;4711;P52534-B21;Rackserver ohne Laufwerke;12.475,50 €
20;4712;SEDC600M/960G;SSD Kingston DC600M 960GB;225,00 €
21;4713;SEDC600M/480G;SSD Kingston DC600M 480GB;135,00 €
30;licence;;VDI-Lizenz;90,00 €
"""


def imported(path: Path, memory: str = "", answers: str = "", **options: Any) -> tuple[Plan, Scenario]:
    """What a list does to today's start, with a table of parts and answers as texts."""
    headers = Headers.read()
    table = text(path.with_name("parts.csv"), memory) if memory else None
    given = Answers.read(text(path.with_name("answers.csv"), answers) if answers else None)
    return planned([path], today(), Options(**options), headers, answers=given, memory=Memory.read(table, headers))


def priced(scenario: Scenario) -> dict[str, float | None]:
    return {price.part: price.amount for price in scenario.prices if price.amount is not None}


def offer(tmp_path: Path) -> Path:
    return text(tmp_path / "offer.csv", OFFER)


def test_the_nearest_parts_of_the_bill_are_asked_and_another_capacity_is_none(tmp_path: Path) -> None:
    plan, _ = imported(offer(tmp_path))
    assert [(each.row, each.said, each.proposals) for each in plan.open] == [
        (2, "4711 P52534-B21 Rackserver ohne Laufwerke", ("server", "", "")),
        (3, "4712 SEDC600M/960G SSD Kingston DC600M 960GB", (SSD, "", "")),
    ]
    assert f"-> {SSD} / take / leave out" in preview(plan)
    written = template(plan.questions, Answers(), Messages(ENGLISH)).decode("utf-8-sig")
    assert written.splitlines()[2].startswith("offer.csv,3,Bezeichnung,'4712 SEDC600M/960G")


ANSWERS = "list name,row number,column header,says,lower,middle,upper,answer\n"


def test_an_answer_says_the_part_and_is_remembered_by_its_numbers(tmp_path: Path) -> None:
    path = offer(tmp_path)
    said = f"offer.csv,2,Bezeichnung,,,,,lower\noffer.csv,3,Bezeichnung,,,,,{SSD.lower()}"
    plan, scenario = imported(path, answers=ANSWERS + said)
    assert (plan.problems, plan.open) == ([], [])
    assert priced(scenario) == {"server": 12475.5, SSD: 225.0, "licence": 90.0, "4713": 135.0}
    assert "1 part of the list is on no bill: 4713" in plan.notes
    table = Memory().with_learned(plan.learned, Messages(ENGLISH))
    assert table is not None
    assert table.decode("utf-8-sig").splitlines() == [
        "part,article number,maker's number,description",
        "server,4711,P52534-B21,",
        f"{SSD},4712,SEDC600M/960G,",
    ]
    again, scenario = imported(path, memory=table.decode("utf-8-sig"))
    assert (again.questions, priced(scenario)) == ([], {"server": 12475.5, SSD: 225.0, "licence": 90.0, "4713": 135.0})
    memory = Memory.read(tmp_path / "parts.csv", Headers.read())
    assert memory.with_learned(again.learned, Messages(ENGLISH)) is None, "there is nothing new"


def test_a_file_of_answers_may_be_kept_and_its_answer_counts_more_than_what_is_remembered(tmp_path: Path) -> None:
    path = offer(tmp_path)
    said = f"offer.csv,2,Bezeichnung,,,,,server\noffer.csv,3,Bezeichnung,,,,,{SSD.lower()}"
    first, _ = imported(path, answers=ANSWERS + said)
    learned = Memory().with_learned(first.learned, Messages(ENGLISH))
    assert learned is not None
    table = learned.decode("utf-8-sig")
    again, scenario = imported(path, memory=table, answers=ANSWERS + said)
    assert (again.problems, again.open) == ([], [])
    assert priced(scenario) == {"server": 12475.5, SSD: 225.0, "licence": 90.0, "4713": 135.0}
    other, scenario = imported(path, memory=table, answers=ANSWERS + said.replace("server", "leave out"))
    assert (other.problems, priced(scenario).get("server")) == ([], None)


@pytest.mark.parametrize(
    ("answer", "expected"), [("take", 12475.5), ("leave out", None), ("nehmen", 12475.5), ("weglassen", None)]
)
def test_a_row_may_be_a_part_of_its_own_or_left_out(answer: str, expected: float | None, tmp_path: Path) -> None:
    said = f"offer.csv,2,Bezeichnung,,,,,{answer}\noffer.csv,3,Bezeichnung,,,,,leave out"
    plan, scenario = imported(offer(tmp_path), answers=ANSWERS + said)
    assert plan.problems == []
    assert priced(scenario).get("4711") == expected
    assert {"server", SSD}.isdisjoint(priced(scenario))


def test_an_answer_that_is_no_part_is_refused_with_the_nearest(tmp_path: Path) -> None:
    said = "offer.csv,2,Bezeichnung,,,,,Servr\noffer.csv,3,Bezeichnung,,,,,leave out"
    plan, _ = imported(offer(tmp_path), answers=ANSWERS + said)
    (problem,) = plan.problems
    assert problem == (
        "answers.csv row 2: answer is 'Servr'; expected one of the words lower, take, leave out, "
        "or a part that the workbook has; the nearest is 'server'"
    )


def test_nothing_is_near_an_answer_that_is_nonsense(tmp_path: Path) -> None:
    said = "offer.csv,2,Bezeichnung,,,,,XY-4711\noffer.csv,3,Bezeichnung,,,,,leave out"
    (problem,) = imported(offer(tmp_path), answers=ANSWERS + said)[0].problems
    expected = "one of the words lower, take, leave out, or a part that the workbook has"
    assert problem == f"answers.csv row 2: answer is 'XY-4711'; expected {expected}"
    assert "oder ein Teil, das die Mappe hat" in Messages(GERMAN).text(problem)


def test_no_value_answers_which_part_it_is(tmp_path: Path) -> None:
    headers = Headers.read()
    answers = Answers.read(None, "lower")
    plan, scenario = planned([offer(tmp_path)], today(), Options(), headers, answers=answers)
    assert (
        "offer.csv row 2: '4711 P52534-B21 Rackserver ohne Laufwerke' is taken, as --unclear lower says" in plan.first
    )
    assert set(priced(scenario)) == {"4711", "4712", "4713", "licence"}


def test_a_table_of_ones_own_may_have_its_own_headers_columns_and_order(tmp_path: Path) -> None:
    table = f"Herstellernummer;Bemerkung;Teil\nSEDC600M/960G;wie besprochen;{SSD}\np52534-b21;;server"
    plan, scenario = imported(offer(tmp_path), memory=table)
    assert plan.open == []
    assert priced(scenario)["server"] == 12475.5
    memory = Memory.read(tmp_path / "parts.csv", Headers.read())
    written = memory.with_learned([{"part": "rack", "maker_number": "R-1"}], Messages(GERMAN))
    assert written is not None
    assert written.decode("utf-8-sig").splitlines() == [*table.splitlines(), "R-1;;rack"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (
            "part;article number\nserver;4711\nrack;4711",
            "row 3: part is 'rack'; expected the part that parts.csv row 2 says for '4711', 'server'",
        ),
        ("part;article number\n;4711", "row 2: part is blank; expected the part of the workbook"),
        ("colour;form\nred;round", "headers is 'colour; form'; expected a table with the columns part, article number"),
        ("part;price\nserver;12", "headers is 'part; price'; expected a table with the columns part, article number"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_its_place(table: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        imported(offer(tmp_path), memory=table)
    assert says in str(refused.value)
    assert "parts.csv" in str(refused.value)


def test_numbers_that_say_two_parts_are_asked(tmp_path: Path) -> None:
    table = f"part;article number;maker's number\nserver;4711;\n{SSD};4712;\nrack;;P52534-B21"
    plan, _ = imported(offer(tmp_path), memory=table)
    assert [each.proposals for each in plan.open] == [("server", "rack", "")]


def test_a_name_that_lists_have_is_asked_beside_a_number_that_nobody_knows(tmp_path: Path) -> None:
    table = "part;description\nproject;Dienstleistung"
    known = text(tmp_path / "a.csv", "Bezeichnung;Preis\nDienstleistung;900")
    plan, scenario = imported(known, memory=table)
    assert (plan.open, priced(scenario)) == ([], {"project": 900.0})
    plan, _ = imported(
        text(tmp_path / "b.csv", "Artikelnummer;Bezeichnung;Preis\nX-9;Dienstleistung;900"), memory=table
    )
    assert [each.proposals for each in plan.open] == [("project", "", "")]


def test_the_part_of_a_drive_is_known_by_the_name_of_the_drive(tmp_path: Path) -> None:
    start = today()
    drive = next(each for each in start.drives if each.name == SSD)
    drives = tuple(replace(each, part="SEDC600M/960G") if each is drive else each for each in start.drives)
    prices = tuple(replace(each, part="SEDC600M/960G") if each.part == SSD else each for each in start.prices)
    path = text(tmp_path / "offer.csv", f"part;price\n{SSD};225")
    _, scenario = planned([path], replace(start, drives=drives, prices=prices, bill=()), Options(), Headers.read())
    assert priced(scenario) == {"SEDC600M/960G": 225.0}


def test_a_part_that_is_a_number_is_asked_by_what_is_like_the_name_of_its_drive(tmp_path: Path) -> None:
    start, number = today(), "SEDC600M/960G"
    drives = tuple(replace(each, part=number) if each.name == SSD else each for each in start.drives)
    prices = tuple(replace(each, part=number) if each.part == SSD else each for each in start.prices)
    bill = tuple(replace(each, part=number) if each.part == SSD else each for each in start.bill)
    rows = "Teil;Einzelpreis\nKingston DC600M 960GB SATA 2.5 in;10,00\nKingston DC600M 480GB SATA;9,00"
    numbered = replace(start, drives=drives, prices=prices, bill=bill)
    plan, _ = planned([text(tmp_path / "offer.csv", rows)], numbered, Options(), Headers.read())
    assert [(each.row, each.proposals) for each in plan.open] == [(2, (number, "", ""))]


def test_of_a_long_list_three_rows_are_asked_for_a_part_and_the_others_left_out(tmp_path: Path) -> None:
    rows = "\n".join(f"server {size};{size}" for size in range(1, 2001))
    plan, _ = imported(text(tmp_path / "dealer.csv", f"part;price\n{rows}"), known_parts=True)
    assert [each.row for each in plan.open] == [2, 3, 4]


def test_questions_of_parts_come_with_all_others(tmp_path: Path) -> None:
    users = text(tmp_path / "users.csv", "group;users;profile\nSales;4-8;knowledge workers")
    plan, _ = planned([users, offer(tmp_path)], today(), Options(), Headers.read())
    assert [(each.known.grid.name, each.row) for each in plan.open] == [
        ("users.csv", 2),
        ("offer.csv", 2),
        ("offer.csv", 3),
    ]


def test_a_row_without_a_price_is_of_its_part_too(tmp_path: Path) -> None:
    """The workbook has a price of the part, and the list says that it has none now: both cannot be right."""
    start = today()
    prices = tuple(replace(each, amount=5000.0) if each.part == "server" else each for each in start.prices)
    switch = "switch;switch;1210"
    for number, table in (("4711", "part;article number\nserver;4711"), ("server", "part;article number\nx;0815")):
        path = text(tmp_path / "offer.csv", f"article number;description;price\n{number};;auf Anfrage\n{switch}")
        memory = Memory.read(text(tmp_path / "parts.csv", table), Headers.read())
        plan, _ = planned([path], replace(start, prices=prices), Options(), Headers.read(), memory=memory)
        assert plan.written
        assert [each.says_nothing for each in plan.left_out] == [False]
        assert not plan.is_held


def test_a_table_without_a_column_of_numbers_gets_one_behind_those_it_has(tmp_path: Path) -> None:
    table = "part;description;remark\nrack;Schrank;wide"
    memory = Memory.read(text(tmp_path / "parts.csv", table), Headers.read())
    written = memory.with_learned([{"part": "server", "article_number": "4711"}], Messages(GERMAN))
    assert written is not None
    assert written.decode("utf-8-sig").splitlines() == [
        "part;description;remark;Artikelnummer",
        "rack;Schrank;wide",
        "server;;;4711",
    ]
    text(tmp_path / "parts.csv", written.decode("utf-8-sig"))
    assert Memory.read(tmp_path / "parts.csv", Headers.read()).parts["4711"][0] == "server"


def test_the_words_of_a_row_are_found_once_however_many_parts_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = parts._tokens
    texts: list[str] = []

    def counted(said: str) -> list[str]:
        texts.append(said)
        return found(said)

    monkeypatch.setattr(parts, "_tokens", counted)
    rows = "\n".join(f"item {size};{size}" for size in range(1, 11))
    imported(text(tmp_path / "dealer.csv", f"part;price\n{rows}"), known_parts=True)
    assert len(parts.billed_parts(today())) > 1
    assert sum(said.startswith("item") for said in texts) == 10


def test_parts_are_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    plan, _ = imported(offer(tmp_path))
    said = preview(plan, messages)
    assert f"-> {SSD} / nehmen / weglassen" in said
    assert "Artikelnummer -> Artikelnummer, Hersteller-Nr. -> Herstellernummer" in said
    assert not messages.lacking
    table = Memory().with_learned([{"part": "server", "article_number": "4711"}], messages)
    assert table is not None
    assert table.decode("utf-8-sig").splitlines()[0] == "Teil;Artikelnummer;Herstellernummer;Beschreibung"
    for refused in ("part;description\n;a", "part;description\na;x\nb;x", "x;y\n1;2"):
        with pytest.raises(InputError) as error:
            imported(offer(tmp_path), memory=refused)
        assert "erwartet" in str(messages.error(error.value))
    plan, _ = imported(offer(tmp_path), answers=ANSWERS + "offer.csv,2,Bezeichnung,,,,,x")
    assert "oder ein Teil, das die Mappe hat" in preview(plan, messages)
    assert not messages.lacking
