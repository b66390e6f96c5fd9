"""The table for a terminal: nothing is cut, whatever the width."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import pytest
from tests.tiers import but_in_gate

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES, customer, today
from vdi_templates.report.table import table
from vdi_templates.workbook.comparison import IN_A_TERMINAL, PAGES


@pytest.mark.parametrize("width", [64, 80, 120, 200])
@pytest.mark.parametrize("name", but_in_gate(EXAMPLES, "customer", "fujitsu"))
def test_every_name_is_printed_whole_and_every_line_fits(name: str, width: int) -> None:
    scenario = EXAMPLES[name]()
    printed = table(size(scenario), width)
    assert max(map(len, printed.splitlines())) <= width
    drives = {tier.drive for design in scenario.designs for tier in design.tiers if tier.drive is not None}
    words = " ".join([*drives, *(design.name for design in scenario.designs)]).split()
    assert not set(words) - set(printed.split())
    assert all(f"\n  {design.name}\n    " in printed for design in scenario.designs)


def test_a_narrow_terminal_shows_the_designs_one_below_the_other() -> None:
    sizing = size(EXAMPLES["fujitsu"]())
    tables = {width: table(sizing, width).count("VMs per block [VMs]") for width in (10, 80, 120)}
    assert tables == {10: 5, 80: 3, 120: 2}


def test_a_figure_looks_as_on_its_sheet() -> None:
    printed = table(size(EXAMPLES["sandisk"]())).splitlines()
    rows = {line[:44].strip(): line[44:].split() for line in printed}
    assert rows["boot speed-up by the lower latency [x]"] == ["–", "4.0", "–"]
    assert rows["margin to the next limit [VMs]"] == ["–"] * 3
    assert rows["tier 2: share of the pool's capacity"] == ["–", "–", "93.8%"]


def test_what_no_design_has_is_left_out() -> None:
    fresh, tiered = table(size(today())), table(size(EXAMPLES["emc"]()))
    for words in ("tier 3", "flash cache", "hot set"):
        assert words not in fresh
        assert words in tiered
    assert "concurrent VMs, whole [VMs]" in fresh
    for words in ("mean response time", "Response time of steady work"):
        assert words in fresh
        assert words not in table(size(EXAMPLES["sandisk"]()))


def test_words_in_place_of_every_number_are_said_once() -> None:
    """The purchase alone beside what the cost over the years holds; that there is no price, in the answer."""
    priced, unpriced = table(size(EXAMPLES["fujitsu"]())), table(size(EXAMPLES["etri"]()))
    assert "the cost over the years holds" in priced
    assert "cost over the years [EUR]" not in priced
    assert priced.count("the purchase alone") == 5
    assert "EUR per user for these users [EUR]" in unpriced
    assert "EUR per user, energy" not in unpriced
    later = replace(EXAMPLES["fujitsu"]().settings, maintenance_share=0.1)
    assert "cost over the years [EUR]" in table(size(replace(EXAMPLES["fujitsu"](), settings=later)))


def test_headings_and_rows_come_in_the_order_of_the_sheet() -> None:
    rows = list(chain.from_iterable((heading, *names) for heading, names in chain(*PAGES)))
    assert set(rows) >= IN_A_TERMINAL
    sizing = size(EXAMPLES["fujitsu"]())
    labels = {name: line.label for name, line in lines_by_name().items()}
    words = [labels.get(row, row) for row in rows if row in IN_A_TERMINAL or row not in labels]
    printed = [line[:44].strip().partition(" [")[0] for line in table(sizing, 160).splitlines()]
    found = [line for line in printed if line in words]
    assert found[0] == "The answer"
    assert len(found) > 20
    still_to_come = iter(words)
    assert [line for line in found if line not in still_to_come] == []


def test_what_is_wrong_is_said_as_it_is_and_errors_come_first() -> None:
    scenario = EXAMPLES["fujitsu"]()
    hdd, *others = scenario.designs
    printed = table(size(replace(scenario, designs=(replace(hdd, bays=1), *others))))
    verdict = printed[printed.index("Checks\n") :].splitlines()
    said = " ".join(line.strip() for line in verdict[1:12])
    assert said.startswith(
        "HDD error: the drives do not fit into the bays: 2 drives, 1 more than its bays. Buy shelves, or servers with "
        "more bays, and enter all bays on Designs. Or buy more blocks, each for fewer VMs: enter these as its given "
        "number. Or choose larger or faster drives. warning: the load of a block saturates some of its "
        "drives. Give more drives"
    )
    assert "warning: the prices are older than the limit. Ask for new prices" in said
    spared = tuple(
        replace(design, spare_blocks=1, cores=64, vcpus_per_core=8, acknowledged="") for design in scenario.designs
    )
    young = replace(scenario, designs=spared, settings=replace(scenario.settings, price_age_limit_years=99))
    assert "  SSD\n    all checks hold" in table(size(young))


def test_times_of_flash_have_two_decimals_and_those_of_disks_one() -> None:
    def times(scenario: Scenario) -> list[str]:
        (row,) = (line for line in table(size(scenario)).splitlines() if line.startswith("  mean response time [ms]"))
        return re.findall(r"\d+\.\d+", row)

    assert times(customer()) == ["0.03", "0.10", "1.0", "9.5"]
    assert times(today())[0] == "9.3"
