"""The theorems about the confinement of commands (CONF)."""
