"""The summary of an interrupted run in which no unit has failed says `ok`, with the exit code 130.

How it comes about: the status is made from the count of failures, and an interrupt is none.
"""

from __future__ import annotations

import json

from tsr_impl import events
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an interrupt, and no failure, ends a run that tells of itself"
ACCEPTED = frozenset({("divergence", "EVENT-4")})


def apply() -> None:
    """Let the count decide."""
    summary = events.Reporter._summary

    def counted(self: events.Reporter, exit_code: int, error: str | None, seconds: float) -> str:
        event = json.loads(summary(self, exit_code, error, seconds))
        if error is None and not self._counts["failed"]:
            event["status"] = "ok"
        return events._line(event)

    patch(events.Reporter, "_summary", counted)
