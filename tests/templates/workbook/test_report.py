"""The Report: one page, the answer first, a card for each design, and no number of a design with an error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.engines import errors, mismatches
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing._arrays import round_nearest, rounded
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.sections import whole_where
from vdi_sizing.model.sentences.notices import BULLET
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Design, Scenario, Sensitivity, Tier, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if.drivers import HIGH
from vdi_sizing.words import DASH, NO_PRICE
from vdi_templates.examples import EXAMPLES, customer, etri, fujitsu, today
from vdi_templates.languages.translation import GERMAN
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.sheets.report import NO_BARS, NO_CURVE, notes_cell
from vdi_templates.workbook.sheets.report_charts import BARS
from vdi_templates.workbook.sheets.report_published import main_figures
from vdi_templates.workbook.spoken import Spoken
from vdi_templates.workbook.styles import DESIGN_COLORS, MUTED

MOST_CHARACTERS = 800


def of(count: int) -> Scenario:
    """Fujitsu's designs, so many of them; the sixth is the first once more."""
    scenario = fujitsu()
    sixth = replace(scenario.designs[0], name="HDD once more")
    bill = (*scenario.bill, *(replace(row, design=sixth.name) for row in scenario.bill if row.design == "HDD"))
    designs = (*scenario.designs, sixth)[:count]
    names = {design.name for design in designs}
    return replace(scenario, designs=designs, bill=tuple(row for row in bill if row.design in names))


def of_six() -> Scenario:
    return of(6)


TOO_FEW = "error: the drives do not fit into the bays: 4 drives, 3 more than its bays"


def one_with_an_error() -> Scenario:
    scenario = of(3)
    hdd, ssd, hybrid = scenario.designs
    return replace(scenario, designs=(hdd, replace(ssd, bays=1), hybrid))


def one_without_a_price() -> Scenario:
    """Three designs, and a controller without a price on the bill of the last one that misses no target."""
    scenario = of(5)
    price = replace(scenario.prices[0], part="Controller", amount=None)
    row = BillRow("SSD, double capacity", "Controller", 1.0)
    return replace(scenario, prices=(*scenario.prices, price), bill=(*scenario.bill, row))


def built(scenario: Scenario) -> Book:
    return shared_book(scenario)


def shown(book: Book) -> dict[str, Any]:
    return book.cached["Report"]


def card(book: Book, position: int) -> dict[str, Any]:
    """The values of the card of a design by their labels; name and verdict are "name" and "mark"."""
    cells = shown(book)
    name = book.sizing.designs[position].design.name
    labels, top = next((cell[0], int(cell[1:])) for cell in cells if cell[0] in "ADG" and cells[cell] == name)
    values = chr(ord(labels) + 1)
    rows = range(top + 1, top + 12)
    there = (row for row in rows if cells.get(f"{labels}{row}") and f"{values}{row}" in cells)
    found = {cells[f"{labels}{row}"]: cells[f"{values}{row}"] for row in there}
    return {"name": name, "mark": cells[f"{labels}{top + 2}"], **found}


@pytest.mark.parametrize("count", but_in_gate([1, 2, 3, 4, 6], 1, 3))
def test_each_design_has_a_card_on_one_page(count: int) -> None:
    book = built(of(count))
    for position, design in enumerate(book.sizing.designs):
        found = card(book, position)
        assert found["EUR per user"] == design["eur_per_user"]
        assert found[design["hardware_called"]] == design["to_buy"]
        assert found[design["vms_called"]] == design["vms_per_block"]
        assert found[design["limited_called"]] == design["limited_by"]
        assert found[design["next_called"]] == design["next_limit"]
    ws = book.worksheet("Report")
    assert (ws.page_setup.fitToWidth, ws.page_setup.fitToHeight, ws.page_setup.orientation) == (1, 1, "landscape")
    of_designs = {design.design.name for design in book.sizing.designs}
    names = [cell for cell, value in shown(book).items() if value in of_designs and cell[0] <= "H"]
    assert len(names) == count


def names_on_cards(book: Book) -> list[Any]:
    """The names on the first row of cards, from the left."""
    return [shown(book)[cell] for cell in ("A9", "D9", "G9")]


def test_the_cheapest_comes_first_and_what_has_an_error_last() -> None:
    """Between them stands what lacks a price, and then what misses a target."""
    turned = replace(customer(), designs=customer().designs[::-1])
    assert names_on_cards(built(turned)) == ["NVMe cluster", "All-flash array", "Hybrid array"]
    assert names_on_cards(built(of(3))) == ["SSD", "HDD", "Hybrid, two SSDs"]
    assert names_on_cards(built(one_with_an_error())) == ["HDD", "Hybrid, two SSDs", "SSD"]
    unpriced = tuple(
        replace(price, amount=None) if price.part == "flash array" else price for price in customer().prices
    )
    book = built(replace(customer(), prices=unpriced))
    assert names_on_cards(book) == ["NVMe cluster", "Hybrid array", "HDD array"]


def test_designs_of_different_users_stand_in_their_order() -> None:
    """They are not ranked, since they are not to be compared."""
    first, *others = etri().designs
    book = built(replace(etri(), designs=(first, *others)[:3], bill=()))
    assert names_on_cards(book) == [design.design.name for design in book.sizing.designs]


def test_the_target_of_a_design_stands_on_its_card() -> None:
    """The share of the I/Os that is asked for beside the one that is in time, or the limit of the mean."""
    book = built(etri())
    assert [card(book, position)["response target"] for position in (0, 3, 4)] == [
        "none; usual limit 20 ms", "80 % within 50 ms; 80.4 % are", "80 % within 50 ms; 80.27 % are",
    ]  # fmt: skip
    by_mean, *others = etri().designs
    by_mean = replace(by_mean, response_limit_ms=333.25)
    assert card(built(replace(etri(), designs=(by_mean, *others))), 0)["response target"] == "mean within 333.3 ms"
    asked = replace(fujitsu().designs[1], response_limit_ms=20, response_share=0.995)
    not_modelled = built(replace(of(1), designs=(asked,), bill=()))
    assert card(not_modelled, 0)["response target"] == "99.5 % within 20 ms; not judged"


def test_the_answer_is_the_first_sentence() -> None:
    book = built(fujitsu())
    assert book.workbook.sheetnames[:7] == ["Start", "Users", "Designs", "Prices", "Bill", "Report", "Comparison"]
    assert shown(book)["A5"] == book.sizing.designs[0]["recommendation"]
    assert shown(book)["A6"].startswith("It takes 4 servers, 16 drives.")
    assert card(book, 1)["mark"].startswith("! cheapest, ")
    assert card(book, 0)["mark"].startswith("! ")


def test_a_cheapest_design_that_nothing_speaks_against_has_a_tick() -> None:
    """Fujitsu's servers have none in reserve: with one more of each they have."""
    scenario = fujitsu()
    spared = replace(scenario, designs=tuple(replace(design, spare_blocks=1) for design in scenario.designs))
    assert card(built(spared), 1)["mark"].startswith("✓ cheapest, ")


def test_a_design_with_an_error_shows_the_error_and_no_number() -> None:
    book = built(one_with_an_error())
    found = card(book, 1)
    assert found.pop("mark") == f"✕ {TOO_FEW}"
    assert found.pop("name") == "SSD"
    assert set(found.values()) == {DASH}
    assert shown(book)["H3"].startswith("not final: ")
    assert shown(built(fujitsu()))["H3"] == ""


def test_why_no_design_is_recommended_stands_below() -> None:
    book = built(one_with_an_error())
    assert shown(book)["A6"] == (f"HDD: drives are saturated; SSD: {TOO_FEW}; Hybrid, two SSDs: drives are saturated")


def test_a_curve_has_the_colour_of_its_card() -> None:
    book = built(etri())
    *_, curves = book.worksheet("Report")._charts  # type: ignore[attr-defined]
    lines = [series for series in curves.series if not series.marker.symbol or series.marker.symbol == "none"]
    solid = [series for series in lines if series.graphicalProperties.line.prstDash == "solid"]
    assert [series.graphicalProperties.line.solidFill.srgbClr for series in solid] == list(DESIGN_COLORS[:5])
    rules = book.worksheet("Report").conditional_formatting
    fills = {rule.dxf.fill.bgColor.rgb[-6:] for cells in rules for rule in cells.rules if rule.dxf.fill}
    assert fills == set(DESIGN_COLORS[:5])  # without a price there are no bars, and so no legend of them


def test_the_bars_add_up_to_the_eur_of_the_cards() -> None:
    book = built(fujitsu())
    for design in book.sizing.designs:
        bars = [design[f"chart_{part}_eur_per_user"] for part in ("blocks", "drives", "users", "once")]
        assert sum(bars) == pytest.approx(design["eur_per_user"])
    voided = built(one_with_an_error()).sizing.designs[1]
    assert not any(voided[f"chart_{part}_eur_per_user"] for part in ("blocks", "drives", "users", "once"))


@pytest.mark.everything
def test_the_legend_names_what_has_a_bar(office: Office, tmp_path: Path) -> None:
    """Fujitsu's bill has servers and drives; a part per user has its name as soon as it is billed.

    So has what one design pays once, though another gets more back.
    """
    scenario = fujitsu()
    licence = replace(scenario.bill[0], per="user")
    once = replace(scenario.bill[0], per="once")
    credit = replace(once, design="SSD", quantity=-5, note="old servers taken back")
    names = {"per server, array", "drives", "per user, VM", "once"}
    for more, absent in (
        ((), {"per user, VM", "once"}),
        ((licence,), {"once"}),
        ((once, credit), {"per user, VM"}),
    ):
        bill = (*scenario.bill, *more)
        book = built(replace(scenario, bill=bill))
        costs, _ = book.worksheet("Report")._charts  # type: ignore[attr-defined]
        assert ({series.tx.v for series in costs.series}, costs.legend) == (names, None)
        assert names - set(shown(book).values()) == absent
        if more:  # LibreOffice says each of the two names once, and leaves it out once
            path = tmp_path / "book.xlsx"
            path.write_bytes(file_of(book))
            assert names - set(office.load(path)["Report"].values()) == absent


def test_without_prices_the_page_says_so() -> None:
    """In the place of a chart without a bar; where the file was made so, also when prices have come since."""
    for book in (built(today()), build_book(size(of(3)), made=Made(left_out=frozenset({BARS})))):
        ws = book.worksheet("Report")
        assert NO_BARS in {cell.value for cell in ws._cells.values()}
        assert len(ws._charts) == 1  # type: ignore[attr-defined]


def test_what_a_heavier_load_costs_is_that_of_sensitivity() -> None:
    scenario = of(3)
    book = built(replace(scenario, sensitivity=Sensitivity("HDD")))
    (said,) = [str(value) for value in shown(book).values() if "more steady IOPS" in str(value)]
    heavier = book.varied.ends["steady_iops_scale", HIGH]["known_eur_per_user"]
    base = book.sizing.designs[0]["known_eur_per_user"]
    assert round(heavier) > round(base)
    assert f"With 20 % more steady IOPS a user of HDD costs {heavier:.0f} EUR to buy, and not {base:.0f}." in said
    assert not [value for value in shown(built(today())).values() if "more steady IOPS" in str(value)]


def test_what_a_heavier_load_costs_is_over_the_years_where_designs_are_compared_so() -> None:
    """Hosts paid for every year: more vCPU takes more of them, for five years."""
    scenario = customer()
    leased = tuple(replace(row, recurs="per year") if row.per in ("block", "host") else row for row in scenario.bill)
    book = built(replace(scenario, bill=leased))
    (said,) = [str(value) for value in shown(book).values() if "more steady IOPS" in str(value)]
    base, heavier = book.varied.base, book.varied.ends["vcpus_scale", HIGH]
    eur, more = (spelled(round_nearest(each["known_total_eur"] / each["users_whole"])) for each in (base, heavier))
    assert f" costs {eur} EUR over 5 years, as now; hosts decided by: cores (10 hosts and 1 in reserve)." in said
    assert f"20 % more vCPU per VM: {more} EUR." in said
    first = card(book, 0)
    assert first["in all, 5 years, EUR net"] == book.sizing.designs[0]["total_eur"]
    assert "hardware" in first
    assert card(built(scenario), 0)["in all, EUR net"] == size(scenario).designs[0]["users_eur"]


def test_a_design_is_priced_over_the_years_where_another_alone_is_leased(office: Office, tmp_path: Path) -> None:
    """The one that is recommended is bought: what it costs with a heavier load is over the years all the same."""
    scenario = customer()
    first = scenario.designs[0].name
    leased = tuple(replace(row, recurs="per year") if row.design == first else row for row in scenario.bill)
    book = built(replace(scenario, bill=leased))
    (said,) = [str(value) for value in shown(book).values() if "more steady IOPS" in str(value)]
    assert "a user of All-flash array costs 1\N{NO-BREAK SPACE}163 EUR over 5 years" in said
    path = tmp_path / "leased.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    assert (errors(values), mismatches(book, values)) == ([], [])


@pytest.mark.everything
def test_a_design_that_is_cheaper_over_the_years_is_named_alike_in_both_engines(office: Office, tmp_path: Path) -> None:
    scenario = customer()
    thirsty = replace(scenario.designs[0], block_watts=1500.0)
    book = built(replace(scenario, designs=(thirsty, *scenario.designs[1:])))
    assert "Over 5 years the cheapest is All-flash array" in shown(book)["A5"]
    path = tmp_path / "thirsty.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    assert (errors(values), mismatches(book, values)) == ([], [])


def test_of_drives_that_are_given_the_page_says_where_a_heavier_load_is_judged() -> None:
    (said,) = [str(value) for value in shown(built(fujitsu())).values() if "more steady IOPS" in str(value)]
    assert "Whether it then keeps its targets and limits: What if." in said
    (said,) = [str(value) for value in shown(built(customer())).values() if "more steady IOPS" in str(value)]
    assert "What if" not in said


def test_a_heavier_load_that_costs_the_same_is_said_to_cost_as_now() -> None:
    scenario = of(3)
    plenty = replace(scenario.designs[0], name="plenty", measured_vms=None, given_vms=10)
    bill = tuple(replace(row, design="plenty") for row in scenario.bill_of(scenario.designs[0]))
    (said,) = [
        str(value)
        for value in shown(built(replace(scenario, designs=(plenty,), bill=bill))).values()
        if "more steady IOPS" in str(value)
    ]
    assert " EUR to buy, as now; limited by: " in said
    assert "and not" not in said.partition("more steady IOPS")[2]


def test_what_else_may_turn_out_heavier_is_said_where_it_costs_more() -> None:
    """Of a server that its cores limit, more vCPU; what costs the same is not named."""
    scenario = customer()
    book = built(scenario)
    (said,) = [str(value) for value in shown(book).values() if "more steady IOPS" in str(value)]
    base = round(book.varied.base["known_eur_per_user"])
    for driver, called in (("vcpus_scale", "vCPU"), ("ram_scale", "RAM"), ("gb_scale", "GB")):
        eur = round(book.varied.ends[driver, HIGH]["known_eur_per_user"])
        assert (f" 20 % more {called} per VM: {eur} EUR." in said) == (eur != base)
    assert "more vCPU per VM" in said


@pytest.mark.parametrize("count", [3, 6])
def test_no_formula_of_the_page_is_longer_than_can_be_read(count: int) -> None:
    book = built(of(count))
    ws = book.worksheet("Report")
    assert [cell for cell in shown(book) if len(str(ws[cell].value)) > MOST_CHARACTERS] == []
    texts = ("recommendation", "mark", "to_know", "subline", "offer")
    sizing = book.worksheet("Sizing")
    rows = [book.layout.line_rows[name][1] for name in texts]
    assert [row for row in rows if len(str(sizing[f"D{row}"].value)) > MOST_CHARACTERS] == []


def rows_to_know(book: Book) -> int:
    """The rows that have room for what one has to know."""
    ranges = book.worksheet("Report").merged_cells.ranges
    return next(int(area.size["rows"]) for area in ranges if area.coord.startswith(f"{notes_cell(book)}:"))


def test_a_german_page_has_more_room_for_what_one_has_to_know() -> None:
    """It says the same in a sixth more, and nothing of it is cut."""
    german = build_book(size(fujitsu()), made=Made(brand=Brand(language=GERMAN)))
    said = str(Spoken(german).value("Report", notes_cell(german)))
    assert len(said) > len(str(german.cached["Report"][notes_cell(german)]))
    assert len(said) <= 60 * rows_to_know(german)
    assert rows_to_know(german) > rows_to_know(shared_book(fujitsu()))


def leased() -> Scenario:
    """Fujitsu's example with the servers of one design leased."""
    scenario = fujitsu()
    return replace(
        scenario,
        bill=tuple(
            replace(row, recurs="per year") if row.design == "SSD" and row.per == "block" else row
            for row in scenario.bill
        ),
    )


def storage_beside_servers() -> Scenario:
    """An array without hosts, a server, and a cluster that its layout splits in two; one group stores nothing."""
    drives = Tier("Samsung PM893 1.92 TB", "RAID 6", 12)
    server = Design("server", "office", (drives,), bays=12, ram_gib=4096, cores=512, vcpus_per_core=4)
    hosts = replace(drives, raid="S2D three-way mirror", drives=8)
    cluster = Design(
        "cluster",
        "office",
        (hosts,),
        block_kind="cluster",
        ram_gib=64,
        cores=64,
        vcpus_per_core=4,
        bays=24,
        max_hosts=20,
    )
    bare = replace(server, name="storage", block_kind="array", ram_gib=None, cores=None, vcpus_per_core=None)
    designs = (bare, server, cluster)
    known = UserGroup("users", "office", 900, steady_iops=10, steady_read_share=0.5, ram_gib=2, vcpus=1, delta_gb=5)
    example = today()
    date, part = example.settings.as_of, example.drive("Samsung PM893 1.92 TB").part
    return replace(
        example, designs=designs, groups=(known, replace(known, name="others", vms=100, delta_gb=0)),
        settings=replace(example.settings, price_list="list"),
        prices=tuple(Price("list", name, None, 300.0, 0.0, "EUR", date, "offer") for name in (part, "block")),
        bill=tuple(
            BillRow(design.name, name, 1, per)
            for design in designs for name, per in ((part, "drive 1"), ("block", "block"))
        ),
        sensitivity=Sensitivity(),
    )  # fmt: skip


def test_no_verdict_is_green_where_bad_news_follows() -> None:
    storage, server, cluster = (card(built(storage_beside_servers()), position)["mark"] for position in range(3))
    assert storage == "! its servers are left out"
    assert server.startswith("! cheapest, ")
    for mark in (server, cluster):
        assert (mark[0], mark.rpartition(", but: ")[2]) == ("!", "too few hosts while one is lost")


@pytest.mark.everything(DRAWN)
@pytest.mark.parametrize(
    "make",
    but_in_gate(
        [of_six, one_with_an_error, leased, storage_beside_servers, one_without_a_price],
        one_without_a_price,
    ),
)
def test_both_engines_say_the_same(make: Any, tmp_path: Path, office: Office) -> None:
    """In the gate random scenarios have errors and arrays, and the customer's lease decides above."""
    book = built(make())
    path = tmp_path / "report.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)
    assert errors(values) == []
    assert mismatches(book, values) == []


@pytest.mark.everything
def test_a_name_that_is_cleared_takes_its_card_away(tmp_path: Path, office: Office) -> None:
    book = build_book(size(of(3)))
    row = book.layout.design_rows["name"]
    book.worksheet("Designs")[f"F{row}"].value = None
    path = tmp_path / "cleared.xlsx"
    path.write_bytes(file_of(book))
    values = office.load(path)["Report"]
    cards = {cell: value for cell, value in values.items() if cell[0] in "GH" and 8 <= int(cell[1:]) <= 18}
    assert set(cards.values()) == {""}


def test_what_lacks_a_price_shows_its_lower_bound_in_small_type_and_no_number() -> None:
    """72 300 EUR of the document's prices for 250 users are 289.20."""
    book = built(one_without_a_price())
    place = next(at for at, each in enumerate(one_without_a_price().designs) if each.name == "SSD, double capacity")
    lacking, recommended = card(book, place), card(book, 1)
    assert lacking["EUR per user ≥ 289"] == lacking["in all, EUR net"] == NO_PRICE
    assert recommended["EUR per user"] == pytest.approx(216.88)
    cells, ws = shown(book), book.worksheet("Report")
    label = next(cell for cell, value in cells.items() if value == "EUR per user ≥ 289")
    number = f"{chr(ord(label[0]) + 1)}{label[1:]}"
    assert ws[label].font.sz < ws[number].font.sz
    assert ws[label].font.color.rgb.endswith(MUTED)
    assert "design SSD, double capacity costs more than the cheapest complete one." in " ".join(
        map(str, cells.values())
    )


def test_what_all_lack_alike_is_no_number_on_a_card_either() -> None:
    """Their bars show what is known, and say so."""
    scenario = of(2)
    ssd = replace(scenario, designs=scenario.designs[1:], bill=tuple(r for r in scenario.bill if r.design == "SSD"))
    price = replace(scenario.prices[0], part="Project", amount=None)
    lacking = replace(ssd, prices=(*scenario.prices, price), bill=(*ssd.bill, BillRow("SSD", "Project", 1.0, "once")))
    book = built(lacking)
    assert card(book, 0)["EUR per user ≥ 216"] == NO_PRICE
    assert "Known of what is bought for a user, EUR" in shown(book).values()


def test_on_sizing_a_sum_that_lacks_a_part_is_grey_and_signed_in_the_column_of_its_design() -> None:
    """No sum of known prices, watts or rack units is left out."""
    book = built(one_without_a_price())
    looks: dict[int, list[str]] = {}
    for area in book.worksheet("Sizing").conditional_formatting:
        for rule in area.rules:
            if rule.dxf is not None and rule.dxf.numFmt is not None and rule.dxf.font is not None:
                rows = {row for each in area.sqref.ranges for row in range(each.min_row, each.max_row + 1)}
                for row in rows:
                    looks.setdefault(row, []).append(f"{rule.formula[0]} {rule.dxf.numFmt.formatCode}")
    for name, whole in whole_where().items():
        sheet, row = book.layout.line_rows[name]
        if sheet == "Sizing":
            bound, in_part = looks[row]
            assert all(piece in bound for piece in (whole, "credits_missing", '"≥ "#,##0')), name
            assert all(piece in in_part for piece in (whole, '"in part "#,##0')), name


def test_the_purchase_alone_is_no_cost_over_the_years() -> None:
    """Without a price of energy, space or maintenance no card has a row for it: it would say nothing of any design."""
    priced = replace(fujitsu(), settings=replace(fujitsu().settings, maintenance_share=0.1))
    cards = [card(built(scenario), 0) for scenario in (fujitsu(), priced)]
    assert ["EUR per user, 5 years" in each for each in cards] == [False, True]
    assert "the purchase alone" not in shown(built(fujitsu())).values()


def test_a_card_says_cores_and_ram_of_what_runs_the_vms() -> None:
    """A row that says nothing where no design gives them."""
    told = {design: card(built(today()), at) for at, design in enumerate(("HDD", "SSD", "Hybrid"))}
    assert [found["a server has"] for found in told.values()] == 3 * ["64 cores, 1\N{NO-BREAK SPACE}024 GiB RAM"]
    assert not {"an array has", "a server has", "a host has"} & card(built(storage_beside_servers()), 0).keys()


def test_a_card_has_no_row_for_a_target_that_no_design_has() -> None:
    assert "response target" in card(built(etri()), 0)
    assert "response target" not in card(built(customer()), 0)


def test_the_recommended_design_is_the_one_with_a_heavier_load() -> None:
    """Wherever it stands, unless another one is chosen on Sensitivity."""
    turned = replace(customer(), designs=customer().designs[::-1])
    book = built(turned)
    assert book.varied.design == 3 == [design["cheapest"] for design in book.sizing.designs].index(1)
    assert any(" a user of NVMe cluster costs " in str(value) for value in shown(book).values())
    chosen = built(replace(turned, sensitivity=Sensitivity(turned.designs[0].name)))
    assert chosen.varied.design == 0


def test_with_a_lease_the_cards_show_what_is_compared() -> None:
    book = built(leased())
    hdd, ssd = (card(book, position) for position in (0, 1))
    compared, bought = "EUR per user, 5 years", "EUR per user, bought"
    assert hdd[compared] == book.sizing.designs[0]["eur_per_user"] == hdd[bought]
    assert ssd[compared] == book.sizing.designs[1]["compared_eur"] > 3 * ssd[bought] > 0
    assert "What is bought for a user, EUR" in shown(book).values()


def test_where_no_curve_can_be_drawn_the_page_says_so() -> None:
    """In their place stands why; the last line speaks of curves only where there are some."""
    made = customer()
    unknown = tuple(replace(drive, read_latency_ms=None, write_latency_ms=None) for drive in made.drives)
    flash = tuple(design for design in made.designs if design.name in ("NVMe cluster", "All-flash array"))
    bill = tuple(row for row in made.bill if row.design in {None, *(design.name for design in flash)})
    book = built(replace(made, drives=unknown, designs=flash, bill=bill))
    cells = shown(book)
    ws = book.worksheet("Report")
    (bars,) = ws._charts  # type: ignore[attr-defined]
    row = bars.anchor._from.row
    assert (ws[f"A{row}"].value is not None, ws[f"D{row + 1}"].value, ws[f"G{row}"].value) == (
        True,
        NO_CURVE,
        "To know",
    )
    assert cells[f"G{row + 1}"].startswith(BULLET)
    said = [cell.value for line in ws.iter_rows() for cell in line if isinstance(cell.value, str)]
    assert said.count(NO_CURVE) == said.count("To know") == 1
    assert not any("dashed" in words for words in said)
    with_curves = built(of(3)).worksheet("Report")
    assert len(with_curves._charts) == 2  # type: ignore[attr-defined]
    assert any("dashed" in str(cell.value) for line in with_curves.iter_rows() for cell in line)


OF_DOCUMENTS = {
    "customer": set(),
    "fujitsu": {31, 75, 305, 181, 241},
    "etri": {17, 53, 48, 0.27},
    "dell": {640, 642},
    "emc": {240, 4, 13, 83, 100},
    "sandisk": {4},
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_a_document_is_read_for_is_on_the_report_of_its_example(example: str) -> None:
    figures = main_figures(EXAMPLES[example]())
    assert {case.published for case in figures} == OF_DOCUMENTS[example]
    assert [case.id for case in figures if rounded(case.difference) != 0 and not case.reason] == []


OF_OUR_OWN = ("Not in the document", "Ours, ")


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_design_that_its_document_does_not_have_says_so_in_its_name(example: str) -> None:
    """A card shows no remark."""
    for design in EXAMPLES[example]().designs:
        is_own = (design.remark or "").startswith(OF_OUR_OWN)
        assert design.name.startswith("Ours: ") == is_own, design.name


@pytest.mark.parametrize("example", ["etri", "dell"])
def test_the_page_shows_them_beside_what_this_workbook_computes_and_says_why_they_differ(example: str) -> None:
    """What a document does not print, but follows from it, stands in brackets."""
    scenario = EXAMPLES[example]()
    book = built(scenario)
    cells, ws = shown(book), book.worksheet("Report")
    figures = main_figures(scenario)
    first = next(row for row in range(20, 60) if ws[f"A{row}"].value == "What the document says, from its own numbers")
    for row, case in enumerate(figures, start=first + 1):
        shows = tuple(cells[f"{letter}{row}"] for letter in "ADEG")
        assert shows == (case.what, case.published, case.ours, case.reason)
        assert ws[f"D{row}"].number_format.startswith('"("') == (not case.printed)
        for letter in "ADEG":
            refers = ws[f"{letter}{row}"].value.removeprefix("=Evidence!")
            of_evidence = book.cached["Evidence"].get(refers.replace("$", ""), book.worksheet("Evidence")[refers].value)
            assert cells[f"{letter}{row}"] == of_evidence
