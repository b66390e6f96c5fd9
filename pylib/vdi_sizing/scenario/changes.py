"""Named scenarios: what may turn out otherwise, and by how much, for every design at once."""

from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import WISH, Input, clean_fields, inputs_of, same_name
from vdi_sizing.scenario.designs import Design
from vdi_sizing.scenario.parts import Tier
from vdi_sizing.scenario.settings import CHANGE_NOTE, Settings

MOST_NAMED = 8
"""The most scenarios that the sheet has room for."""
CHANGEABLE: dict[str, str] = {
    "users_scale": "number of users",
    "steady_iops_scale": "steady IOPS per VM",
    "steady_read_share": "steady read share",
    "drive_iops_scale": "drive IOPS",
    "write_coalesced": inputs_of(Tier)["write_coalesced"].label,
    "max_utilization": inputs_of(Design)["max_utilization"].label,
    "response_limit_ms": inputs_of(Design)["response_limit_ms"].label,
    "response_share": inputs_of(Design)["response_share"].label,
    "drive_price_scale": "drive prices",
    "other_price_scale": "prices of all but drives",
    "ram_scale": "RAM per VM",
    "vcpus_scale": "vCPU per VM",
    "vcpus_per_core": inputs_of(Design)["vcpus_per_core"].label,
    "gb_scale": "GB per VM",
    "all_iops_scale": "IOPS per VM in all phases",
    "login_iops_scale": "login IOPS per VM",
    "boot_iops_scale": "boot IOPS per VM",
    "measured_vms_scale": "measured VMs per block",
    "growth_per_year": "growth of users per year",
    "discount_rate": inputs_of(Settings)["discount_rate"].label,
    "eur_per_kwh": inputs_of(Settings)["eur_per_kwh"].label,
    "maintenance_share": inputs_of(Settings)["maintenance_share"].label,
    "vm_price_scale": "prices per VM, such as licences",
}
"""What a workbook varies, by the name that the library has for it: in words, in the order of the sheet Sensitivity."""

_MORE_USERS, _BUSIER, _DEARER = "more users", "busier desktops", "higher prices"


@dataclass(frozen=True)
class Change:
    """One change that a named scenario makes; rows of the same name make it together.

    >>> Change("10 % more users", "number of users", 0.1).by
    0.1
    """

    scenario: Annotated[
        str,
        Input(
            "scenario",
            note="rows of the same name are one scenario",
            kind="name",
            words=(_MORE_USERS, _BUSIER, _DEARER),
            role=WISH,
        ),
    ]
    what: Annotated[
        str,
        Input(
            "what changes",
            note="a driver of the sheet Sensitivity",
            kind="name",
            words=tuple(CHANGEABLE.values()),
            role=WISH,
        ),
    ]
    by: Annotated[float, Input("changed by", "share", CHANGE_NOTE, at_least=-0.99, at_most=10, role=WISH)]

    def __post_init__(self) -> None:
        clean_fields(self)

    @property
    def driver(self) -> str:
        """What the library calls what changes.

        >>> Change("busier desktops", "RAM per VM", 0.2).driver
        'ram_scale'
        """
        return next(name for name, words in CHANGEABLE.items() if same_name(words, self.what))


USUAL_CHANGES = (
    Change(_MORE_USERS, CHANGEABLE["users_scale"], 0.1),
    Change(_BUSIER, CHANGEABLE["all_iops_scale"], 0.3),
    Change(_BUSIER, CHANGEABLE["vcpus_scale"], 0.2),
    Change(_BUSIER, CHANGEABLE["ram_scale"], 0.2),
    Change(_DEARER, CHANGEABLE["drive_price_scale"], 0.2),
    Change(_DEARER, CHANGEABLE["other_price_scale"], 0.2),
)
"""What a workbook begins with: assumptions of ours, to be replaced by what a customer fears."""
