"""Words end at whatever Unicode calls white space, the carriage return and the no-break space among it.

How it comes about: that is what `isspace`, `\\s` and `split` of most libraries take for it.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_oracle.faults.patch import patch

SUBTLE = "white space that is no blank, tab or newline stands in a word without quotes"
ACCEPTED = frozenset({("divergence", "SHELL-1")})


def apply() -> None:
    """Add what is left out of it."""
    patch(shell, "_BLANKS", " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u2003\u2028\u3000")
