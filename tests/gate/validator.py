"""What the Open XML SDK says about a workbook, by the npm package that package.json pins."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SECONDS_PER_FILE = 60

FONT = re.compile(r"/x:styleSheet\[1\]/(x:fonts\[1\]|x:dxfs\[1\]/x:dxf\[\d+\])/x:font\[\d+\]")
FONT_CHILD = re.compile(
    r"The element has unexpected child element 'http://schemas\.openxmlformats\.org/spreadsheetml/2006/main:"
    r"(b|i|strike|condense|extend|outline|shadow|u|vertAlign|sz|color|name|family|charset|scheme)'\..*",
    re.DOTALL,
)


def validate(paths: Iterable[Path]) -> list[str]:
    """The SDK's complaints about some workbooks, each with file, part and place; [] if there are none."""
    files = [str(Path(path).resolve()) for path in paths]
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules").is_dir():
        raise RuntimeError("The Open XML validator is missing: install node, then run `npm ci` in tests/gate")
    run = subprocess.run(
        [node, str(HERE / "validate.mjs"), *files],
        cwd=HERE,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS_PER_FILE * (1 + len(files)),
        check=False,
    )
    if run.returncode != 0:
        raise RuntimeError(f"The Open XML validator failed: {run.stderr.strip()}")
    results = json.loads(run.stdout)
    if len(results) != len(files):
        raise RuntimeError(f"The Open XML validator answered for {len(results)} of {len(files)} files")
    return [
        f"{Path(file).name} {error['path']} {error['xPath']}: {error['description']}"
        for file, result in zip(files, results, strict=True)
        for error in result["errors"]
        if not is_font_order(error)
    ]


def is_font_order(error: dict[str, Any]) -> bool:
    """Whether the SDK only minds the order of a font's children, which openpyxl writes in its own.

    ECMA-376 and Excel allow any order. `lint.fonts` sees to it that each child is known and comes once.
    """
    return (
        error["path"] == "/xl/styles.xml"
        and error["id"] == "Sch_UnexpectedElementContentExpectingComplex"
        and FONT.fullmatch(error["xPath"]) is not None
        and FONT_CHILD.fullmatch(error["description"]) is not None
    )
