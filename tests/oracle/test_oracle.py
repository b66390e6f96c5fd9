"""What a finished workbook and the terminal say of money, hosts and limits is true: read by a reader of its own."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from io import BytesIO

import pytest
from tests.oracle.facts import Saved
from tests.oracle.oracle import Oracle
from tests.oracle.run import Finished, Tally, finished, run
from tests.oracle.scenarios import CHOSEN, TWISTS, drawn, twisted
from tests.oracle.seeded import IN_GATE, SEEDS, Seed, with_seed
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.report.pdf import comparison_pdf

RANDOM, IN_A_SHARD, PRINTED = 504, 8, 100


@lru_cache(maxsize=4)
def finished_with(twists: tuple[str, ...], language: str = "en") -> tuple[Finished, Saved]:
    """What `compare` hands over of an awkward customer."""
    done = finished(twisted(twists), language)
    return done, Saved(done.workbook)


def found_in(oracle: Oracle, called: str = "") -> list[str]:
    """What is false or not understood, each in a line."""
    tally = Tally()
    tally.add(called, oracle)
    return [line.strip() for line in tally.lines() if line.startswith(("FALSE", "NOT READ", "    "))]


@lru_cache(maxsize=4)
def judged_with(twists: tuple[str, ...], language: str = "en") -> Oracle:
    """What the oracle says of it as it is."""
    done, saved = finished_with(twists, language)
    return Oracle(saved, done.terminal)


@pytest.mark.parametrize("twists", CHOSEN, ids="; ".join)
def test_what_is_said_is_true(twists: tuple[str, ...]) -> None:
    oracle = judged_with(twists)
    surfaces = Counter(claim.where.partition("!")[0] for claim in oracle.claims)
    assert min(surfaces[surface] for surface in ("Report", "Start", "Sign-off", "Comparison", "terminal")) > 0
    assert min(surfaces[surface] for surface in ("Proof", "Cost", "Sensitivity", "What if", "Growth")) > 50
    assert surfaces["Placement"] > 1
    assert surfaces["Scenarios"] > 20
    assert found_in(oracle) == []


@pytest.mark.parametrize("chosen", [0, 2])
def test_what_is_said_in_german_is_true(chosen: int) -> None:
    done, saved = finished_with(CHOSEN[chosen], "de")
    assert found_in(Oracle(saved, done.terminal)) == []


@pytest.mark.parametrize("seed", but_in_gate(SEEDS, *IN_GATE), ids=lambda seed: f"{seed.surface}: {seed.text[:30]}")
def test_a_falsehood_is_found(seed: Seed) -> None:
    """The workbook is true as it is: what is found, is found because of the falsehood."""
    done, saved = finished_with(seed.twists, seed.language)
    assert found_in(judged_with(seed.twists, seed.language)) == []
    assert found_in(Oracle(*with_seed(saved, done.terminal, seed))) != []


@pytest.mark.everything
@pytest.mark.parametrize("twist", TWISTS)
def test_each_twist_alone(twist: str) -> None:
    done, saved = finished_with((twist,))
    assert found_in(Oracle(saved, done.terminal)) == []


@pytest.mark.everything
@pytest.mark.parametrize("first", range(1, RANDOM, IN_A_SHARD))
def test_what_is_said_of_random_scenarios_is_true(first: int) -> None:
    tally = run(IN_A_SHARD, first, "en")
    assert [line for line in tally.lines() if line.startswith(("FALSE", "NOT READ", "    "))] == []


@pytest.mark.parametrize("twists", CHOSEN[:2], ids="; ".join)
def test_the_pdf_says_what_report_says(twists: tuple[str, ...]) -> None:
    _, saved = finished_with(twists)
    assert _not_printed(twisted(twists), saved) == []


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(1, PRINTED + 1))
def test_the_pdf_of_a_random_scenario_says_what_its_report_says(seed: int) -> None:
    try:
        _, scenario = drawn(seed)
    except InputError:
        return  # twists that contradict each other
    assert _not_printed(scenario, Saved(finished(scenario).workbook)) == []


def _not_printed(scenario: Scenario, saved: Saved) -> list[str]:
    """Each text of the printed Report that was judged stands in the PDF too, word by word; those that do not."""
    printed = _squeezed(_text_of(comparison_pdf(size(scenario))))
    said = (
        line
        for (row, column), cell in saved.sheet("Report").items()
        if column <= 8 and row not in (3,) and isinstance(cell.value, str)
        for line in cell.value.split("\n")
    )
    return [line for line in said if _squeezed(line) not in printed]


def _squeezed(text: str) -> str:
    """Without what breaks lines: a PDF breaks them where it likes."""
    return re.sub(r"[\s\u00ad\ufffe-]+", "", text)


def _text_of(pdf: bytes) -> str:
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415  # in this test alone

    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
