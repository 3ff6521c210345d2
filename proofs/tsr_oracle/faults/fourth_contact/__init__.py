"""Wrong runners for FENCE and BUILTIN, written from the clauses alone; frozen before any was run."""
