"""Which functions a spreadsheet sees, and how cells become arguments."""
