"""Tables of drives, RAID levels, profiles and prices, with their sources."""
