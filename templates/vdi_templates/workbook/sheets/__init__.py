"""The sheets of the workbook, one module each."""
