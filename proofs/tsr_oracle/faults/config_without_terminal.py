"""`--config` without a terminal does nothing, and ends well.

How it comes about: the editor is what comes up at a terminal, and without one there is nothing left to do.
"""

from __future__ import annotations

from tsr_impl import calls, editing
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "CLI-17")})


def apply() -> None:
    """Leave it at that."""
    original = editing.edit
    patch(editing, "edit", lambda: original() if calls.is_terminal(0) and calls.is_terminal(1) else 0)
