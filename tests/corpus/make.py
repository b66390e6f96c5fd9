"""Makes broken and odd files: one fault each, in a workbook that is otherwise good.

`files()` gives each by its class and name; `python -m tests.corpus.make FOLDER` writes them all.
"""

from __future__ import annotations

import functools
import io
import os
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.built import build

from vdi_templates.examples import EXAMPLES

Parts = dict[str, bytes]
Change = Mapping[str, bytes | None]
WORKBOOK, STYLES, TYPES = "xl/workbook.xml", "xl/styles.xml", "[Content_Types].xml"
USERS = "xl/worksheets/sheet2.xml"
USERS_TABLE = "xl/tables/table1.xml"
_HUGE = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">%s]><x>&i;</x>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(8)
)


@dataclass(frozen=True)
class File:
    """One file of the corpus."""

    kind: str
    name: str
    make: Callable[[Path], None]
    """Puts it at a path."""
    dead: str = ""
    """Which streams of the program are dead while it reads the file: a name of `apart.DEAD`."""


@functools.cache
def files(example: str = "sandisk") -> list[File]:
    """The corpus, in the same order and with the same content each time, made of the workbook of an example."""
    good = build(EXAMPLES[example]())
    parts = unpacked(good)
    return [
        *_of_bytes("truncated", {f"{n:02}": good[: len(good) * n // 20] for n in range(20)}),
        *_of_bytes("bytes changed", {f"{seed:02}": damaged(good, Random(seed)) for seed in range(30)}),
        *_of_bytes("no workbook", _NO_WORKBOOKS),
        *_of_bytes("zip", _zips(good, parts)),
        *_of_parts("part missing", parts, ((name, {name: None}) for name in parts)),
        *_of_parts("part empty", parts, ((name, {name: b""}) for name in parts)),
        *_of_parts("part of something else", parts, ((name, {name: b"<x/>"}) for name in parts)),
        *_of_parts("part cut", parts, ((name, {name: part[: len(part) // 2]}) for name, part in parts.items())),
        *_of_parts("entities", parts, ((name, {name: _HUGE}) for name in _READ)),
        *_of_parts("nested", parts, ((name, {name: b"<x>" * 200_000}) for name in _READ)),
        *_of_parts("names", parts, _names(parts)),
        *_of_parts("tables", parts, _tables(parts)),
        *_of_parts("cells", parts, _cells(parts)),
        *_of_parts("ranges", parts, _ranges(parts)),
        *_of_parts("hidden", parts, _hidden(parts)),
        *_of_parts("much", parts, _much(parts)),
        *_of_parts("writers", parts, _writers(parts)),
        *_places(good),
    ]


def unpacked(content: bytes) -> Parts:
    """The parts of a workbook."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: Parts, method: int = zipfile.ZIP_STORED) -> bytes:
    """A workbook of these parts; not compressed, which is quick."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method, compresslevel=1) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return content.getvalue()


def damaged(content: bytes, random: Random) -> bytes:
    """The content with a few bytes changed, and at times a piece gone or doubled."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 4, 64))):
        changed[random.randrange(len(changed))] = random.randrange(256)
    start, length = random.randrange(len(changed)), random.choice((0, 0, 1, 100))
    if random.random() < 0.5:
        del changed[start : start + length]
    else:
        changed[start:start] = changed[start : start + length]
    return bytes(changed)


def _writes(content: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(content)

    return write


def _of_bytes(kind: str, contents: dict[str, bytes]) -> list[File]:
    return [File(kind, name, _writes(content)) for name, content in contents.items()]


def _of_parts(kind: str, parts: Parts, changes: Iterable[tuple[str, Change]]) -> list[File]:
    def make(change: Change) -> Callable[[Path], None]:
        def write(path: Path) -> None:
            changed = {**parts, **change}
            path.write_bytes(packed({name: part for name, part in changed.items() if part is not None}))

        return write

    return [File(kind, name, make(change)) for name, change in changes]


_READ = (TYPES, WORKBOOK, "xl/_rels/workbook.xml.rels", STYLES, USERS, USERS_TABLE)
"""Parts that every command reads."""
_NO_WORKBOOKS = {
    "nothing": b"",
    "one byte": b"P",
    "zip mark only": b"PK\x03\x04",
    "text": b"user group;VMs\noffice;100\n",
    "xls or encrypted": bytes.fromhex("D0CF11E0A1B11AE1") + bytes(4096),
    "pdf": b"%PDF-1.7\n",
    "xml": b"<?xml version='1.0'?><Workbook/>",
    "zeros": bytes(10_000),
    "empty zip": packed({}),
    "ods": packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}),
    "xlsb": packed({TYPES: b"<Types/>", "xl/workbook.bin": b"\x83\x01"}),
    "docx": packed({TYPES: b"<Types/>", "word/document.xml": b"<x/>"}),
}


def _zips(good: bytes, parts: Parts) -> dict[str, bytes]:
    size = 60_000_000
    lying = packed({USERS: bytes(size)}, zipfile.ZIP_DEFLATED).replace(
        size.to_bytes(4, "little"), (9).to_bytes(4, "little")
    )
    methods = {}
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", method) as package:
            for name, part in parts.items():
                package.writestr(name, part)
        methods[method] = target.getvalue()
    flags = good.index(b"PK\x01\x02") + 8
    return {
        "bomb": packed({**parts, "xl/media/zeros.bin": bytes(150_000_000)}, zipfile.ZIP_DEFLATED),
        "bomb that lies": lying,
        "many parts": packed({**parts, **{f"customXml/item{n}.xml": b"<x/>" for n in range(10_001)}}),
        "lzma": methods[zipfile.ZIP_LZMA],
        "bzip2": methods[zipfile.ZIP_BZIP2],
        "deflated": packed(parts, zipfile.ZIP_DEFLATED),
        "encrypted part": good[:flags] + bytes([good[flags] | 1]) + good[flags + 1 :],
        "bytes before": b"PK" + bytes(100) + good,
        "bytes behind": good + bytes(100),
        "twice": good + good,
        "outside": packed({**parts, "../../outside.xml": b"<x/>", "/absolute.xml": b"<x/>"}),
    }


_AREAS = (
    "", "#REF!", "Settings!#REF!", "$D$6", "Settings!$D$0", "Settings!$D:$D", "Settings!$6:$6", "Settings!$XFE$6",
    "Settings!$D$1048577", "Settings!$A$1:$XFD$1048576", "Settings!$D$9:$D$6", "Settings!$G$6:$D$6",
    "Nowhere!$D$6", "'Settings'!$D$8", "'It''s'!$D$6", "[1]Settings!$D$6", "Settings!$D$6,Settings!$D$7",
    "SUM(1,2)", "1", "text", "Settings!D6", "settings!$D$6", "Comparison!$A$1", "Settings!$D$6:$D$6:$D$6",
    "(" * 5000, "A" * 100_000,
)  # fmt: skip


def _names(parts: Parts) -> Iterator[tuple[str, Change]]:
    text = parts[WORKBOOK].decode()
    for name, areas in (
        ("settings_as_of", _AREAS),
        ("design_name", _AREAS),
        ("sensitivity_low", _AREAS[:12]),
        ("cost_1", _AREAS[:12]),
    ):
        found = re.search(rf'<definedName name="{name}"[^>]*>([^<]*)', text)
        assert found
        for position, area in enumerate(areas):
            changed = text[: found.start(1)] + area + text[found.end(1) :]
            yield f"{name} {position:02} {area[:20]}", {WORKBOOK: changed.encode()}


def _tables(parts: Parts) -> Iterator[tuple[str, Change]]:
    text = parts[USERS_TABLE].decode()
    found = re.search(r' ref="([A-Z]+5):([A-Z]+\d+)"', text)
    assert found
    yield "ref reversed", {USERS_TABLE: text.replace(found[0], f' ref="{found[2]}:{found[1]}"').encode()}
    for ref in (
        "A5:XFD1048576", "A5:Z1048576", "A5", "A5:A5", "A:T", "5:20", "A0:T0", "", "x", "A5:T6:T7", "$A$5:$Z$20",
        "XFE1:XFF2", "A1048576:T1048577", "B5:T20",
    ):  # fmt: skip
        yield f"ref {ref}", {USERS_TABLE: re.sub(r' ref="[^"]*"', f' ref="{ref}"', text).encode()}
    for total in ("1", "-1", "1000000", "x"):
        yield f"totals {total}", {USERS_TABLE: text.replace("<table ", f'<table totalsRowCount="{total}" ', 1).encode()}


_VMS = {
    "400 digits": f'<c r="C6"><v>{"9" * 400}</v></c>',
    "5000 digits": f'<c r="C6"><v>{"9" * 5000}</v></c>',
    "beyond float": '<c r="C6"><v>1e400</v></c>',
    "NaN": '<c r="C6"><v>NaN</v></c>',
    "infinite": '<c r="C6"><v>INF</v></c>',
    "words": '<c r="C6"><v>ten</v></c>',
    "underscore": '<c r="C6"><v>1_000</v></c>',
    "other digits": '<c r="C6"><v>\u0661\u0662</v></c>',
    "negative zero": '<c r="C6"><v>-0</v></c>',
    "tiny": '<c r="C6"><v>1e-320</v></c>',
    "truth": '<c r="C6" t="b"><v>1</v></c>',
    "error": '<c r="C6" t="e"><v>#N/A</v></c>',
    "odd error": '<c r="C6" t="e"><v>#SPILL!</v></c>',
    "ISO date": '<c r="C6" t="d"><v>2026-01-01</v></c>',
    "no ISO date": '<c r="C6" t="d"><v>tomorrow</v></c>',
    "unknown type": '<c r="C6" t="zzz"><v>1</v></c>',
    "string of no table": '<c r="C6" t="s"><v>0</v></c>',
    "string negative": '<c r="C6" t="s"><v>-1</v></c>',
    "style beyond": '<c r="C6" s="999999"><v>50</v></c>',
    "style negative": '<c r="C6" s="-1"><v>50</v></c>',
    "inline": '<c r="C6" t="inlineStr"><is><t>50</t></is></c>',
    "inline nothing": '<c r="C6" t="inlineStr"/>',
    "rich": '<c r="C6" t="inlineStr"><is><r><t>5</t></r><r><t>0</t></r></is></c>',
    "no place": "<c><v>50</v></c>",
    "place outside": '<c r="ZZZZ9"><v>50</v></c>',
    "row 0": '<c r="C0"><v>50</v></c>',
    "last of the sheet": '<c r="C6"><v>50</v></c><c r="XFD1048576"><v>1</v></c>',
    "twice": '<c r="C6"><v>50</v></c><c r="C6"><v>60</v></c>',
    "formula": '<c r="C6"><f>1+1</f><v>50</v></c>',
    "formula without value": '<c r="C6"><f>1+1</f></c>',
    "shared without master": '<c r="C6"><f t="shared" si="9"/><v>50</v></c>',
    "array": '<c r="C6"><f t="array" ref="A1:XFD1048576">1</f><v>50</v></c>',
    "array of nowhere": '<c r="C6"><f t="array" ref="x">1</f><v>50</v></c>',
    "data table": '<c r="C6"><f t="dataTable" ref="C6" r1="A1"/><v>50</v></c>',
    "long formula": f'<c r="C6"><f>{"1+" * 50_000}1</f><v>50</v></c>',
    "brackets": f'<c r="C6"><f>{"(" * 20_000}</f><v>50</v></c>',
    "long text": f'<c r="C6" t="inlineStr"><is><t>{"x" * 900_000}</t></is></c>',
    "longer text": f'<c r="C6" t="inlineStr"><is><t>{"x" * 3_000_000}</t></is></c>',
}
_GROUPS = {
    "C1": "a\x9bb", "turned": "a\u202eb", "line": "a&#10;b", "escaped line": "a_x000A_b", "formula": "=1+1",
    "command": "=cmd|' /C calc'!A0", "markup": "&lt;b&gt;", "long": "x" * 121, "wildcard": "a*", "spaces": " a ",
    "plane 1": "\U0001f600", "combining": "e\u0301" * 10, "zero width": "a\u200bb", "no character": "a\ufdd0b",
    "escape": "_x001B_[2J", "half a character": "_xD800_",
}  # fmt: skip


def _cells(parts: Parts) -> Iterator[tuple[str, Change]]:
    """The first VMs and the first user group, C6 and A6 on Users, and what may stand there."""
    text = parts[USERS].decode()
    vms = re.search(r'<c r="C6"[^>]*><v>[^<]*</v></c>', text)
    group = re.search(r'<c r="A6"[^>]*><is><t[^>]*>[^<]*</t></is></c>', text)
    assert vms
    assert group
    for name, cell in _VMS.items():
        yield name, {USERS: text.replace(vms[0], cell).encode()}
    for name, value in _GROUPS.items():
        cell = f'<c r="A6" t="inlineStr"><is><t xml:space="preserve">{value}</t></is></c>'
        yield f"name: {name}", {USERS: text.replace(group[0], cell).encode()}


def _ranges(parts: Parts) -> Iterator[tuple[str, Change]]:
    sheet = re.sub(rb"(?s)<dataValidations.*</dataValidations>", b"", parts[USERS])
    end = b"<pageMargins"
    for ref in ("A1:XFD1048576", "A6:B6", "C5:C6", "A1:A1000000", "A:A", "1:1", "", "x", "B2:A1", "A0:B0", "A30:C40"):
        rule = '<cfRule type="cellIs" priority="1"/>'
        for what, element in (
            ("merged", f'<mergeCells count="1"><mergeCell ref="{ref}"/></mergeCells>'),
            ("linked", f'<hyperlinks><hyperlink ref="{ref}" location="A1"/></hyperlinks>'),
            ("valid", f'<dataValidations><dataValidation type="list" sqref="{ref}"/></dataValidations>'),
            ("looks", f'<conditionalFormatting sqref="{ref}">{rule}</conditionalFormatting>'),
        ):
            yield f"{what} {ref}", {USERS: sheet.replace(end, element.encode() + end, 1)}


def _hidden(parts: Parts) -> Iterator[tuple[str, Change]]:
    """Sheets, rows and columns that nobody sees; very hidden sheets are shown by no menu."""
    sheet, book, relations = parts[USERS], parts[WORKBOOK].decode(), parts[_RELATIONS].decode()
    for at, name in enumerate(re.findall('<sheet name="([^"]*)"', book)):
        state = ("hidden", "veryHidden")[at % 2]
        yield f"{state}: {name}", {WORKBOOK: _in_state(book, state, name)}
    for state in ("hidden", "veryHidden", "gone"):
        yield f"{state}: all sheets", {WORKBOOK: _in_state(book, state)}
        own = f'<sheet name="Own" sheetId="999" state="{state}" r:id="rId999"/></sheets>'
        part = b'<Override PartName="/xl/worksheets/own.xml" ContentType="%s.worksheet+xml"/></Types>' % _SHEETS
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
        relation = f'<Relationship Type="{kind}" Target="/xl/worksheets/own.xml" Id="rId999"/></Relationships>'
        yield (
            f"{state}: a sheet of one's own",
            {
                WORKBOOK: book.replace("</sheets>", own).encode(),
                TYPES: parts[TYPES].replace(b"</Types>", part),
                _RELATIONS: relations.replace("</Relationships>", relation).encode(),
                "xl/worksheets/own.xml": _OWN,
            },
        )
    yield "rows", {USERS: re.sub(b"<row ", b'<row hidden="1" ', sheet)}
    yield "the row of a group", {USERS: sheet.replace(b'<row r="6" ', b'<row r="6" hidden="1" ')}
    yield "rows of no height", {USERS: re.sub(rb' ht="[^"]*"', b' ht="0"', sheet)}
    yield "columns", {USERS: re.sub(b"<col ", b'<col hidden="1" ', sheet)}


_RELATIONS = "xl/_rels/workbook.xml.rels"
_SHEETS = b"application/vnd.openxmlformats-officedocument.spreadsheetml"
_OWN = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
    b'<c r="A1" t="inlineStr"><is><t>margin</t></is></c></row></sheetData></worksheet>'
)


def _in_state(book: str, state: str, name: str = '[^"]*') -> bytes:
    """The parts' list of sheets, with one of them, or all, hidden or otherwise."""
    changed = re.sub(rf'(<sheet name="{name}" [^>]*?state=")[^"]*', rf"\g<1>{state}", book)
    assert changed != book
    return changed.encode()


def _much(parts: Parts) -> Iterator[tuple[str, Change]]:
    sheet, styles, book = parts[USERS], parts[STYLES], parts[WORKBOOK]

    def rows(content: bytes) -> Change:
        return {USERS: sheet.replace(b"</sheetData>", content + b"</sheetData>", 1)}

    yield "a million empty rows", rows(b"".join(b'<row r="%d" ht="9"/>' % row for row in range(100, 1_000_100)))
    yield "a million cells", rows(b'<row r="99">' + b"<c/>" * 1_000_000 + b"</row>")
    yield "a million styled cells", rows((b"<row>" + b'<c s="1"/>' * 1000 + b"</row>") * 1000)
    yield "a million columns", {USERS: sheet.replace(b"<cols>", b"<cols>" + b'<col min="1" max="2"/>' * 1_000_000)}
    merged = b"<mergeCells>" + b'<mergeCell ref="A30:C31"/>' * 300_000 + b"</mergeCells>"
    yield "a million merged cells", {USERS: sheet.replace(b"<pageMargins", merged + b"<pageMargins", 1)}
    looks = b"<cellXfs>" + b"<xf/>" * 1_500_000 + b"</cellXfs>"
    yield "a million styles", {STYLES: styles.replace(b"<cellXfs", looks + b"<cellXfs", 1)}
    names = b'<definedName name="a">1</definedName>' * 1_100_000
    yield "a million names", {WORKBOOK: book.replace(b"</definedNames>", names + b"</definedNames>")}
    comment = b'<definedName comment="%s" ' % (b"x" * 3_000_000)
    yield "a long attribute", {WORKBOOK: book.replace(b"<definedName ", comment, 1)}
    whole = b'<dimension ref="A1:XFD1048576"'
    yield "dimension of a whole sheet", {USERS: re.sub(rb'<dimension ref="[^"]*"', whole, sheet)}


def _writers(parts: Parts) -> Iterator[tuple[str, Change]]:
    """What other programs write, and what is rare."""
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    strict = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
    yield "strict", {name: part.replace(main, strict) for name, part in parts.items()}
    usual = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    for name, kind in {
        "xlsm": b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        "xltx": usual.replace(b"sheet.main", b"template.main"),
        "unknown": b"application/octet-stream",
    }.items():
        yield name, {TYPES: parts[TYPES].replace(usual, kind)}
    sheet = parts[USERS]
    yield "1904", {WORKBOOK: parts[WORKBOOK].replace(b"<workbookPr", b'<workbookPr date1904="1"', 1)}
    yield "utf-16", {USERS: sheet.decode().encode("utf-16")}
    yield (
        "latin-1",
        {USERS: b'<?xml version="1.0" encoding="iso-8859-1"?>' + sheet.decode().encode("latin-1", "replace")},
    )
    yield "unknown encoding", {USERS: b'<?xml version="1.0" encoding="x-nobody"?><x/>'}
    yield "byte order mark", {USERS: b"\xef\xbb\xbf" + sheet}
    yield "prefixed", {USERS: re.sub(rb"<(/?)(\w)", rb"<\1x:\2", sheet).replace(b"xmlns=", b"xmlns:x=", 1)}
    for name, element in {
        "comment and instruction": b"<!-- x --><?x y?>",
        "alternate content": b'<mc:AlternateContent xmlns:mc="urn:x"/>',
    }.items():
        yield name, {USERS: sheet.replace(b"<sheetData>", element + b"<sheetData>", 1)}
    extension = b'<extLst><ext uri="{x}"/></extLst></worksheet>'
    yield "extension", {USERS: sheet.replace(b"</worksheet>", extension)}
    yield "line ends", {USERS: sheet.replace(b"><", b">\r\n<")}


def _places(good: bytes) -> list[File]:
    """What is no plain file, or bears an odd name."""

    def linked(to: str) -> Callable[[Path], None]:
        return lambda path: path.symlink_to(to)

    places: dict[str, Callable[[Path], None]] = {
        "folder": lambda path: path.mkdir(),
        "pipe": os.mkfifo,
        "circle": linked("odd.xlsx"),
        "nowhere": linked("nowhere.xlsx"),
        "device": linked("/dev/zero"),
        "missing": lambda _path: None,
    }
    names = (
        "x" * 235, "line\nline", "\x1b[31mred", "tab\there", "a\u202eb", "-o", "%s%n", "a b", "\udcff", "'\"$(x)",
    )  # fmt: skip
    return [
        *(File("place", name, make) for name, make in places.items()),
        *(File("name", name, _writes(good)) for name in names),
    ]


def main(folder: Path) -> None:
    """Write the corpus, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, file in enumerate(files()):
        file.make(folder / f"{number:03}.xlsx")
        print(f"{number:03}", file.kind, ascii(file.name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
