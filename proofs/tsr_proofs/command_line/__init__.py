"""The theorems about what is typed (CLI)."""
