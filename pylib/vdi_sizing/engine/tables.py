"""A record of a table that a formula finds by its name, and looks up field by field."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vdi_sizing.engine.expression import Expression, Operand
from vdi_sizing.engine.rows import Rows, column


class Record:
    """A row of a table: a field of it is what stands in the column of that label.

    Examples
    --------
    >>> from vdi_sizing.engine.expression import reference
    >>> drive = Record("Drives", {"name": "drive", "gb": "capacity GB"}, (), reference("design.tier1_drive"))
    >>> drive.gb.text
    'INDEX(Drives[capacity GB],MATCH({design.tier1_drive},Drives[drive],0))'
    """

    def __init__(self, table: str, labels: Mapping[str, str], texts: Collection[str], name: Operand) -> None:
        self._table, self._labels, self._texts, self._name = table, labels, texts, name

    def __getattr__(self, field: str) -> Expression:
        return Expression("INDEX", self._column(field), self._row)

    @property
    def found(self) -> Expression:
        """Whether a row has that name: MATCH would take `SSD*` for each that begins so."""
        named = Rows(self._table, self).count(self._column("name") == self._name)
        return Expression(">", named, 0.0)

    @property
    def _row(self) -> Expression:
        return Expression("MATCH", self._name, self._column("name"), 0.0)

    def _column(self, field: str) -> Expression:
        if field not in self._labels:
            raise AttributeError(f"{self._table} has no column for {field!r}")
        return column(f"{self._table}[{self._labels[field]}]", is_text=field in self._texts)
