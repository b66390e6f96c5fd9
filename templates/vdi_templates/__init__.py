"""The workbook: its lines, its sheets, reading inputs and writing results."""

import os

from vdi_sizing._arrays import without


def _import_openpyxl() -> None:
    """Import openpyxl without what only slows it down here.

    It imports numpy, where that is installed, to recognise its numbers, of which our workbooks hold none: the
    import takes longer than reading one. Pillow it has for pictures. With lxml it writes several times slower.
    """
    os.environ.setdefault("OPENPYXL_LXML", "False")
    with without("numpy", "PIL"):
        import openpyxl  # noqa: F401, PLC0415


_import_openpyxl()
