"""The file of `--reporter-file` is made when the run is over.

How it comes about: only then is it known what to write.
"""

from __future__ import annotations

from tsr_impl import events
from tsr_impl.events import Reporter
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "EVENT-2"), ("divergence", "EVENT-2")})


def apply() -> None:
    """Keep the lines until then."""
    opened, tell_file, leave_file = events._opened, Reporter._tell_file, Reporter._leave_file
    lines: list[str] = []

    def write_all(self: Reporter) -> None:
        if self._path is not None and lines:
            self._file = opened(self._path)
            tell_file(self, "\n".join(lines))
            lines.clear()
        leave_file(self)

    patch(events, "_opened", lambda path: None)
    patch(Reporter, "_tell_file", lambda self, line: lines.append(line))
    patch(Reporter, "_leave_file", write_all)
