"""How figures are shown: number formats, and what a number that stands for no limit or nothing reads."""

from __future__ import annotations

from vdi_sizing.words import DASH, NO_LIMIT_TEXT

WHOLE, ONE, TWO, THREE, SIX = "#,##0", "#,##0.0", "#,##0.00", "#,##0.000", "#,##0.000000"
SHARE, EUR_CENT, FLAG, TEXT = "0.0%", "#,##0.00", "0", "@"
TIME = f"[<1]{TWO};{ONE}"  # flash answers within fractions of a millisecond
BAR = "#,##0;;"  # a bar of 0 has no label
VMS = f'[>={NO_LIMIT_TEXT}]"no limit";#,##0'
VMS_EXACT = f'[>={NO_LIMIT_TEXT}]"no limit";#,##0.0'
VMS_ORDER = f'[>={NO_LIMIT_TEXT}]"no limit";#,##0.00000'
MARGIN = f'[>={NO_LIMIT_TEXT}]"{DASH}";{WHOLE}'
EUR_OR_NONE = f'[>={NO_LIMIT_TEXT}]"{DASH}";{EUR_CENT}'
MINUTES = f'#,##0.0;-#,##0.0;"{DASH}"'
MS = f'#,##0.000;-#,##0.000;"{DASH}"'
COUNT = f'#,##0;-#,##0;"{DASH}"'
