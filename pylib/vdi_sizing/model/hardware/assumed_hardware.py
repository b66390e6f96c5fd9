"""What of a design's hardware nobody offered: what its own text says, and what is left to a kit that is an example.

How many hosts it takes hangs on RAM and cores, and whether drives fit on bays. As long as they are assumed, the page
that one hands over says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vdi_sizing._arrays import flag
from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Given, Scope
from vdi_sizing.model.formats import FLAG, TEXT
from vdi_sizing.scenario import BY_PROCESSOR, cores_by
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


EXAMPLE = "example"
"""How sure a row of Kits is that has figures of nobody's offer."""
_OF_BLOCK = {"ram_gib": "RAM", "cores": "cores", "bays": "drive bays"}
_OF_HOST = {"beside_ram_gib": "RAM of a host", "beside_cores": "cores of a host"}
_BY_KIT = " of a kit that is an example"


def _left_to_kit(b: Block, hardware: Mapping[str, str]) -> str:
    """What of the hardware counts as a kit has it that is an example, each behind a comma."""
    if not b.kit_is_example:
        return ""
    typed = b.scenario.typed(b.design)
    left = (
        called for name, called in hardware.items()
        if getattr(typed, name) is None and getattr(b.design, name) is not None
        and not (name in BY_PROCESSOR and b.processor_cores)
    )
    return "".join(f", {called}" for called in left)


def _left_text(hardware: Mapping[str, str]) -> str:
    """The same as a native formula, where a kit is an example."""
    return "&".join(
        f'IF(AND({{entered.{name}}}="",{{design.{name}}}<>""{_by_no_processor(name)}),", {called}","")'
        for name, called in hardware.items())


def _by_no_processor(name: str) -> str:
    return ",{processor_cores}=0" if name in BY_PROCESSOR else ""


def _processor_cores(b: Block) -> float:
    return cores_by(b.design, b.scenario.processor_of(b.design)) or 0.0


def _assumed(b: Block) -> str:
    of_kit = f"{b.hardware_left_to_kit[2:]}{_BY_KIT}" if b.hardware_left_to_kit else ""
    return "; ".join(filter(None, (b.design.assumed, of_kit))) or NONE


class Assumed(Scope):
    processor_cores: Display[Block, float] = Display("cores of a host by its processor", "cores", _processor_cores,
        FLAG, "CPUs per host x cores of each; 0: no processor is named",
        native="IFERROR({design.host_cpus}*INDEX(CPUs[cores of a CPU],"
        "MATCH({design.processor},CPUs[processor],0)),0)")
    kit_is_example: Given[Block, float] = Given("its kit is an example", "0/1",
        lambda b: flag((kit := b.scenario.kit_of(b.design)) is not None and same_name(kit.how_sure or "", EXAMPLE)),
        FLAG, "by the column how sure of Kits",
        native=f'IF(SUMPRODUCT((Kits[kit]={{design.kit}})*({{design.kit}}<>"")*(Kits[how sure]="{EXAMPLE}"))>0,1,0)')
    host_left_to_kit: Display[Block, str] = Display("of a host beside an array, what is left to a kit, an example", "",
        lambda b: _left_to_kit(b, _OF_HOST), TEXT, native=f'IF({{kit_is_example}}=0,"",{_left_text(_OF_HOST)})')
    hardware_left_to_kit: Display[Block, str] = Display("hardware that is left to a kit that is an example", "",
        lambda b: _left_to_kit(b, _OF_BLOCK) + b.host_left_to_kit, TEXT,
        native=f'IF({{kit_is_example}}=0,"",{_left_text(_OF_BLOCK)}&{{host_left_to_kit}})')
    assumed_words: Display[Block, str] = Display("hardware that is assumed", "",
        _assumed, TEXT, "as the design says, and what is left to a kit that is an example",
        native=f'IF({{hardware_left_to_kit}}="",IF({{design.assumed}}="","{NONE}",{{design.assumed}}&""),'
        'IF({design.assumed}="","",{design.assumed}&"; ")'
        f'&MID({{hardware_left_to_kit}},3,200)&"{_BY_KIT}")')


class AssumedChecks(Scope):
    check_assumed = Warning("nothing of its hardware is assumed",
        "the hardware is assumed, and not yet that of an offer",
        lambda b: b.assumed_words == NONE,
        remedy="On Designs, type RAM, cores and drive bays of the offer, and clear the assumed hardware. Where it "
        f"stands as it is, {acknowledging('assumed', 'as ordered')}.",
        names=Assumed.assumed_words)
