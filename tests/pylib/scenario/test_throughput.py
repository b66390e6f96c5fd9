"""Inputs of a design on bytes and boots: what they are called, and that they are for experts."""

from __future__ import annotations

from vdi_sizing.inputs import inputs_by_section
from vdi_sizing.scenario import BOOT_TIME, PHASES, THROUGHPUT, Design
from vdi_sizing.scenario.fourth import FOURTH
from vdi_sizing.scenario.throughput import io_size


def test_every_phase_has_a_size_of_reads_and_of_writes() -> None:
    inputs = inputs_by_section(Design)[THROUGHPUT]
    sizes = [f"{phase}_{kind}_kib" for phase in (*PHASES, FOURTH) for kind in ("read", "write")]
    assert list(inputs) == [*sizes, "port_gbit_s", "ports", "port_share"]
    for phase in (*PHASES, FOURTH):
        for kind in ("read", "write"):
            assert inputs[f"{phase}_{kind}_kib"] == io_size(phase, kind)


def test_they_may_all_be_blank_and_their_rows_are_folded_then() -> None:
    sections = inputs_by_section(Design)
    inputs = [*sections[THROUGHPUT].values(), *sections[BOOT_TIME].values()]
    assert all(field.optional and field.blank is None and field.expert for field in inputs)


def test_the_cell_of_a_size_says_how_many_bytes_a_kib_has() -> None:
    assert io_size("boot", "read").note == "KiB, 1024 bytes, which documents call KB; Dell 2012: 32"
