"""`python -m tsr_oracle`: the same as the command `tsr-oracle`."""

from __future__ import annotations

import sys

from tsr_oracle.cli import main

if __name__ == "__main__":
    sys.exit(main())
