"""Changes workbooks at random and looks for one that makes the program fail.

`python -m tests.corpus.fuzz --seconds 600 --seed 1` tries for ten minutes, and keeps what fails in the folder given
by `--keep`. What was found belongs into `make.py`, as a file of its own.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.built import build
from tests.corpus.make import Parts, damaged, packed, unpacked
from tests.corpus.run import limit_memory, outcome, remember

from vdi_templates.examples import EXAMPLES

_TOKEN = re.compile(rb'"[^"]*"|>[^<]+<|<[^<>]+>')
_VALUES = (
    b"", b"0", b"-1", b"1e400", b"9" * 400, b"A1", b"A1:XFD1048576", b"#REF!", b"true", b"x", b"_x001B_", b"&#27;",
    b"&amp;", b"\xff", b"1048577", b"ZZZ1", b"yes", b"2026-02-30", b"=1", b"n" * 5000,
)  # fmt: skip


def mutated(parts: Parts, random: Random) -> bytes:
    """A workbook with one to three changes in values, attributes, elements or bytes."""
    changed = dict(parts)
    for _ in range(random.choice((1, 1, 2, 3))):
        name = random.choice(list(changed))
        changed[name] = _mutated_part(changed[name], random)
        if random.random() < 0.02:
            other = random.choice(list(changed))
            changed[name], changed[other] = changed[other], changed[name]
    content = packed(changed)
    return damaged(content, random) if random.random() < 0.1 else content


def _mutated_part(part: bytes, random: Random) -> bytes:
    tokens = list(_TOKEN.finditer(part))
    if not tokens or random.random() < 0.1:
        return damaged(part, random) if part else b"<x/>"
    token = random.choice(tokens)
    text, value = token[0], random.choice(_VALUES)
    if text.startswith(b'"'):
        new = b'"' + value + b'"'
    elif text.startswith(b">"):
        new = b">" + value + b"<"
    else:
        new = random.choice((b"", text * 2, text * 500, random.choice(tokens)[0]))
    return part[: token.start()] + new + part[token.end() :]


def fuzz(parts: Parts, random: Random, folder: Path, *, seconds: float, least: int = 0) -> tuple[int, list[str]]:
    """How many files were tried in so many seconds, and of which something is wrong; those stay in the folder."""
    end = time.monotonic() + seconds
    tried, found = 0, []
    while tried < least or time.monotonic() < end:
        tried += 1
        path = folder / f"fuzz{tried}.xlsx"
        path.write_bytes(mutated(parts, random))
        result, message = outcome(path, random.choice(("compare", "compare", "compare", "check")))
        if result == "wrong":
            found.append(f"{path.name}: {message}")
        else:
            path.unlink()
    return tried, found


def main() -> int:
    """Try for as long as asked; the status says whether something was found."""
    typed = argparse.ArgumentParser(description=__doc__)
    typed.add_argument("--seconds", type=float, default=60, help="default: %(default)s")
    typed.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    typed.add_argument("--keep", type=Path, help="where what fails is kept; default: nowhere")
    args = typed.parse_args()
    parts = unpacked(build(EXAMPLES["fujitsu"]()))
    limit_memory()
    remember()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        tried, found = fuzz(parts, Random(args.seed), folder, seconds=args.seconds)
    print(f"{tried} files, {len(found)} with something wrong", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
