"""From a scenario to its sizing, in stages: a figure names those of its own stage and of earlier ones."""

STAGES = ("load", "hardware", "capacity", "money", "checks", "ranking", "drawings", "sentences")
"""Each is a package, in this order. What figures are about stands in `scopes`, beside all of them."""
