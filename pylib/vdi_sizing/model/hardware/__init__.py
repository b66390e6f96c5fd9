"""What a design is made of: drives, RAID levels, tiers, hosts."""
