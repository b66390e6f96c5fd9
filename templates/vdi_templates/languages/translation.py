"""What the house writes, in another language and in another currency: whole texts, and formulas with their texts.

The table `german.csv` has a row per text: English, German. A row may have places for what differs, in braces, by the
same names on both sides: "drives by {reason}". What stands in a place is looked up in its turn, but for numbers, and
for what stands in {word}, which stays as it is, and for the numbers in {decimal}, which are written as the language
writes them. What is put together of a title and a label, or of a sentence and the
marks around it, is looked up in its parts.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib import resources

from vdi_sizing.inputs import same_name
from vdi_sizing.model.grouped_digits import date_text
from vdi_sizing.scenario import DECIMAL_COMMA, DECIMAL_POINT
from vdi_sizing.tables.price_lists import CURRENCY

ENGLISH, GERMAN = "en", "de"
LANGUAGES = (ENGLISH, GERMAN)
"""By their codes of ISO 639."""
_TABLES = {GERMAN: "german.csv"}
_FORMER = {
    ENGLISH: {"prices of all but drives": "other prices"},
    GERMAN: {
        "maintained": "gewartet", "paid": "Zahlung", "rises": "steigt", "prices of all but drives": "andere Preise",
        "I/Os of a boot": "I/Os eines Boots", "boots in a minute, at most": "Boots je Minute, höchstens",
        "boots at a time, at most": "gleichzeitige Boots, höchstens",
    },
}  # fmt: skip
"""What headers and labels were called in workbooks of earlier versions."""
_OTHER_MARKS = str.maketrans(",.", ".,")
_CODE = re.compile(rf"\b{CURRENCY}\b")
_PLACE = re.compile(r"\{(\w*)\}")
_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
_MARKS = " \n;:,.·|()=<>–-+/&%*✓✕!?"
_AS_IT_IS = "word"
"""What the names of places begin with whose text stays."""
_NUMBER_IN = "decimal"
"""What those begin with that hold a number."""
_FORMATS = {GERMAN: {"yyyy-mm-dd": r"dd\.mm\.yyyy"}}
"""Number formats that a language has otherwise: those of dates."""
DATE = re.escape(date_text("@")).replace("@", r"(?P<of>[^\"]+?)", 1).replace("@", "(?P=of)")
"""A date within a formula of ours: year, month and day of the same cell."""
_DATE = re.compile(DATE)
_DATE_TEXTS = {GERMAN: 'RIGHT("0"&DAY(@),2)&"."&RIGHT("0"&MONTH(@),2)&"."&YEAR(@)'}
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_DATES = {GERMAN: r"\3.\2.\1"}
_BETWEEN = (": ", "; ", ", ")
_PER_CENT = re.compile(r"(?<=[0-9#?])%")
_KEY = re.compile(r"[a-z_]+:")
"""By which a design's own text acknowledges a warning: the same in each language."""
_PIECE = re.compile(r"""(?P<text>"(?:[^"]|"")*")|'(?:[^']|'')*'!|\[(?P<column>[^\[\]#"]+)\]""")
_BEGINS = re.compile(r'(LEFT\([^(),"]+,)(\d+)(\)=)("(?:[^"]|"")*")')
_ESCAPED_IN_COLUMN = re.compile(r"(['\[\]#@])")


@lru_cache(maxsize=2)
def rows_of(language: str) -> Mapping[str, str]:
    """The table of a language: English texts, and how it says them; English needs none."""
    if language not in _TABLES:
        return {}
    text = resources.files(__package__).joinpath(_TABLES[language]).read_text(encoding="utf-8")
    return {row["english"]: row["german"] for row in csv.DictReader(text.splitlines(keepends=True))}


class _Template:
    """A row with places for what differs."""

    def __init__(self, english: str, german: str) -> None:
        pieces = _PLACE.split(english)
        names = [name or f"_{at}" for at, name in enumerate(pieces[1::2])]
        pattern = re.escape(pieces[0])
        for name, literal in zip(names, pieces[2::2], strict=True):
            pattern += f"(?P<{name}>.*?){re.escape(literal)}"
        unnamed = iter(names)
        self.begins, self.ends = pieces[0], pieces[-1]
        self.row, self.letters = english, sum(map(len, pieces[::2]))
        self.english = re.compile(pattern, re.DOTALL)
        self.german = _PLACE.sub(lambda found: f"{{{found[1] or next(unnamed)}}}", german)


class Translation:
    """Texts of the house in a language, with the code of a currency in the place of EUR."""

    def __init__(self, language: str = ENGLISH, currency: str = CURRENCY) -> None:
        self.language, self.currency = language, currency
        self.used: set[str] = set()  # the rows of the table that were looked up
        self.lacking: set[str] = set()  # the texts that have none
        self._known: dict[str, str] = {}
        self._parts: dict[str, str | None] = {}
        self._formulas: dict[str, str] = {}

    @property
    def is_as_written(self) -> bool:
        """Whether every text stays as the house wrote it."""
        return self.language == ENGLISH and self.currency == CURRENCY

    @cached_property
    def in_currency_of_the_sources(self) -> Translation:
        """The same language, with what is published in EUR left in EUR."""
        return self if self.currency == CURRENCY else translation_of(self.language, CURRENCY)

    def text(self, english: str) -> str:
        """A text in this language; one that has no row, and needs none, stays as it is."""
        if english not in self._known:
            found = self._found(english) if self.language != ENGLISH else None
            if found is None and self.language != ENGLISH and _WORD.search(english):
                self.lacking.add(english)
            said = english if found is None else found
            self._known[english] = self._in_currency(said)
        return self._known[english]

    def _in_currency(self, said: str) -> str:
        return said if self.currency == CURRENCY else _CODE.sub(self.currency, said)

    def chosen(self, said: str, choices: Iterable[str]) -> str:
        """What was chosen of a list of ours, by what the list says; anything else stays as it is."""
        return next((choice for choice in choices if same_name(self.text(choice), said)), said)

    def former(self, english: str) -> str:
        """What a header or label was called in this language once; as it is called now, where that never changed."""
        return _FORMER.get(self.language, {}).get(english) or self.text(english)

    def cut(self, english: str, most: int) -> str:
        """A text that may have been cut at so many characters, and is again."""
        if self.language == ENGLISH or english in self._rows:
            return self.text(english)[:most]
        said = self._found(english)
        if said is None and len(english) == most:
            before, mark, label = english.rpartition(": ")
            whole = self._whole(english) or (before + mark + (self._whole(label) or label))
            said = self._found(whole)
        if said is None:
            self.lacking.add(english)
        return english if said is None else self._in_currency(said)[:most]

    def formula(self, formula: str) -> str:
        """A formula with its texts, and with the names of columns, in this language."""
        said = self._formulas.get(formula)
        if said is None:
            numbered = _BEGINS.sub(self._as_long, _DATE.sub(self._date_in_formula, formula))
            said = self._formulas[formula] = _PIECE.sub(self._piece, numbered)
        return said

    def in_formula(self, english: str) -> str:
        """A text of a formula; the key of a warning is none."""
        return english if _KEY.fullmatch(english) else self.text(english)

    def _date_in_formula(self, found: re.Match[str]) -> str:
        """The same as a formula that puts it together."""
        return _DATE_TEXTS[self.language].replace("@", found["of"]) if self.language in _DATE_TEXTS else found[0]

    def number_format(self, code: str) -> str:
        """A number format with the words that it shows in this language, and a space before % where it has one."""
        if code in _FORMATS.get(self.language, {}):
            return _FORMATS[self.language][code]
        pieces = re.split(r'("[^"]*")', code)
        pieces[::2] = map(self._with_space, pieces[::2])
        pieces[1::2] = (f'"{self.text(quoted[1:-1])}"' for quoted in pieces[1::2])
        return "".join(pieces)

    @property
    def number_style(self) -> str:
        """How this language writes a number, where one stands in a text."""
        return DECIMAL_COMMA if self.number("0.5") == "0,5" else DECIMAL_POINT

    def number(self, english: str) -> str:
        """A number as this language writes it."""
        return english if self.language == ENGLISH else self._with_space(english.translate(_OTHER_MARKS))

    def _with_space(self, written: str) -> str:
        """82,8 % as German writes it, of a number or of the format of one."""
        return written if self.language == ENGLISH else _PER_CENT.sub(" %", written)

    # --- how a text is found --------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> Mapping[str, str]:
        return rows_of(self.language)

    @cached_property
    def _templates(self) -> list[_Template]:
        rows = (_Template(english, said) for english, said in self._rows.items() if _PLACE.search(english))
        wordy = (template for template in rows if template.letters > 2)
        return sorted(wordy, key=lambda template: -template.letters)

    @cached_property
    def _prefixes(self) -> list[str]:
        return sorted((row for row in self._rows if row[-1:] == " "), key=len, reverse=True)

    @cached_property
    def _suffixes(self) -> list[str]:
        return sorted((row for row in self._rows if row[:1] in (" ", ",", ":", ";")), key=len, reverse=True)

    def _whole(self, beginning: str) -> str | None:
        """The row that begins so, if there is one."""
        return next((row for row in self._rows if row.startswith(beginning)), None)

    def _row(self, english: str) -> str | None:
        said = self._rows.get(english)
        if said is not None:
            self.used.add(english)
        return said

    def _found(self, english: str) -> str | None:
        """A text by its row; else by a row with places, or in its parts."""
        if english not in self._parts:
            self._parts[english] = self._looked_up(english)
        return self._parts[english]

    def _looked_up(self, english: str) -> str | None:
        if not _WORD.search(english):
            return _ISO_DATE.sub(_DATES[self.language], english)
        ways = (self._row, self._by_template, self._within_marks, self._in_parts)
        return next((said for way in ways if (said := way(english)) is not None), None)

    def _by_template(self, english: str) -> str | None:
        for template in self._templates:
            if not (english.startswith(template.begins) and english.endswith(template.ends)):
                continue  # the usual case, and told faster
            found = template.english.fullmatch(english)
            if found is None:
                continue
            said = found.groupdict()
            places = {name: self._in_place(name, value) for name, value in said.items()}
            if all(value is not None for value in places.values()):
                self.used.add(template.row)
                return template.german.format(**places)
        return None

    def _in_place(self, name: str, said: str) -> str | None:
        """What stands in a place of that name."""
        if name.startswith(_NUMBER_IN):
            return self.number(said)
        return said if name.startswith(_AS_IT_IS) else self._found(said)

    def _within_marks(self, english: str) -> str | None:
        """A text between marks: "; a block carries no VM: "."""
        core = english.strip(_MARKS)
        said = self._row(core) if core and core != english else None
        if said is None:
            return None
        at = english.index(core)
        return english[:at] + said + english[at + len(core) :]

    def _in_parts(self, english: str) -> str | None:
        """A title and a label, a label and what is said behind it."""
        for prefix in self._prefixes:
            if english.startswith(prefix) and english != prefix:
                rest = self._found(english[len(prefix) :])
                if rest is not None:
                    return f"{self._row(prefix)}{rest}"
        for suffix in self._suffixes:
            if english.endswith(suffix) and english != suffix:
                rest = self._found(english[: -len(suffix)])
                if rest is not None:
                    return f"{rest}{self._row(suffix)}"
        return self._around_marks(english)

    def _around_marks(self, english: str) -> str | None:
        """Two texts with a mark between them."""
        for mark in _BETWEEN:
            for found in re.finditer(mark, english):
                first, second = self._found(english[: found.start()]), self._found(english[found.end() :])
                if first is not None and second is not None:
                    return f"{first}{mark}{second}"
        return None

    # --- within formulas ------------------------------------------------------------------------------

    def _as_long(self, found: re.Match[str]) -> str:
        """LEFT(x,5)="error" asks for as many characters as the word has in this language."""
        before, length, between, text = found.groups()
        if len(_unquoted(text)) != int(length):
            return found[0]
        return f"{before}{len(self.text(_unquoted(text)))}{between}{text}"

    def _piece(self, found: re.Match[str]) -> str:
        if found["column"] is not None:
            return f"[{_ESCAPED_IN_COLUMN.sub(_escaped, self.text(found['column']))}]"
        if found["text"] is None:
            return found[0]
        return '"' + self.in_formula(_unquoted(found["text"])).replace('"', '""') + '"'


def _escaped(found: re.Match[str]) -> str:
    return f"'{found[1]}"


def _unquoted(literal: str) -> str:
    return literal[1:-1].replace('""', '"')


@lru_cache(maxsize=8)
def translation_of(language: str, currency: str) -> Translation:
    """Texts in a language and a currency; the same object for both, so that each is looked up once."""
    return Translation(language, currency)


IN_ENGLISH = translation_of(ENGLISH, CURRENCY)
"""Texts as the house wrote them."""


def texts_of(formula: str) -> Iterator[str]:
    """The texts within a formula."""
    return (_unquoted(found["text"]) for found in _PIECE.finditer(formula) if found["text"] is not None)
