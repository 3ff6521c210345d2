"""FENCE and what it stands on: the walk, the kernel, the builtins, the order of places."""
