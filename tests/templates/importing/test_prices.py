"""Price lists: by the name of the part, each with what is said of it and nothing that was said of another price."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.templates.importing.lists import book, imported, scenario_with_prices, taken, text, why_not

from vdi_sizing.tables.price_lists import Price
from vdi_templates.examples import by_kits, today

GERMAN = """
Angebot der Muster GmbH;;;;;;
;;;;;;
Artikel-Nr.;Bezeichnung;Einzelpreis;Gültig bis;Lieferant;Angebotsnummer;Lieferzeit
SERVER;Server ohne Laufwerke;12.475,50 €;31.12.2026;Muster GmbH;A-17;3 Wochen
switch;Netzwerk;1.210,- €;31.12.2026;Muster GmbH;A-17;
project;Dienstleistung;auf Anfrage;;;;
Summe;;13.685,50 €;;;;
"""


def test_a_german_offer(tmp_path: Path) -> None:
    scenario = scenario_with_prices()
    plan, after = taken(
        text(tmp_path / "offer.csv", GERMAN, "cp1252"), scenario=scenario, date=datetime.date(2026, 11, 20)
    )
    server, switch = after.prices[0], after.prices[-1]
    said: dict[str, Any] = {
        "currency": "EUR", "supplier": "Muster GmbH", "quote_number": "A-17",
        "valid_until": datetime.date(2026, 12, 31), "date": datetime.date(2026, 11, 20),
    }  # fmt: skip
    listed = scenario.prices[0].price_list
    assert server == Price(listed, "server", "Server ohne Laufwerke", 12475.5, 0.0, source="offer.csv row 4", **said)
    assert switch == Price(listed, "switch", "Netzwerk", 1210.0, 0.0, source="offer.csv row 5", **said)
    assert after.prices[1:-1] == scenario.prices[1:]
    assert plan.first == [
        "offer.csv, column 'Lieferzeit' has no place in the workbook and is left out; no known header is like it",
        "offer.csv row 1: supplier of all prices of this list that say no other is 'Muster GmbH'",
    ]
    assert [(each.place, each.why) for each in plan.left_out] == [
        ("offer.csv row 6", "'project': no price ('auf Anfrage')"),
        ("offer.csv row 7", "'Summe': a total"),
    ]


def test_an_english_list(tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", 'part,net price,currency,discount %\nserver,"1,475.50",USD,10\nrack,96,,')
    plan, scenario = taken(path, scenario=replace(today(), bill=()))
    server, rack = scenario.prices[0], scenario.prices[-1]
    assert (server.amount, server.currency, server.discount_share) == (1475.5, "USD", 0.1)
    assert (rack.amount, rack.currency, rack.discount_share) == (96.0, "EUR", 0.0)
    assert "prices.csv: no currency is said; taken for EUR" in plan.notes


def test_an_amount_that_may_mean_two_things_is_asked_for(tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", "part;price\nserver;1.475\nrack;96")
    says = why_not(path)
    assert says.startswith("prices.csv row 2, column 'price': number is '1.475'; expected one meaning")
    assert [taken(path, locale=locale)[1].prices[0].amount for locale in ("de", "en")] == [1475.0, 1.475]


def test_the_same_part_twice_is_refused_with_both_places(tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", "part;price\nserver;1475\nrack;96\nServer;1500")
    other = text(tmp_path / "more.csv", "part;price\nRACK;97")
    plan, _ = imported(path, other)
    assert plan.problems == [
        "prices.csv row 4: part is 'Server'; expected a part that the list prices once; prices.csv row 2 prices it too",
        "more.csv row 2: part is 'RACK'; expected a part that the list prices once; prices.csv row 3 prices it too",
    ]


@pytest.mark.parametrize(
    ("lines", "currency"),
    [
        ("part;price\nserver;CHF 12.50", "CHF"),
        ("part;price USD\nserver;12.50", "USD"),
        ("part;price;currency\nserver;12.50 €;eur", "EUR"),
        ("part;price;currency\nserver;12.50;usd", "USD"),
    ],
)
def test_the_currency_is_said_in_one_way_or_another(lines: str, currency: str, tmp_path: Path) -> None:
    scenario = replace(today(), bill=())
    _, after = taken(text(tmp_path / "prices.csv", lines), scenario=scenario)
    assert after.prices[0].currency == currency


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("part;price;currency\nserver;12.50 €;USD", "row 2: currency is 'USD'; expected EUR, as the amount says"),
        ("part;price USD\nserver;12.50 €", "price USD is '12.50 €'; expected an amount in USD"),
        ("part;price;discount\nserver;12.50;300", "discount is 300; expected a share"),
        ("part;price;date\nserver;12.50;05/11/2026", "date is '05/11/2026'; expected a date such as 2026-11-21"),
        ("part;price\nserver;12.50 per 10", "price is '12.50 per 10'"),
        ("part;price\nserver;-5", "price is -5; expected a number of at least 0"),
        ("part;price\nserver;12.50 USD", "expected EUR, or a currency with an exchange rate on Settings"),
    ],
)
def test_what_cannot_be_used_is_named(lines: str, says: str, tmp_path: Path) -> None:
    assert says in why_not(text(tmp_path / "prices.csv", lines))


@pytest.mark.parametrize("word", ["zwölftausend", "inklusive", "sechs €", "gratis"])
def test_a_word_that_is_no_price_is_an_error_with_its_place(word: str, tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", f"Teil;Preis;Stand\nserver;{word};21.11.2026\nrack;96;")
    assert why_not(path) == (
        f"prices.csv row 2, column 'Preis': Preis is {word!r}; expected a number of at least 0, "
        "or a word for a price that is still to come, such as 'on request' or 'auf Anfrage'"
    )


@pytest.mark.parametrize("each", ["EP netto", "EP (€)", "EP netto in EUR"])
def test_a_price_by_its_short_word_is_that_of_a_piece(each: str, tmp_path: Path) -> None:
    lines = f"Bezeichnung;Anzahl;{each};{each.replace('EP', 'GP')}\nserver;2;48,00;96,00"
    plan, scenario = taken(text(tmp_path / "prices.csv", lines))
    assert scenario.prices[0].amount == 48
    assert plan.first == []


@pytest.mark.parametrize("word", ["auf Anfrage", "a. A.", "on request", "TBD", "n/a", "-", ""])
def test_a_price_that_is_still_to_come_leaves_its_row_out(word: str, tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "prices.csv", f"part;price\nserver;{word}\nrack;96"))
    assert scenario.prices[0] == today().prices[0]
    beside = f" ({word!r})" if word else ""
    assert [(each.place, each.why) for each in plan.left_out] == [("prices.csv row 2", f"'server': no price{beside}")]
    assert plan.is_held, "no price is lost"


def test_a_price_that_is_still_to_come_is_not_the_one_that_the_workbook_has(tmp_path: Path) -> None:
    scenario = scenario_with_prices()
    assert scenario.prices[0].amount is not None
    plan, _ = taken(text(tmp_path / "prices.csv", "part;price\nserver;on request\nrack;96"), scenario=scenario)
    assert not plan.is_held


def test_what_stands_between_the_parts_of_an_offer_is_no_price(tmp_path: Path) -> None:
    lines = (
        "Teil;Bezeichnung;Preis\nHardware:;;\nserver;;12\n;mit drei Jahren Service;\n;Summe;12\nTeil;Bezeichnung;Preis"
    )
    plan, scenario = taken(text(tmp_path / "prices.csv", lines))
    assert scenario.prices[0].amount == 12
    assert [each.why for each in plan.left_out] == [
        "'Hardware:': a heading",
        "'mit drei Jahren Service': no part and no price",
        "'Summe': a total",
        "'Teil': a heading",
    ]
    assert "row 2, column 'Teil': part is blank" in why_not(text(tmp_path / "prices.csv", "Teil;Preis\n;12"))


def test_a_discount_is_refused_in_the_unit_of_the_list(tmp_path: Path) -> None:
    says = why_not(text(tmp_path / "prices.csv", "Teil;Preis;Rabatt\nserver;12;130 %"))
    assert says.endswith("column 'Rabatt': discount is '130 %'; expected a share from 0 %, at most 100 %")


def test_a_date_in_words_is_refused(tmp_path: Path) -> None:
    assert "valid until is 'bald'; expected a date" in why_not(
        text(tmp_path / "prices.csv", "part;price;valid until\nserver;12;bald")
    )
    plan, _ = taken(text(tmp_path / "prices.csv", "part;price;valid until\nserver;12;offen"))
    assert plan.changes > 0


def test_parts_on_no_bill_and_parts_of_the_bill_without_a_price_are_named(tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "prices.csv", "part;price\nServer;12\nrack;96\nrail;3"))
    (hdd, *_), (ssd, *_) = (scenario.designs[place].tiers for place in (0, 1))
    assert "2 parts of the list are on no bill: rack, rail" in plan.notes
    assert f"on the bill without a price: {hdd.drive}, licence, project, {ssd.drive}" in plan.notes
    everything = "\n".join(f"{price.part};12" for price in today().prices)
    plan, _ = taken(text(tmp_path / "prices.csv", f"part;price\n{everything}"))
    assert [note for note in plan.notes if "bill" in note] == []


def test_the_parts_of_the_kits_count_as_those_of_a_bill(tmp_path: Path) -> None:
    scenario = by_kits()
    first, *others = dict.fromkeys(row.part for design in scenario.designs for row in scenario.bill_of(design))
    plan, _ = taken(text(tmp_path / "prices.csv", f'part;price\n"{first}";12\nrack;96'), scenario=scenario)
    assert "1 part of the list is on no bill: rack" in plan.notes
    assert f"on the bill without a price: {', '.join(others)}" in plan.notes


def test_numbers_and_dates_of_a_workbook_need_no_locale(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["part", "price", "valid until"],
        [4711, 1475.5, datetime.date(2026, 12, 31)],
        ["server", 96, None],
    ]
    path = book(tmp_path / "prices.xlsx", {"list": rows, "terms": [["All prices are net."]]})
    workbook = load_workbook(path)
    workbook["list"]["B2"].number_format = "#,##0.00 [$CHF-807]"
    workbook["list"].row_dimensions[3].hidden = True
    workbook.save(path)
    plan, scenario = taken(path)
    price = scenario.prices[-1]
    assert (price.part, price.amount, price.currency) == ("4711", 1475.5, "CHF")
    assert price.valid_until == datetime.date(2026, 12, 31)
    assert [(each.place, each.why) for each in plan.left_out] == [
        ("prices.xlsx: terms", "no row of headers that is known")
    ]
    assert "prices.xlsx: list: rows that are hidden are taken too: 1" in plan.notes


def test_of_a_dealers_list_only_the_parts_of_the_workbook(tmp_path: Path) -> None:
    path = text(tmp_path / "dealer.csv", "part;price\na;1\nserver;1475\nb;2\nc;3")
    plan, scenario = taken(path, known_parts=True)
    assert [price.part for price in scenario.prices] == [price.part for price in today().prices]
    assert scenario.prices[0].amount == 1475
    assert [(each.place, each.why) for each in plan.left_out] == [
        ("dealer.csv rows 2, 4-5", "3 parts that the workbook's list does not have")
    ]


def test_a_list_of_its_own(tmp_path: Path) -> None:
    path = text(tmp_path / "prices.csv", "part;price;price list\nserver;1475;\nrack;96;other list")
    plan, scenario = taken(path, price_list="offer 17")
    added = scenario.prices[len(today().prices) :]
    assert [(price.price_list, price.part) for price in added] == [("offer 17", "server"), ("other list", "rack")]
    assert any("count once Settings picks it" in note for note in plan.notes)


def test_a_workbook_without_a_list_picks_the_first_or_asks_for_its_name(tmp_path: Path) -> None:
    start = today()
    bare = replace(start, prices=(), bill=(), settings=replace(start.settings, price_list=None))
    path = text(tmp_path / "prices.csv", "part;price\nserver;1475")
    assert "price list is blank; expected a name for it: say --list" in why_not(path, scenario=bare)
    plan, scenario = taken(path, scenario=bare, price_list="offer 17")
    assert scenario.settings.price_list == "offer 17"
    assert "Settings: the price list 'offer 17' is picked, since none was" in plan.notes


def test_a_date_that_goes_with_its_price_is_said_with_the_way_to_say_another(tmp_path: Path) -> None:
    scenario = scenario_with_prices()
    first = replace(scenario.prices[0], date=datetime.date(2025, 1, 2))
    dated = replace(scenario, prices=(first, *scenario.prices[1:]))
    path = text(tmp_path / "offer.csv", "part;price\nserver;12")
    said = "Prices: no date is said of new prices, and the former one goes; --date says it: server"
    assert said in taken(path, scenario=dated)[0].notes
    assert said not in taken(path, scenario=dated, date=datetime.date(2026, 11, 20))[0].notes
