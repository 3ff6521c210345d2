"""The theorems about the variables that a config sets (ENV)."""
