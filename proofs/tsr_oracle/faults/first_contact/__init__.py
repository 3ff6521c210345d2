"""Wrong runners written from the clauses alone, without sight of what hunts them, and frozen before the first run."""
