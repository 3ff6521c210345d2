"""What must hold: the clauses of `tsr` in prose, each with executable cases.

The chapters under `chapters/` are the single source. `clauses` reads the clauses out of them and `cases`
reads the fenced examples; both are plain immutable values that every other package works from.
"""

CLAUSES_VERSION = "0.7"
"""The version of the set of clauses. A case file names the version that it was written for."""
