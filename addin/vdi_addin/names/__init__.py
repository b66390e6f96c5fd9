"""The functions without an add-in: defined names of a workbook, as LAMBDA formulas of Excel 365."""
