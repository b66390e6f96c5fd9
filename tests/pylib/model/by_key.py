"""Limits and checks by what their names begin with limit_ or check_, for tests that name them."""

from __future__ import annotations

from vdi_sizing.model.capacity import limits
from vdi_sizing.model.check import Warning
from vdi_sizing.model.checks import verdict

LIMITS = {limit.key: limit.label for limit in limits.LIMITS}
CHECKS = {check.name.removeprefix("check_"): check.label for check in verdict.CHECKS}
FAILURES = {check.name.removeprefix("check_"): check.fails for check in verdict.CHECKS}
WARNINGS = [check.name.removeprefix("check_") for check in verdict.CHECKS if isinstance(check, Warning)]
