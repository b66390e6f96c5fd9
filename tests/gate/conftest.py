"""What pytest does not collect here."""

collect_ignore = ["office_server.py"]  # runs in LibreOffice's Python, where `uno` is
