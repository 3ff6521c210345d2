"""What a pattern of `members` yields is not judged: a link leads to a package outside.

How it comes about: a pattern from the root can only match beneath it, as far as text goes.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import packages, sequence
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "a pattern matches a link, and the link leads out"
ACCEPTED = frozenset({("bypass", "FENCE-9"), ("escape", "FENCE-9")})


def apply() -> None:
    """Judge the directory of a package neither when it is found nor when its unit starts."""
    listed, open_directory = packages.listed, sequence.open_directory

    def listed_unjudged(*given: Any) -> Any:
        with unjudged():
            return listed(*given)

    def open_unjudged(unit: Unit, *more: Any) -> Any:
        if not unit.package:
            return open_directory(unit, *more)
        with unjudged():
            return open_directory(unit, *more)

    patch(packages, "listed", listed_unjudged)
    patch(sequence, "open_directory", open_unjudged)
