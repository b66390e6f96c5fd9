"""Limits and checks by what their names begin with limit_ or check_, for tests that name them."""

from __future__ import annotations

from vdi_sizing.model import checks, limits
from vdi_sizing.model.check import Warning

LIMITS = {limit.key: limit.label for limit in limits.LIMITS}
CHECKS = {check.name.removeprefix("check_"): check.label for check in checks.CHECKS}
FAILURES = {check.name.removeprefix("check_"): check.fails for check in checks.CHECKS}
WARNINGS = [check.name.removeprefix("check_") for check in checks.CHECKS if isinstance(check, Warning)]
