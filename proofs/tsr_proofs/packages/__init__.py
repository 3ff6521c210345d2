"""The theorems about packages: which there are, which a task selects, how they depend on each other (PKG, GIT)."""
