"""The offer: slides that one can edit, from the figures that Report and Comparison show."""
