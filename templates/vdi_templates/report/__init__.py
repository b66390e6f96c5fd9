"""What one hands over beside the workbook: table, JSON, PDF."""
