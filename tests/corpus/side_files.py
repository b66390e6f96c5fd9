"""Makes broken files that are no workbooks of ours: lists to import, tables of headers, brand files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from openpyxl import Workbook
from tests.corpus.make import File, damaged, packed, unpacked

EACH = 120
"""Files of each kind."""
LIST = 'user group,VMs,profile,RAM GB,delta GB\nclerks,100,"Windows 11 knowledge worker, MCS",8,4\nCAD,20,,32,4\n'
_HEADERS = (
    "kind,field,unit,header\nusers,name,,team name; Mannschaft\nusers,ram_gib,GiB,storage\nprices,amount,EUR,costs\n"
)
_BRAND = 'company = "Example AG"\nfooter = "Offer"\nlanguage = "de"\ncurrency = "CHF"\n\n[colours]\nmain = "#0A5C3C"\n'
_TOKEN = re.compile(r"[^,;=\s\"]+|[,;=\n\"]")
_VALUES = (
    "", "0", "-1", "1e400", "9" * 400, "1" * 5_000, "x" * 40_000, "x" * 140_000, "=1+1", "=cmd|'/c calc'!A0", "\x1b[2J",
    "\0", "\u202e", "\ufeff", '"', "\n", "\r", ";", "TB", "8 TB", "1.234", "1,234",
    "2026-02-30", "01/02/2026", "[" * 3_000,
    "#REF!", "inf", "nan", "'''", "true", "??", "\ud7ff", "sep=;",
)  # fmt: skip


def side_files() -> list[tuple[str, File]]:
    """The command that reads it, and the file: the same ones each time."""
    texts = (("import", ".csv", LIST), ("headers", ".csv", _HEADERS), ("brand", ".toml", _BRAND))
    return [
        *(
            (command, File(f"{command}{ending}", f"{seed:03}", _maker(text, seed)))
            for command, ending, text in texts
            for seed in range(EACH)
        ),
        *(("import", File("hidden.xlsx", name, make)) for name, make in _hidden_lists()),
    ]


def _hidden_lists() -> Iterator[tuple[str, Callable[[Path], None]]]:
    """A list in a workbook whose sheets, rows or columns nobody sees."""
    for state in ("hidden", "veryHidden"):
        for sheets in ("list", "notes", "list|notes"):
            yield f"{state}: {sheets}", _listed(f'(<sheet [^>]*name="(?:{sheets})"[^>]*state=")[^"]*', rf"\g<1>{state}")
    yield "rows", _listed("<row ", '<row hidden="1" ')
    yield "the header", _listed('<row r="1"', '<row hidden="1" r="1"')
    yield "a row", _listed('<row r="2"', '<row hidden="1" r="2"')
    yield "columns", _listed("<sheetData>", '<cols><col min="1" max="9" hidden="1"/></cols><sheetData>')


def _listed(pattern: str, said: str) -> Callable[[Path], None]:
    """Puts the list into a workbook, with something else in its XML."""
    book, content = Workbook(), io.BytesIO()
    book.worksheets[0].title = "list"
    for row in csv.reader(LIST.splitlines()):
        book.worksheets[0].append([int(value) if value.isdigit() else value or None for value in row])
    book.create_sheet("notes").append(["seen by nobody"])
    book.save(content)
    parts = unpacked(content.getvalue())
    changed = {name: re.sub(pattern, said, part.decode()).encode() for name, part in parts.items()}
    assert changed != parts
    return lambda path: _write(path, packed(changed))


def _maker(text: str, seed: int) -> Callable[[Path], None]:
    """Puts a text at a path with one to three other values in it, or bytes changed, or as what is no file."""
    random = Random(seed)
    if seed < len(_ODD):
        return _ODD[seed]
    for _ in range(random.choice((1, 1, 2, 3))):
        token = random.choice(list(_TOKEN.finditer(text)))
        text = text[: token.start()] + random.choice(_VALUES) + text[token.end() :]
    content = text.encode(random.choice(("utf-8", "utf-8", "utf-16", "utf-8-sig")))
    content = damaged(content, random) if random.random() < 0.3 else content
    return lambda path: _write(path, content)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


_ODD: tuple[Callable[[Path], None], ...] = (
    lambda path: _write(path, b""),
    lambda path: _write(path, bytes(100_000)),
    lambda path: _write(path, b"\xff\xfe"),
    lambda path: _write(path, b"a,b\n" * 400_000),
    lambda path: _write(path, LIST.encode() + b"g,1,,,\n" * 300_000),
    lambda path: path.symlink_to("/dev/zero"),
    lambda path: path.symlink_to(path.name),
    lambda path: path.mkdir(),
)
