"""Which row is which: by its label, by its heading, by what stands around it, or not at all."""

from __future__ import annotations

from vdi_templates.carry_over.axis import Axis, matched


def test_a_row_without_a_mark_stays_between_those_that_moved_alike() -> None:
    axis = Axis({2: 4, 5: 7, 6: 9})
    assert [axis.at(row) for row in (1, 3, 7)] == [3, 5, 10]
    assert Axis({2: 4, 4: 7}).at(3) is None


def test_what_is_gone_has_no_place_though_all_around_it_stayed() -> None:
    assert Axis({2: 2, 4: 4}, gone={3}).at(3) is None


def test_a_run_goes_from_its_first_row_to_its_last_that_are_still_there() -> None:
    axis = Axis({2: 4, 4: 6}, gone={1, 5})
    assert axis.between(1, 5) == (4, 6)
    assert axis.between(5, 5) is None


def test_labels_are_found_under_their_heading_and_by_their_order() -> None:
    theirs = {1: ("A", "drive"), 2: ("A", "drive"), 3: ("B", "drive"), 4: ("B", "only here"), 5: ("B", "gone")}
    ours = {2: ("A", "drive"), 3: ("A", "drive"), 7: ("B", "drive"), 9: ("C", "only here")}
    axis = matched(theirs, ours)
    assert [axis.at(row) for row in theirs] == [2, 3, 7, 9, None]
