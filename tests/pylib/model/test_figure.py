"""A figure: worked out once, rendered with the full names of what it refers to, and missed loudly where forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from vdi_sizing.inputs import FIRST_DATE
from vdi_sizing.model import names, sections
from vdi_sizing.model.figure import Figure, Scope, lines, on, over
from vdi_sizing.model.formats import WHOLE
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Design, Scenario, Settings


class Shelf(Scope):
    """A shelf with some drives, as small a scope as there is."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.prefix, self.title, self.inputs = f"shelf{number}_", f"shelf {number}: ", f"own{number}_"
        self._number = number
        self.asked = 0
        self.rack: Rack | None = None

    def own_words(self) -> dict[str, str]:
        return {"number": str(self._number)}

    drives: Figure[Shelf, float] = Figure(
        "drives of {number}", "drives", lambda s: s.counted(), WHOLE, native="{own.drives}"
    )
    doubled: Figure[Shelf, float] = Figure("twice", "drives", lambda s: 2 * s.drives, native="2*{drives}+{rack.spares}")

    def counted(self) -> float:
        self.asked += 1
        return 10.0 * self.number


class Rack(Scope):
    """Two shelves."""

    def __init__(self) -> None:
        self.shelves = (Shelf(1), Shelf(2))
        self.first = self.shelves[0]
        self.rack = self
        for shelf in self.shelves:
            shelf.rack = self

    def own_words(self) -> dict[str, str]:
        return {"share": "0.5", "both": "{first.drives}*{share}"}

    spares: Figure[Rack, float] = Figure("spares", "drives", lambda _: 2.0, native="{design.spares}")


def test_a_figure_is_worked_out_when_first_asked_for_and_kept() -> None:
    shelf = Shelf(2)
    assert shelf.asked == 0
    assert (shelf.drives, shelf.doubled, Shelf.drives.of(shelf)) == (20, 40, 20)
    assert shelf.asked == 1


def test_a_line_has_the_prefix_the_title_and_the_words_of_its_scope() -> None:
    drives, doubled = lines(Rack().shelves[1], Shelf)
    assert (drives.name, drives.label, drives.unit) == ("shelf2_drives", "shelf 2: drives of 2", "drives")
    assert (drives.formula, drives.number_format) == ("{design.own2_drives}", WHOLE)
    assert doubled.formula == "2*{shelf2_drives}+{spares}"


def test_lines_are_all_of_one_scope_and_then_all_of_the_next() -> None:
    found = [line.name for line in lines(Rack().shelves, Shelf)]
    assert found == ["shelf1_drives", "shelf1_doubled", "shelf2_drives", "shelf2_doubled"]


@pytest.mark.parametrize(
    ("native", "formula"),
    [
        ("{spares}*{share}", "{spares}*0.5"),
        ("{both}+1", "{shelf1_drives}*0.5+1"),
        ("{first.drives}", "{shelf1_drives}"),
        ("{design.bays}/{settings.years}", "{design.bays}/{settings.years}"),
        ("MAX({all.spares})", "MAX({all.spares})"),
        (over("shelves", "+", "{drives}"), "{shelf1_drives}+{shelf2_drives}"),
        (over("first.rack.shelves", "+", "{drives}"), "{shelf1_drives}+{shelf2_drives}"),
        (on("first", "{drives}*{number}"), "{shelf1_drives}*1"),
        (
            f"MAX(0,{over('shelves', ',', '{own.x}*{rack.spares}')})*2",
            "MAX(0,{design.own1_x}*{spares},{design.own2_x}*{spares})*2",
        ),
        (
            f"{over('shelves', ';', '{drives}')}/({over('rack', '', '{spares}')})",
            "{shelf1_drives};{shelf2_drives}/({spares})",
        ),
        (
            over("shelves", ",", f"{{drives}}-{over('rack', '', '{spares}')}"),
            "{shelf1_drives}-{spares},{shelf2_drives}-{spares}",
        ),
    ],
)
def test_a_native_formula_names_figures_by_their_full_names(native: str, formula: str) -> None:
    assert Rack().rendered(native) == formula


@pytest.mark.parametrize(
    ("native", "says"),
    [
        ("{drievs}", "Rack has no figure 'drievs'"),
        ("{first.drievs}", "Shelf has no figure 'drievs'"),
        ("{cellar.drives}", "Rack has no scope 'cellar'"),
        (over("cellars", "+", "{drives}"), "Rack has no scope 'cellars'"),
        (over("shelves", "+", "{drievs}"), "Shelf has no figure 'drievs'"),
    ],
)
def test_an_unknown_reference_is_an_error_that_names_it(native: str, says: str) -> None:
    with pytest.raises(KeyError, match=says):
        Rack().rendered(native)


class BlockWithAFigureMore(Block):
    """A block with a figure that stands in no section, as if it had been forgotten there."""

    forgotten: Figure[BlockWithAFigureMore, float] = Figure("forgotten", "", lambda _: 1.0)


def test_a_figure_that_stands_in_no_section_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_figure_more() -> Any:
        nothing = Settings(as_of=FIRST_DATE)
        return BlockWithAFigureMore(Scenario((), (), (), (), nothing), Design("-", "-"))

    monkeypatch.setattr(names, "blank_block", with_a_figure_more)
    monkeypatch.setattr(sections, "places", names.places.__wrapped__)
    with pytest.raises(LookupError, match=r"figures in no section: \['forgotten'\]; in two: \[\]"):
        sections.sections.__wrapped__()


def test_a_figure_that_stands_in_two_sections_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    once = sections._ordered
    monkeypatch.setattr(sections, "_ordered", lambda block: (*once(block), once(block)[0]))
    with pytest.raises(LookupError, match=r"no section: \[\]; in two: \[.*'vms'"):
        sections.sections.__wrapped__()


def test_every_figure_of_the_model_stands_in_one_section() -> None:
    found = [line.name for section in sections.sections() for line in section.lines]
    assert sorted(found) == sorted(names.places())
    assert list(sections.lines_by_name()) == found
