"""Which design is to be recommended, and how the others stand beside it."""
