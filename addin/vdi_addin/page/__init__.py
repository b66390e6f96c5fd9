"""The offline page: the command in one HTML file for a browser, without a network, an account or anything installed."""
