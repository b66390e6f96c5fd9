"""Numbers, currencies and dates of any country: read right, or asked for."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal

import pytest
from babel.numbers import NumberFormatError, format_decimal, get_decimal_symbol, get_group_symbol, parse_decimal
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles.numbers import BUILTIN_FORMATS

from vdi_sizing.errors import InputError
from vdi_templates.importing.numbers import TRIED, Quantity, Style, currency_shown, known_locale, locales_of, number_in

NUMBERS = st.decimals(0, 10**9, allow_nan=False, places=3) | st.integers(0, 10**9).map(Decimal)


def style_or_question(texts: list[str]) -> Style | str:
    try:
        return Style.of(((text, "here") for text in texts), None)
    except InputError as error:
        return error.expected


@given(st.lists(NUMBERS, min_size=1, max_size=5), st.sampled_from(sorted(TRIED)))
def test_a_file_of_one_country_is_read_right_or_asked_for(numbers: list[Decimal], written_in: str) -> None:
    texts = [format_decimal(number, locale=written_in) for number in numbers]
    assert [number_in(text, written_in) for text in texts] == [float(number) for number in numbers]
    style = style_or_question(texts)
    if isinstance(style, str):
        assert "one meaning, and it may be" in style
        return
    assert [style.quantity(text) for text in texts] == [Quantity(float(number)) for number in numbers]


def by_babel(digits: str, locale: str) -> float | None:
    """The number as Babel reads it, and as people write it: some countries print 1475 and nobody minds 1.475."""
    group, decimal = get_group_symbol(locale), get_decimal_symbol(locale)
    digits = re.sub(r"\s", group, digits) if group.isspace() else digits
    if set(digits) - set(f"0123456789+-{group}{decimal}"):
        return None
    by_threes = rf"[+-]?[1-9]\d{{0,2}}(?:{re.escape(group)}\d{{3}})+(?:{re.escape(decimal)}\d+)?"
    try:
        return float(parse_decimal(digits, locale=locale, strict=re.fullmatch(by_threes, digits) is None))
    except NumberFormatError:
        return None


@given(
    st.from_regex(r"[+-]?[0-9]{1,4}([.,\u2019\u202f ][0-9]{1,4}){0,4}", fullmatch=True),
    st.sampled_from([*TRIED, "de_AT", "en_IN", "pl", "sv"]),
)
def test_each_number_is_the_one_that_babel_reads(digits: str, locale: str) -> None:
    """The locales that are tried are read without Babel, which need not be installed."""
    assert number_in(digits, locale) == by_babel(digits, locale)


@pytest.mark.parametrize("locale", TRIED)
def test_the_marks_of_the_locales_that_are_tried_are_those_of_babel(locale: str) -> None:
    assert TRIED[locale] == (get_group_symbol(locale), get_decimal_symbol(locale))


@pytest.mark.parametrize(
    ("texts", "number"),
    [
        (["1.475", "12,5"], 1475.0),
        (["1.475", "1.234.567"], 1475.0),
        (["1.475", "0.5"], 1.475),
        (["1,475", "1,475.00"], 1475.0),
        (["1 475,00", "3"], 1475.0),
        (["1'475.00", "3"], 1475.0),
        (["1\N{NO-BREAK SPACE}475", "3"], 1475.0),
    ],
)
def test_one_number_of_a_file_tells_how_the_others_are_meant(texts: list[str], number: float) -> None:
    assert Style.of([(text, "here") for text in texts], None).quantity(texts[0]) == Quantity(number)


@pytest.mark.parametrize("digits", ["1.475", "1,475", "12.000"])
def test_a_number_that_may_mean_two_things_is_asked_for(digits: str) -> None:
    with pytest.raises(
        InputError, match=r"list\.csv row 4: number is .*one meaning, and it may be .*--locale de"
    ) as error:
        locales_of({"17": "list.csv row 2", digits: "list.csv row 4"})
    assert "--locale en" in str(error.value)


def test_numbers_of_two_countries_in_one_file_are_refused_with_both_places() -> None:
    with pytest.raises(InputError, match=r"row 9: number is '1,475\.00'.*'1\.475,00' \(row 4\)"):
        locales_of({"1.475,00": "row 4", "1,475.00": "row 9"})


def test_what_is_said_is_not_guessed() -> None:
    assert Style.of([("1.475", "here")], "de").quantity("1.475") == Quantity(1475.0)
    assert Style.of([("1.475", "here")], "en").quantity("1.475") == Quantity(1.475)
    assert Style.of([("1.475", "here")], "en").quantity("1.475,00") is None


@pytest.mark.parametrize(
    ("locale", "digits", "number"),
    [("es", "1.475", 1475.0), ("pl", "1 475,5", 1475.5), ("en_IN", "1,00,000", 100000.0), ("de_AT", "1.475", 1475.0)],
)
def test_a_country_that_groups_otherwise(locale: str, digits: str, number: float) -> None:
    assert number_in(digits, locale) == number


def test_an_endless_number_is_none_at_once() -> None:
    assert Style("de", said=True).quantity("1 " * 60_000 + "x1") is None


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("1.475,00 €", Quantity(1475.0, "EUR")),
        ("EUR 1.475,00", Quantity(1475.0, "EUR")),
        ("1.475,-", Quantity(1475.0)),
        ("1.475,- €", Quantity(1475.0, "EUR")),
        ("CHF 12,50", Quantity(12.5, "CHF")),
        ("$ 96", Quantity(96.0, "USD")),
        ("80 %", Quantity(80.0, "%")),
        ("8 GB", Quantity(8.0, "GB")),
        ("-3", Quantity(-3.0)),
        ("about 20", None),
        ("20 to 30", None),
        ("(1.475,00)", None),
        (",5", None),
        ("1.475,00 € $", None),
        ("1,2,3", None),
        ("1_000", None),
    ],
)
def test_a_number_with_its_unit_or_currency(text: str, quantity: Quantity | None) -> None:
    assert Style("de", said=True).quantity(text) == quantity


@pytest.mark.parametrize(
    ("number_format", "currency"),
    [
        ("#,##0.00 [$€-407]", "EUR"),
        ('#,##0.00 "€"', "EUR"),
        ("[$CHF-807] #,##0.00", "CHF"),
        ('"$"#,##0.00', "USD"),
        (BUILTIN_FORMATS[7], ""),  # a built-in format shows the sign of the reader's country
        ("[$-407]#,##0.00", ""),
        ("General", ""),
    ],
)
def test_the_currency_that_a_cell_shows(number_format: str, currency: str) -> None:
    assert currency_shown(number_format) == currency


@pytest.mark.parametrize("text", ["2026-11-05", "5.11.2026", "05.11.26", "2026-11-05 00:00:00"])
def test_a_date_that_reads_the_same_everywhere(text: str) -> None:
    assert Style("en", said=False).date(text) == datetime.date(2026, 11, 5)


@pytest.mark.parametrize(
    ("text", "locale", "date"),
    [
        ("11/21/2026", None, datetime.date(2026, 11, 21)),
        ("05/05/2026", None, datetime.date(2026, 5, 5)),
        ("05/11/2026", None, None),
        ("05/11/2026", "en", None),
        ("05/11/2026", "en_GB", datetime.date(2026, 11, 5)),
        ("05/11/2026", "en_US", datetime.date(2026, 5, 11)),
        ("31/02/2026", "en_GB", None),
        ("soon", None, None),
    ],
)
def test_day_and_month_with_slashes_are_told_apart_or_not_at_all(
    text: str, locale: str | None, date: datetime.date | None
) -> None:
    assert Style(locale or "en", said=locale is not None).date(text) == date


@pytest.mark.parametrize("name", ["xx", "german", "", "de_DE_1_2"])
def test_a_locale_that_nobody_knows_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="--locale"):
        known_locale(name)
