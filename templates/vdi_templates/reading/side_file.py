"""Files beside a workbook, such as lists, brands and tables of headers: never more of one is read than it may hold."""

from __future__ import annotations

import csv
import io
import stat
from collections.abc import Iterator
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_templates.reading.limits import MAX_FIELD, MAX_FILE_BYTES


def content_of(path: Path, name: str = "file", where: str = "", *, most_bytes: int = MAX_FILE_BYTES) -> bytes:
    """What a file holds.

    Parameters
    ----------
    path : Path
        The file.
    name : str
        What an error calls it.
    where : str
        Where it is named, if not on the command line.
    most_bytes : int
        How large it may be [bytes].

    Raises
    ------
    InputError
        If it is none that can be read, or larger.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe or a device might never end
            raise InputError(name, str(path), "a file, not a folder, a pipe or a device", where)
        with path.open("rb") as file:
            content = file.read(most_bytes + 1) if found.st_size <= most_bytes else b""
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        said = getattr(error, "strerror", None) or error
        raise InputError(name, str(path), f"a file that can be opened ({said})", where) from error
    if max(found.st_size, len(content)) > most_bytes:
        raise InputError(name, str(path), f"a file of at most {most_bytes:,} bytes", where)
    return content


def csv_rows(text: str, separator: str, file: str) -> Iterator[list[str]]:
    """The cells of a text, row by row; one that no spreadsheet program has is refused with its line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            longest = max(map(len, row), default=0)
            if longest > MAX_FIELD:
                raise csv.Error(f"{longest:,} characters in one")
            yield row
    except csv.Error as error:
        expected = f"a text of cells, row by row, each of at most {MAX_FIELD:,} characters"
        raise InputError("cell", str(error), expected, f"{file} line {reader.line_num}") from error
