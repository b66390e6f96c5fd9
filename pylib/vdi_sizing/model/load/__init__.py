"""What the users ask for, and which of them a design carries."""
