"""Which random scenarios the gate calculates: as few as reach nearly every kind of outcome that 500 reach, and each
limit that binds a design of one of them.

python -m tests.templates.chosen_seeds    chooses anew, and writes chosen_seeds.txt

A kind of outcome is a line of the model with the class of its value: 0, 1, no limit, a word, another whole number, a
fraction, below 0. Of scenarios that lie near a step of a rounding, which no engine decides alike, none is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random

from tests.templates.random_scenarios import scenario

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.words import NO_LIMIT

SEEDS = range(1, 501)
WANTED_SHARE, KEPT_SHARE = 0.95, 0.995
"""Of all kinds, when they are chosen; and of those that they reached then, while the model changes."""
FILE = Path(__file__).with_suffix(".txt")

Kind = tuple[str, str]


def chosen_seeds() -> list[int]:
    """The seeds of the gate, those first that reach most."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    return [int(seed) for line in lines if not line.startswith("#") for seed in line.split()]


def kinds_promised() -> int:
    """How many kinds of outcome the chosen seeds reached when they were chosen."""
    return int(FILE.read_text(encoding="ascii").split()[1])


def worked_out(seed: int) -> Sizing:
    """The sizing of a random scenario."""
    return size(scenario(Random(seed)))


def kinds_of(sizing: Sizing) -> set[Kind]:
    """The kinds of outcome of a sizing."""
    return {(name, class_of(design[name])) for design in sizing.designs for name in lines_by_name()}


def limits_of(sizing: Sizing) -> set[str]:
    """The limits that bind its designs."""
    return {str(design["binding_name"]) for design in sizing.designs}


def class_of(value: object) -> str:
    """What kind of value it is.

    >>> [class_of(value) for value in (0.0, 1.0, 1e9, "HDD", 12.0, 0.5, -3.0)]
    ['0', '1', 'no limit', 'a word', 'whole', 'fraction', 'below 0']
    """
    if not isinstance(value, float):
        return "a word"
    if value in (0, 1):
        return f"{value:.0f}"
    if value == NO_LIMIT:
        return "no limit"
    if value < 0:
        return "below 0"
    return "whole" if value == int(value) else "fraction"


def chosen(kinds: Mapping[int, set[Kind]], wanted: int) -> Iterator[int]:
    """Seeds until they reach so many kinds: each time the one that adds most.

    >>> list(chosen({1: {("a", "0")}, 2: {("a", "0"), ("a", "1")}, 3: {("b", "0")}}, wanted=3))
    [2, 3]
    """
    reached: set[Kind] = set()
    while len(reached) < wanted:
        best = max(kinds, key=lambda seed: (len(kinds[seed] - reached), -seed))
        reached |= kinds[best]
        yield best


def lacking(limits: Mapping[int, set[str]], seeds: Iterable[int]) -> Iterator[int]:
    """The first seed of each limit that none of some seeds has.

    >>> list(lacking({1: {"RAM"}, 2: {"RAM"}, 3: {"cores"}, 4: {"cores", "IOPS"}}, [2]))
    [3, 4]
    """
    reached = set[str]().union(*(limits[seed] for seed in seeds))
    for seed, those in limits.items():
        if those - reached:
            reached |= those
            yield seed


def share_reached(kinds: Mapping[int, set[Kind]], seeds: Iterable[int]) -> float:
    """The share of all kinds that some of the seeds reach."""
    return len(set[Kind]().union(*(kinds[seed] for seed in seeds))) / len(set[Kind]().union(*kinds.values()))


def _text(kinds: Mapping[int, set[Kind]], seeds: list[int]) -> str:
    reached, known = (len(set[Kind]().union(*(kinds[seed] for seed in of))) for of in (seeds, kinds))
    head = f"# {reached} kinds of outcome of {known} that {len(kinds)} seeds reach, by {len(seeds)} of them"
    rows = [" ".join(map(str, seeds[at : at + 20])) for at in range(0, len(seeds), 20)]
    return "\n".join((head, *rows, ""))


def is_set_apart(seed: int) -> bool:
    """Whether the last bits of a value may decide on a whole drive, VM or block of it."""
    import pytest  # noqa: PLC0415  # with what watches roundings, which the tests alone have
    from tests.templates.workbook.test_random_scenarios import watched  # noqa: PLC0415  # it reads the seeds

    with watched(pytest.MonkeyPatch()) as rounded:
        kinds_of(worked_out(seed))
    return rounded.near_a_step


if __name__ == "__main__":
    sizings = {seed: worked_out(seed) for seed in SEEDS}
    of_seed = {seed: kinds_of(sizing) for seed, sizing in sizings.items()}
    compared = {seed: kinds for seed, kinds in of_seed.items() if not is_set_apart(seed)}
    seeds = list(chosen(compared, round(WANTED_SHARE * len(set[Kind]().union(*of_seed.values())))))
    seeds += lacking({seed: limits_of(sizings[seed]) for seed in compared}, seeds)
    FILE.write_text(_text(of_seed, seeds), encoding="ascii")
    print(FILE.read_text(encoding="ascii"))
