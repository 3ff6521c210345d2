"""`tsr-oracle serve`: other test suites send worlds, a JSON line each, and get predictions."""
