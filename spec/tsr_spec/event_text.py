"""Events in words: what a reporter's lines say, without what no case can foretell (EVENT-3, EVENT-4).

    a: ok
    build (packages/ui): failed 3
    summary of t: failed 3, 1 ok, 1 failed

Left out are durations, and units that were skipped, which need have no event.
"""

from __future__ import annotations


def unit_text(label: str, exit_code: int | None) -> str:
    """The event of a unit that has ended: by itself with 0 (None), or as a failure with that code."""
    return f"{label}: ok" if exit_code is None else f"{label}: failed {exit_code}"


def summary_text(task: str, exit_code: int, ok: int, failed: int, *, error: bool) -> str:
    """The last event. `error`: the runner itself could not go on."""
    status = "failed" if exit_code else "ok"
    return f"summary of {task}: {status} {exit_code}, {ok} ok, {failed} failed{', error' if error else ''}"
