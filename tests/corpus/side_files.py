"""Makes broken files that are no workbooks of ours: lists to import, tables of headers, brand files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.corpus.make import File, damaged

EACH = 120
"""Files of each kind."""
LIST = 'user group,VMs,profile,RAM GB\nclerks,100,"Windows 11 knowledge worker, MCS",8\nCAD,20,,32\n'
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
        (command, File(f"{command}{ending}", f"{seed:03}", _maker(text, seed)))
        for command, ending, text in texts
        for seed in range(EACH)
    ]


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
    lambda path: _write(path, LIST.encode() + b"g,1,,\n" * 300_000),
    lambda path: path.symlink_to("/dev/zero"),
    lambda path: path.symlink_to(path.name),
    lambda path: path.mkdir(),
)
