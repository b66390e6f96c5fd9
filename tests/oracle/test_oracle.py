"""What a finished workbook and the terminal say of money, hosts and limits is true: read by a reader of its own."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from tests.oracle.facts import Saved
from tests.oracle.oracle import Oracle
from tests.oracle.printed import not_printed
from tests.oracle.run import LANGUAGES, Finished, Tally, finished, run
from tests.oracle.scenarios import CHOSEN, TWISTS, drawn, twisted
from tests.oracle.seeded import IN_GATE, SEEDS, Seed, with_seed
from tests.oracle.unwritten import Unwritten
from tests.templates.workbook.test_shelves import grown
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_templates.workbook.build import build_book

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
    return tally.finds


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_shelves_is_true(language: str) -> None:
    """Those of an array are billed, or nobody says what one draws."""
    for scenario in (grown(), grown(watts=None)):
        done = finished(scenario, language)
        assert found_in(Oracle(Saved(done.workbook), done.terminal)) == []


def test_a_book_says_what_its_file_says() -> None:
    """What a file of another language has its own words for when it is built is not looked at."""
    book = build_book(size(twisted(CHOSEN[0])))
    built_in_its_language = ("Report", "Scenarios", "Evidence", "Log", "Sign-off")
    for language in LANGUAGES:
        _, saved = finished_with(CHOSEN[0], language)
        unwritten, skipped = Unwritten(book, language), built_in_its_language if language != "en" else ()
        assert unwritten.sheets == saved.sheets
        sheets = [title for title in saved.sheets if title not in skipped]
        assert [title for title in sheets if unwritten.sheet(title) != saved.sheet(title)] == []


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
    assert tally.finds == []


@pytest.mark.parametrize("twists", [CHOSEN[0], pytest.param(CHOSEN[1], marks=pytest.mark.everything)], ids="; ".join)
def test_the_pdf_says_what_report_says(twists: tuple[str, ...]) -> None:
    _, saved = finished_with(twists)
    assert not_printed(twisted(twists), saved) == []


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(1, PRINTED + 1))
def test_the_pdf_of_a_random_scenario_says_what_its_report_says(seed: int) -> None:
    try:
        _, scenario = drawn(seed)
    except InputError:
        return  # twists that contradict each other
    assert not_printed(scenario, Saved(finished(scenario).workbook)) == []
