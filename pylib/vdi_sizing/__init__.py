"""Sizing of virtual desktop infrastructure storage: drives, VMs per block and EUR per VM."""

__version__ = "1.0.0"
