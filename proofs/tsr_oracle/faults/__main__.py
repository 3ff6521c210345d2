"""`python -m tsr_oracle.faults NAME ARGUMENTS…`: the bundled runner's command line with one fault in it."""

from __future__ import annotations

import sys

from tsr_oracle.subject_host import load

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tsr_oracle.faults NAME ARGUMENTS…")
    fault, words = sys.argv[1].replace("-", "_"), sys.argv[2:]
    sys.exit(load("tsr_impl.cli", fault)(words))
