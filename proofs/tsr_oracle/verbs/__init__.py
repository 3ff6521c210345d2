"""The verbs of `tsr-oracle`, a module each: `add` says what it takes, `run` does it and returns the exit code."""
