"""What the pages say, made of the numbers of all stages before."""
