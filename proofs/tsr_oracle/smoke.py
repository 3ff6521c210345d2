"""Asks a subject three plain things before anything else, so that what is no `tsr` is told so in one sentence."""

from __future__ import annotations

from tsr_oracle.expected import ended
from tsr_oracle.observe import Observation
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Subject
from tsr_spec.case import File, Given
from tsr_spec.example import config_text
from tsr_spec.tree_text import escape

_WORD = "smoke-test"


class SmokeError(RuntimeError):
    """The subject does not behave as a `tsr` at all: says which plain thing it did not do."""


def smoke(area: Area, subject: Subject) -> str:
    """What the subject says for its version. Raises SmokeError, or SubjectError where it can't be started."""
    version = run_case(Given(("--version",), ()), area, subject)
    _require(
        version.exit == 0 and bool(version.stdout.strip()), "`--version` prints a version and ends with 0", version
    )
    config = File("ws/tasks.toml", config_text(f"echo {_WORD}"))
    hello = run_case(Given(("t",), (config,)), area, subject)
    works = hello.exit == 0 and hello.stdout == f"{_WORD}\n"
    _require(works, f'a task with `run = "echo {_WORD}"` prints that word and ends with 0', hello)
    unknown = run_case(Given(("no-such-task",), (config,)), area, subject)
    _require(unknown.exit == 64, "a task that is not in tasks.toml ends with 64", unknown)
    return escape(version.stdout.strip().splitlines()[0])


def _require(fine: bool, expected: str, seen: Observation) -> None:
    if fine:
        return
    said = (seen.stdout.strip() or seen.stderr.strip() or "nothing").splitlines()[0][:120]
    hint = "; name its interpreter in the command line, since a case has a PATH of its own" if seen.exit == 127 else ""
    raise SmokeError(f"expected: {expected}; it ended with {ended(seen)} and printed: {escape(said)}{hint}")
