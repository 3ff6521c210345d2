"""Still more wrong runners, written from the clauses alone; frozen, and not run yet."""
