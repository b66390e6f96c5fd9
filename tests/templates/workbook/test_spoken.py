"""A workbook in German and in another currency: every text of ours is said, and the formulas say what is saved."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.built import file_of
from tests.edited import opened, saved
from tests.gate.office import Office
from tests.templates.clusters import clusters
from tests.templates.engines import equal, errors
from tests.templates.random_scenarios import scenario as random_scenario
from tests.tiers import but_in_gate

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import KIT_PARTS, KITS, MeasuredPoint, Scenario
from vdi_sizing.tables.price_lists import ExchangeRate
from vdi_templates.audit import moves
from vdi_templates.audit.check import audit
from vdi_templates.audit.package import ZipParts
from vdi_templates.examples import EXAMPLES, by_kits, customer, fujitsu, today
from vdi_templates.examples.today import TEXTS as OF_THE_START
from vdi_templates.importing import wording
from vdi_templates.languages.translation import GERMAN, Translation, rows_of, texts_of
from vdi_templates.reading.file import load
from vdi_templates.reading.reader import read
from vdi_templates.report.table import table
from vdi_templates.workbook import save
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.sheets import log
from vdi_templates.workbook.sheets.charts import NOTHING, note_lines
from vdi_templates.workbook.spoken import Spoken

IN_GERMAN, IN_FRANCS = Brand(language=GERMAN), Brand(language=GERMAN, currency="CHF")
MOST_OF_A_TEXT, MOST_OF_A_FORMULA = 255, 8192
"""Characters that Excel allows in a formula."""


def measured() -> Scenario:
    """With points on Calibration: without one there is no chart of them."""
    return replace(today(), measured_points=tuple(MeasuredPoint(iops, ms) for iops, ms in ((50, 8), (100, 12))))


SCENARIOS = {**EXAMPLES, "today": today, "by_kits": by_kits, "clusters": clusters, "measured": measured}


def book_of(scenario: Scenario, brand: Brand = IN_GERMAN, columns: int = MAX_DESIGNS) -> Book:
    """With free columns of designs, as the commands write it, unless they do not matter."""
    return build_book(size(scenario), made=Made(brand=brand), columns=columns)


def in_francs(scenario: Scenario) -> Scenario:
    """The same with prices in francs: as many as they are EUR."""
    prices = (replace(price, currency="CHF") if price.currency == "EUR" else price for price in scenario.prices)
    return replace(scenario, prices=tuple(prices), currency="CHF")


def written(book: Book, path: Path) -> Path:
    path.write_bytes(file_of(book))
    return path


def lacking(spoken: Spoken) -> Iterator[str]:
    """The cells with a text of ours that has no row in the table, each with the text."""
    without = spoken.translation.lacking
    for ws in spoken.book.workbook.worksheets:
        cells: Mapping[Any, Any] = ws._cells
        for cell in cells.values():
            value = cell._value
            said = spoken.content(ws, cell)
            texts = list(texts_of(value)) if cell.data_type == "f" else [value] if isinstance(said, str) else []
            yield from (f"{ws.title}!{cell.coordinate}: {text}" for text in texts if text in without)


NEEDED = ("customer", "sandisk", "clusters", "measured")
"""Examples that need each row of the table which any of them needs."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(NEEDED, id="few"), pytest.param(SCENARIOS, id="all", marks=pytest.mark.everything)],
)
def spoken(request: pytest.FixtureRequest) -> dict[str, Spoken]:
    """Examples, each as it is said by one and the same table."""
    german = Translation(GERMAN)
    return {name: Spoken(book_of(SCENARIOS[name]()), german) for name in request.param}


def test_every_text_of_ours_has_a_row(spoken: dict[str, Spoken], monkeypatch: pytest.MonkeyPatch) -> None:
    """In cells and formulas, in what one may enter, in charts, footers and formats; and what stands in a terminal."""
    for name, each in spoken.items():
        assert list(lacking(each)) == [], name
        monkeypatch.setattr(save, "spoken_of", lambda book, said=each: said)
        file_of(each.book)
        table(each.book.sizing, spoken=each)
        assert each.undone == [], name
    german = spoken["customer"].translation
    for title, why in NOTHING.items():
        assert all(map(german.text, note_lines(title, why)))
    german.text("and 7 more, which vdi-sizing diff lists")
    german.text("no other design, as drawn")  # of one design
    german.text("renamed: design, with all else as it was")
    german.text("the baseline could not be read: some words")
    names = {
        *(kit.name for kit in KITS),
        *(row.part for row in KIT_PARTS if row.part and row.part != row.kit),
        "switches",
    }
    entered = (*wording.TEXTS, *OF_THE_START, *log.TEXTS, *moves.TEXTS, *names)
    assert [text for text in entered if german.text(text) == text] == []
    assert german.lacking == set()
    assert rows_of(GERMAN).keys() - german.used == set(), "rows that nobody needs"


def test_the_fixed_words_of_the_data_tables_are_said_in_german_and_read_back(tmp_path: Path) -> None:
    """In a German workbook; a word of somebody's own stays, and so does one in English of an earlier version."""
    old, *others = today().kits
    kits = replace(old, note="unser Standard"), *others
    said = [(kit.generation, kit.how_sure, kit.note) for kit in kits]
    path = written(book_of(replace(today(), kits=kits)), tmp_path / "german.xlsx")
    book = opened(path)
    row = {cell.value for cell in book["Kits"][7]}
    assert {"heute (2016-2026)", "Beispiel"} <= row
    assert str(book["Kits"]["AP7"].value).startswith("Einschübe und RAM sind die der Quellen.")
    assert book["Kits"]["AP6"].value == "unser Standard"
    assert book["Growth"]["A60"].value == "Benutzer"
    assert [(kit.generation, kit.how_sure, kit.note) for kit in read(path).kits] == said
    assert "Der Leseanteil ist nicht abgedruckt." in {cell.value for cell in book["Profiles"][6]}
    back, before = read(path), today()
    for name in ("profiles", "drives", "raid_levels", "deliveries", "metrics", "gpu_cards", "processors"):
        assert [each.note for each in getattr(back, name)] == [each.note for each in getattr(before, name)]
    book["Kits"]["AO7"] = "example"
    saved(book, path)
    assert [(kit.generation, kit.how_sure, kit.note) for kit in read(path).kits] == said


def test_a_text_without_a_row_is_named_with_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {text: said for text, said in rows_of(GERMAN).items() if text not in ("user group", "no price")}
    monkeypatch.setattr("vdi_templates.languages.translation.rows_of", lambda language: rows)
    found = set(lacking(Spoken(book_of(today()), Translation(GERMAN))))
    assert "Users!A5: user group" in found
    assert {each.partition(": ")[2].partition(":")[0] for each in found} == {"user group", "no price"}
    assert "Cost" in {each.partition("!")[0] for each in found}


@pytest.mark.parametrize(
    ("scenario", "brand"),
    [
        pytest.param(customer, IN_GERMAN, marks=pytest.mark.everything),
        pytest.param(fujitsu, IN_GERMAN, marks=pytest.mark.everything),
        (lambda: in_francs(customer()), IN_FRANCS),
    ],
    ids=["customer", "fujitsu", "in francs"],
)
def test_every_formula_says_what_is_saved(
    scenario: Callable[[], Scenario], brand: Brand, tmp_path: Path, office: Office
) -> None:
    book = book_of(scenario(), brand)
    values = office.load(written(book, tmp_path / "spoken.xlsx"))
    assert errors(values) == []
    said = Spoken(book)
    others = [
        (f"{sheet}!{cell}", said.value(sheet, cell), values[sheet].get(cell))
        for sheet, cells in book.cached.items()
        for cell in cells
        if not equal(said.value(sheet, cell), values[sheet].get(cell))
    ]
    assert others == []
    assert said.undone == []


@pytest.mark.parametrize("seed", but_in_gate(range(3), 0))
def test_every_value_of_a_random_scenario_is_said_as_its_formula_says_it(seed: int) -> None:
    said = Spoken(book_of(random_scenario(Random(seed))), Translation(GERMAN))
    for ws in said.book.workbook.worksheets:
        said.values(ws.title)
    assert said.undone == []
    assert said.translation.lacking == set()


def test_formulas_stay_as_short_as_excel_wants_them(spoken: dict[str, Spoken]) -> None:
    for each in spoken.values():
        for ws in each.book.workbook.worksheets:
            for cell in ws._cells.values():
                if cell.data_type == "f":
                    formula = each.content(ws, cell)
                    assert len(formula) <= MOST_OF_A_FORMULA
                    assert all(len(text) <= MOST_OF_A_TEXT for text in texts_of(formula)), (
                        f"{ws.title}!{cell.coordinate}"
                    )


def test_what_a_format_searches_for_is_in_the_text_that_it_searches(spoken: dict[str, Spoken]) -> None:
    german = spoken["customer"].translation.text
    for word, whole in (("ERRORS", "Checks: ERRORS"), ("warnings", "Checks: passed, with warnings")):
        assert german(word) in german(whole)
    assert german("all passed") in german("Checks: all passed")
    dated = ("as-of date", "date", "source date")
    assert all(german("date").casefold() in german(label).casefold() for label in dated)


@pytest.mark.parametrize("name", but_in_gate(["customer", "fujitsu"], "customer"))
def test_a_german_file_holds_what_the_english_one_holds(name: str, tmp_path: Path) -> None:
    scenario = EXAMPLES[name]()
    german = written(book_of(scenario), tmp_path / "german.xlsx")
    assert read(german) == read(written(book_of(scenario, Brand()), tmp_path / "english.xlsx"))
    assert [finding.found for finding in audit(german).findings] == ["language de"]


@pytest.mark.everything
def test_tampering_with_a_german_file_is_found(tmp_path: Path) -> None:
    path = written(book_of(today(), columns=0), tmp_path / "german.xlsx")
    parts = dict(ZipParts(path))
    changed = {name: part.replace(b"Die Antwort", b"Die Ausrede") for name, part in parts.items()}
    path.write_bytes(save.packed(changed))
    assert any("Die Ausrede" in finding.found for finding in audit(path).differences)


def test_a_text_of_people_stays_though_it_is_a_label_of_ours(tmp_path: Path) -> None:
    made = today()
    first, *others = made.designs
    group = replace(made.groups[0], name="user group", source="price list")
    named = replace(made, designs=(replace(first, name="usable capacity"), *others), groups=(group, *made.groups[1:]))
    named = replace(
        named,
        bill=tuple(replace(row, design="usable capacity") if row.design == first.name else row for row in made.bill),
    )
    path = written(book_of(named, columns=0), tmp_path / "named.xlsx")
    found = load_workbook(path, data_only=True)
    assert found["Designs"]["D7"].value == found["Comparison"]["D5"].value == "usable capacity"
    assert found["Users"]["A6"].value == found["Groups"]["B6"].value == "user group"
    assert found["Users"]["A5"].value == "Benutzergruppe"
    assert read(path) == read(written(book_of(named, Brand(), columns=0), tmp_path / "english.xlsx"))


def test_the_currency_stands_wherever_eur_stood_but_in_what_was_published() -> None:
    content = file_of(book_of(in_francs(customer()), Brand(currency="CHF")))
    found = load_workbook(io.BytesIO(content), data_only=True)
    said = {
        name: [str(cell.value) for row in found[name].iter_rows() for cell in row if cell.value is not None]
        for name in ("Report", "Comparison", "Sensitivity", "Settings", "Evidence")
    }
    for name in ("Report", "Comparison", "Sensitivity", "Settings"):
        assert not any(re.search(r"\bEUR\b", text) for text in said[name]), name
        assert any(re.search(r"\bCHF\b", text) for text in said[name]), name
    assert any(re.search(r"\bEUR\b", text) for text in said["Evidence"])
    assert not any("CHF" in text for text in said["Evidence"])
    charts = [part.decode() for name, part in ZipParts(io.BytesIO(content)).items() if name.startswith("xl/charts/")]
    assert any("CHF" in chart for chart in charts)
    assert not any(re.search(r"\bEUR\b", chart) for chart in charts)


def test_a_price_in_another_currency_is_worked_out_and_not_relabelled(tmp_path: Path) -> None:
    """EUR are foreign in a workbook of francs: they need a rate, and what has none is in francs."""
    made = in_francs(customer())
    first, *others = made.prices
    rates = (ExchangeRate("EUR", 0.9, "bank"),)
    scenario = replace(made, prices=(replace(first, currency="EUR"), *others), rates=rates)
    path = written(book_of(scenario, Brand(currency="CHF"), columns=0), tmp_path / "francs.xlsx")
    back = read(path)
    assert [price.currency for price in back.prices] == [price.currency for price in scenario.prices]
    assert size(back).designs[0]["users_eur"] == size(scenario).designs[0]["users_eur"]
    sheet = load(path, values=False, only=("Prices",))["Prices"]
    assert [sheet["F6"].value, sheet["F7"].value] == ["EUR", "CHF"]
    assert [finding.found for finding in audit(path).findings] == ["currency CHF"]
    share = size(scenario).designs[0]["users_eur"] / size(made).designs[0]["users_eur"]
    assert 0.9 < share < 1


def test_notes_are_said_to_be_shortened_by_their_length_in_the_language_of_the_file() -> None:
    """Room for as many characters as the English notes take: the German ones are longer."""
    sizing, said = size(random_scenario(Random(102))), {}
    rows = len(str(sizing.designs[0]["to_know"])) // 60 + 1
    for language in ("en", GERMAN):
        book = build_book(sizing, made=Made(brand=Brand(language=language), note_rows=rows))
        ((sheet, cell), (notes, most, _)), spoken = next(iter(book.by_length.items())), Spoken(book)
        said[language] = spoken.value(sheet, cell)
        assert (said[language] != "") == (len(str(spoken.value(sheet, notes))) > most)
    assert said["en"] == ""
    assert said[GERMAN] != ""


def test_a_note_that_is_longer_in_german_has_room_in_its_row() -> None:
    book = book_of(customer())
    row = book.layout.design_rows["gpu_card"]
    assert Spoken(book).higher(book.worksheet("Designs"))[row] > 25
