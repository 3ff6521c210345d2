"""With `--no-bail` the commands beside it end by themselves before a run stops that the runner can't go on with.

How it comes about: `--no-bail` is looked at in front of the one tear-down, whatever the reason for that is.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --no-bail, what the runner can't do, and a sibling that runs meet"
ACCEPTED = frozenset({("divergence", "TREE-4"), ("divergence", "GRAPH-11"), ("hang", "TREE-4"), ("hang", "GRAPH-11")})


def apply() -> None:
    """Wait for what runs, and only then tear down."""
    original = _Run.tear_down

    def tear_down(run: _Run) -> None:
        run._halted = True
        try:
            while run._admitted.asked.no_bail and run._by_child and not interrupts.first():
                if not run._collect():
                    interrupts.until_news()
        except (Exception, interrupts.Interrupted):
            pass  # what is left is torn down
        original(run)

    patch(_Run, "tear_down", tear_down)
