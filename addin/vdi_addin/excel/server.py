"""The Python that Excel's add-in starts: it waits for calls, and ends with Excel.

Started as `python -I -B -m vdi_addin.excel.server CLSID NUMBER`. The number only makes the command line of each
start another one: xlwings' DLL remembers a Python by its command line, also after it has ended.
"""

from __future__ import annotations

import sys

from vdi_sizing._arrays import without


def main() -> None:
    """Answer calls under the class that the command line names; no answer needs numpy, which xlwings would import."""
    with without("numpy"):
        import xlwings as xw  # noqa: PLC0415  # there on Windows only

    xw.serve(sys.argv[1])  # type: ignore[call-arg]  # elsewhere it is an empty function


if __name__ == "__main__":
    main()
