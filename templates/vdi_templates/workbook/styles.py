"""The named cell styles of the workbook: blue on pale yellow is input, black a formula, green a link."""

from __future__ import annotations

from dataclasses import dataclass

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side

FONT = "Calibri"
DRAWN, DRAWN_TEXT = "VDI drawn", "VDI drawn text"
"""The style of what is drawn when the file is made: nobody enters it, and no formula stands in it."""
DARK, MID, PALE, INPUT_FILL, GRID = "1F3864", "D9E2F3", "F2F6FC", "FFF9E0", "BFBFBF"
UNUSED_FILL = "EDEDED"
INPUT_BLUE, LINK_GREEN, GREY, RED, AMBER, GREEN = "0000C0", "006100", "7F7F7F", "C00000", "B26B00", "00701A"
VIOLET = "7A3B9E"
"""Of a target that is not judged."""
TYPED_OVER, TYPED_OVER_INK, FILLED_IN = "FCE4D0", "B23C00", "E3EFDA"
"""Of user groups with a profile: what is typed over it, and what is left to it."""
DATE_FORMAT = "yyyy-mm-dd"
INK, MUTED, WASH, RULE, ACCENT = "1F2933", "5F6B77", "F4F6F8", "ECEFF2", "0B5CAD"
DESIGN_COLORS = (ACCENT, "2A9D8F", "7A5195", "B8860B", "8C564B", "5F6B77")
"""Of the designs by their columns, the same on every sheet and chart."""
WHITE = "FFFFFF"
RED_FILL, AMBER_FILL, MISSING_FILL = "FFD9D9", "FFF0CC", "FFD08A"
"""The last one of a cell to be filled in, beside the pale yellow of inputs."""
_LINE = Side(style="thin", color=GRID)
BOX = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)
_HAIRLINE = Border(bottom=Side(style="thin", color="DDE2E7"))


@dataclass(frozen=True)
class Palette:
    """The colours that a brand may choose, and those that follow from them."""

    main: str = DARK
    """Of titles, bands and the names of columns."""
    mid: str = MID
    pale: str = PALE
    accent: str = ACCENT
    """Of the tabs that one reads; of a brand also, paler, of the first parts of the bars."""
    parts: tuple[str, ...] = ("8599AF", "A9B8C8", "C8D2DC", "E4E9EE")
    """Of what EUR are made of: none is the colour of a design, and on each one reads a number in ink."""

    @classmethod
    def of(cls, main: str | None, accent: str | None) -> Palette:
        """The usual colours but for those that are given, and what follows from these."""
        usual = cls()
        mid, pale = (tint(main, 0.88), tint(main, 0.95)) if main else (usual.mid, usual.pale)
        parts = (tint(accent, 0.45), tint(accent, 0.7), *usual.parts[2:]) if accent else usual.parts
        return cls(main or usual.main, mid, pale, accent or usual.accent, parts)


USUAL = Palette()


def tint(color: str, white: float) -> str:
    """A colour with a share of white mixed in.

    >>> tint("000000", 0.5)
    '808080'
    """
    return "".join(f"{round(int(color[at : at + 2], 16) * (1 - white) + 255 * white):02X}" for at in (0, 2, 4))


def _style(
    name: str,
    *,
    size: int = 10,
    bold: bool = False,
    italic: bool = False,
    underlined: bool = False,
    color: str = "000000",
    fill: str | None = None,
    boxed: bool = False,
    ruled: bool = False,
    horizontal: str | None = None,
    vertical: str = "center",
    wrap: bool = False,
    shrink: bool = False,
    indent: int = 0,
    locked: bool = True,
) -> NamedStyle:
    style = NamedStyle(name)
    style.font = Font(
        name=FONT, size=size, bold=bold, italic=italic, underline="single" if underlined else None, color=color
    )
    if fill:
        style.fill = PatternFill("solid", fgColor=fill)
    if boxed:
        style.border = BOX
    if ruled:
        style.border = _HAIRLINE
    style.alignment = Alignment(
        horizontal=horizontal, vertical=vertical, wrap_text=wrap, shrink_to_fit=shrink, indent=indent
    )
    style.protection = Protection(locked=locked)
    return style


def _page_styles() -> list[NamedStyle]:
    """What the page that one hands over is written in: one font, two greys, one accent, and no boxes."""
    return [
        _style("VDI page verdict", size=14, bold=True, color=INK, fill=WASH, vertical="bottom", wrap=True),
        _style("VDI page reason", size=11, color=INK, fill=WASH, vertical="top", wrap=True),
        _style("VDI page status", size=14, bold=True, color=RED, horizontal="right"),
        _style("VDI page name", size=13, bold=True, color=INK, shrink=True),
        _style("VDI page mark", size=11, bold=True, color=AMBER, vertical="top", wrap=True),
        _style("VDI page line", size=11, bold=True, color=AMBER, shrink=True),
        _style("VDI page label", size=11, color=MUTED),
        _style("VDI page label shrunk", size=11, color=MUTED, shrink=True),
        _style("VDI page legend", size=11, color=INK, horizontal="center"),
        _style("VDI page value", size=11, color=INK, horizontal="right", shrink=True),
        _style("VDI page value wrapped", size=11, color=INK, horizontal="right", wrap=True),
        _style("VDI page figure", size=11, color=INK, horizontal="right", vertical="top", shrink=True),
        _style("VDI page number", size=20, bold=True, color=INK, horizontal="right"),
        _style("VDI page heading", size=12, bold=True, color=INK),
        _style("VDI page text", size=11, color=INK, vertical="top", wrap=True),
    ]


def _row_styles(main: str) -> list[NamedStyle]:
    """What a table that one hands over is written in: ink, and a hairline below each row."""
    under = Border(bottom=Side(style="medium", color=main))
    names = [
        _style("VDI row name", size=11, bold=True, color=main, horizontal="right", indent=1, wrap=True),
        _style("VDI row header", color=MUTED),
    ]
    for style in names:
        style.border = under
    return [
        *names,
        _style("VDI row label", color=INK, ruled=True, wrap=True),
        _style("VDI row label above", color=INK, ruled=True, vertical="top", wrap=True),
        _style("VDI row unit", color=MUTED, ruled=True),
        _style("VDI row note", size=9, color=MUTED, ruled=True, wrap=True),
        # Two of each: LibreOffice does not indent a number that may wrap.
        _style("VDI row number", color=INK, ruled=True, horizontal="right", indent=1),
        _style("VDI row text", color=INK, ruled=True, horizontal="right", indent=1, wrap=True),
        _style("VDI row words", color=INK, ruled=True, horizontal="left", vertical="top", indent=1, wrap=True),
        _style("VDI row result", size=11, bold=True, color=INK, ruled=True, horizontal="right", indent=1),
        _style(
            "VDI row result text", size=11, bold=True, color=INK, ruled=True, horizontal="right", indent=1, wrap=True
        ),
        _style("VDI row verdict", size=11, bold=True, color=INK, wrap=True),
        _style("VDI row customer", size=11, bold=True, color=main, horizontal="right", indent=1),
    ]


def styles(palette: Palette = USUAL) -> list[NamedStyle]:
    """All styles, made anew for each workbook."""
    main, mid, pale = palette.main, palette.mid, palette.pale
    return [
        _style("VDI title", size=18, bold=True, color=main),
        _style("VDI subtitle", size=10, italic=True, color=GREY),
        _style("VDI subtitle wrapped", size=10, italic=True, color=GREY, wrap=True),
        _style("VDI heading", size=11, bold=True, color=main, fill=mid),
        _style("VDI heading name", size=11, bold=True, color=main, fill=mid, horizontal="right", indent=1),
        _style("VDI header", bold=True, color=main, fill=mid, boxed=True, horizontal="center", wrap=True),
        _style(
            "VDI header of table",
            bold=True,
            color=main,
            fill=mid,
            boxed=True,
            horizontal="center",
            vertical="top",
            wrap=True,
        ),
        _style("VDI header right", bold=True, color=main, fill=mid, boxed=True, horizontal="right", wrap=True),
        _style("VDI header left", bold=True, color=main, fill=mid, boxed=True, wrap=True),
        _style("VDI label"),
        _style("VDI label wrapped", wrap=True),
        _style("VDI label indented", horizontal="left", indent=1),
        _style("VDI unit", color=GREY),
        _style("VDI note", size=9, italic=True, color=GREY, wrap=True),
        _style("VDI text", wrap=True, vertical="top"),
        _style("VDI input", color=INPUT_BLUE, fill=INPUT_FILL, boxed=True, horizontal="right", locked=False),
        _style(
            "VDI input text", color=INPUT_BLUE, fill=INPUT_FILL, boxed=True, horizontal="left", indent=1, locked=False
        ),
        _style(
            "VDI input wrapped",
            color=INPUT_BLUE,
            fill=INPUT_FILL,
            boxed=True,
            horizontal="left",
            wrap=True,
            indent=1,
            locked=False,
        ),
        _style(
            "VDI input prose",
            size=9,
            color=INPUT_BLUE,
            fill=INPUT_FILL,
            boxed=True,
            horizontal="left",
            wrap=True,
            indent=1,
            locked=False,
        ),
        _style("VDI formula", boxed=True, horizontal="right"),
        _style("VDI formula text", boxed=True, wrap=True),
        _style(DRAWN, italic=True, boxed=True, horizontal="right"),
        _style(DRAWN_TEXT, italic=True, boxed=True, horizontal="right", wrap=True),
        _style("VDI part", horizontal="right"),
        _style("VDI part centred", horizontal="center", wrap=True),
        _style("VDI part text", horizontal="left", wrap=True, indent=1),
        _style("VDI unused", color=GREY, fill=UNUSED_FILL, boxed=True, horizontal="right"),
        _style("VDI link", color=LINK_GREEN, boxed=True, horizontal="right"),
        _style("VDI link centred", color=LINK_GREEN, boxed=True, horizontal="center"),
        _style("VDI link text", color=LINK_GREEN, boxed=True, horizontal="right", wrap=True),
        _style(
            "VDI result", size=11, wrap=True, bold=True, color=LINK_GREEN, fill=pale, boxed=True, horizontal="right"
        ),
        _style("VDI total", bold=True, fill=pale, boxed=True, horizontal="right"),
        _style("VDI total centred", bold=True, fill=pale, boxed=True, horizontal="center", wrap=True),
        _style("VDI total label", bold=True, fill=pale, boxed=True),
        _style("VDI baseline", horizontal="left"),
        _style("VDI status left", color=LINK_GREEN, horizontal="left"),
        _style("VDI status", bold=True, color=main),
        _style("VDI cell text", boxed=True, horizontal="left", vertical="top", wrap=True),
        _style("VDI cell line", boxed=True, horizontal="left"),
        _style("VDI cell centred", boxed=True, horizontal="center", vertical="top", wrap=True),
        _style("VDI cell number", boxed=True, horizontal="right", vertical="top"),
        _style("VDI cell derived", italic=True, boxed=True, horizontal="right", vertical="top"),
        *_page_styles(),
        *_row_styles(main),
        _style("VDI sheet link", color=main, underlined=True),
        _style("VDI line link", color=main, underlined=True, wrap=True),
    ]


def add_styles(workbook: Workbook, palette: Palette = USUAL) -> None:
    """Register the styles; the default font becomes theirs."""
    for style in styles(palette):
        workbook.add_named_style(style)
