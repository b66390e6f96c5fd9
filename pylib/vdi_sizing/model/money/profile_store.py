"""The store of user profiles beside the blocks: what it has to do, whether its price is known, and who pays for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, round_nearest
from vdi_sizing.engine.rows import total_over
from vdi_sizing.formulas.workload import _front_end_iops
from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Figure, Given, Scope, or_zero
from vdi_sizing.model.formats import COUNT, FLAG, ONE, TEXT
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.load.user_groups import all_vms, in_use
from vdi_sizing.scenario import IN_BLOCKS
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class ProfileStore(Scope):
    """What user profiles ask of a store that is not part of the block."""

    store_iops: Given[Block, float] = Given("profile store: IOPS", "IOPS",
        lambda b: in_use(b, lambda g: g.store_iops), COUNT, "profiles and user data")
    store_reads: Given[Block, Value] = Given("profile store: of it reads", "IOPS",
        lambda b: total_over(b.groups, lambda g: _front_end_iops(g.concurrent_vms, or_zero(g.store_iops))
            * or_zero(g.store_read_share)), COUNT)
    store_login_iops: Given[Block, float] = Given("profile store: IOPS while users log in", "IOPS",
        lambda b: in_use(b, lambda g: g.store_login_iops), COUNT, "an upper bound: all at once")
    store_gb: Given[Block, float] = Given("profile store: capacity", "GB",
        lambda b: all_vms(b, lambda g: g.store_gb), COUNT,
        "all VMs count, whether in use or not")
    store_sized_gb: Figure[Block, Value] = Figure("profile store: capacity with its reserve", "GB",
        lambda b: b.store_gb * (1 + b.settings.store_reserve_share), COUNT)
    store_tb: Display[Block, Value] = Display("profile store, in TB", "TB",
        lambda b: round_nearest(b.store_sized_gb / 100) / 10, ONE)
    store_asked: Given[Block, float] = Given("a profile store is asked for", "0/1",
        lambda b: flag(b.store_gb + b.store_iops + b.store_login_iops != 0), FLAG)


STORE_BILLED = "store_billed"
"""The word of the check that a formula of money looks for."""


def _paid_by_gb(b: Block) -> bool:
    return bool(or_zero(b.settings.store_eur_per_gb_month) * b.store_gb > 0)


class StorePaid(Scope):
    """A store is paid by GB and month, or bought as a part of the bill; or it is in no EUR, and named as left out."""

    store_bought: Given[Block, float] = Given("the part of the profile store is on the bill", "0/1", lambda b: flag(any(
            same_name(row.part, b.settings.store_part or "") and row.quantity > 0 for row in b.bill_rows_of_design)),
        FLAG,
        native='IF({settings.store_part}="",0,'
        "IF(SUMPRODUCT(({cost.part}={settings.store_part})*({cost.quantity}>0))>0,1,0))")
    store_unbilled: Given[Block, float] = Given("the profile store is to be bought, and not on the bill", "0/1",
        lambda b: b.store_asked * (1 - b.store_bought) if b.bill_rows and b.settings.store_part else 0.0, FLAG)
    store_unpaid: Given[Block, float] = Given("a profile store that nobody pays for", "0/1",
        lambda b: 0.0 if b.acknowledges(STORE_BILLED) else b.store_unbilled, FLAG,
        "0 where the design's text says that another part contains it")
    store_beyond_bill: Given[Block, float] = Given("the profile store is not on the bill", "0/1",
        lambda b: 0.0 if b.acknowledges(STORE_BILLED) else b.store_asked * (1 - b.store_bought), FLAG,
        "nor in another part, as the design's text says")
    store_left_out: Given[Block, float] = Given("the profile store is in no EUR", "0/1",
        lambda b: 0.0 if _paid_by_gb(b) else b.store_beyond_bill, FLAG, "neither on the bill nor paid by GB and month")


def _size(b: Block) -> str:
    if not b.store_asked:
        return DASH
    stands = f" {b.settings.store_kind}" if b.settings.store_kind else ""
    at_login = f" ({b.store_login_iops_words} at login)" if b.store_login_iops else ""
    return f"profile store of {b.store_tb:.12g} TB, {b.store_iops_words} IOPS{at_login}{stands}"


class StoreInWords(Scope):
    store_iops_words: Display[Block, str] = Display("its IOPS, as the page says them", "",
        lambda b: spelled(round_nearest(b.store_iops)), TEXT)
    store_login_iops_words: Display[Block, str] = Display("its IOPS at login, as the page says them", "",
        lambda b: spelled(round_nearest(b.store_login_iops)), TEXT)
    store_size: Display[Block, str] = Display("profile store, what it has to do", "",
        _size, TEXT)
    store_words: Display[Block, str] = Display("profile store in the cost over the years", "",
        lambda b: ("not included: " if b.store_left_out else "included: ") + b.store_size if b.store_asked else DASH,
        TEXT, "for profiles and user data; its price stands on Settings, or its part on the bill")


class StoreChecks(Scope):
    check_store_billed = Warning("the profile store is on the bill, where Settings name its part",
        "the profile store is to be bought, and its part is not on the bill", lambda b: b.store_unbilled == 0,
        remedy="Add the part to Bill, or for a kit to Parts, for every design alike: until then there is no EUR. Where "
        f"another part contains it, {acknowledging(STORE_BILLED, 'in the price of the array')}.")
    check_store_place = Warning("no profile store is entered beside the blocks, where Settings put it into them",
        "profiles stand in the blocks, and a profile store is entered beside them: it counts in no block",
        lambda b: not b.store_asked or b.settings.store_kind != IN_BLOCKS,
        remedy="Enter the IOPS and the persistent GB of profiles per VM on Users, and no profile store; or say on "
        "Settings where it stands.")
    check_store_priced_once = Warning("the profile store is bought, or paid by GB and month",
        "the profile store is bought and paid by GB and month: it counts twice",
        lambda b: not b.store_bought or not b.store_asked or b.settings.store_eur_per_gb_month is None,
        remedy="Leave the part or the price per GB and month blank on Settings.")
