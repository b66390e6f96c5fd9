"""A LibreOffice whose cells know the functions."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.gate.office import Office

from vdi_addin.libreoffice.extension import oxt_bytes


@contextmanager
def extended_office(folder: Path) -> Iterator[Office]:
    """A LibreOffice with the extension, unpacked in a folder."""
    (folder / "vdi_sizing.oxt").write_bytes(oxt_bytes())
    with zipfile.ZipFile(folder / "vdi_sizing.oxt") as archive:
        archive.extractall(folder / "bundled" / "vdi_sizing")
    with Office([f"-env:BUNDLED_EXTENSIONS={(folder / 'bundled').as_uri()}"]) as running:
        yield running
