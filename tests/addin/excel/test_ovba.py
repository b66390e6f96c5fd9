"""The VBA project, read back by olevba and by the algorithms of the specification."""

from __future__ import annotations

import io
import struct

import olefile  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.addin.excel.vba_reader import decompressed, modules_in

from vdi_addin.excel.ovba import (
    Module,
    compress,
    dir_stream,
    encrypt,
    module_names_stream,
    project_stream,
    vba_project,
)

MODULES = [
    Module("ThisWorkbook", "workbook"),
    Module("Sheet1", "sheet"),
    Module("Calls", "standard", "Option Explicit\nPublic Function One() As Long\n    One = 1\nEnd Function\n"),
    Module("Holder", "class", "Private held As Variant"),
]


def decrypt(text: str) -> tuple[int, int, bytes]:
    """Version, project key and data, after 2.4.3.3 of the specification."""
    seed, version, key, *rest = bytes.fromhex(text)
    last_plain, before_last, last, plain = key ^ seed, version, key, bytearray()
    for byte in rest:
        plain.append(byte ^ ((before_last + last_plain) & 0xFF))
        before_last, last, last_plain = last, byte, plain[-1]
    ignored = (seed & 6) // 2
    (length,) = struct.unpack_from("<I", plain, ignored)
    return version ^ seed, key ^ seed, bytes(plain[ignored + 4 : ignored + 4 + length])


def test_a_repeated_letter_is_one_copy_as_in_the_example_of_the_specification() -> None:
    assert compress(b"a" * 73) == bytes.fromhex("01 03B0 02 61 4500")


def test_different_letters_are_stored_one_by_one_after_a_byte_of_no_copies() -> None:
    assert compress(b"abcdefgh") == b"\x01" + b"\x08\xb0" + b"\x00abcdefgh"


@given(st.binary(max_size=9000) | st.text("ab \n", max_size=9000).map(str.encode))
def test_what_is_compressed_decompresses_to_the_same(data: bytes) -> None:
    padding = -len(data) % 4096 if incompressible(data) else 0
    assert decompressed(compress(data)) == data + bytes(padding)


def incompressible(data: bytes) -> bool:
    """Whether the last chunk is stored as it is, which fills it up to 4096 bytes."""
    last = data[len(data) - len(data) % 4096 :]
    return bool(last) and compress(last)[1:3] == b"\xff\x3f"


def test_random_bytes_are_stored_as_they_are() -> None:
    data = bytes((index * index * 7 + index // 3) % 256 for index in range(4096))
    noise = bytes(a ^ b for a, b in zip(data, data[::-1][1:] + b"\x55", strict=True))
    assert decompressed(compress(noise)) == noise


@pytest.mark.parametrize("data", [bytes(4), bytes(1), b"\xff", b"hidden"])
@pytest.mark.parametrize("seed", [0x00, 0x5D, 0x07, 0xFF])
def test_what_is_encrypted_decrypts_to_the_same(data: bytes, seed: int) -> None:
    project_id = "{12345678-ABCD-EF01-2345-6789ABCDEF01}"
    assert decrypt(encrypt(project_id, data, seed)) == (2, sum(project_id.encode()) & 0xFF, data)


def test_a_module_ends_its_lines_as_excel_does_and_names_itself_first() -> None:
    source = MODULES[2].source
    assert source.startswith('Attribute VB_Name = "Calls"\r\nOption Explicit\r\n')
    assert source.count("\n") == source.count("\r\n") == 5


def test_a_document_module_says_what_it_is() -> None:
    assert '"0{00020820-0000-0000-C000-000000000046}"' in MODULES[1].source
    assert "VB_PredeclaredId = True" in MODULES[1].source
    assert "VB_PredeclaredId = False" in MODULES[3].source


def test_a_long_module_name_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 31 characters"):
        Module("M" * 32, "standard")


def test_the_records_of_the_dir_stream_follow_one_another_to_its_end() -> None:
    stream = dir_stream("Project", MODULES)
    numbers, position = [], 0
    while position < len(stream):
        number, length = struct.unpack_from("<HI", stream, position)
        numbers.append(number)
        position += 6 + length + (2 if number == 0x09 else 0)
    assert position == len(stream)
    assert numbers[0] == 0x01
    assert numbers[-1] == 0x10
    assert numbers.count(0x19) == numbers.count(0x2B) == len(MODULES)
    assert numbers.count(0x21) == 1  # one standard module


def test_the_project_lists_its_modules_and_is_not_locked() -> None:
    text = project_stream("Project", MODULES).decode("cp1252")
    assert "Document=ThisWorkbook/&H00000000\r\nDocument=Sheet1/&H00000000\r\n" in text
    assert "Module=Calls\r\nClass=Holder\r\n" in text
    values = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    assert decrypt(values["DPB"].strip('"'))[2] == b"\0"  # no password
    assert decrypt(values["GC"].strip('"'))[2] == b"\xff"  # visible
    assert decrypt(values["CMG"].strip('"'))[2] == bytes(4)  # nothing protected


def test_module_names_stand_in_the_code_page_and_in_unicode() -> None:
    assert module_names_stream([Module("Ab", "standard")]) == b"Ab\0A\0b\0\0\0\0\0"


def test_olevba_reads_every_module_back() -> None:
    found = modules_in("vbaProject.bin", vba_project("Project", MODULES))
    assert found == {module.name: module.source.replace("\r\n", "\n") for module in MODULES}


def test_the_streams_that_excel_expects_are_there() -> None:
    with olefile.OleFileIO(io.BytesIO(vba_project("Project", MODULES))) as ole:
        streams = {"/".join(path) for path in ole.listdir()}
    names = {f"VBA/{module.name}" for module in MODULES}
    assert streams == {*names, "VBA/dir", "VBA/_VBA_PROJECT", "PROJECT", "PROJECTwm"}
