"""What is not known of users that were imported, and which limit it takes out of the sizing."""

from __future__ import annotations

from collections.abc import Iterator

from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.sizing import Sizing
from vdi_sizing.scenario import Scenario, UserGroup
from vdi_templates.importing.plan import Plan
from vdi_templates.workbook.tables import USERS

_GB = ("delta_gb", "swap_gb", "log_gb", "persistent_gb")


def unsaid(plan: Plan, sizing: Sizing) -> list[str]:
    """A line for each limit that drops out since neither the lists nor a profile say what it needs, by load case."""
    cases = {name_key(each.after.case): each.after.case for each in plan.written if each.table is USERS}
    lines = []
    for case in cases.values():
        groups = [group for group in sizing.scenario.groups_in_use if same_name(group.case, case)]
        said = [*_of_groups(groups, _boots_otherwise(sizing, case)), *_of_deltas(groups, sizing.scenario)]
        lines += [f"load case {case!r}: {line}" for line in said]
    return lines


def _boots_otherwise(sizing: Sizing, case: str) -> bool:
    """Whether a design of the case has a boot storm without boot IOPS of its users: by its longest boot time."""
    designs = (each for each in sizing.designs if same_name(each.design.case, case))
    return any(bool(each.block.boot.given) for each in designs)


def _of_groups(groups: list[UserGroup], boots_otherwise: bool) -> Iterator[str]:
    def without(*names: str) -> bool:
        return all(getattr(group, name) is None for group in groups for name in names)

    if without("steady_iops"):
        yield "steady IOPS are not given: drives are not counted by them, and response time is not known"
    if without("login_iops"):
        yield "login IOPS are not given: the login storm is not taken into account"
    if without("boot_iops") and not boots_otherwise:
        yield "boot IOPS are not given: the boot storm is not taken into account"
    if without("ram_gib"):
        yield "RAM per VM is not given: hosts are not limited by it"
    if without("vcpus"):
        yield "vCPU per VM are not given: hosts are not limited by their cores"
    if without(*_GB):
        yield "GB per VM are not given: capacity counts the images alone"


def _of_deltas(groups: list[UserGroup], scenario: Scenario) -> Iterator[str]:
    """Of groups that store something, and of which nobody says what a clone or write cache takes."""
    silent = [group.name for group in groups if scenario.leaves_delta_unsaid(group)]
    if silent and any(getattr(group, name) is not None for group in groups for name in _GB):
        yield f"delta GB of {', '.join(silent)} are not given: what these VMs write beside their image counts as 0 GB"
