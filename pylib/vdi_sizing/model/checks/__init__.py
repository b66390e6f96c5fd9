"""What has to hold of a design as a whole, and whether its answer stands; other checks stand with their topic."""
