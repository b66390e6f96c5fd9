"""In which language a workbook speaks: one table of texts, and what looks them up."""
