"""Processors: what the table says, and what a design takes of the processor that it names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.pylib.model.office import scenario, sized
from tests.pylib.model.test_gpus import ARRAY, CLUSTER, OFFICE, SERVER

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import KITS, SERVICE, Design, check
from vdi_sizing.tables import reading
from vdi_sizing.tables.processors import PROCESSORS, Processor

GOLD = next(each for each in PROCESSORS if each.name == "Intel Xeon Gold 6442Y")
NAMED: dict[str, Any] = {"processor": "intel xeon gold 6442y", "host_cpus": 2}
BARE = replace(SERVER, cores=None, **NAMED)


def cores_of(design: Design) -> tuple[float | None, float | None]:
    (built,) = scenario(design).designs_in_use
    return built.cores, built.beside_cores


@pytest.mark.parametrize(
    ("design", "cores"),
    [(BARE, (48, None)), (replace(BARE, host_cpus=1), (24, None)), (replace(BARE, cores=40), (40, None)),
     (replace(BARE, processor=None), (None, None)), (replace(CLUSTER, cores=None, **NAMED), (48, None)),
     (replace(ARRAY, beside_cores=None, **NAMED), (None, 48)),
     (Design("rented", block_kind=SERVICE, **NAMED), (None, None))],
    ids=["of two", "of one", "typed over", "none named", "cluster", "hosts beside an array", "service"],
)  # fmt: skip
def test_cores_that_are_left_blank_are_those_of_the_processors(design: Design, cores: Any) -> None:
    assert cores_of(design) == cores


def test_the_processor_counts_before_the_kit() -> None:
    """Of which each shipped one says cores as an example; then nothing of the cores is assumed."""
    kit = next(kit for kit in KITS if kit.cores and kit.block_kind == "server")
    with_kit = Design("by kit", kit=kit.name, **NAMED)
    assert cores_of(with_kit) == (48, None)
    assert cores_of(replace(with_kit, processor=None)) == (kit.cores, None)
    equipped = {**vars(with_kit), "tiers": SERVER.tiers}
    assert "cores" not in sized(Design(**equipped), OFFICE)["assumed_words"]
    assert "cores" in sized(Design(**{**equipped, "processor": None}), OFFICE)["assumed_words"]


def test_a_design_with_a_processor_is_sized_as_with_its_cores_and_has_no_watts_of_it() -> None:
    typed, named = sized(replace(BARE, processor=None, cores=48), OFFICE), sized(BARE, OFFICE)
    for name in ("blocks_needed", "limit_cores", "equipment", "power_w", "users_per_core", "cores_twice"):
        assert named[name] == typed[name]


@pytest.mark.parametrize(
    ("change", "said"),
    [({"processor": "Xeon Gold 6442"}, "processor is 'Xeon Gold 6442'; expected a processor of the .*Gold 6442Y"),
     ({"host_cpus": None}, "CPUs per host is blank; expected a whole number above 0, since a processor is named")],
)  # fmt: skip
def test_a_processor_that_is_not_known_or_of_which_nobody_says_how_many_is_refused(
    change: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        check(scenario(replace(BARE, **change)))
    check(scenario(BARE))


def test_no_processor_stands_twice() -> None:
    with pytest.raises(InputError, match="processor is 'intel Xeon gold 6442Y'; expected a name that is used once"):
        check(replace(scenario(BARE), processors=(GOLD, Processor("intel Xeon gold 6442Y", None, 24))))


@pytest.mark.parametrize(
    ("text", "said"),
    [("name,family,cores\nA,,24\nB,,many\n", "row 3, cores is 'many'"),
     ("name,family\nA,\n", "expected a column cores"),
     ("name,family,cores\nA,,0\n", "processors.csv, row 2: cores of a CPU is 0")],
)  # fmt: skip
def test_a_row_that_cannot_be_read_is_named(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each table that comes with the library, by file, row and column."""
    others = "ghz", "specrate", "watts", "source", "source_address", "source_date", "how_sure", "derivation", "note"
    head, *rows = text.splitlines()
    lines = [",".join((head, *others)), *(row + "," * len(others) for row in rows)]
    (tmp_path / "processors.csv").write_text("\n".join(lines))
    monkeypatch.setattr(reading, "DATA", tmp_path)
    with pytest.raises(InputError, match=said):
        reading.read_records("processors", Processor)
