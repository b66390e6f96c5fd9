"""What people added to a workbook, and how it comes into another one."""
