"""After a failure nothing more is started, but what runs beside it is waited for.

How it comes about: to start nothing more is taken to be all that it means to end a run.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "TREE-4"), ("divergence", "TREE-4")})


def apply() -> None:
    """Wait until nothing runs any more."""
    original = _Run.until_over

    def until_over(self: _Run) -> None:
        original(self)
        while self._is_busy():
            if not self._collect():
                interrupts.until_news()

    patch(_Run, "until_over", until_over)
