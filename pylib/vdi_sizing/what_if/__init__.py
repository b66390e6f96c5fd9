"""What if the inputs are not what one believes."""
