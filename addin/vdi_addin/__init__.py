"""The ways in: Excel, LibreOffice and the command line."""
