"""The table of German texts: whole, without doubt, and short enough; and how a text is found in it."""

from __future__ import annotations

import csv
import re
from importlib import resources

import pytest

from vdi_sizing.inputs import NO, YES, Input, inputs_of
from vdi_sizing.model.grouped_digits import date_text
from vdi_sizing.scenario import Settings
from vdi_templates.languages import translation
from vdi_templates.languages.translation import ENGLISH, GERMAN, Translation, rows_of, texts_of
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.tables import TABLES

_PLACE = re.compile(r"\{\w*\}")
_LIST_OF_CHOICES = 255
"""Characters that Excel allows."""
ROWS = list(
    csv.DictReader(
        resources.files("vdi_templates.languages").joinpath("german.csv").read_text("utf-8").splitlines(keepends=True)
    )
)
INPUTS: list[Input] = [
    *(field for table in TABLES for field in table.columns.values()),
    *(field for section in design_sections() for field in section.inputs.values()),
    *inputs_of(Settings).values(),
]


@pytest.fixture
def german() -> Translation:
    return Translation(GERMAN)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Translation:
    """A language of a few rows."""
    rows = {
        "tier 1: ": "Ebene 1: ", "usable capacity": "nutzbare Kapazität", "error": "Fehler", "drives by {reason}":
        "Laufwerke für {reason}", "login": "Anmeldung", "a block carries no VM": "ein Block trägt keine VM",
        " (acknowledged)": " (zur Kenntnis genommen)", "price in EUR": "Preis in EUR", "user group": "Benutzergruppe",
        "{remedy} Its word: {word}": "{remedy} Ihr Wort: {word}", "Look at it.": "Sehen Sie nach.", "free": "frei",
    }  # fmt: skip
    monkeypatch.setattr(translation, "rows_of", lambda language: rows)
    return Translation(GERMAN)


def test_each_text_stands_in_the_table_once_and_in_order() -> None:
    english = [row["english"] for row in ROWS]
    assert english == sorted(set(english))
    assert all(row["german"] for row in ROWS)


def test_the_title_of_a_sheet_is_one_in_both_languages() -> None:
    """What stands behind it is cut off."""
    assert [row for row in ROWS if row["english"].endswith(" (title)") != row["german"].endswith(" (title)")] == []


def test_both_sides_have_the_same_places_and_the_same_spaces_around_them() -> None:
    for row in ROWS:
        english, german = row["english"], row["german"]
        assert sorted(_PLACE.findall(english)) == sorted(_PLACE.findall(german)), english
        for strip in (str.lstrip, str.rstrip):
            assert len(english) - len(strip(english)) == len(german) - len(strip(german)), english


def test_what_is_chosen_is_read_back_as_what_it_was(german: Translation) -> None:
    for field in INPUTS:
        choices = field.choices or ((YES, NO) if field.kind == "yes/no" else ())
        said = [german.text(choice) for choice in choices]
        assert [german.chosen(each, choices) for each in said] == list(choices), field.label
        assert not any("," in each for each in said), field.label
        assert len(",".join(said)) <= _LIST_OF_CHOICES, field.label


def test_the_columns_of_a_table_bear_different_names(german: Translation) -> None:
    for table in TABLES:
        headers = [german.text(field.label).casefold() for field in table.columns.values()]
        assert len(set(headers)) == len(headers), table.name


def test_a_text_is_found_in_its_parts(small: Translation) -> None:
    assert small.text("tier 1: usable capacity") == "Ebene 1: nutzbare Kapazität"
    assert small.text("drives by login") == "Laufwerke für Anmeldung"
    assert small.text("; a block carries no VM (acknowledged)") == "; ein Block trägt keine VM (zur Kenntnis genommen)"
    assert small.text(": a block carries no VM.") == ": ein Block trägt keine VM."
    assert small.text("Look at it. Its word: free") == "Sehen Sie nach. Ihr Wort: free"
    assert small.lacking == set()


def test_a_text_without_a_row_stays_and_is_told(small: Translation) -> None:
    assert small.text("tier 1: something else") == "tier 1: something else"
    assert small.text("drives by something") == "drives by something"
    assert small.lacking == {"tier 1: something else", "drives by something"}
    assert small.text("0..1") == "0..1"
    assert len(small.lacking) == 2


def test_a_formula_says_its_texts_and_its_columns_anew(small: Translation) -> None:
    texts = 'IF(LEFT(D5,{})="{}",COUNTIF(Users[{}],"<>0"),"an ""error""")'
    formula, said = (
        "='error'!A1&" + texts.format(*words) for words in ((5, "error", "user group"), (6, "Fehler", "Benutzergruppe"))
    )
    assert small.formula(formula) == said
    assert list(texts_of(formula)) == ["error", "<>0", 'an "error"']


def test_the_key_of_a_warning_is_the_same_in_each_language(small: Translation) -> None:
    assert small.formula('=ISNUMBER(SEARCH("free:",D5))') == '=ISNUMBER(SEARCH("free:",D5))'
    assert small.text("free") == "frei"


def test_a_currency_takes_the_place_of_the_word_eur(monkeypatch: pytest.MonkeyPatch) -> None:
    francs = Translation(ENGLISH, "CHF")
    assert francs.text("EUR per VM, in EUR") == "CHF per VM, in CHF"
    assert francs.text("EUROPE, AMATEUR") == "EUROPE, AMATEUR"
    assert francs.formula('="EUR per user"&A1') == '="CHF per user"&A1'
    assert francs.chosen("CHF per VM", ("EUR per VM", "VMs")) == "EUR per VM"
    monkeypatch.setattr(translation, "rows_of", lambda language: {"price in EUR": "Preis in EUR"})
    assert Translation(GERMAN, "CHF").text("price in EUR") == "Preis in CHF"


def test_what_was_cut_is_said_whole_and_cut_again(small: Translation) -> None:
    assert small.cut("usable capac", 12) == "nutzbare Kap"
    assert small.cut("tier 1: usable capac", 20) == "Ebene 1: nutzbare Ka"
    assert small.cut("usable cap", 12) == "usable cap"


def test_numbers_have_the_marks_of_the_language() -> None:
    assert Translation(GERMAN).number("-1,234,567.8%") == "-1.234.567,8 %"
    assert Translation().number("1,234.5%") == "1,234.5%"


def test_a_number_format_has_a_space_before_per_cent_where_the_language_has_one(small: Translation) -> None:
    assert small.number_format('+0.0%;-0.0%" free";"%"') == '+0.0 %;-0.0 %" frei";"%"'
    assert small.number_format('"free"') == '"frei"'
    assert Translation().number_format("0.0%") == "0.0%"


def test_english_needs_no_table() -> None:
    assert rows_of(ENGLISH) == {}
    assert Translation().is_as_written
    assert not Translation(GERMAN).is_as_written
    assert not Translation(ENGLISH, "CHF").is_as_written


def test_numbers_in_german_texts_are_written_as_german_writes_them() -> None:
    """47,000 would be read as 47."""
    thousands = re.compile(r"\d{1,3}(?:,\d{3})+")
    found = [(number, said) for row, said in rows_of(GERMAN).items() for number in thousands.findall(row)]
    assert len(found) > 30
    assert [said for number, said in found if number.replace(",", ".") not in said or number in said] == []


def test_a_date_is_that_of_the_language_in_cells_sentences_and_formulas() -> None:
    german, english = Translation(GERMAN), Translation(ENGLISH)
    formula = f'="as of "&{date_text("MIN(B2:B9)")}'
    in_german = '="as of "&RIGHT("0"&DAY(MIN(B2:B9)),2)&"."&RIGHT("0"&MONTH(MIN(B2:B9)),2)&"."&YEAR(MIN(B2:B9))'
    assert (german.number_format("yyyy-mm-dd"), german.text("2026-11-03")) == (r"dd\.mm\.yyyy", "03.11.2026")
    assert german.formula(formula).partition("&")[2] == in_german.partition("&")[2]
    assert (english.number_format("yyyy-mm-dd"), english.text("2026-11-03")) == ("yyyy-mm-dd", "2026-11-03")
    assert english.formula(formula) == formula


def test_a_german_text_has_the_numbers_of_the_english_one() -> None:
    """A share of 0.15 is 15 % there: the digits that count are the same."""

    def digits(text: str) -> list[str]:
        return sorted(re.sub("[.,]", "", number).strip("0") for number in re.findall(r"\d[\d.,]*", text))

    assert [row["english"] for row in ROWS if digits(row["english"]) != digits(row["german"])] == []


TERMS = {
    "response": "antwort", "drives?(?! bay)": "laufw|platte", "hosts?": "host", "prices?": "preis|kost|EUR",
    "logins?": "anmeld", "boots?": "start|boot", "tiers?": "ebene", "users?": "benutz|nutzer|arbeiter",
    "errors?": "fehler", "blank": "leer|frei|fehl", "profiles?": "profil", "VMs?": "VM", "bays?": "schub|schüb",
    "cores?": "kern", "limits?": "grenz|limit", "GB": "GB", "vCPU": "vCPU", "blocks?": "block|blöck",
    "cluster": "cluster", "days?": "tag|täg", "chart": "diagr|bild", "formula": "formel", "column": "spalte",
    "sheet": "blatt|blätt",
}  # fmt: skip
"""Words of the field, and by which of theirs German says them: who swaps two rows, or says another thing, says others.

`drive bays` are "Einschübe". A term is looked for as it is written here: Users and Drives are sheets.
"""
SAID_OTHERWISE = {
    "The colour of a design is that of its curve; dot: the fullest block, or where drives saturate; dashed: the limit. "
    "vdi-sizing {version}",
    "To use it: on Drives, give the drive as measured a row",
    "of 100 %. On Settings, name it as the drive that was",
    "Blocks that the users of each year take",
}
"""Texts without one of these words in German: halves of sentences that are parted elsewhere, and what is shorter."""
_IN_BOTH = [(re.compile(rf"\b(?:{english})\b"), re.compile(german, re.IGNORECASE)) for english, german in TERMS.items()]


def terms_missing(english: str, german: str) -> list[str]:
    return [said.pattern for term, said in _IN_BOTH if term.search(english) and not said.search(german)]


def test_a_german_text_has_the_terms_of_the_english_one() -> None:
    missing = {row["english"]: found for row in ROWS if (found := terms_missing(row["english"], row["german"]))}
    assert missing.keys() == SAID_OTHERWISE, missing


def test_most_texts_that_change_places_would_be_noticed() -> None:
    """Each row in turn with the German of the row three hundred below."""
    behind = [*ROWS[300:], *ROWS[:300]]
    noticed = sum(
        bool(terms_missing(row["english"], other["german"]) or terms_missing(other["english"], row["german"]))
        for row, other in zip(ROWS, behind, strict=True)
    )
    assert noticed / len(ROWS) > 0.75
