"""An audit in words: what governs, what each task runs, what options would change; for whoever reads the findings."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.command_line import Request
from tsr_model.discovery import CONFIG
from tsr_model.filesystem import at_place
from tsr_model.messages import shown
from tsr_model.names import path
from tsr_model.plan import command_line
from tsr_model.prediction import bounds_of
from tsr_model.refusal import Refusal
from tsr_model.workload import Work
from tsr_oracle.audit.audit import Audit
from tsr_oracle.audit.finding import Finding
from tsr_oracle.audit.governed import Loaded
from tsr_oracle.audit.programs import scripts_of
from tsr_oracle.walks import shown_place, walk_to
from tsr_spec.chapters import clauses

MOST_UNITS = 20
"""How many units of a task are told."""


def what_governs(audit: Audit) -> Iterator[str]:
    """Which config, and why this one; what a run may touch."""
    governed, files = audit.governed, audit.governed.here.files
    root = governed.root_place
    if governed.place is None:
        yield f"no {CONFIG} ({governed.why}): {shown_place(root)} has a marker, by which a bare task runs (DISC-3)"
    else:
        yield f"{shown_place(governed.place)}: the nearest at or above {shown_place(audit.start)} (DISC-1)"
        number = at_place(files, governed.place)
        assert number is not None, "it governs, so it is there"
        yield f"it belongs to {_OWNERS[files.nodes[number].owner]}"
    yield f"{shown_place(root)} is the workspace: builtins keep within it (FENCE-1)"
    for entry in governed.config.allow_paths:
        yield f"and within {_admitted(audit, entry)}, by `allow_paths` (FENCE-19)"


_OWNERS = {"user": "whoever asks", "root": "root", "other": "another user"}


def _admitted(audit: Audit, entry: str) -> str:
    landed = walk_to(audit.governed.here.files, audit.governed.root, path(entry))
    return f"{shown(entry)}" if landed is None else shown_place(landed)


def what_runs(audit: Audit, run: Loaded) -> Iterator[str]:
    """The units of a task, in their order: where, and by which command, as written."""
    if run.refusal is not None:
        yield f"nothing: it is refused before its first command ({', '.join(run.refusal.clauses)})"
        return
    for work in run.works[:MOST_UNITS]:
        yield shown(f"{work.label}   {command_line(work)}   in {work.directory}")
        yield from (f"    script: {script}" for script in _script(audit, work))
    if len(run.works) > MOST_UNITS:
        yield f"… and {len(run.works) - MOST_UNITS:,} more"
    if run.is_isolated:
        yield "each command in a process group of its own, at a terminal too (TREE-1)"


def _script(audit: Audit, work: Work) -> Iterator[str]:
    """The script that a detected unit of npm or bun runs, as the package has it."""
    found = scripts_of(audit.governed, work)
    if found is None:
        return
    script = found.every.get(found.name)
    yield shown(script) if isinstance(script, str) else "the package has none of this name"


def what_strict_changes(audit: Audit) -> Iterator[str]:
    """What `--strict` would refuse besides."""
    if audit.stricter is None:
        yield "it was asked for: what it refuses stands above"
        return
    if not audit.stricter:
        yield "nothing is refused besides"
    yield from (f"refused: {headline(audit, one)}" for one in audit.stricter)


def what_confine_changes(audit: Audit) -> Iterator[str]:
    """What a boundary for commands would leave (CONF-2)."""
    governed = audit.governed
    asked = Request("", options=frozenset({"--confine"}))
    bounds = bounds_of(governed.here, governed.root, governed.config, asked)
    if isinstance(bounds, Refusal):
        yield f"no command runs ({', '.join(bounds.clauses)})"
        return
    yield f"commands, too, write beneath {shown_place(bounds.root)}, your own roots and your cache only (CONF-2)"
    for entry in governed.config.allow_paths:
        yield f"not within {_admitted(audit, entry)}: `allow_paths` does not count then"


def headline(audit: Audit, finding: Finding) -> str:
    """Where, by which clause, and what, on a line."""
    return f"{where(audit, finding)}  {finding.clause}  {finding.what}"


def where(audit: Audit, finding: Finding) -> str:
    """The file, from the workspace root where it lies beneath, and the line."""
    inner = audit.governed.inner(finding.place)
    return f"{shown_place(finding.place) if inner is None else shown('/'.join(inner))}:{finding.line}"


def of_tasks(finding: Finding) -> str:
    """Which tasks it is about, on a line; nothing where all are."""
    names = finding.tasks[:5]
    more = f" and {len(finding.tasks) - 5} more" if len(finding.tasks) > 5 else ""
    return f"task {', '.join(names)}{more}" if names else ""


def title(finding: Finding) -> str:
    """What the clause says in its title."""
    return clauses()[finding.clause].title
