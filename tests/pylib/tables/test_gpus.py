"""GPU cards: what the table says, and what a design takes of the card that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import scenario, sized
from tests.pylib.model.test_gpus import ARRAY, CAD, CLUSTER, OFFICE, SERVER

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Design, check
from vdi_sizing.tables.gpus import GPU_CARDS, GpuCard

A16, T4 = (next(card for card in GPU_CARDS if card.name == name) for name in ("NVIDIA A16", "NVIDIA T4"))
BARE = replace(SERVER, gpus=4, gpu_gb=None, gpu_card="nvidia a16")


def test_the_power_of_a_gpu_is_its_part_of_that_of_the_card() -> None:
    assert A16.gpu_watts == 250 / 4
    assert T4.gpu_watts == 70


@pytest.mark.parametrize(
    ("typed", "gb", "watts"),
    [({}, 16, 62.5), ({"gpu_gb": 24}, 24, 62.5), ({"gpu_watts": 0}, 16, 0), ({"gpu_card": None}, None, None),
     ({"gpu_card": "NVIDIA T4"}, 16, 70)],
)  # fmt: skip
def test_what_a_design_leaves_blank_is_that_of_its_card(typed: dict[str, Any], gb: Any, watts: Any) -> None:
    (design,) = scenario(replace(BARE, **typed)).designs_in_use
    assert (design.gpu_gb, design.gpu_watts) == (gb, watts)


def test_a_design_with_a_card_is_sized_as_with_its_numbers() -> None:
    typed = sized(replace(BARE, gpu_card=None, gpu_gb=16), OFFICE, CAD)
    named = sized(BARE, OFFICE, CAD)
    for name in ("blocks_needed", "limit_gpu", "host_gpu_gb", "equipment", "placement_words"):
        assert named[name] == typed[name]


@pytest.mark.parametrize(
    ("design", "of_block", "of_host"),
    [(SERVER, 900 + 4 * 62.5, 0), (CLUSTER, 900 + 4 * 62.5, 0), (ARRAY, 900, 600 + 4 * 62.5),
     (replace(ARRAY, beside_ram_gib=None, beside_cores=None), 900, 0)],
    ids=["server", "cluster", "hosts beside an array", "storage alone"],
)  # fmt: skip
def test_the_power_of_gpus_counts_where_the_hosts_are(design: Design, of_block: float, of_host: float) -> None:
    """A card is on the host that runs the VMs; the drives have no power here."""
    x = sized(replace(design, gpus=4, gpu_gb=None, gpu_card="NVIDIA A16", block_watts=900, beside_watts=600), OFFICE)
    assert x["block_power_w"] == of_block
    assert x["power_w"] == x["blocks"] * of_block + x["hosts_beside"] * of_host


def test_power_of_a_gpu_that_nobody_gave_is_in_that_of_its_host() -> None:
    with_gpus = sized(replace(SERVER, block_watts=900), OFFICE)
    assert (with_gpus["gpus_power_w"], with_gpus["block_power_w"]) == (0, 900)


@pytest.mark.parametrize(
    ("change", "said"),
    [({"gpu_card": "NVIDIA A15"}, "GPU card is 'NVIDIA A15'; expected a card of the GPUs sheet.*NVIDIA A16"),
     ({"gpus": 6}, "GPUs per host is 6.*; expected a multiple of 4, the GPUs of a card")],
)  # fmt: skip
def test_a_card_that_is_not_known_or_of_which_a_host_has_half_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        check(scenario(replace(BARE, **change)))
    check(scenario(BARE))
    check(scenario(replace(BARE, gpus=None)))


def test_no_card_stands_twice() -> None:
    with pytest.raises(InputError, match="GPU card is 'nvidia A16'; expected a name that is used once"):
        check(replace(scenario(BARE), gpu_cards=(A16, GpuCard("nvidia A16", 4, 16, 250))))
