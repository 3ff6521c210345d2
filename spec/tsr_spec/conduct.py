"""What a program of a case does, in words: `3`, `0 after slow`, `waits on TERM ignored`, `0 leaves apart`."""

from __future__ import annotations

import re
from functools import lru_cache

from tsr_spec.case import CaseError, Program

_CONDUCT = re.compile(
    r"(?:(?P<waits>waits)(?P<stopped> stopped)?|(?P<status>[0-9]{1,3})(?P<reads> reads)?(?: after (?P<after>[^\s/]+))?)"
    r"(?P<leaves> leaves(?: apart)?)?(?: on TERM (?P<on_term>ignored|slowly|[0-9]{1,3})| on INT (?P<on_int>slowly))?"
)


@lru_cache(maxsize=1024)
def parse_program(path: str, text: str) -> Program:
    """The program at the path whose conduct the text describes. Raises CaseError."""
    found = _CONDUCT.fullmatch(text)
    if found is None or any(
        int(found[key] or 0) > 255 for key in ("status", "on_term") if (found[key] or "").isdigit()
    ):
        raise CaseError(f"{path}: {text!r} is nothing that a program does; it ends with 0 to 255, or `waits`, …")
    on_term = found["on_term"] or ""
    program = Program(
        path,
        int(found["status"] or 0),
        reads=found["reads"] is not None,
        after=found["after"] or "",
        waits=found["waits"] is not None,
        stopped=found["stopped"] is not None,
        leaves={None: "", " leaves": "group", " leaves apart": "apart"}[found["leaves"]],  # type: ignore[arg-type]
        on_term=int(on_term) if on_term.isdigit() else on_term,  # type: ignore[arg-type]
        on_int=found["on_int"] or "",  # type: ignore[arg-type]
    )
    if program.on_int and (program.leaves or not program.waits):
        raise CaseError(f"{path}: {text!r}: only what waits, and leaves nothing, says what SIGINT does")
    if program.on_term != "" and not program.waits and not program.leaves:
        raise CaseError(f"{path}: {text!r}: nothing of it waits for SIGTERM")
    return program


def conduct_text(program: Program) -> str:
    """What stands behind the mark of a program; `parse_program` reads it back."""
    words = ["waits"] if program.waits else [str(program.status)]
    words += ["stopped"] * program.stopped + ["reads"] * program.reads
    words += ["after", program.after] if program.after else []
    words += {"": [], "group": ["leaves"], "apart": ["leaves", "apart"]}[program.leaves]
    words += ["on", "TERM", str(program.on_term)] if program.on_term != "" else []
    words += ["on", "INT", program.on_int] if program.on_int else []
    return " ".join(words)
