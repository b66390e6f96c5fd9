"""Formulas by topic: checked faces for people and cells, plain kernels for the model."""
