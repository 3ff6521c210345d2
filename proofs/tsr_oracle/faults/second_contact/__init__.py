"""More wrong runners written from the clauses alone, when the first were known; frozen before the first run, too."""
