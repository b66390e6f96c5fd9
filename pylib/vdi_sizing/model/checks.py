"""What is checked of each design: what holds, what to say where it does not, and whether the answer still stands.

A check is one declaration. An error voids the answer; a warning leaves it standing but says what is doubtful about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from vdi_sizing._arrays import Value, maximum, rounded
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.figure import Display, Given, Scope, Section, display_figure, lines, over
from vdi_sizing.model.formats import EUR_CENT, FLAG, SHARE, TEXT, WHOLE
from vdi_sizing.model.money import price_age
from vdi_sizing.scenario import POOL
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part


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


# --- inputs: what the reader refuses; nobody stops a user who pastes it into the cells -------------------------


def _known(b: Block) -> bool:
    return bool(b.groups) and all(part.known for part in b.parts)


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
    return display_figure(
        f"tiers in use with a given share of {what}", "tiers",
        over("tiers", "+", f'{{used}}*({{own.share_of_{what}}}<>"")'),
        lambda b: sum((tier.used * float(given(tier.own) is not None) for tier in b.tiers), 0.0), WHOLE,
    )


def _shares_given(b: Block) -> Any:
    none_or_all = 0.0, b.tiers_used
    by_drives = b.given_shares_of_capacity == b.counting == 0
    return b.tiers_used < 2 or (
        b.given_shares_of_reads in none_or_all
        and b.given_shares_of_writes in none_or_all
        and (by_drives or b.given_shares_of_capacity == b.tiers_used)
    )


class InputChecks(Scope):
    check_known = Error(
        "its load case, drives and RAID levels stand on their sheets",
        "its load case, a drive or a RAID level does not stand on its sheet",
        'AND({design.case}<>"",SUMPRODUCT(1*(Users[case]={design.case}))>0,' + over("parts", ",", "{known}=1") + ")",
        _known,
    )
    check_given = Error(
        "what belongs together is given: a drive and a number, a cache and its drives, cores and vCPU per core",
        "a drive has no number or a number no drive, or cores have no vCPU per core",
        'AND(OR({tiers_used}>0,{design.measured_vms}<>"",{design.given_vms}<>"",{design.usable_iops}<>""),'
        + over("parts", ",", 'OR({used}=1,{own.drives}="")')
        + ',OR({cache.used}=0,{design.cache_drives}<>""),OR({design.cores}="",{design.vcpus_per_core}<>""))',
        _given,
    )
    given_shares_of_reads: Display[Block, float] = _given_shares("reads", lambda tier: tier.share_of_reads)
    given_shares_of_writes: Display[Block, float] = _given_shares("writes", lambda tier: tier.share_of_writes)
    given_shares_of_capacity: Display[Block, float] = _given_shares("capacity", lambda tier: tier.share_of_capacity)
    check_shares_given = Error(
        "shares of reads, of writes and of capacity are given for every tier in use, or for none",
        "shares of reads, of writes or of capacity are given for some tiers in use and not for others",
        "OR({tiers_used}<2,AND(OR({given_shares_of_reads}=0,{given_shares_of_reads}={tiers_used}),"
        "OR({given_shares_of_writes}=0,{given_shares_of_writes}={tiers_used}),"
        "OR({given_shares_of_capacity}={tiers_used},{given_shares_of_capacity}+{counting}=0)))",
        _shares_given,
    )
    check_places = Error(
        "what lives on a tier lives on one that has drives", "something lives on a tier that has no drives",
        over("tiers", "+", f"(1-{{used}})*({over('stored', '+', '{share}')})") + "=0",
        lambda b: all(tier.used or not any(each.share for each in tier.stored) for tier in b.tiers),
    )


# --- the answer ------------------------------------------------------------------------------------------------


def _sum_of(what: str, share: Callable[[Any], Any]) -> Display[Block, float]:
    return display_figure(
        f"sum of the tiers' shares of {what}", "0..1", over("tiers", "+", f"{{share_of_{what}}}"),
        lambda b: sum(share(tier) for tier in b.tiers), SHARE,
    )


def _locations(b: Block) -> tuple[str, ...]:
    d = b.design
    return d.replica_location, d.template_location, d.clone_location, d.swap_location, d.persistent_location


def _shares(b: Block) -> bool:
    pooled = POOL in _locations(b)
    whole = [b.sum_of_reads, b.sum_of_writes, *([b.sum_of_capacity] if pooled else [])]
    return b.tiers_used == 0 or all(rounded(total - 1) == 0 for total in whole)


_POOLED = ",".join(
    (
        f'{{design.{place}}}="{POOL}"'
        for place in ("replica_location", "template_location", "clone_location", "swap_location", "persistent_location")
    ),
)


def _suits_raid(p: Part) -> bool:
    drives = p.own.drives
    return drives is None or (drives >= p.min_drives and drives % p.multiple == 0)


def _slow(b: Block) -> bool:
    late = b.at_load.saturated == 0 and rounded(b.at_load.response_ms - b.limit_used_ms) > 0
    by_share = b.design.response_limit_ms is not None and b.design.response_share is not None
    return not late or by_share


def _two_phases(b: Block) -> bool:
    busy = any(part.write_phases > 1 and rounded(part.at_load.utilization - 0.5) > 0 for part in b.parts)
    return b.design.response_limit_ms is None or not busy


class AnswerChecks(Scope):
    check_feasible = Error(
        "a block carries at least one VM, and some limit is known", "a block carries no VM, or nothing limits how many",
        "{feasible}=1", lambda b: b.feasible == 1,
    )
    sum_of_reads: Display[Block, float] = _sum_of("reads", lambda tier: tier.share_of_reads)
    sum_of_writes: Display[Block, float] = _sum_of("writes", lambda tier: tier.share_of_writes)
    sum_of_capacity: Display[Block, float] = _sum_of("capacity", lambda tier: tier.share_of_capacity)
    check_shares = Error(
        "the tiers' shares of reads, writes and capacity each add up to 1",
        "the tiers' shares of reads, writes or capacity do not add up to 1",
        "OR({tiers_used}=0,AND(ROUND({sum_of_reads}-1,9)=0,ROUND({sum_of_writes}-1,9)=0,"
        f"OR(NOT(OR({_POOLED})),ROUND({{sum_of_capacity}}-1,9)=0)))",
        _shares,
    )
    check_raid = Error(
        "drives given suit their RAID level", "the number of drives given does not suit their RAID level",
        "AND("
        + over("parts", ",", 'OR({own.drives}="",AND({own.drives}>={min_drives},MOD({own.drives},{multiple})=0))')
        + ")",
        lambda b: all(_suits_raid(part) for part in b.parts),
    )
    check_bays = Error(
        "the drives fit into the bays", "the drives do not fit into the bays", "{bays_missing}=0",
        lambda b: b.bays_missing == 0,
    )
    check_counted = Warning(
        "the drives counted carry the VMs that they were counted for",
        "the drives counted carry fewer VMs than they were counted for",
        "OR({counting}=0,{vms_per_block}>={target_vms})", lambda b: b.counting == 0 or b.vms_per_block >= b.target_vms,
    )
    check_response = Error(
        "these drives can meet the response target at all", "these drives cannot meet the response target at all",
        "{limit_response}>=1", lambda b: b.limit_response >= 1,
    )
    check_saturated = Warning(
        "no drive is saturated by the load of a block", "the load of a block saturates some of its drives",
        "{at_load.saturated}=0", lambda b: b.at_load.saturated == 0,
    )
    check_slow = Warning(
        "the mean response time keeps the limit", "the mean response time is beyond the limit",
        "OR({at_load.saturated}=1,ROUND({at_load.response_ms}-{limit_used_ms},9)<=0,"
        'AND({design.response_limit_ms}<>"",{design.response_share}<>""))',
        _slow,
    )
    check_flash = Warning(
        "no response target is set on flash, whose controllers and networks the model does not know",
        "a response target is set on flash, whose controllers and networks the model does not know",
        'OR({design.response_limit_ms}="",' + over("parts", "+", "{flash}") + "=0)",
        lambda b: b.design.response_limit_ms is None or not any(part.flash for part in b.parts),
    )
    check_two_phases = Warning(
        "no response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        "a response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
        'OR({design.response_limit_ms}="",NOT(OR('
        + over("parts", ",", "AND({write_phases}>1,ROUND({at_load.utilization}-0.5,9)>0)")
        + ")))",
        _two_phases,
    )
    check_login = Warning(
        "the drives carry the login storm, where it is given", "the drives do not carry the login storm",
        "ROUND({login_storm_share}-1,9)<=0", lambda b: rounded(b.login_storm_share - 1) <= 0,
    )
    check_free = Warning(
        "the capacity that must stay free does, on a full block",
        "a full block leaves less capacity free than must stay free", "ROUND({free_share_missing},9)=0",
        lambda b: rounded(b.free_share_missing) == 0,
    )
    check_image_ram = Warning(
        "the provisioning servers' RAM holds the image", "the provisioning servers' RAM does not hold the image",
        "ROUND({image_ram_missing_gb},9)=0", lambda b: rounded(b.image_ram_missing_gb) == 0,
    )
    check_endurance = Warning(
        "the drives are rated for what is written to them, where their rating is known",
        "more is written to the drives than they are rated for", "ROUND({dwpd_missing},9)=0",
        lambda b: rounded(b.dwpd_missing) == 0,
    )


# --- data and money --------------------------------------------------------------------------------------------


def _generation(b: Block) -> str:
    return next((part.generation for part in b.parts if part.used), "")


def _generation_text(parts: tuple[str, ...]) -> str:
    text = '""'
    for part in reversed(parts):
        text = f"IF({{{part}.used}}=1,{{{part}.generation}},{text})"
    return text


def _of_one_generation(b: Block) -> bool:
    if not any(part.used for part in b.parts):
        return True
    used = (part for other in b.side_by_side for part in other.parts if part.used)
    return {name_key(part.generation) for part in used} == {name_key(b.generation)}


_OTHERS = over("parts", "+", "SUMPRODUCT(({all.used}=1)*({all.generation}<>{block.generation}))")


class DataChecks(Scope):
    generation: Display[Block, str] = display_figure(
        "generation of its drives", "", _generation_text(("tier1", "tier2", "tier3", "cache")), _generation, TEXT
    )
    check_generation = Warning(
        "all drives of the comparison are of one generation", "the comparison mixes drives of two generations",
        f"OR({over('parts', '+', '{used}')}=0,{_OTHERS}=0)", _of_one_generation,
    )
    check_mix = Warning(
        "the load is close to that of the measured VM count", "the load differs from that of the measured VM count",
        "ROUND({measured_mix_off}-{settings.mix_tolerance},9)<=0",
        lambda b: rounded(b.measured_mix_off - b.settings.mix_tolerance) <= 0,
    )


def _billed(p: Part) -> bool:
    parts = [line.part for line in p.block.bill if line.per == p.billed_per]
    return any(same_name(own, p.part) for own in parts) if p.used else not parts


_ROWS = '(Bill[design]={design.name})*(Bill[per]="{billed_per}")'
_BILLED = f"IF({{used}}=1,SUMPRODUCT({_ROWS}*(Bill[part]={{part}}))>0,SUMPRODUCT({_ROWS})=0)"


class PriceChecks(Scope):
    check_drives_billed = Warning(
        "the drives on the bill, per drive of their tier, are the drives that are sized",
        "the drives on the bill, per drive of their tier, are not the drives that are sized",
        f"OR({{bill_rows}}=0,AND({over('parts', ',', _BILLED)}))",
        lambda b: not b.bill or all(_billed(part) for part in b.parts),
    )
    check_prices = Warning(
        "every part has a price", "a part has no price, or there is no bill", "{priced}=1", lambda b: b.priced == 1
    )
    price_age_years: Given[Block, float] = price_age()


def _running_known(b: Block) -> bool:
    energy = b.settings.eur_per_kwh is None or b.watts_known == 1
    return energy and (b.settings.eur_per_rack_unit_year is None or b.design.rack_units is not None)


class RunningChecks(Scope):
    check_running = Warning(
        "watts and rack units are known where energy and rack space have a price",
        "energy or rack space has a price, but watts or rack units are not known",
        'AND(OR({settings.eur_per_kwh}="",{watts_known}=1),'
        'OR({settings.eur_per_rack_unit_year}="",{design.rack_units}<>""))',
        _running_known,
    )


class PriceAgeChecks(Scope):
    check_price_age = Warning(
        "the prices are not old", "the prices are older than the limit",
        "ROUND({price_age_years}-{settings.price_age_limit_years},9)<=0",
        lambda b: rounded(b.price_age_years - b.settings.price_age_limit_years) <= 0,
    )


def _apart(a: Value, b: Value) -> Value:
    return maximum(a - b, b - a)


def _bill_agrees(b: Block) -> bool:
    off = _apart(b.bill_block_eur, b.known_full_block_eur) + _apart(b.bill_users_eur, b.known_users_eur)
    total = maximum(1.0, b.known_full_block_eur + b.known_users_eur)
    return b.bill_lines == b.bill_rows and rounded(off / total) == 0


class BillChecks(Scope):
    bill_lines: Display[Block, float] = display_figure(
        "parts on the Cost sheet", "parts", "{cost.lines}", lambda b: float(len(b.bill)), WHOLE
    )
    bill_block_eur: Display[Block, float] = display_figure(
        "sum per block on the Cost sheet", "EUR", "{cost.block_eur}",
        lambda b: sum((line.block_eur for line in b.bill), 0.0), EUR_CENT,
    )
    bill_users_eur: Display[Block, float] = display_figure(
        "sum for these users on the Cost sheet", "EUR", "{cost.users_eur}",
        lambda b: sum((line.users_eur for line in b.bill), 0.0), EUR_CENT,
    )
    check_bill = Error(
        "every part of the bill stands on the Cost sheet, and its sums agree",
        "a part of the bill is not on the Cost sheet, or its sums differ: run vdi-sizing compare, which makes room",
        "AND({bill_lines}={bill_rows},ROUND((ABS({bill_block_eur}-{known_full_block_eur})"
        "+ABS({bill_users_eur}-{known_users_eur}))/MAX(1,{known_full_block_eur}+{known_users_eur}),9)=0)",
        _bill_agrees,
    )


CHECKS: tuple[Check, ...] = tuple(
    (
        figure
        for declaring in (InputChecks, AnswerChecks, DataChecks, PriceChecks, PriceAgeChecks, RunningChecks, BillChecks)
        for figure in declaring.declared()
        if isinstance(figure, Check)
    ),
)
"""All checks, in the order of the sheet Checks and of what is said of a design."""


# --- what they say together --------------------------------------------------------------------------------------


def failing(b: Block) -> list[Check]:
    """The checks that do not hold for a design."""
    return [check for check in CHECKS if not check.of(b)]


def _failing_of(kind: type[Check]) -> Display[Block, float]:
    checks = [check for check in CHECKS if isinstance(check, kind)]
    native = "+".join(f"(1-{{{check.name}}})" for check in checks)
    return display_figure(
        f"{kind.kind}s of this design", "", native, lambda b: sum((1 - check.of(b) for check in checks), 0.0), WHOLE
    )


_TEXTS = "&".join(f'IF({{{check.name}}}=1,"","; {check.fails}")' for check in CHECKS)


class Verdict(Scope):
    errors: Display[Block, float] = _failing_of(Error)
    warnings: Display[Block, float] = _failing_of(Warning)
    failing: Display[Block, str] = display_figure(
        "what the checks say", "", f'IF({{errors}}+{{warnings}}=0,"{NONE}",MID({_TEXTS},3,5000))',
        lambda b: "; ".join(check.fails for check in failing(b)) or NONE, TEXT, "errors and warnings",
    )


def checks_section(b: Block) -> Section:
    """What is checked of a design."""
    return Section(
        "Checks",
        tuple(lines(
            b, InputChecks, AnswerChecks, DataChecks, PriceChecks, RunningChecks, PriceAgeChecks, BillChecks, Verdict
        )),
    )
