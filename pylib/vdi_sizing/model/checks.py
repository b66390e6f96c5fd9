"""What is checked of each design: what holds, what to say where it does not, and whether the answer still stands.

A check is one declaration. An error voids the answer; a warning leaves it standing but says what is doubtful about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from vdi_sizing._arrays import Value, maximum, rounded
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.figure import Display, Figure, Scope, over
from vdi_sizing.model.formats import EUR_CENT, FLAG, SHARE, TEXT, WHOLE
from vdi_sizing.model.parts import SharesOfTier
from vdi_sizing.scenario import POOL
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part, Tier


class Check(Display["Block", float]):
    """1 where something holds, else 0."""

    kind: ClassVar[str]

    def __init__(self, holds: str, fails: str, native: str, python: Callable[[Block], Any]) -> None:
        super().__init__(holds, "0/1", f"IF({native},1,0)", lambda b: float(python(b)), FLAG, self.kind)
        self.fails = fails


class Error(Check):
    """A check without which there is no answer."""

    kind = "error"


class Warning(Check):  # the field's word; Python's is not used here
    """A check that leaves the answer standing."""

    kind = "warning"


def _given(b: Block) -> Any:
    d = b.design
    block_known = any(given is not None for given in (d.measured_vms, d.given_vms, d.usable_iops))
    return (
        (b.tiers_used > 0 or block_known)
        and all(part.used or part.own.drives is None for part in b.parts)
        and (not b.cache.used or b.cache.own.drives is not None)
        and (d.cores is None or d.vcpus_per_core is not None)
    )


def _given_shares(what: str, given: Callable[[Any], float | None]) -> Display[Block, float]:
    return Display(f"tiers in use with a given share of {what}", "tiers",
        over("tiers", "+", f'{{used}}*({{own.share_of_{what}}}<>"")'),
        lambda b: sum((tier.used * float(given(tier.own) is not None) for tier in b.tiers), 0.0), WHOLE)


def _shares_given(b: Block) -> Any:
    none_or_all = 0.0, b.tiers_used
    by_drives = b.given_shares_of_capacity == b.counting == 0
    io = b.given_shares_of_reads in none_or_all and b.given_shares_of_writes in none_or_all
    return b.tiers_used < 2 or (io and (by_drives or b.given_shares_of_capacity == b.tiers_used))


def _sum_of(what: str, share: Figure[Tier, Value]) -> Display[Block, Value]:
    return Display(f"sum of the tiers' shares of {what}", "0..1", over("tiers", "+", f"{{{share.name}}}"),
        lambda b: sum((share.of(tier) for tier in b.tiers), 0.0), SHARE)


def _shares(b: Block) -> bool:
    pooled = any(each.location == POOL for each in b.tier1.stored)
    whole = [b.sum_of_reads, b.sum_of_writes, *([b.sum_of_capacity] if pooled else [])]
    return b.tiers_used == 0 or all(rounded(total - 1) == 0 for total in whole)


_POOLED = over("tier1.stored", ",", f'{{own.location}}="{POOL}"')


def _generation_text(*parts: str) -> str:
    return "".join(f"IF({{{part}.used}}=1,{{{part}.generation}}," for part in parts) + '""' + ")" * len(parts)


def _of_one_generation(b: Block) -> bool:
    used = {name_key(part.generation) for other in b.side_by_side for part in other.parts if part.used}
    return used == {name_key(b.generation)} or not any(part.used for part in b.parts)


_OTHERS = over("parts", "+", "SUMPRODUCT(({all.used}=1)*({all.generation}<>{block.generation}))")


def _billed(p: Part) -> bool:
    parts = [line.part for line in p.block.bill if line.per == p.billed_per]
    return any(same_name(own, p.part) for own in parts) if p.used else not parts


_ROWS = 'Bill[design],{design.name},Bill[per],"{billed_per}"'
_BILLED = f"IF({{used}}=1,COUNTIFS({_ROWS},Bill[part],{{part}})>0,COUNTIFS({_ROWS})=0)"


def _bill_agrees(b: Block) -> bool:
    block, users = b.bill_block_eur - b.known_full_block_eur, b.bill_users_eur - b.known_users_eur
    off = maximum(block, -block) + maximum(users, -users)
    total = maximum(1.0, b.known_full_block_eur + b.known_users_eur)
    return b.bill_lines == b.bill_rows and rounded(off / total) == 0


class Checks(Scope):
    # inputs: what the reader refuses; nobody stops a user who pastes it into the cells
    check_known = Error("its load case, drives and RAID levels stand on their sheets",
        "its load case, a drive or a RAID level does not stand on its sheet",
        'AND({design.case}<>"",SUMPRODUCT(1*(Users[case]={design.case}))>0,' + over("parts", ",", "{known}=1") + ")",
        lambda b: bool(b.groups) and all(part.known for part in b.parts))
    check_given = Error(
        "what belongs together is given: a drive and a number, a cache and its drives, cores and vCPU per core",
        "a drive has no number or a number no drive, or cores have no vCPU per core",
        'AND(OR({tiers_used}>0,{design.measured_vms}<>"",{design.given_vms}<>"",{design.usable_iops}<>""),'
        + over("parts", ",", 'OR({used}=1,{own.drives}="")')
        + ',OR({cache.used}=0,{design.cache_drives}<>""),OR({design.cores}="",{design.vcpus_per_core}<>""))', _given)
    given_shares_of_reads: Display[Block, float] = _given_shares("reads", lambda tier: tier.share_of_reads)
    given_shares_of_writes: Display[Block, float] = _given_shares("writes", lambda tier: tier.share_of_writes)
    given_shares_of_capacity: Display[Block, float] = _given_shares("capacity", lambda tier: tier.share_of_capacity)
    check_shares_given = Error(
        "shares of reads, of writes and of capacity are given for every tier in use, or for none",
        "shares of reads, of writes or of capacity are given for some tiers in use and not for others",
        "OR({tiers_used}<2,AND(OR({given_shares_of_reads}=0,{given_shares_of_reads}={tiers_used}),"
        "OR({given_shares_of_writes}=0,{given_shares_of_writes}={tiers_used}),"
        "OR({given_shares_of_capacity}={tiers_used},{given_shares_of_capacity}+{counting}=0)))", _shares_given)
    check_places = Error("what lives on a tier lives on one that has drives",
        "something lives on a tier that has no drives",
        over("tiers", "+", f"(1-{{used}})*({over('stored', '+', '{share}')})") + "=0",
        lambda b: all(tier.used or not any(each.share for each in tier.stored) for tier in b.tiers))
    # the answer
    check_feasible = Error("a block carries at least one VM, and some limit is known",
        "a block carries no VM, or nothing limits how many", "{feasible}=1", lambda b: b.feasible == 1)
    sum_of_reads: Display[Block, Value] = _sum_of("reads", SharesOfTier.share_of_reads)
    sum_of_writes: Display[Block, Value] = _sum_of("writes", SharesOfTier.share_of_writes)
    sum_of_capacity: Display[Block, Value] = _sum_of("capacity", SharesOfTier.share_of_capacity)
    check_shares = Error("the tiers' shares of reads, writes and capacity each add up to 1",
        "the tiers' shares of reads, writes or capacity do not add up to 1",
        "OR({tiers_used}=0,AND(ROUND({sum_of_reads}-1,9)=0,ROUND({sum_of_writes}-1,9)=0,"
        f"OR(NOT(OR({_POOLED})),ROUND({{sum_of_capacity}}-1,9)=0)))", _shares)
    check_raid = Error("drives given suit their RAID level",
        "the number of drives given does not suit their RAID level",
        "AND("
        + over("parts", ",", 'OR({own.drives}="",AND({own.drives}>={min_drives},MOD({own.drives},{multiple})=0))')
        + ")",
        lambda b: all(
            d is None or (d >= p.min_drives and d % p.multiple == 0) for p in b.parts for d in (p.own.drives,)))
    check_bays = Error("the drives fit into the bays", "the drives do not fit into the bays", "{bays_missing}=0",
        lambda b: b.bays_missing == 0)
    check_counted = Warning("the drives counted carry the VMs that they were counted for",
        "the drives counted carry fewer VMs than they were counted for",
        "OR({counting}=0,{vms_per_block}>={target_vms})", lambda b: b.counting == 0 or b.vms_per_block >= b.target_vms)
    check_response = Error("these drives can meet the response target at all",
        "these drives cannot meet the response target at all", "{limit_response}>=1", lambda b: b.limit_response >= 1)
    check_saturated = Warning("no drive is saturated by the load of a block",
        "the load of a block saturates some of its drives", "{at_load.saturated}=0", lambda b: b.at_load.saturated == 0)
    check_slow = Warning("the mean response time keeps the limit", "the mean response time is beyond the limit",
        "OR({at_load.saturated}=1,ROUND({at_load.response_ms}-{limit_used_ms},9)<=0,"
        'AND({design.response_limit_ms}<>"",{design.response_share}<>""))',
        lambda b: b.at_load.saturated == 1 or rounded(b.at_load.response_ms - b.limit_used_ms) <= 0
        or (b.design.response_limit_ms is not None and b.design.response_share is not None))
    check_flash = Warning("no response target is set on flash, whose controllers and networks the model does not know",
        "a response target is set on flash, whose controllers and networks the model does not know",
        'OR({design.response_limit_ms}="",' + over("parts", "+", "{flash}") + "=0)",
        lambda b: b.design.response_limit_ms is None or not any(part.flash for part in b.parts))
    check_two_phases = Warning(
        "no response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        "a response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        'OR({design.response_limit_ms}="",NOT(OR('
        + over("parts", ",", "AND({write_phases}>1,ROUND({at_load.utilization}-0.5,9)>0)")
        + ")))",
        lambda b: b.design.response_limit_ms is None
        or not any(p.write_phases > 1 and rounded(p.at_load.utilization - 0.5) > 0 for p in b.parts))
    check_login = Warning("the drives carry the login storm, where it is given",
        "the drives do not carry the login storm", "ROUND({login_storm_share}-1,9)<=0",
        lambda b: rounded(b.login_storm_share - 1) <= 0)
    check_free = Warning("the capacity that must stay free does, on a full block",
        "a full block leaves less capacity free than must stay free", "ROUND({free_share_missing},9)=0",
        lambda b: rounded(b.free_share_missing) == 0)
    check_image_ram = Warning("the provisioning servers' RAM holds the image",
        "the provisioning servers' RAM does not hold the image", "ROUND({image_ram_missing_gb},9)=0",
        lambda b: rounded(b.image_ram_missing_gb) == 0)
    check_endurance = Warning("the drives are rated for what is written to them, where their rating is known",
        "more is written to the drives than they are rated for", "ROUND({dwpd_missing},9)=0",
        lambda b: rounded(b.dwpd_missing) == 0)
    # data and money
    generation: Display[Block, str] = Display("generation of its drives", "",
        _generation_text("tier1", "tier2", "tier3", "cache"),
        lambda b: next((part.generation for part in b.parts if part.used), ""), TEXT)
    check_generation = Warning("all drives of the comparison are of one generation",
        "the comparison mixes drives of two generations", f"OR({over('parts', '+', '{used}')}=0,{_OTHERS}=0)",
        _of_one_generation)
    check_mix = Warning("the load is close to that of the measured VM count",
        "the load differs from that of the measured VM count",
        "ROUND({measured_mix_off}-{settings.mix_tolerance},9)<=0",
        lambda b: rounded(b.measured_mix_off - b.settings.mix_tolerance) <= 0)
    check_drives_billed = Warning("the drives on the bill, per drive of their tier, are the drives that are sized",
        "the drives on the bill, per drive of their tier, are not the drives that are sized",
        f"OR({{bill_rows}}=0,AND({over('parts', ',', _BILLED)}))",
        lambda b: not b.bill or all(_billed(part) for part in b.parts))
    check_prices = Warning("every part has a price", "a part has no price, or there is no bill", "{priced}=1",
        lambda b: b.priced == 1)


class RunningChecks(Scope):
    check_running = Warning("watts and rack units are known where energy and rack space have a price",
        "energy or rack space has a price, but watts or rack units are not known",
        'AND(OR({settings.eur_per_kwh}="",{watts_known}=1),'
        'OR({settings.eur_per_rack_unit_year}="",{design.rack_units}<>""))',
        lambda b: (b.settings.eur_per_kwh is None or b.watts_known == 1)
        and (b.settings.eur_per_rack_unit_year is None or b.design.rack_units is not None))


class PriceAgeChecks(Scope):
    check_price_age = Warning("the prices are not old", "the prices are older than the limit",
        "ROUND({price_age_years}-{settings.price_age_limit_years},9)<=0",
        lambda b: rounded(b.price_age_years - b.settings.price_age_limit_years) <= 0)


class BillChecks(Scope):
    bill_lines: Display[Block, float] = Display("parts on the Cost sheet", "parts", "{cost.lines}",
        lambda b: float(len(b.bill)), WHOLE)
    bill_block_eur: Display[Block, float] = Display("sum per block on the Cost sheet", "EUR", "{cost.block_eur}",
        lambda b: sum((line.block_eur for line in b.bill), 0.0), EUR_CENT)
    bill_users_eur: Display[Block, float] = Display("sum for these users on the Cost sheet", "EUR",
        "{cost.users_eur}", lambda b: sum((line.users_eur for line in b.bill), 0.0), EUR_CENT)
    check_bill = Error("every part of the bill stands on the Cost sheet, and its sums agree",
        "a part of the bill is not on the Cost sheet, or its sums differ: run vdi-sizing compare, which makes room",
        "AND({bill_lines}={bill_rows},ROUND((ABS({bill_block_eur}-{known_full_block_eur})"
        "+ABS({bill_users_eur}-{known_users_eur}))/MAX(1,{known_full_block_eur}+{known_users_eur}),9)=0)", _bill_agrees)


CHECKS: tuple[Check, ...] = tuple(

        figure for declaring in (Checks, PriceAgeChecks, RunningChecks, BillChecks)
        for figure in declaring.declared() if isinstance(figure, Check)
    )
"""All checks, in the order of the sheet Checks and of what is said of a design."""


def failing(b: Block) -> list[Check]:
    """The checks that do not hold for a design."""
    return [check for check in CHECKS if not check.of(b)]


def _failing_of(kind: type[Check]) -> Display[Block, float]:
    checks = [check for check in CHECKS if isinstance(check, kind)]
    native = "+".join(f"(1-{{{check.name}}})" for check in checks)
    return Display(f"{kind.kind}s of this design", "", native,
        lambda b: sum((1 - check.of(b) for check in checks), 0.0), WHOLE)


class Verdict(Scope):
    _TEXTS = "&".join(f'IF({{{check.name}}}=1,"","; {check.fails}")' for check in CHECKS)
    errors: Display[Block, float] = _failing_of(Error)
    warnings: Display[Block, float] = _failing_of(Warning)
    failing: Display[Block, str] = Display("what the checks say", "",
        f'IF({{errors}}+{{warnings}}=0,"{NONE}",MID({_TEXTS},3,5000))',
        lambda b: "; ".join(check.fails for check in failing(b)) or NONE, TEXT, "errors and warnings")
