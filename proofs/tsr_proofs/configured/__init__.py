"""The theorems about whole runs of small configs (ENV, PLAN, OUT, TIER)."""
