"""The slides' own template: master, three layouts and theme, 16:9, in the colours of a brand; no file of others."""

from __future__ import annotations

import io
import zipfile
from html import escape

from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.styles import INK, MUTED, WASH

WIDTH, HEIGHT = 13.333, 7.5
LEFT, TOP, WIDE, HIGH = 0.6, 1.26, 12.13, 5.5
"""Inches: the slide, and the area on it below the title and above the footer."""
FONT = "Arial"
_LOGO_WIDE, _LOGO_HIGH = 1.9, 0.62
_EMU = 914_400
_TITLE_WIDE = 12.13
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main"
_OF_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OF_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SPACES = (
    f'xmlns:a="{_MAIN}" xmlns:r="{_OF_OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
_TYPES = "application/vnd.openxmlformats-officedocument"
_ROOT = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
_LAYOUTS = (("title", "Title"), ("obj", "Title and content"), ("titleOnly", "Title only"))
_NO_INSET = 'lIns="0" tIns="0" rIns="0" bIns="0"'
_NUMBER = (
    '<a:fld id="{5B2A6D0E-4B7C-4E55-9B39-2C1B6E0F3A10}" type="slidenum"><a:rPr lang="en-GB"/><a:t>‹#›</a:t></a:fld>'
)


def base(brand: Brand) -> bytes:
    """The template as a presentation without slides."""
    parts = {
        "[Content_Types].xml": _content_types(brand),
        "_rels/.rels": _rels(
            ("officeDocument", "ppt/presentation.xml"),
            ("extended-properties", "docProps/app.xml"),
            core=True,
        ),
        "docProps/core.xml": _core(),
        "docProps/app.xml": f'{_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/'
        'extended-properties"><Application>vdi-sizing</Application></Properties>',
        "ppt/presentation.xml": _presentation(),
        "ppt/_rels/presentation.xml.rels": _rels(
            ("slideMaster", "slideMasters/slideMaster1.xml"), ("theme", "theme/theme1.xml")
        ),
        "ppt/theme/theme1.xml": _theme(brand),
        "ppt/slideMasters/slideMaster1.xml": _master(brand),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": _rels(
            *(("slideLayout", f"../slideLayouts/slideLayout{number}.xml") for number in (1, 2, 3)),
            ("theme", "../theme/theme1.xml"),
            *([("image", f"../media/logo.{brand.logo.kind}")] if brand.logo else []),
        ),
    }
    for number, (kind, name) in enumerate(_LAYOUTS, start=1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout(kind, name)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = _rels(
            ("slideMaster", "../slideMasters/slideMaster1.xml")
        )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
        if brand.logo is not None:
            package.writestr(f"ppt/media/logo.{brand.logo.kind}", brand.logo.content)
    return made.getvalue()


def _content_types(brand: Brand) -> str:
    of_parts = {
        "/ppt/presentation.xml": f"{_TYPES}.presentationml.presentation.main+xml",
        "/ppt/slideMasters/slideMaster1.xml": f"{_TYPES}.presentationml.slideMaster+xml",
        "/ppt/theme/theme1.xml": f"{_TYPES}.theme+xml",
        "/docProps/app.xml": f"{_TYPES}.extended-properties+xml",
        "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        **{
            f"/ppt/slideLayouts/slideLayout{number}.xml": f"{_TYPES}.presentationml.slideLayout+xml"
            for number in (1, 2, 3)
        },
    }
    picture = f'<Default Extension="{brand.logo.kind}" ContentType="image/{brand.logo.kind}"/>' if brand.logo else ""
    return (
        f'{_HEAD}<Types xmlns="{_OF_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{picture}'
        + "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in of_parts.items())
        + "</Types>"
    )


def _rels(*targets: tuple[str, str], core: bool = False) -> str:
    """Relationships rId1 and so on, in this order."""
    said = [(f"{_OF_OFFICE}/{kind}", target) for kind, target in targets]
    if core:
        said.append((f"{_OF_PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"))
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(said, start=1)
    )
    return f'{_HEAD}<Relationships xmlns="{_OF_PACKAGE}/relationships">{rows}</Relationships>'


def _core() -> str:
    return (
        f'{_HEAD}<cp:coreProperties xmlns:cp="{_OF_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>'
    )


def _presentation() -> str:
    levels = "".join(_level(number, 12, "tx1") for number in range(1, 10))
    return (
        f'{_HEAD}<p:presentation {_SPACES} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" '
        f'r:id="rId1"/></p:sldMasterIdLst><p:sldSz cx="{_emu(WIDTH)}" cy="{_emu(HEIGHT)}"/>'
        f'<p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle>{levels}</p:defaultTextStyle></p:presentation>'
    )


def _theme(brand: Brand) -> str:
    palette = brand.palette
    colors = {
        "dk1": INK, "lt1": "FFFFFF", "dk2": palette.main, "lt2": WASH, "accent1": palette.accent, "accent2": MUTED,
        "accent3": "8599AF", "accent4": "A9B8C8", "accent5": "C8D2DC", "accent6": "E4E9EE",
        "hlink": palette.main, "folHlink": MUTED,
    }  # fmt: skip
    scheme = "".join(f'<a:{name}><a:srgbClr val="{color}"/></a:{name}>' for name, color in colors.items())
    font = f'<a:latin typeface="{FONT}"/><a:ea typeface=""/><a:cs typeface=""/>'
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="9525">{fill}</a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        f'{_HEAD}<a:theme xmlns:a="{_MAIN}" name="vdi-sizing"><a:themeElements><a:clrScheme name="vdi-sizing">{scheme}'
        f'</a:clrScheme><a:fontScheme name="vdi-sizing"><a:majorFont>{font}</a:majorFont><a:minorFont>{font}'
        f'</a:minorFont></a:fontScheme><a:fmtScheme name="vdi-sizing"><a:fillStyleLst>{fill * 3}</a:fillStyleLst>'
        f"<a:lnStyleLst>{line * 3}</a:lnStyleLst><a:effectStyleLst>{effect * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def _emu(inches: float) -> int:
    return round(inches * _EMU)


def _frame(box: tuple[float, float, float, float]) -> str:
    x, y, wide, high = map(_emu, box)
    return f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{wide}" cy="{high}"/></a:xfrm>'


def _placeholder(
    number: int, name: str, ph: str, content: str, box: tuple[float, float, float, float] | None = None,
    body: str = "", style: str = "",
) -> str:  # fmt: skip
    """A placeholder; without a box it stands where that of the master does."""
    shape = f'{_frame(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' if box else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>'
        f"<p:ph {ph}/></p:nvPr></p:nvSpPr><p:spPr>{shape}</p:spPr><p:txBody><a:bodyPr {body}/>"
        f"<a:lstStyle>{style}</a:lstStyle><a:p>{content}</a:p></p:txBody></p:sp>"
    )


def _said(text: str) -> str:
    return f'<a:r><a:rPr lang="en-GB"/><a:t>{escape(text, quote=False)}</a:t></a:r>'


def _level(number: int, points: float, color: str, *, bold: bool = False, right: bool = False) -> str:
    align = "r" if right else "l"
    return (
        f'<a:lvl{number}pPr marL="0" indent="0" algn="{align}"><a:spcBef><a:spcPts val="0"/></a:spcBef><a:buNone/>'
        f'<a:defRPr sz="{round(points * 100)}" b="{int(bold)}" kern="1200"><a:solidFill><a:schemeClr val="{color}"/>'
        '</a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr>'
        f"</a:lvl{number}pPr>"
    )


def footer_of(brand: Brand) -> str:
    """What stands in the footer of each slide."""
    return "  ·  ".join(filter(None, (brand.company, brand.footer)))


def _foot(number: int, text: str) -> str:
    """The footer and the number of the slide; layouts say their looks once more, which LibreOffice takes from them."""
    places = (LEFT, 6.98, 9.6, 0.3), (LEFT + WIDE - 1.0, 6.98, 1.0, 0.3)
    body = f'{_NO_INSET} anchor="ctr"'
    said = _said(text) if text else '<a:endParaRPr lang="en-GB"/>'
    return _placeholder(
        number, "Footer", 'type="ftr" sz="quarter" idx="11"', said, places[0], body, _level(1, 11, "accent2")
    ) + _placeholder(
        number + 1, "Slide number", 'type="sldNum" sz="quarter" idx="12"', _NUMBER, places[1], body,
        _level(1, 11, "accent2", right=True),
    )  # fmt: skip


def _master(brand: Brand) -> str:
    title_wide = _TITLE_WIDE - (_LOGO_WIDE + 0.2 if brand.logo else 0)
    levels = "".join(_level(number, 14, "tx1") for number in range(1, 10))
    rows = "".join(
        f'<p:sldLayoutId id="{2147483648 + number}" r:id="rId{number}"/>' for number in range(1, len(_LAYOUTS) + 1)
    )
    shapes = (
        _placeholder(
            2, "Title", 'type="title"', _said("Title"), (LEFT, 0.32, title_wide, 0.9), f'{_NO_INSET} anchor="t"'
        )
        + _placeholder(3, "Text", 'type="body" idx="1"', _said("Text"), (LEFT, TOP, WIDE, HIGH), _NO_INSET)
        + _foot(4, footer_of(brand))
        + _line()
        + _logo(brand)
    )
    return (
        f'{_HEAD}<p:sldMaster {_SPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill>'
        f"<a:effectLst/></p:bgPr></p:bg><p:spTree>{_ROOT}{shapes}</p:spTree></p:cSld>"
        '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
        'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
        f"<p:sldLayoutIdLst>{rows}</p:sldLayoutIdLst><p:txStyles><p:titleStyle>{_level(1, 24, 'tx2', bold=True)}"
        f"</p:titleStyle><p:bodyStyle>{levels}</p:bodyStyle><p:otherStyle>{_level(1, 12, 'tx1')}</p:otherStyle>"
        "</p:txStyles></p:sldMaster>"
    )


def _line() -> str:
    return (
        '<p:sp><p:nvSpPr><p:cNvPr id="8" name="Line"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>'
        f'{_frame((LEFT, 6.88, WIDE, 0.012))}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill>'
        '<a:schemeClr val="accent5"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>'
    )


def _logo(brand: Brand) -> str:
    """The logo at the top right of each slide, as large as fits."""
    if brand.logo is None:
        return ""
    scale = min(_LOGO_WIDE / brand.logo.width, _LOGO_HIGH / brand.logo.height)
    wide, high = brand.logo.width * scale, brand.logo.height * scale
    named = escape(f"Logo: {brand.company}" if brand.company else "Logo")
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="9" name="Logo" descr="{named}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/>'
        f'</p:cNvPicPr><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId{len(_LAYOUTS) + 2}"/>'
        f"<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>{_frame((LEFT + WIDE - wide, 0.36, wide, high))}"
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
    )


def _layout(kind: str, name: str) -> str:
    if kind == "title":
        band = (
            '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Band"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>'
            f'{_frame((0, 2.3, 0.22, 2.6))}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr '
            'val="accent1"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>'
        )
        shapes = (
            band
            + _placeholder(
                3, "Title", 'type="ctrTitle"', _said("Title"), (LEFT, 2.2, WIDE, 1.3), f'{_NO_INSET} anchor="b"',
                _level(1, 36, "tx2", bold=True),
            )
            + _placeholder(
                4, "Subtitle", 'type="subTitle" idx="1"', _said("Subtitle"), (LEFT, 3.65, WIDE, 1.9), _NO_INSET,
                _level(1, 18, "accent2"),
            )
        )  # fmt: skip
    else:
        shapes = _placeholder(2, "Title", 'type="title"', _said("Title"))
        if kind == "obj":
            shapes += _placeholder(3, "Content", 'idx="1"', _said("Text, table or chart"))
    return (
        f'{_HEAD}<p:sldLayout {_SPACES} type="{kind}" preserve="1"><p:cSld name="{name}"><p:spTree>{_ROOT}{shapes}'
        f"{_foot(10, '')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )
