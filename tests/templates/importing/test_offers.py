"""Offers: list price, discount and price, and what an offer says once for all of its prices."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from tests.templates.importing.lists import book, imported, taken, text, why_not

from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN

DAY, LAST = datetime.date(2026, 11, 20), datetime.date(2026, 12, 31)


@pytest.mark.parametrize(
    ("lines", "amount", "discount"),
    [
        ("part;list price;discount\nserver;15000;15 %", 15000, 0.15),
        ("part;list price;net price\nserver;15000;12750", 15000, 0.15),
        ("part;list price;discount;net price\nserver;15000;15 %;12750", 15000, 0.15),
        ("part;list price;discount;net price\nserver;99.99;12.5 %;87.49", 99.99, 1 - 87.49 / 99.99),
        ("part;list price;discount;net price\nserver;15000;;15000", 15000, 0),
        ("Teil;Listenpreis EUR;Rabatt %;EK netto\nserver;15000;15;12750", 15000, 0.15),
        ("part;price;discount\nserver;15000;15 %", 15000, 0.15),
        ("part;list price;price\nserver;;12750", 12750, 0),
        ("part;list price;discount;net price\nserver;0;10 %;0", 0, 0.1),
    ],
)
def test_list_price_discount_and_price(lines: str, amount: float, discount: float, tmp_path: Path) -> None:
    """The price of an offer is kept to the cent, and no discount is taken off twice."""
    plan, scenario = taken(text(tmp_path / "offer.csv", lines))
    assert scenario.prices[0].amount == amount
    assert scenario.prices[0].discount_share == pytest.approx(discount, abs=1e-11)
    warns = any("the discount is taken off the price in column 'price'" in said for said in plan.first)
    assert warns == (lines.startswith("part;price;discount"))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("15000;10 %;12750", "price is 12750; expected 13500.00, the list price less the discount"),
        ("12000;;12750", "price is 12750; expected at most the list price, 12000"),
        ("15000;;on request", ""),
    ],
)
def test_prices_that_contradict_each_other_are_refused(row: str, says: str, tmp_path: Path) -> None:
    path = text(tmp_path / "offer.csv", f"part;list price;discount;net price\nserver;{row}")
    if says:
        assert f"offer.csv row 2, column 'net price': {says}" in why_not(path)
        return
    plan, _ = taken(path)
    assert [each.why for each in plan.left_out] == ["'server': no price ('on request')"]


def test_two_currencies_of_a_row_are_refused(tmp_path: Path) -> None:
    path = text(tmp_path / "offer.csv", "part;list price EUR;net price USD\nserver;15000;12750")
    assert "list price EUR is '15000'; expected an amount in USD" in why_not(path)


HEADED = """
Angebot der Muster GmbH;;;
Lieferant:;Muster GmbH;;
Angebotsnummer: A-17;;Datum;20.11.2026
Teil;Preis;Gültig bis;
server;12475,50;;
switch;1210;30.11.2026;
;;;
Alle Preise netto. Angebot gültig bis 31.12.2026.;;;
"""


def test_what_an_offer_says_once_counts_for_all_of_its_prices(tmp_path: Path) -> None:
    plan, scenario = taken(text(tmp_path / "offer.csv", HEADED))
    server, switch = scenario.prices[0], scenario.prices[-1]
    assert (server.supplier, server.quote_number, server.date, server.valid_until) == ("Muster GmbH", "A-17", DAY, LAST)
    assert switch.valid_until == datetime.date(2026, 11, 30), "a row says otherwise"
    assert "offer.csv row 8: valid until of all prices of this list that say no other: 2026-12-31" in plan.first
    assert "offer.csv row 1: supplier of all prices of this list that say no other is 'Muster GmbH'" in plan.first


@pytest.mark.parametrize(
    ("lines", "supplier", "number"),
    [
        ("Kunde;:;Meier GmbH\nTeil;Preis\nserver;96", None, None),
        ("Angebot;:;4711\nLieferant; : ;Muster GmbH\nTeil;Preis;\nserver;96;", "Muster GmbH", "4711"),
        ("Lieferant;Datum\nMuster GmbH;20.11.2026\nTeil;Preis\nserver;96", None, None),
        ("Lieferant: Datum\nTeil;Preis\nserver;96", None, None),
        ("Lieferant;Angebot;A-17\nTeil;Preis;\nserver;96;", None, "A-17"),
    ],
)
def test_a_colon_or_another_label_is_no_value(
    lines: str, supplier: str | None, number: str | None, tmp_path: Path
) -> None:
    _, scenario = taken(text(tmp_path / "offer.csv", lines))
    assert (scenario.prices[0].supplier, scenario.prices[0].quote_number) == (supplier, number)


def test_what_a_part_without_a_price_says_is_not_said_of_all(tmp_path: Path) -> None:
    lines = "Teil;Preis\nserver;96\nWartung gültig bis 31.12.2029;\nswitch;12\nPreise gültig bis 30.11.2026;\nSumme;108"
    plan, scenario = taken(text(tmp_path / "offer.csv", lines))
    assert scenario.prices[0].valid_until == datetime.date(2026, 11, 30)
    assert not any("several ways" in said for said in plan.first)


@pytest.mark.parametrize(
    ("below", "last"),
    [
        ("Wartung gültig bis 31.12.2029;", None),
        ("Preise freibleibend. Gültig bis 30.11.2026;", datetime.date(2026, 11, 30)),
        ("Dieses Angebot ist gültig bis 30.11.2026;", datetime.date(2026, 11, 30)),
        ("Angebot gültig bis 30. November 2026;", datetime.date(2026, 11, 30)),
        ("Quotation valid until 30 Nov 2026;", datetime.date(2026, 11, 30)),
        ("Valid until November 30th, 2026;", datetime.date(2026, 11, 30)),
        ("Gültig bis: 30. Nov. 2026;", datetime.date(2026, 11, 30)),
        ("Angebot gültig bis 31. November 2026;", None),
        ("Angebot gültig bis 30. Novelle 2026;", None),
    ],
)
def test_a_part_below_the_last_price_is_no_line_of_the_offer(
    below: str, last: datetime.date | None, tmp_path: Path
) -> None:
    _, scenario = taken(text(tmp_path / "offer.csv", f"Teil;Preis\nserver;96\n{below}"))
    assert scenario.prices[0].valid_until == last
    with_position = f"Pos;Teil;Preis\n1;server;96\n{below};"
    assert taken(text(tmp_path / "offer.csv", with_position))[1].prices[0].valid_until == last
    with_number = f"Art.-Nr.;Bezeichnung;Preis\n1;server;96\n2;Dieses Angebot ist gültig bis 31.12.2029;\n;{below}"
    _, scenario = taken(text(tmp_path / "offer.csv", with_number))
    assert scenario.prices[0].valid_until == last


@pytest.mark.parametrize(
    ("line", "last"),
    [
        ("Gültigkeit: 30 Tage ab 20.11.2026", datetime.date(2026, 12, 20)),
        ("Das Angebot ist 30 Tage gültig ab 20.11.2026.", datetime.date(2026, 12, 20)),
        ("This offer is valid for 2 weeks.", datetime.date(2026, 12, 4)),
        ("Bindefrist: 3 Monate", datetime.date(2027, 2, 20)),
        ("Zahlbar in 14 Tagen. Gültig bis 31.12.2026", LAST),
        ("Zahlbar in 14 Tagen, Preise netto", None),
        ("Lieferzeit 30 Tage", None),
        ("Gültigkeit: 30 Tage. Preisbindung 60 Tage;", datetime.date(2026, 12, 20)),
        (";;Angebot Nr. 4711 der Muster GmbH;Gültigkeit: 30 Tage", datetime.date(2026, 12, 20)),
        ("Die Zuschlags- und Bindefrist beträgt 30 Tage", datetime.date(2026, 12, 20)),
        ("Alle Preise sind 30 Tage gültig", datetime.date(2026, 12, 20)),
        ("Die Garantie ist 36 Monate gültig ab Lieferung.", None),
        ("Gültigkeit der Garantie: 36 Monate", None),
        ("The licence is valid for 12 months from the date of the offer", None),
        ("Gültigkeit: 30 Tage (bis 15.12.2026)", datetime.date(2026, 12, 15)),
        ("Gültigkeit: 30 Tage, bis 15.12.2026", datetime.date(2026, 12, 15)),
        ("Valid for 30 days from 2026-11-20 until and including 2026-12-15", datetime.date(2026, 12, 15)),
    ],
)
def test_for_how_long_an_offer_is_valid(line: str, last: datetime.date | None, tmp_path: Path) -> None:
    """By hand from 20 November on: 30 days are 10 in November and 20 in December."""
    path = text(tmp_path / "offer.csv", f"Teil;Preis\nserver;96\n{line}")
    plan, scenario = taken(path, date=DAY)
    assert scenario.prices[0].valid_until == last
    if line.startswith("Bindefrist"):
        assert any("which is 3 months from 2026-11-20 on" in said for said in plan.first)


def test_two_spans_are_said_as_two_dates_are(tmp_path: Path) -> None:
    lines = "Gültigkeit: 30 Tage;\nTeil;Preis\nserver;96\nBindefrist: 60 Tage;"
    plan, scenario = taken(text(tmp_path / "offer.csv", lines), date=DAY)
    assert scenario.prices[0].valid_until is None
    assert "offer.csv rows 1, 4: valid until is said in several ways, and none is taken" in plan.first


@pytest.mark.parametrize("headers", ["Pos;Teil;Preis", "Menge;Teil;Preis", "Artikelnummer;Bezeichnung;Preis"])
def test_a_label_below_the_table_counts_in_whichever_column_it_stands(headers: str, tmp_path: Path) -> None:
    row = "server;Server;96" if headers.startswith("Art") else "1;server;96"
    _, scenario = taken(text(tmp_path / "offer.csv", f"{headers}\n{row}\nGültig bis:;31.12.2026;"))
    assert scenario.prices[0].valid_until == LAST


def test_a_span_without_a_day_to_count_from_is_said(tmp_path: Path) -> None:
    path = text(tmp_path / "offer.csv", "Valid for 30 days;\npart;price\nserver;96")
    plan, scenario = taken(path)
    assert scenario.prices[0].valid_until is None
    assert "offer.csv row 1: valid for 30 days, and no day is said from which on; --date says the day" in plan.first
    month = text(tmp_path / "month.csv", "part;price\nserver;96\nvalid 1 month from 2027-01-31;")
    assert taken(month)[1].prices[0].valid_until == datetime.date(2027, 2, 28)


@pytest.mark.parametrize(
    ("title", "supplier", "number", "date"),
    [
        ("Angebot Nr. 2026-4711 der Muster & Söhne GmbH vom 20.11.2026", "Muster & Söhne GmbH", "2026-4711", DAY),
        ("Quotation 4711 by ACME Computers Ltd., dated 2026-11-20", "ACME Computers Ltd.", "4711", DAY),
        ("Quotation No. 4711 from ACME Ltd dated 20 November 2026", "ACME Ltd", "4711", DAY),
        ("Angebot vom 20.11.2026 der Muster GmbH für die Stadtwerke AG", "Muster GmbH", None, DAY),
        ("Angebot zur Erweiterung der Stadtwerke AG", None, None, None),
        ("Angebot 2026", None, None, None),
        ("Ihr Partner von der Muster GmbH", None, None, None),
    ],
)
def test_what_the_title_of_an_offer_says(
    title: str, supplier: str | None, number: str | None, date: datetime.date | None, tmp_path: Path
) -> None:
    _, scenario = taken(text(tmp_path / "offer.csv", f"{title};\nTeil;Preis\nserver;96"))
    price = scenario.prices[0]
    assert (price.supplier, price.quote_number, price.date) == (supplier, number, date)


def test_pieces_stand_beside_the_price_and_a_line_that_is_not_their_product_is_said(tmp_path: Path) -> None:
    lines = "Menge;Teil;Listenpreis;Rabatt;Gesamtpreis\n10 Stk;server;100,00;10 %;900,00\n2;switch;50,00;;90,00"
    path = text(tmp_path / "offer.csv", f"{lines}\npauschal;project;12,00;;12,00")
    plan, scenario = taken(path)
    notes = {price.part: price.note for price in scenario.prices if price.amount in (100, 50, 12)}
    assert notes == {"server": "pieces offered: 10", "switch": "pieces offered: 2", "project": None}
    said = [each for each in plan.first if "the price is taken as it stands" in each]
    assert said == ["offer.csv row 3: 2 x 50,00 is 100,00, and the list says 90,00; the price is taken as it stands"]


def test_dates_of_a_workbook_count_too(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["valid until", datetime.datetime(2026, 12, 31)],
        ["quote", "see below"],
        ["part", "price"],
        ["server", 96],
    ]
    _, scenario = taken(book(tmp_path / "offer.xlsx", {"offer": rows}))
    assert (scenario.prices[0].valid_until, scenario.prices[0].quote_number) == (LAST, None)


def test_what_is_said_in_two_ways_is_not_taken(tmp_path: Path) -> None:
    lines = "valid until;2026-12-31\npart;price\nserver;96\nPrices valid until 2026-11-30;"
    plan, scenario = taken(text(tmp_path / "offer.csv", lines))
    assert scenario.prices[0].valid_until is None
    assert "offer.csv rows 1, 4: valid until is said in several ways, and none is taken" in plan.first


def test_a_list_by_number_or_description_alone_is_a_price_list(tmp_path: Path) -> None:
    _, scenario = taken(text(tmp_path / "a.csv", "Pos.;Herstellernummer;Preis\n1;SERVER;12"))
    assert scenario.prices[0].amount == 12
    _, scenario = taken(text(tmp_path / "b.csv", "Bezeichnung;UVP\nserver;12"))
    assert scenario.prices[0].amount == 12
    _, scenario = taken(text(tmp_path / "c.csv", "Position;Preis\nserver;12"))
    assert scenario.prices[0].amount == 12


def test_offers_are_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    for lines, expected in (
        (HEADED, "offer.csv, Zeile 8: gültig bis aller Preise dieser Liste, die nichts anderes sagen: 31.12.2026"),
        ("Gültig bis;2026-12-31\nGültig bis;2026-12-30\nTeil;Preis\nserver;9", "ist verschieden angegeben"),
        ("Teil;Preis;Rabatt\nserver;9;5 %", "der Rabatt geht vom Preis in der Spalte 'Preis' ab"),
        ("Gültigkeit: 4 Wochen\nTeil;Preis\nserver;9", "gültig für 4 Wochen, und kein Tag ist genannt"),
        ("Gültigkeit: 30 Tage ab 1.11.2026\nTeil;Preis\nserver;9", "01.12.2026, das sind 30 Tage ab dem 01.11.2026"),
        ("Teil;Menge;Preis;Gesamt\nserver;2;9,0;99", "2 x 9,00 ist 18,00, und die Liste sagt 99,00"),
        ("Teil;Listenpreis;Preis\nserver;9;10", "erwartet: höchstens der Listenpreis, 9"),
        ("Teil;Listenpreis;Rabatt;Preis\nserver;9,0;50 %;9", "erwartet: 4,50, der Listenpreis abzüglich Rabatt"),
    ):
        plan, _ = imported(text(tmp_path / "offer.csv", lines))
        said = preview(plan, messages)
        assert expected in said
    assert not messages.lacking


def test_what_is_read_of_an_offer_is_not_left_out_too(tmp_path: Path) -> None:
    """A line that says more than one thing stays among what is left out, since not all of it is read."""
    lines = "Quotation of Example Ltd\nDate;20.11.2026\npart;price\nserver;12\nVAT 20 %;2\n30 days valid\n"
    plan, scenario = taken(text(tmp_path / "offer.csv", lines.replace("\nVAT", "\nzzgl. 19 % MwSt.;2\nVAT")))
    price = scenario.prices[0]
    assert (price.supplier, price.date, price.valid_until) == ("Example Ltd", DAY, datetime.date(2026, 12, 20))
    assert [each.why for each in plan.left_out] == ["'zzgl. 19 % MwSt.': a total", "'VAT 20 %': a total"]
    assert plan.questions == []
    said = text(tmp_path / "offer.csv", f"{lines}Prices plus freight. Offer valid until 31.12.2026")
    assert "Prices plus freight. Offer valid until 31.12.2026" in taken(said)[0].left_out[-1].why
