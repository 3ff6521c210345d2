"""Of `--confine` and `--no-confine` together the one that confines counts.

How it comes about: each is a flag like any other, and the first that is looked for is found.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-11"), ("divergence", "CLI-11")})


def apply() -> None:
    """Don't look for both."""
    right = request._refuse_what_is_no_value

    def refuse(options: dict[str, str]) -> None:
        right({option: value for option, value in options.items() if option != "--no-confine"})

    patch(request, "_refuse_what_is_no_value", refuse)
