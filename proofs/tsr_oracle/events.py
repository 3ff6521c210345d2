"""What a reporter has told, read from its file or from standard error, in the words of a case (EVENT)."""

from __future__ import annotations

import json
import re

from tsr_model.command_line import Request, request
from tsr_model.fence import Landing, landing
from tsr_model.names import path
from tsr_model.resolver import start_of
from tsr_model.world import path_in_world, world
from tsr_oracle.observe import Observation
from tsr_spec.case import File, Given
from tsr_spec.event_text import summary_text, unit_text

TASK = ("type", "label", "status", "exitCode", "durationMs")
SUMMARY = ("type", "task", "status", "exitCode", "ok", "failed", "skipped", "runnerError", "durationMs")


def reporter_path(given: Given) -> str | None:
    """The path in the world of the file that the reporter writes; None where none is asked for, or it has no place."""
    asked = request(given.argv)
    if not isinstance(asked, Request) or asked.reporter_file is None:
        return None
    here, written = world(given), path(asked.reporter_file)
    landed = landing(here.files, start_of(written, here.cwd), written.parts)
    return path_in_world(landed.place) if isinstance(landed, Landing) else None


def told(given: Given, seen: Observation) -> tuple[str, ...]:
    """The events, in order; of the file, if one is written, else those among the lines of standard error."""
    file = reporter_path(given)
    if file is not None:
        there = seen.tree.get(file)
        lines = there.entry.data.splitlines() if there is not None and isinstance(there.entry, File) else []
    else:
        lines = [line for line in seen.stderr.splitlines() if line.startswith("{")]
    return tuple(text for line in lines if (text := _in_words(line)))


def _in_words(line: str) -> str:
    """One event, which is ASCII (EVENT-5); nothing for a unit that was skipped, and the line itself if it is none."""
    try:
        event = json.loads(line.encode("ascii"))
    except ValueError:
        return f"no event: {line}"
    match event:
        case {"type": "task", "label": str(label), "status": "ok", "exitCode": None} if _is_whole(event, TASK):
            return unit_text(label, None)
        case {"type": "task", "label": str(label), "status": "failed", "exitCode": int(code)} if _is_whole(event, TASK):
            return unit_text(label, code)
        case {"type": "task", "status": "skipped", "exitCode": None} if _is_whole(event, TASK):
            return ""
        case {"type": "summary", "task": str(task), "exitCode": int(code), "ok": int(ok), "failed": int(failed)}:
            right = event.get("status") == ("failed" if code else "ok") and _is_whole(event, SUMMARY)
            text = summary_text(task, code, ok, failed, error=event.get("runnerError") is not None)
            return text if right else f"no event: {line}"
        case _:
            return f"no event: {line}"


def _is_whole(event: dict[str, object], keys: tuple[str, ...]) -> bool:
    """Whether it has these keys and no others, and lasted a whole number of milliseconds."""
    took = event.get("durationMs")
    return {*event} == {*keys} and isinstance(took, int) and not isinstance(took, bool) and took >= 0


def same_events(expected: tuple[str, ...], seen: tuple[str, ...], *, in_order: bool, exit: int | None) -> bool:
    """Whether these are the events that were to be told. Where units ran side by side they come in any order, and the
    last has the code that the run has ended with."""
    if in_order:
        return expected == seen
    *units, summary = expected
    summary = re.sub(r"(?<=: )(ok|failed) \d+", f"{'failed' if exit else 'ok'} {exit}", summary)
    return sorted(units) == sorted(seen[:-1]) and seen[-1:] == (summary,)
