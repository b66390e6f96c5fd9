"""What somebody changes in the XML of a workbook is found by an audit, or listed with the reason why it need not be."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from tests.counts import Counted
from tests.mutator.books import BOOKS
from tests.mutator.judge import Said
from tests.mutator.run import Drawn, Workbook, listed

from vdi_sizing.errors import InputError
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.workbook.save import packed

IN_GATE, IN_A_SHARD, SHARDS = 20, 60, 8


@lru_cache(maxsize=1)
def workbook(name: str) -> Workbook:
    """One of the workbooks, with all its places."""
    return Workbook(name)


def wrong(drawn: list[Drawn]) -> list[str]:
    """What had to be found and was not, each in a line that says how to draw it again."""
    return [
        f"{each.verdict.said.value} {each.book} {each.seed}: {'; '.join(each.mutation.kind)}: {each.mutation.said}"
        for each in drawn
        if each.is_wrong
    ]


def test_a_few_mutations_are_found_or_listed(counted: Counted) -> None:
    drawn = list(workbook("shipped").drawn(range(IN_GATE)))
    counted("mutations of a workbook", len(drawn))
    assert wrong(drawn) == []
    assert {each.verdict.said for each in drawn} >= {Said.FOUND, Said.PASSED}


def test_there_are_kinds_enough_and_each_that_need_not_be_found_has_its_reason() -> None:
    assert len(workbook("shipped").kinds) >= 100
    assert [row for row in listed() if len(row.reason) < 20] == []


@pytest.mark.everything
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_mutations_are_found_or_listed(book: str, shard: int, counted: Counted) -> None:
    first = 100_000 + shard * IN_A_SHARD
    drawn = list(workbook(book).drawn(range(first, first + IN_A_SHARD)))
    counted("mutations of a workbook", len(drawn))
    counted("mutations of a workbook that are found", sum(each.verdict.said is Said.FOUND for each in drawn))
    assert wrong(drawn) == []


@pytest.mark.everything
def test_what_is_remembered_says_what_the_audit_of_the_whole_file_says(tmp_path: Path) -> None:
    book, path = workbook("shipped"), tmp_path / "odd.xlsx"
    for drawn in list(book.drawn(range(200, 210))):  # all of them first: what is remembered is forgotten behind them
        path.write_bytes(packed({**book.parts, drawn.mutation.part: drawn.mutation.content}))
        try:
            found = any(finding.level is not Level.NOTED for finding in audit(path).findings)
        except InputError:
            found = True
        assert found is (drawn.verdict.said is Said.FOUND), drawn
