"""The workbook: its lines, its sheets, reading inputs and writing results."""
