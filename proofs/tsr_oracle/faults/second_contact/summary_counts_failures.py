"""The last line of the events says `ok` where no unit has failed, though an interrupt has ended the run.

How it comes about: the status is made of the number of failures, which stands in the same line.
"""

from __future__ import annotations

import json

from tsr_impl import events
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an interrupt and a reporter meet, and nothing has failed before"
ACCEPTED = frozenset({("divergence", "EVENT-4")})


def apply() -> None:
    """Put the other status into the line."""
    original = events.Reporter._summary

    def summary(reporter: events.Reporter, exit_code: int, error: str | None, seconds: float) -> str:
        event = json.loads(original(reporter, exit_code, error, seconds))
        event["status"] = "failed" if reporter._counts["failed"] or error else "ok"
        return events._line(event)

    patch(events.Reporter, "_summary", summary)
