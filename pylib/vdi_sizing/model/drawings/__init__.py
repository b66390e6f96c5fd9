"""What is drawn: bars, the curve of response times, which VMs stand on which hosts."""
