"""Words and constants that the model, the sheets and the messages share; anything may import them."""

from __future__ import annotations

NO_LIMIT = 1e9
"""A number of VMs that stands for "this criterion sets no limit"."""
NO_LIMIT_TEXT = f"{NO_LIMIT:.0f}"
"""The same as it stands in a native formula."""
NO_PRICE, NONE, SATURATED, DASH = "no price", "none", "saturated", "–"
ERROR, NOT_FEASIBLE, TOO_FEW_BAYS, OFF_TARGET = "error", "not feasible", "too few bays", "off target"
"""What stands where an answer would: there is an error; which one, where a what-if varies the numbers."""
NOT_KNOWN, NEVER, OTHER_USERS = "not known", "never", "other users"
PURCHASE_ALONE = "the purchase alone"
"""Stands where a cost over the years would, if it held nothing but what one buys."""
NOT_GIVEN, REPLACES, GB_GIVEN = "not given", "measured replaces ", "usable GB given"
DAYS_PER_YEAR = 365.25
"""Over leap years: what the age of a price is counted in."""
HOURS_PER_YEAR = round(24 * DAYS_PER_YEAR)
MONTHS_PER_YEAR = 12
WATTS_PER_KW = 1000
CENTS_PER_EUR = 100
NOT_MODELLED = "not modelled"
