"""What an import writes into cells in words of its own, in the language of the workbook; what it prints is English."""

from __future__ import annotations

from collections.abc import Sequence
from string import Template

from vdi_templates.importing.sources import Grid
from vdi_templates.languages.translation import ENGLISH, Translation

ROW, ROWS, MANY_ROWS = "$list row $rows", "$list rows $rows", "$list rows $rows and $more more"
AS_GROUP, PROFILE, ALL_ELSE = "as the group '$name'", "the profile '$name'", "$said. All else: $whose"
USERS, VMS_OF = "users", "VMs of $size"
BAND, MIXED_BAND = "desktops, $size", "desktops, up to $size"
SESSION_HOSTS, MIXED_SESSION_HOSTS = "session hosts, $size", "session hosts, up to $size"
GB_IN_USE = "$rows (GB in use)"
AVERAGES = "$rows (IOPS as averages of $list)"
PERCENTILES = "$rows (IOPS as 95th percentiles of $list, and the read share of its averages)"
PERCENTILES_ALONE = "$rows (IOPS as 95th percentiles of $list)"
BUSIEST_HOURS = "$rows (IOPS of the busiest hour of $list)"
STORE_HOURS = "$list: all VMs together, mean of hours of nearly one load: $many"
STORE_AVERAGES = "$list: all VMs together, averages over the time that was measured"
LISTED_IOPS = "$rows (IOPS as $list has them, of a percentile that it does not say)"
DELTA_ANSWERED = "$rows (delta GB as answered, $answer)"
GB_ON_DISKS = "GB in use on the disks of a VM: $gb; which of them are delta was not measured."
PER_SESSION = "Per user: $users users per VM were promised, and how many there are was not measured."
SOME_SHARED = "Per VM; several users share some of the VMs."
NO_STORMS = "Login and boot were not measured."
OFFERED = "pieces offered: $many"
TEXTS = (
    ROW,
    ROWS,
    MANY_ROWS,
    AS_GROUP,
    PROFILE,
    ALL_ELSE,
    USERS,
    VMS_OF,
    BAND,
    MIXED_BAND,
    SESSION_HOSTS,
    MIXED_SESSION_HOSTS,
    GB_IN_USE,
    AVERAGES,
    PERCENTILES,
    PERCENTILES_ALONE,
    BUSIEST_HOURS,
    STORE_HOURS,
    STORE_AVERAGES,
    LISTED_IOPS,
    DELTA_ANSWERED,
    GB_ON_DISKS,
    PER_SESSION,
    SOME_SHARED,
    NO_STORMS,
    OFFERED,
)
"""Each is a row of the table of a language; with braces for what is put in, it would match other texts too."""


class Wording:
    """Sources and names that an import makes, by the texts of a language."""

    def __init__(self, translation: Translation) -> None:
        self._text = translation.text
        self.locale = None if translation.language == ENGLISH else translation.language
        """By which numbers are read where a list leaves it open: English is no choice of anybody's."""

    def said(self, text: str, **put_in: object) -> str:
        """One of the texts with what is put in, or the label of an input as the sheets have it."""
        return Template(self._text(text)).substitute(put_in) if put_in else self._text(text)

    def rows(self, grid: Grid, numbers: Sequence[int], most: int = 20) -> str:
        """A file, and the rows of it.

        >>> from vdi_templates.languages.translation import GERMAN
        >>> grid = Grid("prices.csv", "", "", [])
        >>> [Wording(Translation(language)).rows(grid, [2]) for language in (ENGLISH, GERMAN)]
        ['prices.csv row 2', 'prices.csv, Zeile 2']
        >>> Wording(Translation(GERMAN)).rows(grid, [2, 3, 5, 7, 8], most=2)
        'prices.csv, Zeilen 2-3, 5 und 2 weitere'
        """
        runs = _runs(numbers)
        more = sum(last - first + 1 for first, last in runs[most:])
        said = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs[:most])
        template = MANY_ROWS if more else ROWS if len(numbers) > 1 else ROW
        return self.said(template, list=grid.name, rows=said, more=more)


IN_ENGLISH = Wording(Translation(ENGLISH))
"""As messages and previews say it."""


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of each run of numbers."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs
