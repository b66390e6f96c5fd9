"""Imported before openpyxl: it writes as it does for everybody, also where a test brings openpyxl before the workbook.

python-pptx brings lxml. With it openpyxl would write slower, and other bytes; `vdi_templates` says that it shall not.
"""

import vdi_templates  # noqa: F401
