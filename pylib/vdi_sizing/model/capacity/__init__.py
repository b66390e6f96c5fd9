"""How many VMs a block carries, how fast, and how many blocks, hosts and drives the users take."""
