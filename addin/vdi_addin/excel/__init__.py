"""The functions in Excel: add-in, installation, proof."""
