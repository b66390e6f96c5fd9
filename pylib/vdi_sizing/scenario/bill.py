"""What is bought: the bill of materials of each design."""

from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import WISH, Input, clean_fields
from vdi_sizing.scenario.designs import TIERS
from vdi_sizing.tables.licences import PER_CORES, PER_GPU_USER, PER_TB, PER_USER, PER_VM

PER_BLOCK, PER_HOST, PER_SHELF, PER_GPU_CARD, ONCE = "block", "host", "shelf", "GPU card", "once"
QUANTITIES_PER = (
    PER_BLOCK, PER_VM, *(f"drive {k}" for k in TIERS), "cache drive", ONCE, PER_USER, PER_HOST, PER_GPU_USER,
    PER_SHELF, PER_GPU_CARD, *PER_CORES, *PER_TB,
)  # fmt: skip
BOUGHT_ONCE, PER_YEAR, PER_MONTH = "bought once", "per year", "per month"
IN_ARREARS, IN_ADVANCE = "in arrears", "in advance"
PAID = (IN_ARREARS, IN_ADVANCE)
MOST_YEARS = 30
"""The longest time of use, in years."""
_LARGEST_CREDIT = 100_000.0
METRIC = Input(
    "licence metric",
    note="of Licences: least cores, packs; blank: exact",
    kind="name",
    optional=True,
    role=WISH,
)
"""What a row of the bill is counted by, in whose unit its `per` is."""
OF_A_GROUP = (PER_VM, PER_USER)
"""What a part is billed per, that may be for one user group alone."""


@dataclass(frozen=True)
class BillRow:
    """A part of a design and how many of it are bought for what, once or every year."""

    design: Annotated[str, Input("design", note="one of the Designs sheet", kind="name", role=WISH)]
    part: Annotated[str, Input("part", note="one of the Prices sheet", kind="name", role=WISH)]
    quantity: Annotated[
        float, Input("quantity", "", "below 0: a credit, which needs a note", at_least=-_LARGEST_CREDIT)
    ]
    per: Annotated[
        str,
        Input(
            "per",
            "",
            "VM: concurrent VM, user: named user, GPU user: concurrent user with a GPU; host: a block, or a host "
            "beside an array; shelf: of all blocks; core, CPU: of these hosts; TB: of the blocks",
            "choice",
            choices=QUANTITIES_PER,
            role=WISH,
        ),
    ] = PER_BLOCK
    recurs: Annotated[
        str,
        Input(
            "recurs",
            "",
            "per month: its price is paid twelve times a year; blank: bought once",
            "choice",
            choices=(BOUGHT_ONCE, PER_YEAR, PER_MONTH),
            blank=BOUGHT_ONCE,
            role=WISH,
        ),
    ] = BOUGHT_ONCE
    first_year: Annotated[
        float,
        Input(
            "first year", "", "of a part per year; blank: 1", "whole", above=0, at_most=MOST_YEARS, blank=1.0, role=WISH
        ),
    ] = 1.0
    last_year: Annotated[
        float | None,
        Input(
            "last year",
            "",
            "of a part per year; blank: as long as the years of use",
            "whole",
            optional=True,
            above=0,
            at_most=MOST_YEARS,
            role=WISH,
        ),
    ] = None
    paid: Annotated[
        str,
        Input(
            "paid",
            "",
            "of a part per year or month; blank: at the end of each",
            "choice",
            choices=PAID,
            blank=PAID[0],
            role=WISH,
        ),
    ] = IN_ARREARS
    maintained: Annotated[
        bool,
        Input(
            "maintained",
            "",
            "of a part bought once: maintenance counts it; blank: yes",
            "yes/no",
            blank=True,
            role=WISH,
        ),
    ] = True
    rises: Annotated[
        bool,
        Input(
            "rises",
            "",
            "of a part per year: with the yearly rise of Settings; blank: yes; no: a lease, a residual value",
            "yes/no",
            blank=True,
            role=WISH,
        ),
    ] = True
    metric: Annotated[str | None, METRIC] = None
    group: Annotated[
        str | None,
        Input(
            "user group",
            note="of a part per VM or user: for those of this group alone; blank: for all",
            kind="name",
            optional=True,
            role=WISH,
        ),
    ] = None
    note: Annotated[str | None, Input("note", note="what a reader should know", kind="text", optional=True)] = None

    def __post_init__(self) -> None:
        clean_fields(self)
