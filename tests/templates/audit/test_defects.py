"""Defects are seeded one by one into a shipped workbook, in memory: an audit names each, or it is declared harmless."""

from __future__ import annotations

import io

import pytest
from tests.counts import Counted
from tests.templates.audit.defects import DEFECTS, HARMLESS
from tests.templates.audit.excel import EXCEL
from tests.templates.audit.seeding import Parts, Seed

from vdi_templates.audit.compare import Compared, compare
from vdi_templates.audit.finding import Level
from vdi_templates.audit.package import Package, ZipParts
from vdi_templates.examples import EXAMPLES
from vdi_templates.workbook.build import build

SEEDED = [
    pytest.param(level, says, seed, id=f"{kind}: {name}")
    for kind, defects in DEFECTS.items()
    for name, (level, says, seed) in defects.items()
]


@pytest.fixture(scope="module")
def shipped() -> Parts:
    """The parts of one workbook, built once."""
    return dict(ZipParts(io.BytesIO(build(EXAMPLES["fujitsu"]()))))


def audited(shipped: Parts, *seeds: Seed) -> Compared:
    """What an audit says of the workbook with these edits."""
    parts = dict(shipped)
    for seed in seeds:
        seed(parts)
    return compare(Package(parts), Package(shipped))


def test_what_is_shipped_has_no_finding(shipped: Parts) -> None:
    assert audited(shipped).findings == []


@pytest.mark.parametrize(("level", "says", "seed"), SEEDED)
def test_a_defect_is_named(
    level: Level, says: str, seed: Seed, shipped: Parts, counted: Counted, request: pytest.FixtureRequest
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


def test_what_excel_rewrites_as_it_saves_passes(shipped: Parts) -> None:
    """By what is known of its habits: no Excel is at hand."""
    assert audited(shipped, *EXCEL.values()).findings == []


@pytest.mark.parametrize("seed", [seed for _, seed in HARMLESS.values()], ids=HARMLESS)
def test_what_is_harmless_passes(seed: Seed, shipped: Parts, counted: Counted) -> None:
    counted("edits declared harmless", 1)
    assert audited(shipped, seed).findings == []


def test_the_counts_are_those_that_are_promised() -> None:
    assert sum(len(kind) for kind in DEFECTS.values()) >= 120
    assert len(DEFECTS) >= 30


def test_ten_at_once_are_ten_lines(shipped: Parts) -> None:
    kinds = list(DEFECTS)[:10]
    seeds = [next(iter(DEFECTS[kind].values())) for kind in kinds]
    said = [str(finding) for finding in audited(shipped, *(seed for *_, seed in seeds)).findings]
    assert all(any(says in line for line in said) for _, says, _ in seeds)
    assert len(said) == len(seeds)
