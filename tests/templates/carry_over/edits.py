"""A workbook that somebody worked in: each edit as small as a spreadsheet program would make it."""

from __future__ import annotations

import io
import re
from xml.sax.saxutils import escape

from openpyxl.utils import get_column_letter, range_boundaries
from tests.templates.audit.seeding import Parts, add, lead, part_of

import vdi_sizing
from vdi_templates.audit.package import Package, ZipParts
from vdi_templates.workbook.save import packed

CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
DRAWING = "application/vnd.openxmlformats-officedocument.drawing+xml"
COMMENTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f00050001ff"
    "89993d1d0000000049454e44ae426082"
)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"


class Edited:
    """The parts of a workbook while somebody works in it."""

    def __init__(self, workbook: bytes) -> None:
        self.parts: Parts = dict(ZipParts(io.BytesIO(workbook)))

    def workbook(self) -> bytes:
        """The file as it is saved."""
        return packed(self.parts)

    def cell(self, sheet: str, place: str, content: str, *, style: int | None = None, kind: str = "") -> None:
        """Put the XML of a value or formula into a cell."""
        name = part_of(self.parts, sheet)
        text = self.parts[name].decode()
        row = re.sub("[A-Z]", "", place)
        old = re.search(rf'<c r="{place}"( s="(\d+)")?[^>]*?(/>|>.*?</c>)', text, re.DOTALL)
        number = style if style is not None else int(old[2] or 0) if old else 0
        type_ = f' t="{kind}"' if kind else ""
        new = f'<c r="{place}" s="{number}"{type_}>{content}</c>'
        text = text.replace(old[0], new, 1) if old else self._into_row(text, row, new)
        self.parts[name] = text.encode()

    @staticmethod
    def _into_row(text: str, row: str, cell: str) -> str:
        found = re.search(rf'<row r="{row}"[^>]*?(/>|>)', text)
        if found is None:
            return text.replace("</sheetData>", f'<row r="{row}">{cell}</row></sheetData>', 1)
        if found[1] == "/>":
            return text.replace(found[0], f"{found[0][:-2]}>{cell}</row>", 1)
        end = text.index("</row>", found.end())
        return text[:end] + cell + text[end:]

    def delete_row(self, sheet: str, row: int) -> None:
        """Take a row out: those below it move up, as in the layout of a version that had one row less."""
        name = part_of(self.parts, sheet)
        text = re.sub(rf'<row r="{row}".*?</row>', "", self.parts[name].decode(), count=1, flags=re.DOTALL)

        def moved(found: re.Match[str]) -> str:
            number = int(found[2])
            return f'{found[1]}{number - (number > row)}"'

        self.parts[name] = re.sub(r'(<(?:row|c) r="[A-Z]*)(\d+)"', moved, text).encode()

    def version(self, number: str) -> None:
        """Let the cover name another version as the one that made the file."""
        cover = part_of(self.parts, "Start")
        named = f">version {vdi_sizing.__version__}<".encode()
        assert named in self.parts[cover]
        self.parts[cover] = self.parts[cover].replace(named, f">version {number}<".encode())

    def swap_rows(self, sheet: str, one: int, other: int) -> None:
        """Move what stands in a row to another, and the other way round."""
        name = part_of(self.parts, sheet)
        text = self.parts[name].decode()
        rows = [re.search(rf'<row r="{row}".*?</row>', text, re.DOTALL)[0] for row in (one, other)]  # type: ignore[index]
        moved = [
            re.sub(rf'r="([A-Z]*){row}"', rf'r="\g<1>{to}"', xml)
            for xml, row, to in zip(rows, (one, other), (other, one), strict=True)
        ]
        text = text.replace(rows[0], "{one}").replace(rows[1], moved[0]).replace("{one}", moved[1])
        self.parts[name] = text.encode()

    def says(self, sheet: str, place: str, text: str, *, style: int | None = None) -> None:
        """Type a text."""
        self.cell(sheet, place, f"<is><t>{escape(text)}</t></is>", style=style, kind="inlineStr")

    def number(self, sheet: str, place: str, value: float, *, style: int | None = None) -> None:
        """Type a number."""
        self.cell(sheet, place, f"<v>{value!r}</v>", style=style)

    def formula(self, sheet: str, place: str, formula: str, value: float, *, style: int | None = None) -> None:
        """Type a formula, which gives a number."""
        self.cell(sheet, place, f"<f>{escape(formula)}</f><v>{value!r}</v>", style=style)

    def comment(self, sheet: str, cells: dict[str, tuple[str, str]]) -> None:
        """Comment on cells of a sheet: author and text by the cell."""
        authors = sorted({author for author, _ in cells.values()})
        entries = "".join(
            f'<comment ref="{cell}" authorId="{authors.index(author)}"><text><t>{escape(text)}</t></text></comment>'
            for cell, (author, text) in cells.items()
        )
        names = "".join(f"<author>{author}</author>" for author in authors)
        number = len(self.parts)
        body = f'<comments xmlns="{_MAIN}"><authors>{names}</authors><commentList>{entries}</commentList></comments>'
        add(f"xl/comments{number}.xml", body)(self.parts)
        self.type_of(f"xl/comments{number}.xml", COMMENTS)
        lead(sheet, "comments", f"../comments{number}.xml", number="rIdComments")(self.parts)

    def own_column(self, table: str, header: str) -> None:
        """A column more at the right of a table, as a program makes it when one types beside the table."""
        name = next(each for each in self.parts if f'displayName="{table}"'.encode() in self.parts[each])
        text = self.parts[name].decode()
        found = re.search(r' ref="(\w+):([A-Z]+)(\d+)"', text)
        count = int(re.search(r'tableColumns count="(\d+)"', text)[1])  # type: ignore[index]
        assert found
        letter = chr(ord(found[2]) + 1)
        text = text.replace(found[0], f' ref="{found[1]}:{letter}{found[3]}"')
        text = text.replace(f'tableColumns count="{count}"', f'tableColumns count="{count + 1}"')
        column = f'<tableColumn id="{count + 1}" name="{header}" /></tableColumns>'
        self.parts[name] = text.replace("</tableColumns>", column).encode()

    def style(self, xf: str, *, font: str = "", fill: str = "") -> int:
        """A cell format more; its number."""
        text = self.parts["xl/styles.xml"].decode()
        for group, element in (("fonts", font), ("fills", fill)):
            if element:
                count = int(re.search(rf'<{group} count="(\d+)"', text)[1])  # type: ignore[index]
                text = text.replace(f"</{group}>", f"{element}</{group}>").replace(
                    f'<{group} count="{count}"', f'<{group} count="{count + 1}"'
                )
                xf = xf.replace(f'{group[:-1]}Id="0"', f'{group[:-1]}Id="{count}"')
        count = int(re.search(r'<cellXfs count="(\d+)"', text)[1])  # type: ignore[index]
        text = text.replace("</cellXfs>", f"{xf}</cellXfs>").replace(
            f'<cellXfs count="{count}"', f'<cellXfs count="{count + 1}"'
        )
        self.parts["xl/styles.xml"] = text.encode()
        return count

    def add_sheet(self, name: str, body: str) -> str:
        """A sheet of somebody's own, at the end; the name of its part."""
        number = len(self.parts)
        part = f"xl/worksheets/sheet{number}.xml"
        self.parts[part] = f'<worksheet xmlns="{_MAIN}" xmlns:r="{_R}">{body}</worksheet>'.encode()
        book = Package(self.parts).workbook_part
        lead(book, "worksheet", f"worksheets/sheet{number}.xml", number=f"rIdSheet{number}")(self.parts)
        sheet = f'<sheet name="{name}" sheetId="{number}" r:id="rIdSheet{number}" /></sheets>'
        self.parts[book] = self.parts[book].decode().replace("</sheets>", sheet).encode()
        self.type_of(part, SHEET)
        return part

    def type_of(self, part: str, content_type: str) -> None:
        """Say what a part holds."""
        entry = f'<Override PartName="/{part}" ContentType="{content_type}" /></Types>'
        types = "[Content_Types].xml"
        self.parts[types] = self.parts[types].decode().replace("</Types>", entry).encode()

    def defined_name(self, name: str, reference: str) -> None:
        """A name for cells."""
        book = Package(self.parts).workbook_part
        entry = f'<definedName name="{name}">{reference}</definedName></definedNames>'
        self.parts[book] = self.parts[book].decode().replace("</definedNames>", entry).encode()

    def _saved(self, drawn: str) -> str:
        """What a program saves in a chart of the numbers of one row."""
        sheet, _, cells = drawn.replace("$", "").partition("!")
        left, _, right, row = range_boundaries(cells)
        places = [f"{get_column_letter(column)}{row}" for column in range(left or 0, (right or 0) + 1)]
        text = self.parts[part_of(self.parts, sheet)].decode()
        found = [re.search(rf'<c r="{place}"(?: s="\d+")?>(?:<f>[^<]*</f>)?<v>([^<]*)</v>', text) for place in places]
        points = [f'<c:pt idx="{at}"><c:v>{each[1]}</c:v></c:pt>' for at, each in enumerate(found) if each]
        return f'<c:numCache><c:ptCount val="{len(places)}"/>{"".join(points)}</c:numCache>'

    def draw(self, sheet_part: str, drawn: str) -> None:
        """A chart of one series of cells, and a picture, on a sheet."""
        anchor = (
            "<xdr:{0}><xdr:col>{1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{2}</xdr:row>"
            "<xdr:rowOff>0</xdr:rowOff></xdr:{0}>"
        )
        places = [anchor.format("from", 5, at) + anchor.format("to", 10, at + 9) for at in (1, 12)]
        chart = (
            '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/>'
            '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
            f'</xdr:xfrm><a:graphic><a:graphicData uri="{_C}"><c:chart xmlns:c="{_C}" r:id="rId1"/></a:graphicData>'
            "</a:graphic></xdr:graphicFrame>"
        )
        picture = (
            '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Picture 1"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill>'
            '<a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm>'
            '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
            "</xdr:spPr></xdr:pic>"
        )
        anchors = "".join(
            f"<xdr:twoCellAnchor>{place}{what}<xdr:clientData/></xdr:twoCellAnchor>"
            for place, what in zip(places, (chart, picture), strict=True)
        )
        self.parts["xl/drawings/drawing90.xml"] = (
            f'<xdr:wsDr xmlns:xdr="{_XDR}" xmlns:a="{_A}" xmlns:r="{_R}">{anchors}</xdr:wsDr>'.encode()
        )
        self.parts["xl/charts/chart90.xml"] = (
            f'<c:chartSpace xmlns:c="{_C}" xmlns:a="{_A}"><c:roundedCorners val="0"/><c:chart>'
            '<c:autoTitleDeleted val="1"/><c:plotArea><c:layout/><c:barChart>'
            '<c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/>'
            f'<c:order val="0"/><c:val><c:numRef><c:f>{escape(drawn)}</c:f>{self._saved(drawn)}'
            "</c:numRef></c:val></c:ser>"
            '<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling>'
            '<c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/>'
            '</c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
            '<c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>'
        ).encode()
        self.parts["xl/media/image90.png"] = PICTURE
        lead(sheet_part, "drawing", "../drawings/drawing90.xml", number="rIdDrawing")(self.parts)
        lead("xl/drawings/drawing90.xml", "chart", "../charts/chart90.xml", number="rId1")(self.parts)
        lead("xl/drawings/drawing90.xml", "image", "../media/image90.png", number="rId2")(self.parts)
        self.type_of("xl/drawings/drawing90.xml", DRAWING)
        self.type_of("xl/charts/chart90.xml", CHART)
        types = "[Content_Types].xml"
        png = '<Default Extension="png" ContentType="image/png" /><Override '
        self.parts[types] = self.parts[types].decode().replace("<Override ", png, 1).encode()
