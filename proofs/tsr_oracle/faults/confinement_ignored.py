"""`--confine` is taken, and nothing is confined.

How it comes about: the option was reserved for a later version first, and nobody has looked since.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import of_run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "CONF-1"), ("escape", "CONF-2"), ("bypass", "CONF-2"), ("bypass", "CONF-8")})


def apply() -> None:
    """Forget the word before anything is settled."""
    right = of_run.settle

    def settle(config: Any, asked: Any, *others: Any) -> Any:
        asked.confine = None
        return right(config, asked, *others)

    patch(of_run, "settle", settle)
