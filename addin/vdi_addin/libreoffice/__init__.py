"""What runs inside LibreOffice."""
