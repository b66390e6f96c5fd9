"""Defects are seeded one by one into a shipped workbook, in memory: an audit names each, or it is declared harmless."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.built import build
from tests.counts import Counted
from tests.templates.audit.defects import DEFECTS, HARMLESS, labelled, showing, sizing_cell
from tests.templates.audit.excel import EXCEL
from tests.templates.audit.seeding import Seed, in_chart, looks, number, rewrite, says, swap

from vdi_templates.audit.compare import Compared, compare
from vdi_templates.audit.finding import Level
from vdi_templates.audit.package import Package, SheetEntry, made_parts
from vdi_templates.audit.sheet import Sheet, read_sheet
from vdi_templates.audit.styles import Styles
from vdi_templates.evidence import CASES
from vdi_templates.examples import EXAMPLES
from vdi_templates.workbook.layout import FIRST_ROW

SEEDED = [
    pytest.param(level, says, seed, id=f"{kind}: {name}")
    for kind, defects in DEFECTS.items()
    for name, (level, says, seed) in defects.items()
]


@pytest.fixture(scope="module")
def shipped() -> Iterator[Package]:
    """One workbook, built once; and what an audit expects on each of its sheets is read once for all audits."""
    package = Package(made_parts(build(EXAMPLES["fujitsu"]())))
    styles = Styles(package)
    read = {entry.part: read_sheet(package, entry, styles) for entry in package.sheets}
    before = {part: (dict(sheet.cells), dict(sheet.rows)) for part, sheet in read.items()}

    def once(of: Package, entry: SheetEntry, its: Styles) -> Sheet:
        return read[entry.part] if of is package else read_sheet(of, entry, its)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vdi_templates.audit.compare.read_sheet", once)
        patch.setattr("vdi_templates.audit.compare.Styles", lambda of: styles if of is package else Styles(of))
        yield package
    assert {part: (sheet.cells, sheet.rows) for part, sheet in read.items()} == before, "an audit changed a sheet"


def audited(shipped: Package, *seeds: Seed) -> Compared:
    """What an audit says of the workbook with these edits."""
    parts = dict(shipped.parts)
    for seed in seeds:
        seed(parts)
    return compare(Package(parts), shipped)


def test_what_is_shipped_has_no_finding(shipped: Package) -> None:
    assert audited(shipped).findings == []


@pytest.mark.parametrize(("level", "says", "seed"), SEEDED)
def test_a_defect_is_named(
    level: Level, says: str, seed: Seed, shipped: Package, counted: Counted, request: pytest.FixtureRequest
) -> None:
    """At its level, and none graver; one defect makes no long list."""
    counted("defects seeded", 1)
    findings = audited(shipped, seed).findings
    assert findings
    assert min(finding.level for finding in findings) is level
    named = [finding for finding in findings if finding.level is level and says in str(finding)]
    assert named, [str(finding) for finding in findings]
    assert len(findings) <= 20
    counted(f"defects caught: {request.node.callspec.id.partition(':')[0]}", 1)


def test_what_excel_rewrites_as_it_saves_passes(shipped: Package) -> None:
    """By what is known of its habits: no Excel is at hand."""
    assert audited(shipped, *EXCEL.values()).findings == []


@pytest.mark.parametrize("seed", [seed for _, seed in HARMLESS.values()], ids=HARMLESS)
def test_what_is_harmless_passes(seed: Seed, shipped: Package, counted: Counted) -> None:
    counted("edits declared harmless", 1)
    assert audited(shipped, seed).findings == []


def test_ten_at_once_are_ten_lines(shipped: Package) -> None:
    kinds = list(DEFECTS)[:10]
    seeds = [next(iter(DEFECTS[kind].values())) for kind in kinds]
    said = [str(finding) for finding in audited(shipped, *(seed for *_, seed in seeds)).findings]
    assert all(any(says in line for line in said) for _, says, _ in seeds)
    assert len(said) == len(seeds)


CHECKS_SAY, EUR_PER_VM = labelled("what the checks say"), labelled("EUR per VM for these users")
EUR_PER_USER = labelled("EUR per user for these users")
TO_KNOW = showing("Report", "to_know")
F7 = FIRST_ROW + [case.id for case in CASES].index("F7")

EDITS_BY_HAND = {
    number(sizing_cell("eur_per_vm"), 250.0): (
        f"{sizing_cell('eur_per_vm')} (EUR per VM for these users / HDD): "
        "a number typed over a formula: found 250; expected =IF("
    ),
    looks(f"Comparison!D{CHECKS_SAY}", font='<color rgb="FFFFFFFF"/>'): (
        f"Comparison!D{CHECKS_SAY} (what the checks say / HDD): the content cannot be read: "
    ),
    rewrite("Comparison", f'<row r="{EUR_PER_VM}"', f'<row hidden="1" r="{EUR_PER_VM}"'): (
        f"Comparison!row {EUR_PER_VM}: what stands there: found hidden; expected shown"
    ),
    says(f"Comparison!A{EUR_PER_USER}", "EUR per user, with VAT"): (
        f'Comparison!A{EUR_PER_USER}: the text: found "EUR per user, with VAT"; expected "EUR per user for these users"'
    ),
    says(TO_KNOW, "Nothing to know."): (
        f'{TO_KNOW}: a text typed over a formula: found "Nothing to know."; expected =Sizing!'
    ),
    swap("xl/workbook.xml", "<calcPr ", '<calcPr calcMode="manual" '): (
        "workbook: how the workbook calculates (in Excel: Formulas): found only when asked; expected by itself"
    ),
    in_chart("EUR per VM", r"(<tx>.*?)\$D\$5", r"\1$E$5"): (
        'series 1 of the chart "EUR per VM": found name Comparison!E5; expected name Comparison!D5'
    ),
    number(f"Evidence!D{F7}", 191.0): f"Evidence!D{F7} (F7 / published): the figure: found 191; expected 181",
    rewrite("Checks", "<dataValidations.*?</dataValidations>|<conditionalFormatting.*</conditionalFormatting>", ""): (
        "a conditional format: found no rule any more; expected "
    ),
    rewrite("Designs", "<dataValidations.*?</dataValidations>", ""): (
        " places): what one may enter: found no rule any more; expected "
    ),
    rewrite("xl/workbook.xml", '(<sheet [^>]*name="Report"[^>]*/>)(<sheet [^>]*name="Comparison"[^>]*/>)', r"\2\1"): (
        "Comparison: the place of the sheet: found behind Bill; expected behind Report"
    ),
}
"""Each as a careless or a dishonest hand makes it, and the line that a finance reviewer then reads."""


def test_many_rules_that_are_gone_are_one_line(shipped: Package) -> None:
    gone = rewrite("Designs", "<dataValidations.*?</dataValidations>", "")
    (finding,) = audited(shipped, gone).findings
    assert re.fullmatch(r"D\d+:H\d+ to D\d+:H\d+ \(\d{2,3} places\)", finding.cell)


@pytest.mark.parametrize(("seed", "line"), EDITS_BY_HAND.items(), ids=[line[:40] for line in EDITS_BY_HAND.values()])
def test_a_line_is_in_the_words_of_a_reader(seed: Seed, line: str, shipped: Package) -> None:
    said = [str(finding) for finding in audited(shipped, seed).findings]
    assert [finding for finding in said if line in finding], said
