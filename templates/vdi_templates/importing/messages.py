"""What an import prints, in the language of the workbook: its preview and its errors; the table is `german.csv` here.

What any command says of a workbook that cannot be read is said by the same table.

The messages are put together in English. A message without a row stays so, and so does what stands in {word}.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Cache, Design, Sensitivity, Settings, Tier
from vdi_templates.importing.headers import FIELDS
from vdi_templates.languages.translation import ENGLISH, Translation, rows_of
from vdi_templates.workbook.tables import TABLES

_MARK = "\ue000"
_TABLE = Path(__file__).with_name("german.csv")


class Messages(Translation):
    """The messages of an import, and the labels of what a list may say as the sheets have them."""

    def __init__(self, language: str = ENGLISH) -> None:
        super().__init__(language)
        self._sheets: dict[str, str] = {}
        """Files with a sheet, by the name of a file that stands for them: the colon between would end a place."""

    def learn_sheets(self, names: Iterable[str]) -> None:
        """The names of lists that are sheets, such as `export.xlsx: vInfo`: each is said as one name."""
        self._sheets = {f"{_MARK}{at}{_MARK}.xlsx": name for at, name in enumerate(names)}

    def text(self, english: str) -> str:
        """A message in this language."""
        if self.language == ENGLISH:
            return english
        for short, name in self._sheets.items():
            english = english.replace(name, short)
        said = super().text(english)
        for short, name in self._sheets.items():
            said = said.replace(short, name)
        return said

    @cached_property
    def _rows(self) -> Mapping[str, str]:
        of_sheets = rows_of(self.language)
        of_workbook = (inputs_of(record) for record in (Settings, Sensitivity, Design, Tier, Cache))
        tables = (*FIELDS.values(), *of_workbook, *(table.columns for table in TABLES))
        labels = {declared.label for fields in tables for declared in fields.values()}
        with _TABLE.open(encoding="utf-8", newline="") as file:
            own = {row["english"]: row["german"] for row in csv.DictReader(file)}
        return {**{label: of_sheets[label] for label in labels if label in of_sheets}, **own}

    def error(self, error: InputError) -> InputError:
        """The same error, as it is said here."""
        return error if self.language == ENGLISH else SaidError(error, "\n".join(map(self.text, error.lines)))


class SaidError(InputError):
    """An error in the words of a language."""

    def __init__(self, error: InputError, text: str) -> None:
        super().__init__(error.name, error.value, error.expected, error.where)
        self._text = text

    def __str__(self) -> str:
        return self._text

    @property
    def lines(self) -> list[str]:
        """What a person is told, line by line."""
        return self._text.split("\n")


IN_ENGLISH = Messages()
"""As the messages are put together."""


def as_its_file_speaks(error: InputError) -> InputError:
    """An error of a workbook in the language of that workbook; of anything else as it is."""
    return Messages(error.language).error(error) if error.language else error
