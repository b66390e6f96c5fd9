"""Defects are seeded one by one into a shipped workbook, in memory: an audit names each, or it is declared harmless."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
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
def test_a_defect_is_named(level: Level, says: str, seed: Seed, shipped: Parts) -> None:
    """At its level, and none graver; one defect makes no long list."""
    findings = audited(shipped, seed).findings
    assert findings
    assert min(finding.level for finding in findings) is level
    named = [finding for finding in findings if finding.level is level and says in str(finding)]
    assert named, [str(finding) for finding in findings]
    assert len(findings) <= 20


def test_what_excel_rewrites_as_it_saves_passes(shipped: Parts) -> None:
    """By what is known of its habits: no Excel is at hand."""
    assert audited(shipped, *EXCEL.values()).findings == []


@pytest.mark.parametrize("seed", [seed for _, seed in HARMLESS.values()], ids=HARMLESS)
def test_what_is_harmless_passes(seed: Seed, shipped: Parts) -> None:
    assert audited(shipped, seed).findings == []


def test_the_counts_are_those_that_are_promised(capsys: pytest.CaptureFixture[str]) -> None:
    defects = [defect for kind in DEFECTS.values() for defect in kind]
    with capsys.disabled():
        print(f"\n{len(defects)} defects seeded in {len(DEFECTS)} classes, {len(HARMLESS)} declared harmless:")
        print("\n".join(_counts()))
    assert len(defects) >= 120
    assert len(DEFECTS) >= 30


def _counts() -> Iterator[str]:
    for kind, defects in DEFECTS.items():
        yield f"  {len(defects):3} {kind}"


def test_ten_at_once_are_ten_lines(shipped: Parts) -> None:
    kinds = list(DEFECTS)[:10]
    seeds = [next(iter(DEFECTS[kind].values())) for kind in kinds]
    said = [str(finding) for finding in audited(shipped, *(seed for *_, seed in seeds)).findings]
    assert all(any(says in line for line in said) for _, says, _ in seeds)
    assert len(said) == len(seeds)
