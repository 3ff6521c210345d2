"""The theorems about the order of tasks (GRAPH)."""
