"""Reads VBA back with oletools, an independent reader."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():  # oletools uses old names of pyparsing's
    warnings.simplefilter("ignore")
    from oletools.olevba import (  # type: ignore[import-untyped]
        VBA_Parser,
        decompress_stream,
    )


def decompressed(container: bytes) -> bytes:
    """What a compressed container holds."""
    return bytes(decompress_stream(bytearray(container)))


def modules_in(name: str, file: bytes) -> dict[str, str]:
    """Module name -> source text of a vbaProject.bin or of a workbook."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parser = VBA_Parser(name, data=file)
        streams = {stream: code for _, stream, _, code in parser.extract_macros()}
        parser.close()
    return {stream.rsplit("/", 1)[-1]: code.replace("\r\n", "\n") for stream, code in streams.items()}
