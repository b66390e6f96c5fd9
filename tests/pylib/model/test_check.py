"""What a check says of a design, and by which word it is acknowledged."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.pylib.model.office import BLOCK, sized

from vdi_sizing.model.check import Check, Error, Warning
from vdi_sizing.model.checks.verdict import CHECKS
from vdi_sizing.model.scopes import Block


def test_a_check_names_what_it_found_where_it_can() -> None:
    wrong = sized(replace(BLOCK, tiers=(replace(BLOCK.tiers[0], raid="Nutanix RF3"),)))
    hosts, shares = Block.check_hosts, Block.check_shares
    assert hosts.fails_for(wrong.block) == f"{hosts.fails}: 5 hosts at least"
    assert shares.fails_for(wrong.block) == shares.fails


def test_a_check_is_known_by_its_word_and_by_its_kind() -> None:
    assert (Block.check_hosts.key, Block.check_hosts.kind) == ("hosts", Error.kind)
    assert (Block.check_host_lost.key, Block.check_host_lost.kind) == ("host_lost", Warning.kind)


@pytest.mark.parametrize("check", [each for each in CHECKS if "acknowledged" in each.remedy], ids=lambda each: each.key)
def test_a_remedy_says_what_to_type_in_which_row_and_that_acknowledges_it(check: Check) -> None:
    typed = re.search(r'type "(\w+: [^"]+)" on Designs, in the row "warnings acknowledged"', check.remedy)
    assert typed is not None
    assert sized(replace(BLOCK, acknowledged=typed[1])).block.acknowledges(check.key)
