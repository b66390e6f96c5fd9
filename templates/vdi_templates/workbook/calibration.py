"""What stands where on the sheet Calibration, beside its table of points."""

from __future__ import annotations

SHEET = "Calibration"
FIRST_FIT_ROW = 7
RESULTS = (
    "points", "service", "service_least", "service_most", "saturation", "saturation_least", "saturation_most",
    "side_by_side", "lowest_iops", "highest_iops", "highest_utilization", "typical_deviation", "largest_deviation",
    "points_beyond", "points_falling",
)  # fmt: skip
"""What a reader looks for, in its order; what hangs on the fit is a dash where the points do not determine it."""
STEPS = (
    "weights", "mean_load", "mean_rate", "slope", "stands", "slope_used", "service_ms", "saturation_iops", "spread",
    "freedom", "off", "slope_off", "rate_off", "load_off", "determined",
)  # fmt: skip
"""What that is worked out from, as the library calls it: it stands further right."""
RESULT_COLUMNS, STEP_COLUMNS = ("N", "O", "P"), ("R", "S", "T")
"""Of labels, values and units."""


def fit_cell(name: str) -> str:
    """Where a result or a step of the fit stands on its sheet."""
    columns, names = (RESULT_COLUMNS, RESULTS) if name in RESULTS else (STEP_COLUMNS, STEPS)
    return f"${columns[1]}${FIRST_FIT_ROW + names.index(name)}"
