"""Licence metrics: by what a product is counted, how much of it counts at least, and in which packs it is sold."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.reading import HOW_SURE, SOURCE, SOURCE_DATE, note_of, read_records

PER_VM, PER_USER, PER_GPU_USER = "VM", "user", "GPU user"
PER_CORE, PER_CPU = "core", "CPU"
TB_RAW, TB_USABLE, TIB_RAW = "TB raw", "TB usable", "TiB raw"
PER_CORES = (PER_CORE, PER_CPU)
"""What is counted in the hosts that are bought."""
PER_TB = (TB_RAW, TB_USABLE, TIB_RAW)
"""What is counted in the blocks that are bought: TB are 1000 GB, TiB 1024 GiB."""
GB_PER_TB, GB_PER_TIB = 1000.0, 1.024**4 * 1000.0
_COUNTED = (*PER_CORES, *PER_TB, PER_VM, PER_USER, PER_GPU_USER)


@dataclass(frozen=True)
class Metric:
    """How a product's licences are counted; None where no source says it.

    Parameters
    ----------
    name : str
        Product, and by what it is counted.
    per : str
        What the bill counts: "core", "CPU", "TB raw", "TB usable", "TiB raw", "VM", "user" or "GPU user".
    least_per_cpu : float or None
        Cores that a CPU counts at least [cores]
    least_per_host : float or None
        Cores that a host counts at least [cores]
    tb_per_core : float or None
        TB or TiB that each licensed core of the host brings along; what lies above is counted.
    least_per_order : float or None
        What an order has at least, in the unit of `per`.
    pack : float or None
        The pack in which it is sold, in the unit of `per`; None: one by one.
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    note : str or None
        What a user should know.
    """

    name: Annotated[str, Input("licence metric", note="what a row of Bill names", kind="name", role=WISH)]
    per: Annotated[
        str, Input("counted per", "", "the per of a row of Bill that names it", "choice", choices=_COUNTED, role=WISH)
    ]
    least_per_cpu: Annotated[
        float | None,
        Input("least cores per CPU", "cores", "so many count, even if a CPU has fewer", "whole", optional=True),
    ] = None
    least_per_host: Annotated[
        float | None,
        Input("least cores per host", "cores", "so many count, even if a host has fewer", "whole", optional=True),
    ] = None
    tb_per_core: Annotated[
        float | None,
        Input("TB per core", "TB", "TB or TiB that a licensed core of the host brings along", optional=True),
    ] = None
    least_per_order: Annotated[
        float | None, Input("least per order", "", "so many are bought at least", optional=True)
    ] = None
    pack: Annotated[
        float | None, Input("pack", "", "sold in packs of so many; blank: one by one", optional=True, at_least=1)
    ] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    note: Annotated[str | None, note_of("licences")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


METRICS = read_records("licences", Metric)
