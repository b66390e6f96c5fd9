"""From somebody's lists (users, virtual machines, prices) to the inputs of a workbook."""
