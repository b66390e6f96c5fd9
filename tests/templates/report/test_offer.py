"""The offer: slides whose numbers are those of the workbook, in both languages, and of which none cuts a text."""

from __future__ import annotations

import ast
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.enum.dml import MSO_COLOR_TYPE
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE
from tests.built import shared_book
from tests.pylib.model.test_solution import solution
from tests.templates.branded import COMPANY, FOOTER, brand, brand_file

import vdi_templates.report.offer
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import Line
from vdi_sizing.model.ranking.lower_bounds import AT_LEAST
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import FOR_WHO_ENTERS, KIT_PARTS, BillRow, Change, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import DRIVES, Drive
from vdi_sizing.tables.profiles import PROFILES, Profile
from vdi_sizing.words import NOT_KNOWN
from vdi_templates.examples import by_kits, customer, today
from vdi_templates.report.brand_file import read_template
from vdi_templates.report.offer import running, scenarios
from vdi_templates.report.offer.base import HIGH, TOP, WIDE, base
from vdi_templates.report.offer.deck import Cell, Deck, Paragraph, Row, shortened
from vdi_templates.report.offer.facts import Facts
from vdi_templates.report.offer.measure import WIDEST, height_of, lines_of
from vdi_templates.report.offer.offer import Template, offer_of
from vdi_templates.report.offer.running import MOST_LINES
from vdi_templates.report.offer.words import WORDS_OF_SOURCES, Said, german
from vdi_templates.report.pdf import slides_pdf
from vdi_templates.workbook.book import MADE_NOW, Book, Made
from vdi_templates.workbook.brand import NO_BRAND, Brand
from vdi_templates.workbook.cost_columns import COST_LETTERS
from vdi_templates.workbook.sheets.scenarios import Answer
from vdi_templates.workbook.styles import MUTED

IN_GERMAN = Made(brand=Brand(language="de"))
NUMBER = re.compile(r"\d[\d,\N{NO-BREAK SPACE}]*(?:\.\d+)?")
FOLDER = Path(vdi_templates.report.offer.__file__).parent
INCH = 914_400
AREA = f'cx="{WIDE * INCH:.0f}" cy="{HIGH * INCH:.0f}"'
"""Of a slide, as its template says it."""


def without_price(part: str) -> Scenario:
    scenario = customer()
    prices = (replace(each, amount=None) if each.part == part else each for each in scenario.prices)
    return replace(scenario, prices=tuple(prices))


def six_designs() -> Scenario:
    """Three of the customer, each once more."""
    scenario = customer()
    three = scenario.designs[:3]
    more = tuple(replace(each, name=f"{each.name}, and a name as long as names are") for each in three)
    bill = (
        replace(row, design=design.name)
        for pair in zip(three, more, strict=True)
        for design in pair
        for row in scenario.bill
        if row.design == pair[0].name
    )
    return replace(scenario, designs=(*three, *more), bill=tuple(bill))


def long_bill(lines: int = 31) -> Scenario:
    """The first design takes so many parts more, of 10, 11, 12 EUR and so on."""
    scenario = customer()
    row = next(each for each in scenario.bill if each.design == scenario.designs[0].name)
    described = "a description that takes more than one line of a table, as those of dealers do"
    prices = [
        replace(scenario.prices[0], part=f"part {at:02}", description=described, amount=10.0 + at)
        for at in range(lines)
    ]
    bill = [replace(row, part=price.part, quantity=1.0, per="once") for price in prices]
    return replace(scenario, prices=(*scenario.prices, *prices), bill=(*scenario.bill, *bill))


def with_licences() -> Scenario:
    """By the core, and of the second design nobody knows the CPUs; prices are dated once for all on Settings."""
    scenario = customer()
    prices = tuple(replace(each, date=None, source=None) for each in scenario.prices)
    designs = (replace(each, host_cpus=None if at == 1 else 2.0) for at, each in enumerate(scenario.designs))
    bill = (BillRow(each.name, "by the core", 1, "core", metric="VMware Cloud Foundation") for each in scenario.designs)
    of_core = replace(prices[0], part="by the core", amount=99.0)
    settings = replace(scenario.settings, price_date=scenario.settings.as_of, price_source="a dealer's list")
    return replace(
        scenario,
        designs=tuple(designs),
        prices=(*prices, of_core),
        bill=(*scenario.bill, *bill),
        settings=settings,
    )


def with_an_error() -> Scenario:
    scenario = customer()
    return replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))


def of_kits() -> Scenario:
    """Bills are those of kits, prices have no description and are dated on Settings; hosts have GPUs."""
    scenario = by_kits(kits=["vSAN cluster", "All-flash array, hosts beside it", "Hybrid array, hosts beside it"])
    cluster, flash, hybrid = scenario.designs
    gpus: dict[str, Any] = {"gpus": 4.0, "gpu_gb": 16.0, "acknowledged": "gpus_billed: 4711"}
    cluster = replace(cluster, ram_gib=1024.0, cores=64.0, host_cpus=2.0, bays=24.0, **gpus)
    flash, hybrid = (
        replace(each, beside_ram_gib=1024.0, beside_cores=64.0, host_cpus=2.0, **gpus) for each in (flash, hybrid)
    )
    designs = cluster, replace(flash, name="All-flash", bays=24.0), replace(hybrid, name="Hybrid", bays=48.0)
    (group,) = scenario.groups
    groups = (
        replace(group, vms=400.0, concurrency=0.85, delta_gb=20.0),
        replace(group, name="call centre", vms=120.0, profile="Windows 11 knowledge worker, PVS", delta_gb=10.0),
        replace(group, name="CAD", vms=20.0, ram_gib=32.0, vcpus=8.0, delta_gb=40.0, gpu_gb=8.0),
    )
    amounts = (11900.0, 689.0, 2400.0, 4200.0, 145.0, 14500.0, 21800.0, 15000.0, 2400.0, 262.0, 228.0)
    prices = (
        replace(price, amount=amount, description=None) for price, amount in zip(scenario.prices, amounts, strict=False)
    )
    day = scenario.settings.as_of.replace(month=11, day=20)
    settings = replace(scenario.settings, price_date=day, price_source="Reseller, offer 77", maintenance_share=0.08)
    more = Change("a neighbour joins", "number of users", 0.25), Change("a neighbour joins", "RAM per VM", 0.1)
    return replace(
        scenario, designs=designs, groups=groups, prices=tuple(prices), settings=settings,
        named_changes=(*scenario.named_changes, *more),
    )  # fmt: skip


def of_one_offer() -> Scenario:
    """Each price has the number of its offer, and a row and pieces of its own there."""
    scenario = customer()
    prices = (
        replace(
            price,
            supplier="Reseller",
            quote_number="4711",
            source=f"offer.csv row {row}",
            note=f"pieces offered: {row}",
        )
        for row, price in enumerate(scenario.prices, start=2)
    )
    return replace(scenario, prices=tuple(prices))


def of_one_solution(more: int = 0) -> Scenario:
    """Servers for users of their own each, of which the first heads the solution; and more parts like the last."""
    made = solution()
    (*_, calls), (*_, last), (*_, billed) = made.groups, made.designs, made.bill
    names = [f"call hosts {at}" for at in range(more)]
    return replace(
        made,
        groups=(*made.groups, *(replace(calls, name=name, case=name) for name in names)),
        designs=(*made.designs, *(replace(last, name=name, case=name) for name in names)),
        bill=(*made.bill, *(replace(billed, design=name) for name in names)),
        settings=replace(made.settings, maintenance_share=0.08),
    )


def of_different_users() -> Scenario:
    made = of_one_solution()
    return replace(made, designs=tuple(replace(each, part_of=None) for each in made.designs))


SCENARIOS = {
    "customer": customer, "incomplete": lambda: without_price("flash array"), "six designs": six_designs,
    "long bill": long_bill, "error": with_an_error, "no prices": today, "licences": with_licences, "kits": of_kits,
    "one offer": of_one_offer, "solution": of_one_solution, "solution of six": lambda: of_one_solution(3),
    "different users": of_different_users,
}  # fmt: skip


def book_of(name: str, made: Made = MADE_NOW) -> Book:
    return shared_book(SCENARIOS[name](), made=made)


@cache
def content(name: str, made: Made = MADE_NOW) -> bytes:
    """The offer on an example: each is made once."""
    return offer_of(book_of(name, made), f"{name}.xlsx")


def slides(name: str, made: Made = MADE_NOW) -> list[Any]:
    presentation: Any = Presentation(io.BytesIO(content(name, made)))
    return list(presentation.slides)


def tables(slide: Any) -> Iterator[list[list[str]]]:
    for shape in slide.shapes:
        if shape.has_table:
            yield [[cell.text for cell in row.cells] for row in shape.table.rows]


def texts(slide: Any) -> Iterator[str]:
    """All that a slide says."""
    for shape in slide.shapes:
        if shape.has_text_frame:
            yield from (paragraph.text for paragraph in shape.text_frame.paragraphs)
    for table in tables(slide):
        yield from (text for row in table for text in row)


def notes_of(slide: Any) -> str:
    return str(slide.notes_slide.notes_text_frame.text)


def titled(name: str, beginning: str, made: Made = MADE_NOW) -> list[Any]:
    return [slide for slide in slides(name, made) if slide.shapes.title.text.startswith(beginning)]


# --- what the numbers are -----------------------------------------------------------------------------


def shown_numbers(book: Book) -> set[str]:
    """Each number of the workbook as an offer may write it, and what follows from two of them by one step."""
    said = Said(book)
    found: set[str] = set()
    lines: dict[str, Line] = lines_by_name()
    for at, sized in enumerate(book.sizing.designs):
        for name in lines:
            if name in book.layout.line_rows:
                found |= set(NUMBER.findall(said.figure(name, at)))
        for line in sized.bill:
            found |= {said.number(line.net_eur, 2), said.number(line.users_eur, 2), said.plain(line.quantity_for_users)}
        found |= of_inputs(said, sized.design, inputs_of(Design))
        for group in sized.block.groups:
            found |= of_inputs(said, group, inputs_of(UserGroup)) | {said.plain(group.users)}
            found.add(said.plain(group.vms * group.concurrency))
    found |= of_inputs(said, book.scenario.settings, inputs_of(Settings))
    months = 12 * book.scenario.settings.years
    parts = [
        [float(part.eur / b.block.users_whole / months) for part in b.block.cost_parts] for b in book.sizing.designs
    ]
    found |= {said.number(part, 2) for each in parts for part in (*each, sum(each))}
    found |= {said.at_least(sum(each)).removeprefix(AT_LEAST) for each in parts}
    sums = [(*each, sum(each)) for each in parts]
    pairs = (zip(one, other, strict=True) for one in sums for other in sums)
    found |= {said.number(abs(said.difference(a, b)), 2) for pair in pairs for a, b in pair}
    return found | on_scenarios(said)


def on_scenarios(said: Said) -> set[str]:
    """The numbers of the sheet Scenarios, and those in its texts."""
    cells = [cell.value for row in said.book.worksheet("Scenarios")["A8:F30"] for cell in row]
    numbers = {said.number(value, 2) for value in cells if isinstance(value, (int, float))}
    return numbers.union(*(NUMBER.findall(value) for value in cells if isinstance(value, str)))


def of_inputs(said: Said, record: object, fields: dict[str, Any]) -> set[str]:
    values = [getattr(record, name) for name in fields]
    numbers = [float(value) for value in values if isinstance(value, (int, float))]
    return {said.plain(each) for each in numbers} | {said.percent(each).rstrip("%") for each in numbers}


@pytest.mark.parametrize("name", ["customer", "incomplete"])
def test_each_number_of_a_table_is_one_of_the_workbook(name: str) -> None:
    known = shown_numbers(book_of(name))
    of_people = " ".join(price.description or "" for price in SCENARIOS[name]().prices)
    known |= set(NUMBER.findall(of_people)) | {"0.00"}
    known |= {number for drive in SCENARIOS[name]().drives for number in NUMBER.findall(drive.name)}
    shown = [slide for slide in slides(name) if not slide.shapes.title.text.startswith("Where the numbers come from")]
    numbers = {
        number for slide in shown for table in tables(slide) for row in table for text in row
        for number in NUMBER.findall(text)
    }  # fmt: skip
    assert len(numbers) > 80
    assert numbers - known == set()


def test_a_wrong_number_would_be_noticed() -> None:
    known = shown_numbers(book_of("customer"))
    assert {"849.25", "19.32", "0.06", "352,000.00", "1,000"} <= known
    assert not {"849.26", "19.33", "352,000.01"} & known


def test_charts_have_the_numbers_of_their_tables() -> None:
    (slide,) = titled("customer", "NVMe cluster: 19.32")
    (chart,) = (shape.chart for shape in slide.shapes if shape.has_chart)
    (table,) = tables(slide)
    series = {each.name: [f"{value:.2f}" for value in each.values] for each in chart.plots[0].series}
    assert list(chart.plots[0].categories) == [
        f"{name}: {total}" for name, total in zip(table[0][1:], table[-1][1:], strict=True)
    ]
    assert series == {row[0].removeprefix("■ "): row[1:] for row in table[1:-1]}


def test_notes_name_the_cell_of_each_figure() -> None:
    book = book_of("customer")
    slide, *_ = titled("customer", "4 designs side by side")
    notes = slide.notes_slide.notes_text_frame.text
    sheet, row = book.layout.line_rows["eur_per_user"]
    assert f"EUR per user for these users: {sheet}!D{row}, E{row}, F{row}, G{row}\n" in notes
    assert book.cached[sheet][f"D{row}"] == pytest.approx(849.25)
    bill = titled("customer", "Bill of materials, NVMe cluster")[0].notes_slide.notes_text_frame.text
    (cost, price) = re.search(
        r"^host: Cost!J(\d+); Prices!A(\d+) \(example prices of 2026, no offer", bill, re.M
    ).groups()  # type: ignore[union-attr]
    assert book.cached["Cost"][f"J{cost}"] == 352_000
    assert [book.worksheet("Prices")[f"{letter}{price}"].value for letter in "BD"] == ["host", 32_000]


def test_notes_name_figures_of_their_own_slide_alone() -> None:
    (why,) = titled("customer", "All-flash array costs 0.06 EUR more")
    assert "\nto buy: Sizing!D" in notes_of(why)
    assert "\nto buy: " not in notes_of(titled("customer", "NVMe cluster is the cheapest as entered")[0])


def test_licences_are_counted_or_said_not_to_be_known_and_prices_are_found_with_their_date() -> None:
    second = "All-flash array"
    (slide,) = titled("licences", "While one host is lost")
    (table,) = tables(slide)
    of_each = dict(zip(table[0][1:], next(row for row in table if row[0] == "by the core, per core")[1:], strict=True))
    assert of_each == {"NVMe cluster": "704", second: "not known", "Hybrid array": "640", "HDD array": "640"}
    bills = {each: titled("licences", f"Bill of materials, {each}")[0] for each in ("NVMe cluster", second)}
    known, uncounted = (next(row for row in next(tables(each)) if row[0] == "by the core") for each in bills.values())
    assert (known[2:], uncounted[2:]) == (["704", "99.00", "69,696.00"], ["not known", "99.00", "not known"])
    notes = bills["NVMe cluster"].notes_slide.notes_text_frame.text
    assert re.search(r"^host: Cost!J\d+; Prices!A\d+ \(.*a dealer's list, 2026-\d\d-\d\d\)$", notes, re.M)
    assert "no price" not in notes


def test_hosts_of_a_cluster_and_their_licences_are_counted_beside_those_of_an_array() -> None:
    """They are billed per block, those beside an array per host."""
    (slide,) = titled("kits", "While one host is lost")
    (table,) = tables(slide)
    assert [row for row in table if row[0].endswith(("per host", "host")) and row[1:] != [""] * 3] == [
        ["host", "6", "6", "7"],
        ["hypervisor licence, per host", "6", "6", "7"],
        ["vSAN licence, per host", "–", "–", "7"],
    ]
    assert "vSAN licence, vSAN: Cost!I" in slide.notes_slide.notes_text_frame.text


def test_a_difference_below_a_cent_per_user_is_told_by_what_all_users_cost() -> None:
    title = "Hybrid costs 60.20 EUR more over the years in all than All-flash: less than a cent per user and month"
    (slide,) = titled("kits", title)
    (table,) = tables(slide)
    assert [table[1][0], table[1][3]] == ["parts per server, host or array", "-0.13"]
    assert [table[-1][0], table[-1][3]] == ["in all", "–"]
    for row in table[1:]:
        best, second, more = (float(text.replace("–", "0")) for text in row[1:])
        assert round(second - best, 2) == more


def test_a_response_time_of_some_of_the_ios_says_of_which() -> None:
    """In the words of the Report, and in German."""
    for made, lead, words in (
        (MADE_NOW, "mean response time: 0.19 ms", "mean, 10 % of I/Os"),
        (IN_GERMAN, "mittlere Antwortzeit: 0,19 ms", "Mittel, 10 % der I/Os"),
    ):
        _, answer, _, *side_by_side = slides("kits", made)
        time = "9.0" if made == MADE_NOW else "9,0"
        assert {lead, f"{words}: {time} ms"} <= set(texts(answer))
        assert f"{time} ({words})" in {text for slide in side_by_side for text in texts(slide)}


def test_gpus_of_hosts_stand_on_the_cards_and_side_by_side() -> None:
    _, answer, _, *side_by_side = slides("kits", IN_GERMAN)
    equipped = "64 Kerne, 1\N{NO-BREAK SPACE}024 GiB RAM, 4 GPUs mit je 16 GB"
    assert [text.partition(": ")[2] for text in texts(answer) if "GPUs" in text] == [equipped] * 3
    rows = [row for slide in side_by_side for table in tables(slide) for row in table]
    assert [row[1:] for row in rows if row[0] == "ein Host hat"] == [[equipped] * 3]


def test_prices_of_a_kit_are_found_and_what_dates_them_all_is_named() -> None:
    """Rows of a kit have numbers below 0."""
    settings = book_of("kits").layout.settings_rows
    (slide,) = titled("kits", "Bill of materials, All-flash")
    notes = slide.notes_slide.notes_text_frame.text
    named = r"^(.+): Cost!J(\d+); Prices!A(\d+) \(own price list, Reseller, offer 77, 2026-11-20\)$"
    lines = re.findall(named, notes, re.M)
    bought = [row for row in next(tables(slide)) if row[2]][1:]
    assert all(part in row[:2] for (part, *_), row in zip(lines, bought, strict=True))
    for part, cost, price in lines:
        assert book_of("kits").cached["Cost"][f"{COST_LETTERS['part']}{cost}"] == part
        assert book_of("kits").worksheet("Prices")[f"B{price}"].value == part
    assert f"\ndate of the prices: Settings!D{settings['price_date']}\n" in notes
    assert f"\nsource of the prices: Settings!D{settings['price_source']}" in notes


def test_prices_of_one_offer_are_one_source() -> None:
    (slide, *_) = titled("one offer", "Where the numbers come from")
    billed = {line.part for design in book_of("one offer").sizing.designs for line in design.bill}
    rows = [row for table in tables(slide) for row in table if row[0].startswith("Price")]
    assert [row[:2] for row in rows] == [
        [f"Prices of {len(billed)} parts", "example prices of 2026, no offer, Reseller, 4711"]
    ]


def test_a_part_without_a_description_has_that_of_its_kit_or_its_drive() -> None:
    described = {
        row[0]: row[1] for slide in titled("kits", "Stückliste, Hybrid", IN_GERMAN) for row in next(tables(slide))[1:-1]
    }
    assert described["hybrid array"] == "ohne Erweiterungen und Laufwerke"
    assert described["Samsung PM893 1.92 TB"] == "MZ7L31T9HBLT"
    assert described["licence"] == "Lizenz je Desktop"
    (cluster,) = titled("kits", "Stückliste, vSAN", IN_GERMAN)
    assert [row[1] for row in next(tables(cluster)) if row[0] == "vSAN licence"] == [""]
    assert all(any(words in (part.note or "") for part in KIT_PARTS) for words in FOR_WHO_ENTERS)
    (own,) = (part for part in KIT_PARTS if part.kit == "vSAN cluster" and part.part == "host")
    parts = (replace(each, note="noted by me") if each is own else each for each in KIT_PARTS)
    book = shared_book(replace(of_kits(), kit_parts=tuple(parts)), made=IN_GERMAN)
    (host, *_) = book.sizing.designs[0].bill
    assert running._of_kit(Facts(book, Said(book), ""), host) == "noted by me"


# --- the same bytes, and room -------------------------------------------------------------------------


def test_the_same_inputs_give_the_same_bytes() -> None:
    again = offer_of(book_of("customer"), "customer.xlsx")
    assert again == content("customer")
    with zipfile.ZipFile(io.BytesIO(again)) as package:
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = package.read("docProps/core.xml").decode()
    assert core.count("2026-11-21T12:00:00Z") == 2


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("customer", MADE_NOW),
        ("incomplete", IN_GERMAN),
        ("six designs", IN_GERMAN),
        ("long bill", MADE_NOW),
        ("error", IN_GERMAN),
        ("no prices", MADE_NOW),
        ("solution", IN_GERMAN),
        ("solution of six", MADE_NOW),
    ],
)
def test_nothing_leaves_its_slide_or_stands_on_something_else(name: str, made: Made) -> None:
    """And each slide has a title and notes."""
    for number, slide in enumerate(slides(name, made), start=1):
        boxes = []
        assert slide.shapes.title.text
        assert slide.notes_slide.notes_text_frame.text
        for shape in slide.shapes:
            left, top, right, bottom = shape.left, shape.top, shape.left + shape.width, shape.top + shape.height
            assert left >= 0
            assert top >= 0
            assert right <= 13.34 * INCH, (number, shape.name)
            assert bottom <= 7.5 * INCH, (number, shape.name)
            if shape.name != "Stripe" and shape != slide.shapes.title and not shape.is_placeholder:
                boxes.append((shape.name, left, top, right, min(bottom, 6.85 * INCH)))
                assert bottom <= 6.85 * INCH, (number, shape.name)
        for at, (one, *a) in enumerate(boxes):
            for other, *b in boxes[at + 1 :]:
                apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] + 9525 or b[3] <= a[1] + 9525
                assert apart, (number, one, other)


def test_a_text_without_room_is_refused_and_not_cut() -> None:
    deck = Deck(base(NO_BRAND), "en-GB", "")
    deck.measure()
    slide = deck.slide("A title", "")
    with pytest.raises(InputError, match=r"^--offer is 'words words .*…'; expected a text that has room on its slide"):
        deck.text(slide, (1, 1, 2, 0.5), [Paragraph("words " * 40)], "Box")
    with pytest.raises(InputError, match="a text that has room on its slide"):
        deck.slide("a title of words " * 40, "")
    with pytest.raises(InputError, match="a text that has room on its slide"):
        deck.pages(Row((Cell("head"),)), [Row((Cell("words " * 400),))], [2.0], 11, 5.0)


@pytest.mark.parametrize("name", ["kits", "solution"])
def test_a_wider_font_has_room_in_titles_and_grows_into_no_text_below_a_table(name: str) -> None:
    """Such as DejaVu Sans, where neither Arial nor a font of its widths is there."""
    below = 0
    for slide in slides(name, IN_GERMAN)[1:]:
        title = slide.shapes.title
        points = title.text_frame.paragraphs[0].runs[0].font.size.pt
        lines = lines_of(title.text, points, title.width / INCH - 0.02, bold=True, factor=WIDEST)
        assert height_of(lines, points) <= title.height / INCH + 0.02, title.text
        for shape in (each for each in slide.shapes if each.has_text_frame and not each.is_placeholder):
            if shape.name != "Stripe":
                assert shape.text_frame.auto_size == MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
            if shape.name.startswith("Below"):
                below += 1
                assert shape.text_frame.vertical_anchor == MSO_ANCHOR.BOTTOM
                assert (shape.top + shape.height) / INCH == pytest.approx(TOP + HIGH, abs=0.01)
    assert below


def test_a_text_is_shortened_between_words() -> None:
    assert shortened("one two three four", 12, 0.9, 1) == "one two …"
    assert shortened("one two", 12, 0.9, 1) == "one two"


# --- designs without a price, many designs, long bills ------------------------------------------------


def test_what_is_behind_the_cents_of_a_sum_takes_no_cent_off_it() -> None:
    said = Said(shared_book(today()))
    discounted = 1200 * 15_594.38 * (1 - (1 - 12_475.5 / 15_594.38))
    assert said.at_least(discounted - 2e-7) == f"{AT_LEAST}14,970,600.00"
    assert said.at_least(14_970_599.9999) == f"{AT_LEAST}14,970,599.99"


def test_an_incomplete_design_is_grey_has_no_place_and_says_at_least() -> None:
    slide = slides("incomplete")[1]
    card = next(shape for shape in slide.shapes if shape.name == "All-flash array")
    said = [paragraph.text for paragraph in card.text_frame.paragraphs]
    assert said[1:3] == ["no price", "EUR per user for these users ≥ 766 · without a place"]
    assert said[3].endswith("; without a price: flash array")
    assert str(card.text_frame.paragraphs[1].runs[0].font.color.rgb) == MUTED
    assert [
        paragraph.text
        for paragraph in next(shape for shape in slide.shapes if shape.name == "Hybrid array").text_frame.paragraphs
    ][2].endswith("place\N{NO-BREAK SPACE}2")
    (bill,) = titled("incomplete", "Bill of materials, All-flash array: ≥ 766,610.00 EUR net, and one part without")
    (table,) = tables(bill)
    assert table[1] == ["flash array", "two controllers, 24 bays, their software", "1", "?", "no price"]
    assert table[-1][-1] == "≥ 766,610.00"
    (month,) = titled("incomplete", "NVMe cluster: 19.32")
    assert next(tables(month))[-1][-1] == "≥ 17.29"  # of 17.2975


def test_a_design_with_an_error_has_no_numbers_and_the_title_page_says_so() -> None:
    first, answer, *others = slides("error", IN_GERMAN)
    assert "nicht endgültig: Ein Fehler ist noch zu beheben, siehe Checks" in list(texts(first))
    card = next(shape for shape in answer.shapes if shape.name == "NVMe cluster")
    assert [paragraph.text for paragraph in card.text_frame.paragraphs][1] == "Fehler"
    titles = [slide.shapes.title.text for slide in others]
    assert len([title for title in titles if title.startswith("Stückliste")]) == 3


def test_without_prices_there_are_no_amounts() -> None:
    titles = [slide.shapes.title.text for slide in slides("no prices")]
    assert "Bill of materials, SSD: no part has a price" in titles
    assert not [title for title in titles if "per user and month" in title or "more a month" in title]
    assert not [text for slide in slides("no prices") for text in texts(slide) if "≥" in text]


def test_designs_that_cost_the_same_share_a_place() -> None:
    said = [text.rpartition(" · place\N{NO-BREAK SPACE}")[2] for text in texts(slides("six designs")[1])
        if " · place" in text]  # fmt: skip
    assert said == ["1", "1", "3", "3", "5", "5"]
    (why,) = [slide for slide in slides("six designs") if "more a month than" in slide.shapes.title.text]
    assert why.shapes.title.text.startswith("All-flash array costs 0.06 EUR more a month than NVMe cluster: most by")


def test_a_long_bill_goes_on_and_carries_over() -> None:
    pages = [next(tables(slide)) for slide in titled("long bill", "Bill of materials, NVMe cluster")]
    assert len(pages) > 2
    lines = [row for page in pages for row in page[1:] if row[2]]
    assert len(lines) == 6 + 31
    for before, after in pairwise(pages):
        assert before[-1][0] == "to carry over"
        assert after[1][0] == "carried over"
        assert before[-1][-1] == after[1][-1]
    assert all(sum(bool(row[2]) for row in page[1:]) <= MOST_LINES for page in pages)
    total = sum(float(row[-1].replace(",", "")) for row in lines)
    assert pages[-1][-2] == ["in all, bought once, net", "", "", "", f"{total:,.2f}"]
    assert pages[-1][-1] == ["the same with 19% VAT", "", "", "", f"{1.19 * total:,.2f}"]


# --- users and where they come from -------------------------------------------------------------------------


def of_three_groups(own: float | None = 3.0) -> Scenario:
    """Groups of a list, of measured machines, and of CAD with GPUs and a vCPU per core of its own."""
    scenario = of_kits()
    listed, calls, cad = scenario.groups
    measured = "export.xlsx: VMs rows 2-401; IOPS: averages over the time that was measured. " + "All else typed. " * 12
    groups = (
        replace(listed, source="users.csv row 2"),
        replace(calls, source=measured, steady_iops=14.0),
        replace(cad, vcpus_per_core=own, source=None),
    )
    return replace(scenario, groups=groups)


def made_of(scenario: Scenario, made: Made = MADE_NOW) -> list[Any]:
    presentation: Any = Presentation(io.BytesIO(offer_of(shared_book(scenario, made=made), "own.xlsx")))
    return list(presentation.slides)


def test_user_groups_stand_in_a_table_with_what_their_profiles_say() -> None:
    scenario = of_three_groups()
    (slide,) = (
        each for each in made_of(scenario) if each.shapes.title.text.startswith("Your users: 540, on 480 VMs at once")
    )
    (head, *rows) = next(tables(slide))
    listed, calls, cad = (dict(zip(head, row, strict=True)) for row in rows)
    assert (listed["user group"], listed["VMs at once"], listed["concurrency"]) == (
        scenario.groups[0].name,
        "340",
        "85%",
    )
    assert (cad["RAM GiB"], cad["vCPU"], cad["vCPU per core"], cad["GPU GB"]) == ("32", "8", "3", "8")
    assert (calls["steady IOPS"], calls["GPU GB"]) == ("14", "–")
    assert calls["profile"] == scenario.groups[1].profile
    assert listed["steady IOPS"] not in ("", "–")
    assert re.search(r"^CAD: Users!A\d+$", notes_of(slide), re.M)


def test_the_vcpu_per_core_is_that_by_which_cores_are_counted() -> None:
    """That of a design holds for the groups that have none of their own."""
    label = "vCPU per core"

    def ratios(scenario: Scenario) -> set[str]:
        return {cell for each in made_of(scenario) for table in tables(each) for row in table if row[0] == label
            for cell in row[1:]}  # fmt: skip

    (ratio,) = ratios(of_three_groups(own=None))
    assert ratios(of_three_groups()) == {f"{ratio}; CAD: 3"}
    alone = of_three_groups()
    assert ratios(replace(alone, groups=alone.groups[2:])) == {"3"}


def test_lists_and_what_was_measured_are_named_as_sources_and_not_as_assumed() -> None:
    """A group without a source is named too."""
    scenario = of_three_groups()
    made = made_of(scenario)
    rows = [row for slide in made for table in tables(slide) for row in table if row[0].startswith("Users: ")]
    assert rows[:2] == [
        [f"Users: {scenario.groups[0].name}", "users.csv row 2", ""],
        ["Users: call centre", scenario.groups[1].source, ""],
    ]
    assert rows[2] == ["Users: CAD", "as entered, without a source", ""]
    assert not [text for slide in made for text in texts(slide) if "was assumed" in text or "assumed of" in text]


def test_of_many_groups_the_largest_are_shown_and_the_others_counted() -> None:
    scenario = of_kits()
    group = scenario.groups[0]
    many = tuple(replace(group, name=f"group {at}", vms=10.0 + at, source=f"row {at}") for at in range(40))
    made = made_of(replace(scenario, groups=many))
    pages = [each for each in made if each.shapes.title.text.startswith("Your users: ")]
    rows = [row for page in pages for row in next(tables(page))[1:]]
    assert rows[0][0] == "group 39"
    assert rows[-1][:4] == ["10 smaller groups", "145", "", "123.25"]
    alike = made_of(replace(scenario, groups=tuple(replace(each, source="one list") for each in many)))
    assert ["Users: 40 groups", "one list", ""] in [row for slide in alike for table in tables(slide) for row in table]
    assert ["Other users", "28 more sources, on the sheet Users", ""] in [
        row for slide in made for table in tables(slide) for row in table
    ]


# --- what the workbook knows and a slide has to say ---------------------------------------------------------


def test_a_warning_that_is_acknowledged_stands_with_the_reason() -> None:
    """Of each design its own; texts behind the word of another warning are not taken for it."""
    reasons = "licences: not here; kit_billed: the project stands with vSAN, see offer 77. assumed: as agreed in May."
    plain = today()
    first, second, *others = plain.designs
    designs = (replace(first, acknowledged=reasons), replace(second, acknowledged="assumed: by the dealer"), *others)
    unsaid = {text for slide in made_of(plain) for text in texts(slide)}
    said = {text for slide in made_of(replace(plain, designs=designs)) for text in texts(slide)}
    (warned,) = (text for text in unsaid if "the hardware is assumed" in text)
    assert f"{warned} Acknowledged: {first.name}: as agreed in May; {second.name}: by the dealer." in said


def test_a_slide_names_vat_without_the_sheet_that_adds_it() -> None:
    scenario = replace(customer(), settings=replace(customer().settings, vat_share=0.19))
    for made, vat in ((MADE_NOW, "VAT"), (IN_GERMAN, "Umsatzsteuer")):
        said = [text for slide in made_of(scenario, made) for text in texts(slide)]
        assert any(vat in text for text in said)
        assert not [text for text in said if "Comparison)" in text]


@pytest.mark.parametrize("maintained", [False, True])
def test_where_settings_have_a_lease_each_bill_says_what_it_costs_a_month(*, maintained: bool) -> None:
    plain = customer()
    settings = replace(
        plain.settings, lease_factor=0.0195, lease_months=36.0, lease_paid="in advance", lease_maintained=maintained
    )
    leased = replace(plain, settings=settings)
    said = {text for slide in made_of(leased) for text in texts(slide) if text.startswith("Leased: ")}
    facts = Facts(shared_book(leased), Said(shared_book(leased)), "")
    what = "hardware, maintenance is in the lease" if maintained else "hardware"
    assert said == {
        f"Leased: {facts.figure('lease_rate_eur', each)} EUR a month for 60 months, in advance: 1.95% of "
        f"{facts.figure('leased_eur', each)} EUR ({what}); {facts.figure('buy_or_lease', each)}."
        for each in facts.designs
    }
    lacking = replace(without_price("flash array"), settings=settings)
    assert "Leased: no price" in {text for slide in made_of(lacking) for text in texts(slide)}
    assert not [text for slide in slides("customer") for text in texts(slide) if text.startswith("Leased")]


def test_an_offer_of_fewer_pieces_than_are_needed_is_a_question() -> None:
    """By what an import notes, in the language of the workbook; of a solution what all parts take."""
    name = "the price of a host"
    scenario = customer()
    best = book_of("customer").sizing.designs[0]
    line = next(each for each in best.bill if each.part == "host")
    for made, note, asks in (
        (MADE_NOW, "pieces offered: 4", f"fewer than are needed: host 4 of {line.quantity_for_users:.0f}."),
        (IN_GERMAN, "angebotene Stückzahl: 4", f"weniger, als nötig sind: host 4 von {line.quantity_for_users:.0f}."),
        (MADE_NOW, f"pieces offered: {line.quantity_for_users:.0f}", ""),
        (MADE_NOW, name, ""),
    ):
        prices = tuple(replace(each, note=note) if each.part == "host" else each for each in scenario.prices)
        asked = [text for slide in made_of(replace(scenario, prices=prices), made) for text in texts(slide)]
        found = [text for text in asked if "hold for all pieces" in text or "alle Stücke" in text]
        assert [text.endswith(asks) for text in found] == ([True] if asks else [])
    parts = of_one_solution()
    twice = replace(parts, bill=tuple(replace(row, part="office host") for row in parts.bill),
        prices=tuple(replace(each, note="pieces offered: 14") for each in parts.prices))  # fmt: skip
    assert any("office host 14 of 15." in text for slide in made_of(twice) for text in texts(slide))


def test_where_nothing_is_known_of_the_eur_the_word_stands_and_not_at_least_nothing() -> None:
    scenario = without_price("flash array")
    second = next(each for each in scenario.designs if each.name == "All-flash array")
    bill = tuple(row for row in scenario.bill if row.design != second.name or row.part == "flash array")
    settings = replace(scenario.settings, eur_per_kwh=None, eur_per_rack_unit_year=None)
    made = made_of(replace(scenario, bill=bill, settings=settings))
    (month,) = (slide for slide in made if "EUR per user and month" in slide.shapes.title.text)
    table = next(tables(month))
    assert table[-1][table[0].index(second.name)] == "no price"
    assert not [text for slide in made for text in texts(slide) if text == "≥ 0.00"]


# --- beside today, and what a customer reads ---------------------------------------------------------------


def paid_today(eur: float, scenario: Scenario | None = None) -> Scenario:
    scenario = scenario or customer()
    return replace(scenario, settings=replace(scenario.settings, today_eur_per_year=eur))


def test_what_is_saved_against_today_stands_below_the_answer_and_on_a_slide() -> None:
    """In cents as they are shown: the difference is what a reader finds."""
    for eur, word in ((400_000.0, "less"), (100_000.0, "more")):
        book = shared_book(paid_today(eur))
        best = book.sizing.designs[0].block
        made = made_of(paid_today(eur))
        difference, today = f"{abs(best.beyond_today_eur):,.2f}", f"{best.known_today_eur:,.2f}"
        beginning = f"Going on as today costs {today} EUR over 5 years, NVMe cluster {difference} EUR {word}."
        assert any(text.startswith(beginning) for text in texts(made[1]))
        (slide,) = (each for each in made if "than going on as today" in each.shapes.title.text)
        title = f"NVMe cluster costs {difference} EUR {word} over 5 years than going on as today"
        assert slide.shapes.title.text == title
        (chart,) = (shape.chart for shape in slide.shapes if shape.has_chart)
        assert len(list(chart.plots[0].categories)) == 1 + len(book.sizing.designs)
        assert chart.value_axis.minimum_scale == 0
    assert not [text for slide in slides("customer") for text in texts(slide) if "going on as today" in text]


def test_a_solution_stands_beside_today_as_a_whole_and_other_users_do_not() -> None:
    made = made_of(paid_today(200_000.0, of_one_solution()))
    assert any(text.endswith("EUR over 5 years, solution 556,200.00 EUR less.") for text in texts(made[1]))
    assert len(made) == len(slides("solution"))
    different = [text for slide in made_of(paid_today(200_000.0, of_different_users())) for text in texts(slide)]
    assert not [text for text in different if "oing on as today costs" in text]


def test_hosts_beside_an_array_are_counted_as_those_of_a_cluster_are() -> None:
    (slide,) = titled("customer", "While one host is lost")
    (row,) = (row for row in next(tables(slide)) if row[0] == "hosts of a cluster, or beside the arrays")
    assert all(re.fullmatch(r"\d+ hosts and 1 in reserve", text) for text in row[1:]), row


def test_the_title_of_running_it_names_what_stands_below() -> None:
    """Without rack units and watts there are none."""
    (slide,) = titled("no prices", "While one host is lost")
    assert slide.shapes.title.text.endswith("; parts and licences")
    assert any(text.endswith("No placement does with fewer hosts than 1.") for text in texts(slide))
    (whole,) = titled("customer", "While one host is lost")
    assert whole.shapes.title.text.endswith("; racks, power and licences")


def test_parts_without_a_price_are_asked_for_by_name_and_of_which_designs() -> None:
    """And no sentence has a word in the place of an amount."""
    scenario = without_price("flash array")
    row = BillRow(scenario.designs[0].name, "support", 1, "once", recurs="per year")
    prices = (*scenario.prices, replace(scenario.prices[0], part="support", amount=None))
    bill = (*scenario.bill, *(replace(row, design=each.name) for each in scenario.designs))
    said = [text for slide in made_of(replace(scenario, bill=bill, prices=prices)) for text in texts(slide)]
    names = ", ".join(each.name for each in scenario.designs if each.name == "All-flash array")
    asked = f"What do these cost? They have no price yet: support, flash array (for {names})."
    assert asked in said
    assert not [text for text in said if re.search(r"(no price|not known) EUR", text)]
    assert any(text.endswith("not yet known, for want of prices: flash array, support.") for text in said)


def test_a_kind_of_payment_that_lacks_a_price_is_a_lower_bound() -> None:
    (month,) = titled("incomplete", "NVMe cluster: 19.32")
    table = next(tables(month))
    of_flash = {row[0].removeprefix("■ "): row[table[0].index("All-flash array")] for row in table[1:]}
    assert of_flash["parts per server, host or array"].startswith("≥ ")
    assert not of_flash["drives"].startswith("≥")


def test_the_cover_names_a_last_day_of_the_prices_alone_and_a_question_asks_for_it() -> None:
    assert len([text for text in texts(slides("customer")[0]) if text]) == 3 + 1  # headline, customer, author; number
    asked = "Until when do the prices hold? None of them says it."
    assert asked in {text for slide in slides("customer") for text in texts(slide)}
    scenario = customer()
    ends = scenario.settings.as_of.replace(month=12)
    dated = replace(scenario, prices=tuple(replace(each, valid_until=ends) for each in scenario.prices))
    assert asked not in {text for slide in made_of(dated) for text in texts(slide)}


def test_vms_that_do_not_exist_are_not_counted() -> None:
    """Those of full clones are there whether in use or not; of others there are as many as are in use."""
    scenario = of_kits()
    groups = (replace(scenario.groups[0], image_share=1.0), *scenario.groups[1:])
    made = made_of(replace(scenario, groups=groups))
    (slide,) = (each for each in made if each.shapes.title.text.startswith("Your users: 540, on 480 VMs at once"))
    (head, *rows) = next(tables(slide))
    assert [row[head.index("VMs in all")] for row in rows] == ["400", "–", "–"]
    (without,) = titled("kits", "Your users: 540, on 480 VMs at once")
    assert "VMs in all" not in next(tables(without))[0]


def test_tables_that_have_room_stand_on_one_slide() -> None:
    titles = [slide.shapes.title.text for slide in slides("customer", IN_GERMAN)]
    assert not [title for title in titles if "(Fortsetzung)" in title]
    assert len(titles) <= 16


def test_an_amount_of_a_bill_is_its_quantity_times_its_price() -> None:
    said = Said(book_of("customer"))
    assert [said.price(eur) for eur in (997.975, 997.98, 0.3333, 12)] == ["997.975", "997.98", "0.3333", "12.00"]
    total, gross = (titled("customer", "Bill of materials, NVMe")[0], "the same with 19% VAT")
    assert [row[-1] for row in next(tables(total)) if row[0] == gross] == ["1,010,607.50"]
    assert any(text.startswith("Beside it, in EUR a year at the start: maintenance ") for text in texts(total))


def test_a_part_of_nothing_says_why_and_a_drive_not_its_name_twice() -> None:
    scenario = customer()
    nothing: dict[str, dict[str, Any]] = {
        "switches": {"amount": 0.0},
        "Solidigm D7-PS1010 3.84 TB": {"description": "Solidigm D7-PS1010 3.84 TB"},
    }
    prices = tuple(replace(each, **nothing.get(each.part, {})) for each in scenario.prices)
    first, *others = scenario.designs
    free = replace(scenario, prices=prices,
        designs=(replace(first, acknowledged="price_of_nothing: there already"), *others))  # fmt: skip
    made = made_of(free)
    bills = [each for each in made if each.shapes.title.text.startswith("Bill of materials, ")]
    described = {bill.shapes.title.text: {row[0]: row[1] for row in next(tables(bill))} for bill in bills}
    of_first, of_second = (next(rows for title, rows in described.items() if f", {each.name}:" in title)
        for each in (first, others[0]))  # fmt: skip
    assert of_first["switches"].endswith("; there already")
    assert of_second["switches"].endswith("; without charge")
    assert all(name != words for rows in described.values() for name, words in rows.items() if name)
    assert of_first["Solidigm D7-PS1010 3.84 TB"] == "NVMe SSD, PCIe 5 x4"


def test_amounts_whose_rounded_parts_are_not_their_rounded_sum_say_so() -> None:
    """On the slide of a month and on that of the difference, where it is so."""
    words = "Each amount is rounded by itself: the sum of the rounded ones may differ by cents."
    for name in ("customer", "kits", "solution"):
        (month,) = (each for each in slides(name) if "per user and month," in each.shapes.title.text)
        columns = list(zip(*next(tables(month)), strict=True))[1:]
        amounts = [[float(text.replace("–", "0").replace(",", "")) for text in column[1:]] for column in columns]
        differs = any(round(sum(parts) - total, 2) for *parts, total in amounts)
        assert (words in set(texts(month))) == differs


def test_a_source_says_that_it_is_quoted_and_not_by_whom_of_ours() -> None:
    said, in_german = Said(book_of("customer")), Said(book_of("customer", IN_GERMAN))
    records: tuple[Drive | Profile, ...] = (*DRIVES, *PROFILES)
    sources = [each.source for each in records if each.source]
    assert any(" as " in source and "quote" in source for source in sources)
    for source in sources:
        assert not re.search(r"quotes? (it|them)|the code that|notes on", said.source(source)), source
        assert not re.search(r"\bquote|another maker", in_german.source(source)), source


# --- one solution, and designs for different users ---------------------------------------------------------


def test_designs_that_are_one_solution_lead_with_what_it_comes_to_and_are_its_parts() -> None:
    """317,000 EUR and maintenance of 8 % a year for 760 users."""
    office, *_ = book_of("solution").sizing.designs
    month = f"{office['solution_total_eur_per_user_month']:.2f}"
    _, answer, paid, side_by_side, *_ = slides("solution")
    band = [shape for shape in answer.shapes if shape.name == "solution"]
    said = [paragraph.text for shape in band for paragraph in shape.text_frame.paragraphs]
    assert said[:2] == ["office hosts with GPU hosts and 1 more", "417.11"]
    assert said[2] == "EUR per user · users: 760"
    assert {
        f"EUR per user and month of use: {month}",
        "hosts that are paid for: 15",
        "purchase price of all [EUR]: 317,000.00",
        "verdict: no part misses a target or exceeds a limit",
    } <= set(said)
    assert all(
        shape.top + shape.height <= other.top
        for shape in band
        for other in answer.shapes
        if other.name.endswith("hosts")
    )
    assert paid.shapes.title.text.startswith(f"solution: {month} EUR per user and month")
    assert next(tables(paid))[-1][1] == month
    table = next(tables(side_by_side))
    assert table[0] == ["", "solution", "office hosts", "GPU hosts", "call hosts"]
    by_label = {row[0]: row[1:] for row in table}
    assert by_label[Said(book_of("solution")).label("users_whole")] == ["760", "600", "60", "100"]
    assert by_label["hosts that are paid for"] == ["15", "7", "5", "3"]
    assert by_label["purchase price of all for these users [EUR]"][0] == "317,000.00"


@pytest.mark.parametrize("name", ["solution", "solution of six", "different users"])
def test_designs_for_different_users_are_in_colour_and_no_slide_ranks_them(name: str) -> None:
    words = re.compile(r"without a place|place \d|cheapest|recommended|different users, each|lacks")
    said = [text for slide in slides(name)[2 if name == "different users" else 0 :] for text in texts(slide)]
    titles = [text for text in said if words.search(text)]
    assert titles == ([] if name != "different users" else [slides(name)[3].shapes.title.text])
    amounts = [
        shape.text_frame.paragraphs[1].runs[0] for slide in slides(name)[1:3] for shape in slide.shapes
        if shape.has_text_frame and shape.name.endswith("hosts")
    ]  # fmt: skip
    assert len(amounts) == 3
    assert all(run.font.color.type == MSO_COLOR_TYPE.SCHEME for run in amounts)


# --- scenarios ----------------------------------------------------------------------------------------


def test_named_scenarios_say_what_a_user_costs_and_in_how_many_the_best_design_stays_so() -> None:
    (slide,) = titled("kits", "All-flash ist am günstigsten: wie eingetragen und in 4 von 4 Szenarien", IN_GERMAN)
    (table,) = tables(slide)
    assert table[-1][:2] == ["a neighbour joins", "Benutzer (gleichzeitige VMs) +25 %, RAM je VM +10 %"]
    sheet = book_of("kits", IN_GERMAN).worksheet("Scenarios")
    (columns,) = re.findall(r"^a neighbour joins: Scenarios!(C)(\d+):(E)\2$", notes_of(slide), re.M)
    vsan, flash, hybrid = (cell.value for cell in sheet[f"C{columns[1]}:E{columns[1]}"][0])
    assert table[-1][2:] == [*(f"{eur:.2f}".replace(".", ",") for eur in (flash, hybrid, vsan)), "All-flash"]
    assert "das blatt scenarios" in notes_of(slide).lower()


def test_without_named_scenarios_or_prices_there_is_no_slide_of_them() -> None:
    assert not any("scenarios" in slide.shapes.title.text for slide in slides("no prices"))
    unnamed = shared_book(replace(customer(), named_changes=()))
    presentation: Any = Presentation(io.BytesIO(offer_of(unnamed, "unnamed.xlsx")))
    assert len(presentation.slides) == len(slides("customer")) - 1


def test_the_title_of_scenarios_counts_them() -> None:
    book = book_of("customer")
    facts = Facts(book, Said(book), "customer.xlsx")

    def title(*cheapest: str) -> str:
        found = [Answer("", "", "", (), (), each) for each in cheapest]
        return scenarios._title(facts, found[0], found[1:])

    best, second, *_ = (each.name for each in facts.designs)
    assert title(best, second, best) == "NVMe cluster is the cheapest as entered, and in 1 of 2 scenarios"
    assert title("several cost the same", second, best) == "What 2 scenarios make of each design"
    lacking = [Answer("", "", "", (849.25, NOT_KNOWN), ("", ""), best) for _ in range(2)]
    of_those_priced = "NVMe cluster is the cheapest of those priced as entered, and in 1 of 1 scenarios"
    assert scenarios._title(facts, lacking[0], lacking[1:]) == of_those_priced


# --- German -------------------------------------------------------------------------------------------


def keys() -> set[str]:
    """The sentences that the code says."""
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
                assert isinstance(node.args[0], ast.Constant), path
                found.add(str(node.args[0].value))
    return found


def test_each_sentence_has_its_german_and_no_row_is_left_over() -> None:
    assert keys() | set(WORDS_OF_SOURCES) == german().keys()
    assert list(german()) == sorted(german())
    for english, said in german().items():
        assert set(re.findall(r"{(\w+)}", english)) == set(re.findall(r"{(\w+)}", said)), english


def test_words_of_ours_in_a_source_are_german_and_what_a_user_says_of_one_stays() -> None:
    said = Said(book_of("customer", IN_GERMAN))
    assert said.date("undated; 2025-05 (latency)") == "ohne Datum; 2025-05 (Latenz)"
    assert said.date("undated (quoted 2026-08, 2026); 2026-07-13 (latency)").endswith("13.07.2026 (Latenz)")
    assert said.source("Puget Systems parts page; centminmod-sysbench, fsync_fio_ext.py (latency)").endswith("(Latenz)")
    assert said.source("undated, as quoted by us") == "undated, as quoted by us"
    records: tuple[Drive | Profile, ...] = (*DRIVES, *PROFILES)
    known = " ".join(f"{each.source} {each.source_date}" for each in records)
    assert [words for words in WORDS_OF_SOURCES if words not in known] == []


@pytest.mark.parametrize("name", ["customer", "incomplete", "kits"])
def test_a_german_offer_has_no_english_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor have its notes; titles of sources are left out."""
    book, asked = book_of(name, IN_GERMAN), set[str]()
    house = Said.house

    def noted(said: Said, english: str) -> str:
        asked.add(english)
        return house(said, english)

    monkeypatch.setattr(Said, "house", noted)
    offer_of(book, "customer.xlsx")
    assert asked & book.made.brand.translation.lacking == set()
    said = [text for slide in slides(name, IN_GERMAN) for text in texts(slide)]
    said += [line for slide in slides(name, IN_GERMAN) for line in notes_of(slide).splitlines()]
    words = re.compile(r"\b(the|per|design|designs|users|month|hosts decided|limited|while|years|drives|what|where)\b")
    scenario = SCENARIOS[name]()
    of_people = {
        *(each.name for each in scenario.designs),
        *(each.name for each in scenario.drives),
        *(each.name for each in scenario.profiles),
        *(text for price in scenario.prices for text in (price.part, price.description)),
    }
    sources = titled(name, "Woher die Zahlen kommen", IN_GERMAN)
    left_out = {text for slide in sources for table in tables(slide) for row in table for text in row}
    english = [text for text in said if words.search(text) and text not in of_people | left_out]
    assert english == []
    if name == "customer":
        assert {"849,25", "19,32", "849.250,00"} <= set(said)
        assert any("21.11.2026" in text for text in said)


def test_the_title_page_says_who_when_and_until_when() -> None:
    scenario = customer()
    prices = tuple(replace(each, valid_until=scenario.settings.as_of.replace(month=12)) for each in scenario.prices)
    book = shared_book(replace(scenario, prices=prices), made=IN_GERMAN)
    presentation: Any = Presentation(io.BytesIO(offer_of(book, "customer.xlsx")))
    assert list(texts(presentation.slides[0]))[:4] == [
        "Virtuelle Desktops für 1\N{NO-BREAK SPACE}000 Benutzer, 801 VMs gleichzeitig",
        "Angebot für Example Insurance, an invented customer",
        "Example AG, pre-sales · 21.11.2026",
        "Nettopreise: der älteste vom 16.11.2026, gültig bis 21.12.2026",
    ]


# --- brand and template -------------------------------------------------------------------------------


def test_a_brand_gives_footer_logo_and_colours() -> None:
    branded = offer_of(shared_book(customer(), made=Made(brand=brand())), "customer.xlsx")
    presentation: Any = Presentation(io.BytesIO(branded))
    footers = [
        [shape.text for shape in slide.placeholders if shape.placeholder_format.idx == 11]
        for slide in presentation.slides
    ]
    assert all(each == [f"{COMPANY}  ·  {FOOTER}"] for each in footers)
    with zipfile.ZipFile(io.BytesIO(branded)) as package:
        theme = package.read("ppt/theme/theme1.xml").decode()
        assert 'dk2><a:srgbClr val="0A5C3C"' in theme
        assert [name for name in package.namelist() if name.startswith("ppt/media/")] == ["ppt/media/logo.png"]


def template(folder: Path, content: bytes | None = None, **parts: str) -> Template:
    """A template beside a brand file: our own base, with texts of its parts replaced."""
    path = folder / "company.pptx"
    content = base(NO_BRAND) if content is None else content
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(path, "w") as after:
        for name in before.namelist():
            part = before.read(name)
            for old, new in (pair.split("→") for pair in parts.values()):
                part = part.replace(old.encode(), new.encode())
            after.writestr(name, part)
    return Template(path, brand_file(folder, 'template = "company.pptx"'))


def test_a_template_keeps_its_master_and_loses_its_slides(tmp_path: Path) -> None:
    named = template(tmp_path, content("customer"), font="Arial→Verdana")
    assert read_template(named.brand_file) == named.path
    made = offer_of(book_of("customer"), "customer.xlsx", named)
    presentation: Any = Presentation(io.BytesIO(made))
    assert len(presentation.slides) >= len(slides("customer"))
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        assert len([name for name in package.namelist() if re.match(r"ppt/slides/slide\d+\.xml", name)]) == len(
            presentation.slides
        )
        assert b'latin typeface="Verdana"' in package.read("ppt/theme/theme1.xml")


def test_a_narrower_area_is_kept(tmp_path: Path) -> None:
    narrow = 11.05 * INCH
    named = template(tmp_path, change=f'{AREA}→cx="{narrow:.0f}" cy="4846320"')
    presentation: Any = Presentation(io.BytesIO(offer_of(book_of("customer"), "customer.xlsx", named)))
    for slide in list(presentation.slides)[1:]:
        right = max(shape.left + shape.width for shape in slide.shapes if not shape.is_placeholder)
        assert right <= 0.61 * INCH + narrow, slide.shapes.title.text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('cx="12191695"→cx="9144000"', "slides of 16:9; these have 10.00 x 7.50 inches"),
        ('type="titleOnly"→type="blank"', "a master that has a layout for a title only (type titleOnly)"),
        ('type="subTitle" idx="1"→type="dt" idx="1"', "a place for the subtitle in its layout for a title slide"),
        (f'{AREA}→cx="8000000" cy="4846320"', "at least 11.0 x 4.4 inches; this has"),
        ('lt1><a:srgbClr val="FFFFFF"/>→lt1><a:srgbClr val="202020"/>', "dark text on a light ground"),
        ('<p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill>→<p:bgPr><a:gradFill/>', "a plain ground"),
        ('<a:schemeClr val="bg1"/></a:solidFill><a:eff→<a:schemeClr val="dk2"/></a:solidFill><a:eff', "a light ground"),
    ],
)  # fmt: skip
def test_a_template_that_is_not_fit_is_refused_with_the_reason(change: str, message: str, tmp_path: Path) -> None:
    named = template(tmp_path, change=change)
    expected = (
        f"^{re.escape(str(named.brand_file))}: template is '{re.escape(str(named.path))}'; .*{re.escape(message)}"
    )
    with pytest.raises(InputError, match=expected):
        offer_of(book_of("customer"), "customer.xlsx", named)


def test_what_is_no_presentation_or_has_macros_is_refused(tmp_path: Path) -> None:
    named = template(tmp_path)
    with zipfile.ZipFile(named.path, "a") as package:
        package.writestr("ppt/vbaProject.bin", b"")
    with pytest.raises(InputError, match="a presentation without macros"):
        offer_of(book_of("customer"), "customer.xlsx", named)
    named.path.write_bytes(b"no package")
    with pytest.raises(InputError, match="a presentation that is whole"):
        offer_of(book_of("customer"), "customer.xlsx", named)
    with zipfile.ZipFile(named.path, "w") as package:
        package.writestr("word/document.xml", b"")
    with pytest.raises(InputError, match="a presentation of PowerPoint"):
        offer_of(book_of("customer"), "customer.xlsx", named)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("17", r"template is 17; expected the name of a file in quotes that ends in .pptx or .potx"),
        ('"slides.pptm"', r"template is 'slides.pptm'; expected the name of a file in quotes that ends in .pptx"),
        ('"none.pptx"', r"template is 'none.pptx'; expected a file that is there, beside brand.toml"),
    ],
)
def test_a_brand_file_names_a_template_that_is_there(said: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_template(brand_file(tmp_path, f"template = {said}"))


# --- as PDF -------------------------------------------------------------------------------------------


def test_libreoffice_prints_the_slides_or_says_what_it_lacks() -> None:
    """A LibreOffice may come without Impress."""
    try:
        printed = slides_pdf(content("customer", IN_GERMAN), Brand(language="de"))
    except InputError as error:
        lacking = "Impress, by which LibreOffice opens slides, is 'not found'; expected a LibreOffice with Impress"
        assert str(error).startswith(lacking)  # noqa: PT017
    else:
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == len(slides("customer", IN_GERMAN))


def test_facts_forget_what_they_noted_with_each_slide() -> None:
    book = book_of("customer")
    facts = Facts(book, Said(book), "customer.xlsx")
    facts.figure("eur_per_user", facts.designs[0])
    assert "EUR per user for these users" in facts.notes("first")
    assert facts.notes("second") == "second"
