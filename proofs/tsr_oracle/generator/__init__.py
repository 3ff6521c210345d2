"""Makes cases: `generate` gives the case of a seed and an index."""
