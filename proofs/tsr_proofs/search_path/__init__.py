"""The theorems about a `PATH` that a config sets (PATH)."""
