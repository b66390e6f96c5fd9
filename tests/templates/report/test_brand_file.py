"""A brand file: what it may say, and what is refused with file, key, value and what was expected."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.templates.branded import TEXT, brand, brand_file, picture

from vdi_sizing.errors import InputError
from vdi_templates.report.brand_file import beside, read_author, read_brand
from vdi_templates.workbook.brand import Brand, is_color


def test_a_brand_file_says_what_it_says(tmp_path: Path) -> None:
    path = brand_file(tmp_path)
    assert beside(tmp_path / "customer.xlsx") == path
    assert read_brand(path) == brand()


def test_a_file_without_a_word_is_a_brand_without_a_mark(tmp_path: Path) -> None:
    assert read_brand(brand_file(tmp_path, "# nothing yet\n")) == Brand()


def test_a_brand_may_say_a_language_and_a_currency(tmp_path: Path) -> None:
    assert read_brand(brand_file(tmp_path, 'language = "de"\ncurrency = "CHF"')) == Brand(language="de", currency="CHF")
    assert read_brand(brand_file(tmp_path, 'language = "en"\ncurrency = "EUR"')).translation.is_as_written


def test_an_author_is_said_and_is_no_part_of_the_look(tmp_path: Path) -> None:
    path = brand_file(tmp_path, 'author = "A. Author"')
    assert (read_brand(path), read_author(path)) == (Brand(), "A. Author")
    assert read_author(brand_file(tmp_path, "# nothing yet\n")) is None
    with pytest.raises(InputError, match="author is 17; expected one line of text in quotes, of 60 characters"):
        read_brand(brand_file(tmp_path, "author = 17"))


def test_there_may_be_none(tmp_path: Path) -> None:
    assert beside(tmp_path / "customer.xlsx") is None


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "company =",
            "firm =",
            "key is 'firm'; expected one of company, author, footer, logo, language, currency, template, colours",
        ),
        (
            "footer =",
            "colors =",
            "key is 'colors'; expected one of company, author, footer, logo, language, currency, template, colours",
        ),
        ("footer =", "currency =", 'expected the code of a currency by ISO 4217 in quotes, such as "CHF"'),
        ("footer =", 'currency = "chf"\n#', "currency is 'chf'; expected the code of a currency"),
        ("footer =", 'currency = "XYZ"\n#', "currency is 'XYZ'; expected the code of a currency"),
        ("footer =", "currency = 756\n#", "currency is 756; expected the code of a currency"),
        ("footer =", 'language = "fr"\n#', "language is 'fr'; expected one of en, de, in quotes"),
        ("footer =", "language = true\n#", "language is True; expected one of en, de, in quotes"),
        ("main =", "warning =", "key is 'colours.warning'; expected one of colours.main, colours.accent"),
        ('"confidential, R&D"', "17", "footer is 17; expected one line of text in quotes, of 90 characters at most"),
        ('"confidential, R&D"', f'"{"x" * 91}"', "expected one line of text in quotes, of 90 characters at most"),
        ('"confidential, R&D"', r'"two\nlines"', "expected one line of text in quotes"),
        ('"confidential, R&D"', '""', "footer is ''; expected one line of text in quotes"),
        ("Müller & Daughters AG", "x" * 61, "expected one line of text in quotes, of 60 characters at most"),
        ("#0A5C3C", "green", "colours.main is 'green'; expected six hexadecimal digits in quotes, such as \"#1F3864\""),
        ('"#0A5C3C"', "255", "colours.main is 255; expected six hexadecimal digits in quotes"),
        ("#a03e6b", "#FFD700", "colours.accent is '#FFD700'; expected a darker colour: its contrast with white is 1.4"),
        (
            "[colours]",
            "[other]",
            "key is 'other'; expected one of company, author, footer, logo, language, currency, template, colours",
        ),
        ('logo = "logo.png"', 'logo = "none.png"', "none.png'; expected a file that can be opened"),
        ('logo = "logo.png"', 'logo = "brand.toml"', "logo is 'brand.toml'; expected a PNG or JPEG picture"),
        ('logo = "logo.png"', "logo = true", "logo is True; expected the name of a PNG or JPEG file in quotes"),
        ('logo = "logo.png"', "logo =", "expected a file in the format TOML, in UTF-8"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_key(before: str, after: str, message: str, tmp_path: Path) -> None:
    assert before in TEXT
    path = brand_file(tmp_path, TEXT.replace(before, after))
    with pytest.raises(InputError, match=f"^{re.escape(str(path))}: .*{re.escape(message)}"):
        read_brand(path)


def test_colours_that_are_no_table_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"colours is '#0A5C3C'; expected a table \[colours\] with main and accent"):
        read_brand(brand_file(tmp_path, 'colours = "#0A5C3C"'))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (picture(4001, 10), "at most 4,000 x 4,000 pixels, this picture has 4001 x 10"),
        (picture() + b"\0" * 1_000_000, "a file of at most 1,000,000 bytes"),
        (picture()[:60], "a PNG or JPEG picture that is whole"),
        (picture(kind="GIF"), "a PNG or JPEG picture that is whole"),
        (b"", "a PNG or JPEG picture that is whole"),
    ],
)
def test_a_logo_is_a_picture_within_bounds(content: bytes, message: str, tmp_path: Path) -> None:
    path = brand_file(tmp_path)
    (tmp_path / "logo.png").write_bytes(content)
    with pytest.raises(InputError, match=f"logo is .*{re.escape(message)}"):
        read_brand(path)


def test_a_logo_may_be_a_jpeg_whatever_it_is_called(tmp_path: Path) -> None:
    path = brand_file(tmp_path)
    (tmp_path / "logo.png").write_bytes(picture(kind="JPEG"))
    found = read_brand(path).logo
    assert found is not None
    assert (found.kind, found.width, found.height) == ("jpeg", 60, 20)


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "brand.toml"
    os.mkfifo(path)
    with pytest.raises(InputError, match="expected a file, not a folder, a pipe or a device"):
        read_brand(path)


def test_white_can_be_read_on_each_colour_that_is_taken() -> None:
    assert is_color("767676")  # the lightest grey of contrast 4.5
    assert not is_color("777777")
    assert not is_color("0a5c3c")  # a file declares capital letters


def test_a_number_of_thousands_of_digits_is_refused_with_its_line(tmp_path: Path) -> None:
    path = brand_file(tmp_path, f"# one\nfooter = {'1' * 5_000}")
    expected = f"{path} line 2: brand is '5,009 bytes'; expected a line of at most 1,000 bytes"
    with pytest.raises(InputError, match=re.escape(expected)):
        read_brand(path)


@pytest.mark.parametrize("said", ["footer = 2026-02-30", "footer = 25:61:61", "a=" + "[\n" * 9_000])
def test_what_is_no_toml_is_refused(said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file in the format TOML"):
        read_brand(brand_file(tmp_path, said))


def test_a_logo_with_a_null_in_its_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a file that can be opened"):
        read_brand(brand_file(tmp_path, r'logo = "a\u0000.png"'))
