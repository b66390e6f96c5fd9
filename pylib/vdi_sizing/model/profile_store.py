"""The store of user profiles beside the blocks: what it has to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value
from vdi_sizing.formulas.workload import _front_end_iops
from vdi_sizing.model.figure import Given, Scope
from vdi_sizing.model.formats import COUNT
from vdi_sizing.model.load import GROUPS_IN_USE, OF_CASE, all_vms, in_use

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class ProfileStore(Scope):
    """What user profiles ask of a store that is not part of the block."""

    store_iops: Given[Block, float] = Given("profile store: IOPS", "IOPS",
        f"SUMPRODUCT({GROUPS_IN_USE},Groups[store IOPS])",
        lambda b: in_use(b, lambda g: g.store_iops), COUNT, "profiles and user data")
    store_reads: Given[Block, Value] = Given("profile store: of it reads", "IOPS",
        f"SUMPRODUCT({GROUPS_IN_USE},Groups[store IOPS],Groups[store read share])",
        lambda b: sum(
            (_front_end_iops(g.vms * g.concurrency, g.store_iops or 0.0) * (g.store_read_share or 0.0)
            for g in b.groups), 0.0), COUNT)
    store_login_iops: Given[Block, float] = Given("profile store: IOPS while users log in", "IOPS",
        f"SUMPRODUCT({GROUPS_IN_USE},Groups[store login IOPS])",
        lambda b: in_use(b, lambda g: g.store_login_iops), COUNT, "an upper bound: all at once")
    store_gb: Given[Block, float] = Given("profile store: capacity", "GB",
        f"SUMPRODUCT({OF_CASE}*Groups[VMs],Groups[store GB])", lambda b: all_vms(b, lambda g: g.store_gb), COUNT,
        "all VMs count, whether in use or not")
