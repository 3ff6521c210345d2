"""With `--no-bail` the run has failed only if the named task has, or one that it waits for itself.

How it comes about: a dep that has failed counts as done, and what is done is not asked how it went any more.
"""

from __future__ import annotations

from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-11")})
SUBTLE = "With `--no-bail`, what fails is a dep of a dep, and all that is nearer goes well."


def apply() -> None:
    """Take the failures of those alone."""
    original = _Run.tear_down

    def tear_down(self: _Run) -> None:
        original(self)
        named = self._admitted.named
        if self._admitted.asked.no_bail and self.failure and named:
            near = [self._progress[unit].result for unit in (named, *named.waits_for) if unit in self._progress]
            failed = [int(result.removeprefix("exit ")) for result in near if result.startswith("exit ")]
            self.failure = self.failure if self.failure in failed else (failed or [0])[0]

    patch(_Run, "tear_down", tear_down)
