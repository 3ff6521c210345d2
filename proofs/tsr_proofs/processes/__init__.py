"""The theorems about processes: the machine of a run, explored in full, and lemmas about one process (TREE, INT)."""
