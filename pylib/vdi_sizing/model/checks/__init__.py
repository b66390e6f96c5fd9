"""What has to hold of a design, and whether its answer stands."""
