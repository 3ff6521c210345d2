"""A root in the user's file that is missing ends the run with 64 also where commands are not confined.

How it comes about: the list of roots is made by one function for both uses, and so are its errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl.confinement import roots
from tsr_impl.report import AS_TYPED, quoted
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.confinement.policy import Policy

SUBTLE = "only without a boundary, where the user's file names a root that is not there"
ACCEPTED = frozenset({("stricter", "CONF-2"), ("divergence", "CONF-2"), ("stricter", "CONF-1"), ("stricter", "CONF-8")})


def apply() -> None:
    """Let the errors of roots through."""

    def admitted(policy: Policy) -> list[str]:
        return [roots._resolved(path, quoted(path, AS_TYPED), "make it")[0] for path in policy.writable_roots]

    patch(roots, "admitted", admitted)
