"""From a scenario to its sizing: figures, limits and checks by topic."""
