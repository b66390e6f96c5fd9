"""Whether a workbook still says what it was shipped with."""
