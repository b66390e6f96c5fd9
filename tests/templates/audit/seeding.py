"""Defects put into the parts of a workbook, each as small an edit of its XML as somebody's hand would make."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from vdi_templates.audit.contents import entry_of
from vdi_templates.audit.package import Package

Parts = dict[str, bytes]
Seed = Callable[[Parts], None]
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def part_of(parts: Parts, sheet: str) -> str:
    """The part that holds a sheet."""
    entry = entry_of(Package(parts), sheet)
    assert entry is not None
    return entry.part


def swap(part: str, old: str, new: str) -> Seed:
    """The first such text in a part becomes another; a sheet is named as such, without a slash."""

    def seed(parts: Parts) -> None:
        name = part if "/" in part else part_of(parts, part)
        text = parts[name].decode()
        assert old in text, (part, old)
        parts[name] = text.replace(old, new, 1).encode()

    return seed


def rewrite(part: str, pattern: str, new: str) -> Seed:
    """The first match of a pattern becomes another text."""

    def seed(parts: Parts) -> None:
        name = part if "/" in part else part_of(parts, part)
        text, times = re.subn(pattern, new, parts[name].decode(), count=1, flags=re.DOTALL)
        assert times == 1, (part, pattern)
        parts[name] = text.encode()

    return seed


def in_chart(title: str, pattern: str, new: str) -> Seed:
    """The first match of a pattern in the chart of a title becomes another text."""

    def seed(parts: Parts) -> None:
        charts = (
            name for name, content in parts.items() if name.startswith("xl/charts/") and title in content.decode()
        )
        rewrite(next(charts), pattern, new)(parts)

    return seed


def both(*seeds: Seed) -> Seed:
    """Several edits that are one defect."""

    def seed(parts: Parts) -> None:
        for each in seeds:
            each(parts)

    return seed


def into(sheet: str, xml: str, before: str = "</worksheet>") -> Seed:
    """An element more on a sheet."""
    return swap(sheet, before, xml + before)


def add(name: str, content: str) -> Seed:
    """A part more."""
    return lambda parts: parts.update({name: content.encode()})


def lead(source: str, kind: str, target: str, *, mode: str = "", number: str = "rIdNew") -> Seed:
    """A relationship more, from a sheet or a part."""

    def seed(parts: Parts) -> None:
        name = source if "/" in source else part_of(parts, source)
        folder, _, base = name.rpartition("/")
        relations = f"{folder}/_rels/{base}.rels"
        external = f' TargetMode="{mode}"' if mode else ""
        relation = f'<Relationship Id="{number}" Type="{OFFICE}/{kind}" Target="{target}"{external}/>'
        empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        text = parts.get(relations, empty).decode()
        parts[relations] = text.replace("</Relationships>", f"{relation}</Relationships>").encode()

    return seed


# --- cells --------------------------------------------------------------------------------------------


def _edit_cell(place: str, edit: Callable[[str], str], parts: Parts) -> None:
    sheet, _, cell = place.rpartition("!")
    name = part_of(parts, sheet)
    text = parts[name].decode()
    found = re.search(rf'<c r="{cell}"[^>]*?(/>|>.*?</c>)', text, re.DOTALL)
    assert found, place
    parts[name] = (text[: found.start()] + edit(found[0]) + text[found.end() :]).encode()


def _style(xml: str) -> str:
    return re.search(r's="(\d+)"', xml)[1]  # type: ignore[index]


def holds(place: str, content: str, kind: str = "") -> Seed:
    """A cell holds other XML, in its style."""
    cell = place.rpartition("!")[2]
    type_ = f' t="{kind}"' if kind else ""
    return partial(_edit_cell, place, lambda xml: f'<c r="{cell}" s="{_style(xml)}"{type_}>{content}</c>')


def says(place: str, text: str) -> Seed:
    """A cell holds a text."""
    return holds(place, f"<is><t>{text}</t></is>", "inlineStr")


def number(place: str, value: float) -> Seed:
    """A cell holds a number."""
    return holds(place, f"<v>{value!r}</v>")


def in_cell(place: str, pattern: str, new: str) -> Seed:
    """Something in the XML of a cell becomes something else."""

    def edit(xml: str) -> str:
        changed, times = re.subn(pattern, new, xml, count=1, flags=re.DOTALL)
        assert times, (place, xml)
        return changed

    return partial(_edit_cell, place, edit)


def looks(place: str, *, font: str = "", fill: str = "", code: str = "", inner: str = "", attributes: str = "") -> Seed:
    """A cell looks different: elements of its font that go before the old ones, a fill, a format, what an xf holds."""

    def seed(parts: Parts) -> None:
        sheet, _, cell = place.rpartition("!")
        xml = re.search(rf'<c r="{cell}"[^>]*', parts[part_of(parts, sheet)].decode())
        assert xml, place
        style = _new_style(parts, int(_style(xml[0])), font, fill, code, inner, attributes)
        _edit_cell(place, lambda old: re.sub(r's="\d+"', f's="{style}"', old, count=1), parts)

    return seed


def _new_style(parts: Parts, old: int, font: str, fill: str, code: str, inner: str, attributes: str) -> int:
    text = parts["xl/styles.xml"].decode()
    group = re.search(r"<cellXfs[^>]*>(.*?)</cellXfs>", text, re.DOTALL)
    assert group
    styles = re.findall(r"<xf [^>]*/>|<xf [^>]*[^/]>.*?</xf>", group[1], re.DOTALL)
    xf = styles[old]
    if font:
        fonts = re.findall(r"<font>.*?</font>", text.partition("</fonts>")[0], re.DOTALL)
        mine = fonts[int(re.search(r'fontId="(\d+)"', xf)[1])]  # type: ignore[index]
        for tag in re.findall(r"<(\w+)", font):
            mine = re.sub(rf"<{tag}\b[^>]*/>", "", mine)
        text = text.replace("</fonts>", mine.replace("<font>", f"<font>{font}") + "</fonts>", 1)
        xf = re.sub(r'fontId="\d+"', f'fontId="{len(fonts)}"', xf)
    if fill:
        count = text.partition("</fills>")[0].count("<fill>") + text.partition("</fills>")[0].count("<fill/>")
        text = text.replace("</fills>", f"<fill>{fill}</fill></fills>", 1)
        xf = re.sub(r'fillId="\d+"', f'fillId="{count}"', xf)
    if code:
        text = text.replace("</numFmts>", f'<numFmt numFmtId="900" formatCode="{code}"/></numFmts>', 1)
        xf = re.sub(r'numFmtId="\d+"', 'numFmtId="900"', xf)
    if inner:
        head = re.match(r"<xf [^>]*?(?=/?>)", xf)
        assert head
        xf = f"{head[0]}>{inner}</xf>"
    for name, value in re.findall(r'(\w+)="([^"]*)"', attributes):
        xf = re.sub(rf'{name}="[^"]*"', f'{name}="{value}"', xf)
    parts["xl/styles.xml"] = text.replace("</cellXfs>", f"{xf}</cellXfs>", 1).encode()
    return len(styles)
