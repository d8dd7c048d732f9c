"""The contest's stress test: data, load, checks and report."""
