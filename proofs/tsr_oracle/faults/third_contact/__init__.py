"""Still more wrong runners, written from the clauses alone, and frozen before any was run."""
