"""The reference runner: `tsr`, written to be read next to the clauses in `spec/`."""

__version__ = "0.1.0"
