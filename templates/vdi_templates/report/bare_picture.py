"""Pictures without what cameras and programs write beside them: who took one, where, when and with what.

The pixels stay byte by byte as they are, so that nothing depends on a program that decodes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from vdi_templates.workbook.brand import Logo

_PNG = b"\x89PNG\r\n\x1a\n"
_OF_PIXELS = (b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs", b"bKGD")
"""Chunks that a PNG need not have, and that say how its pixels look."""
_END, _SCAN, _COMMENT, _FIRST_OF_PROGRAMS, _LAST_OF_PROGRAMS = 0xD9, 0xDA, 0xFE, 0xE0, 0xEF
_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""Segments of programs in a JPEG that say how its pixels look: resolution, colours, how they are coded."""
_NEXT_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")


def bare_logo(logo: Logo) -> Logo:
    """The logo without what is written beside its pixels.

    Raises
    ------
    ValueError
        If its bytes are no whole picture of its kind.
    """
    pieces = _png(logo.content) if logo.kind == "png" else _jpeg(logo.content)
    return replace(logo, content=b"".join(pieces))


def _png(content: bytes) -> Iterator[bytes]:
    if not content.startswith(_PNG):
        raise ValueError("no PNG")
    yield _PNG
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        kind, end = content[at + 4 : at + 8], at + 12 + int.from_bytes(content[at : at + 4], "big")
        if len(kind) < 4 or end > len(content):
            raise ValueError("a PNG that is cut")
        if kind[:1].isupper() or kind in _OF_PIXELS:
            yield content[at:end]
        at = end


def _jpeg(content: bytes) -> Iterator[bytes]:
    yield content[:2]
    at, marker = 2, 0
    while marker != _END:
        found = _NEXT_MARKER.match(content, at)
        if found is None:
            raise ValueError("a JPEG that is cut")
        at, marker = found.end() - 2, content[found.end() - 1]
        end = at + 2 if marker == _END else at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if marker == _SCAN:  # the pixels of a scan follow its head
            following = _NEXT_MARKER.search(content, end)
            end = len(content) if following is None else following.start()
        if _is_kept(marker, content[at + 4 : end]):
            yield content[at:end]
        at = end


def _is_kept(marker: int, said: bytes) -> bool:
    if _FIRST_OF_PROGRAMS <= marker <= _LAST_OF_PROGRAMS:
        return marker in _KEPT and said.startswith(_KEPT[marker])
    return marker != _COMMENT
