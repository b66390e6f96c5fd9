"""The workbook: where things stand, how they look, and its sheets."""
