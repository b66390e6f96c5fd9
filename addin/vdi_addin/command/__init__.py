"""The command vdi-sizing."""
