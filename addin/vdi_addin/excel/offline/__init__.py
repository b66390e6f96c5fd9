"""What a Windows PC without a network installs with."""
