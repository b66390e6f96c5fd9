"""From a workbook to a scenario."""
