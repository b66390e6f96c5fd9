"""Writes the VBA project of a workbook, `vbaProject.bin`, after [MS-OVBA].

The project holds the source text and no compiled code: its version is 0xFFFF, so that
Excel compiles the text when it opens the file.
"""

from __future__ import annotations

import struct
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vdi_addin.excel.cfb import compound_file

CODE_PAGE = 1252
MODULE_NAME_LIMIT = 31
CHUNK_BYTES = 4096
LONGEST_SEARCH = 64
"""Earlier places of the same three bytes that the compression tries: a little larger, much faster."""

NO_COMPILED_CODE = bytes.fromhex("CC61FFFF000000")
NAME_SPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")

REFERENCES = {
    "stdole": (
        r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#"
        r"C:\Windows\System32\stdole2.tlb"
        r"#OLE Automation"
    ),
    "Office": (
        r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#"
        r"C:\Program Files\Common Files\Microsoft Shared\OFFICE16\MSO.DLL"
        r"#Microsoft Office 16.0 Object Library"
    ),
}
BASES = {
    "workbook": "0{00020819-0000-0000-C000-000000000046}",
    "sheet": "0{00020820-0000-0000-C000-000000000046}",
    "class": "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}",
}
PROJECT_LINES = {"workbook": "Document={}/&H00000000", "sheet": "Document={}/&H00000000", "class": "Class={}"}


@dataclass(frozen=True)
class Module:
    """A module of the project: its name, its kind and its source text without the header."""

    name: str
    kind: Literal["workbook", "sheet", "class", "standard"]
    code: str = ""

    def __post_init__(self) -> None:
        if len(self.name) > MODULE_NAME_LIMIT:
            raise ValueError(f"{self.name} has more than {MODULE_NAME_LIMIT} characters")

    @property
    def source(self) -> str:
        """The text as Excel stores it: header, code, and CR LF at the end of each line."""
        lines = [f'Attribute VB_Name = "{self.name}"', *self._attributes(), *self.code.strip().splitlines()]
        return "".join(f"{line}\r\n" for line in lines)

    def _attributes(self) -> list[str]:
        if self.kind == "standard":
            return []
        document = self.kind != "class"
        return [
            f'Attribute VB_Base = "{BASES[self.kind]}"',
            "Attribute VB_GlobalNameSpace = False",
            "Attribute VB_Creatable = False",
            f"Attribute VB_PredeclaredId = {document}",
            f"Attribute VB_Exposed = {document}",
            "Attribute VB_TemplateDerived = False",
            f"Attribute VB_Customizable = {document}",
        ]


def vba_project(name: str, modules: Sequence[Module]) -> bytes:
    """The bytes of `vbaProject.bin` for a project of this name with these modules."""
    streams = {module.name: compress(_ansi(module.source)) for module in modules}
    return compound_file(
        {
            "VBA": {
                **streams,
                "dir": compress(dir_stream(name, modules)),
                "_VBA_PROJECT": NO_COMPILED_CODE,
            },
            "PROJECT": project_stream(name, modules),
            "PROJECTwm": module_names_stream(modules),
        }
    )


def _ansi(text: str) -> bytes:
    return text.encode(f"cp{CODE_PAGE}")


def _unicode(text: str) -> bytes:
    return text.encode("utf-16-le")


# --- 2.4.1 compression -------------------------------------------------------------------


def compress(data: bytes) -> bytes:
    """The data as a compressed container: a signature byte and chunks of up to 4096 bytes each."""
    chunks = (data[start : start + CHUNK_BYTES] for start in range(0, len(data), CHUNK_BYTES))
    return b"\x01" + b"".join(_compressed_chunk(chunk) for chunk in chunks)


def _compressed_chunk(chunk: bytes) -> bytes:
    body = b"".join(_token_groups(chunk))
    if len(body) >= CHUNK_BYTES:
        return struct.pack("<H", 0x3FFF) + chunk.ljust(CHUNK_BYTES, b"\0")
    return struct.pack("<H", 0xB000 | (len(body) - 1)) + body


def _token_groups(chunk: bytes) -> list[bytes]:
    """Eight tokens each, after a byte whose bits say which of them are copies."""
    tokens = _tokens(chunk)
    groups = []
    for start in range(0, len(tokens), 8):
        group = tokens[start : start + 8]
        flags = sum(1 << bit for bit, token in enumerate(group) if len(token) == 2)
        groups.append(bytes([flags]) + b"".join(group))
    return groups


def _tokens(chunk: bytes) -> list[bytes]:
    """The chunk as single bytes and as copies (two bytes) of what stands earlier in it."""
    tokens = []
    places: dict[bytes, list[int]] = {}
    position = 0
    while position < len(chunk):
        offset_bits = max(4, (position - 1).bit_length())
        longest = (0xFFFF >> offset_bits) + 3
        candidates = places.get(chunk[position : position + 3], [])[-LONGEST_SEARCH:]
        length, start = max(
            ((_same_bytes(chunk, start, position, longest), start) for start in candidates), default=(1, 0)
        )
        if length >= 3:
            offset = position - start
            tokens.append(struct.pack("<H", ((offset - 1) << (16 - offset_bits)) | (length - 3)))
        else:
            length = 1
            tokens.append(chunk[position : position + 1])
        for passed in range(position, position + length):
            places.setdefault(chunk[passed : passed + 3], []).append(passed)
        position += length
    return tokens


def _same_bytes(chunk: bytes, start: int, position: int, longest: int) -> int:
    """How many bytes from `position` on repeat those from `start` on."""
    limit = min(longest, len(chunk) - position)
    length = 0
    while length < limit and chunk[start + length] == chunk[position + length]:
        length += 1
    return length


# --- 2.4.3 encryption --------------------------------------------------------------------


def encrypt(project_id: str, data: bytes, seed: int = 0x5D) -> str:
    """A protection state of the project, obscured as 2.4.3.2 says: hexadecimal digits."""
    version = 2
    project_key = sum(project_id.encode("ascii")) & 0xFF
    encrypted = [seed, seed ^ version, seed ^ project_key]
    last_plain, filling = project_key, bytes((seed & 6) // 2)
    for byte in filling + struct.pack("<I", len(data)) + data:
        encrypted.append(byte ^ ((encrypted[-2] + last_plain) & 0xFF))
        last_plain = byte
    return bytes(encrypted).hex().upper()


# --- 2.3.4.2 dir stream ------------------------------------------------------------------


def _record(number: int, data: bytes = b"") -> bytes:
    return struct.pack("<HI", number, len(data)) + data


def _text_records(number: int, unicode_number: int, text: str) -> bytes:
    return _record(number, _ansi(text)) + _record(unicode_number, _unicode(text))


def dir_stream(name: str, modules: Sequence[Module]) -> bytes:
    """What the project is, which libraries it refers to, and which modules it has."""
    win32, us_english = struct.pack("<I", 1), struct.pack("<I", 0x409)
    information = (
        _record(0x01, win32)
        + _record(0x02, us_english)
        + _record(0x14, us_english)
        + _record(0x03, struct.pack("<H", CODE_PAGE))
        + _record(0x04, _ansi(name))
        + _text_records(0x05, 0x40, "")  # description
        + _record(0x06)  # help file
        + _record(0x3D)
        + _record(0x07, bytes(4))  # help context
        + _record(0x08, bytes(4))  # library flags
        + struct.pack("<HIIH", 0x09, 4, 1, 0)  # version, a record whose length leaves out its minor part
        + _text_records(0x0C, 0x3C, "")  # constants
    )
    references = b"".join(_reference(short_name, library) for short_name, library in REFERENCES.items())
    count = _record(0x0F, struct.pack("<H", len(modules))) + _record(0x13, b"\xff\xff")
    return information + references + count + b"".join(map(_module_records, modules)) + _record(0x10)


def _reference(short_name: str, library: str) -> bytes:
    encoded = _ansi(library)
    return _text_records(0x16, 0x3E, short_name) + _record(0x0D, struct.pack("<I", len(encoded)) + encoded + bytes(6))


def _module_records(module: Module) -> bytes:
    return (
        _text_records(0x19, 0x47, module.name)
        + _text_records(0x1A, 0x32, module.name)  # the stream it stands in
        + _text_records(0x1C, 0x48, "")  # description
        + _record(0x31, bytes(4))  # the source starts at 0: no compiled code before it
        + _record(0x1E, bytes(4))  # help context
        + _record(0x2C, b"\xff\xff")
        + _record(0x21 if module.kind == "standard" else 0x22)
        + _record(0x2B)
    )


# --- 2.3.1 PROJECT and 2.3.3 PROJECTwm streams -------------------------------------------


def project_stream(name: str, modules: Sequence[Module]) -> bytes:
    """The project as text: its modules, and that nothing of it is locked or hidden."""
    project_id = "{" + str(uuid.uuid5(NAME_SPACE, f"vba:{name}")).upper() + "}"
    lines = [
        f'ID="{project_id}"',
        *(PROJECT_LINES.get(module.kind, "Module={}").format(module.name) for module in modules),
        f'Name="{name}"',
        'HelpContextID="0"',
        'VersionCompatible32="393222000"',
        f'CMG="{encrypt(project_id, bytes(4))}"',
        f'DPB="{encrypt(project_id, bytes(1))}"',
        f'GC="{encrypt(project_id, bytes([0xFF]))}"',
        "",
        "[Host Extender Info]",
        "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000",
        "",
        "[Workspace]",
        *(f"{module.name}=0, 0, 0, 0, C" for module in modules),
    ]
    return _ansi("".join(f"{line}\r\n" for line in lines))


def module_names_stream(modules: Sequence[Module]) -> bytes:
    """Each module's name in the code page and in Unicode."""
    names = (_ansi(module.name) + b"\0" + _unicode(module.name) + b"\0\0" for module in modules)
    return b"".join(names) + b"\0\0"
