"""GPU cards: what the table says, and what a design takes of the card that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, LIST, scenario, sized
from tests.pylib.model.test_gpus import ARRAY, CAD, CLUSTER, OFFICE, SERVER

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import KIT_PARTS, KITS, PER_BLOCK, PER_GPU_CARD, BillRow, Design, check
from vdi_sizing.tables.gpus import GPU_CARDS, GpuCard
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import NOT_KNOWN

A16, T4 = (next(card for card in GPU_CARDS if card.name == name) for name in ("NVIDIA A16", "NVIDIA T4"))
PRICES = tuple(Price(LIST, part, None, 100.0, 0.0, "EUR", AS_OF, "offer") for part in ("A16", "host"))
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


def test_a_card_brings_its_parts_beside_those_of_the_kit_and_never_beside_a_bill_of_its_own() -> None:
    """So many cards as the GPUs of the hosts that are bought make; a licence for each user of one."""
    by_kit = replace(SERVER, kit="NVMe server, local", gpus=8, gpu_gb=None, gpu_card="NVIDIA A16")
    made = replace(
        scenario(by_kit, groups=(OFFICE, CAD), price_list=LIST), prices=PRICES, kits=KITS, kit_parts=KIT_PARTS
    )
    x = size(made).designs[0]
    parts = {line.part: line for line in x.bill}
    assert list(parts)[-2:] == made.parts_of_kit(by_kit)[-2:] == ["NVIDIA A16", "vGPU licence"]
    assert parts["NVIDIA A16"].quantity_for_users == 2 * x["hosts_paid"]
    assert parts["vGPU licence"].quantity_for_users == pytest.approx(CAD.concurrent_vms)
    own = replace(made, bill=(BillRow(by_kit.name, "host", 1, PER_BLOCK), BillRow(by_kit.name, "A16", 1, PER_GPU_CARD)))
    assert [(line.part, line.quantity_for_users) for line in size(own).designs[0].bill] == [
        ("host", x["blocks"]), ("A16", 2 * x["hosts_paid"]),
    ]  # fmt: skip


def test_cards_of_a_host_that_names_none_cannot_be_counted() -> None:
    made = scenario(replace(SERVER, gpus=8), groups=(OFFICE, CAD), price_list=LIST)
    (design,) = size(replace(made, prices=PRICES, bill=(BillRow(SERVER.name, "A16", 1, PER_GPU_CARD),))).designs
    assert design.bill[0].of_each == NOT_KNOWN
    assert not design["check_licence_numbers"]


def test_cards_of_a_host_whose_gpus_nobody_gave_cannot_be_counted_and_leave_no_eur() -> None:
    """Else a card that is named and billed would cost nothing."""
    named = replace(SERVER, gpus=None, gpu_gb=None, gpu_card="NVIDIA A16")
    made = scenario(named, groups=(OFFICE,), price_list=LIST)
    (design,) = size(replace(made, prices=PRICES, bill=(BillRow(SERVER.name, "A16", 1, PER_GPU_CARD),))).designs
    assert (design.bill[0].of_each, design["priced"]) == (NOT_KNOWN, 0)


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
