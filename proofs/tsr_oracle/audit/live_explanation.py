"""Why a path of a real workspace is permitted or refused, or a variable guarded: step by step, as the model sees it."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model import fence, kernel
from tsr_model.environment import Assignment
from tsr_model.fence import Judged
from tsr_model.filesystem import Link, place_of
from tsr_model.guarded import guarded
from tsr_model.messages import source_shown
from tsr_model.names import path, without_slash
from tsr_model.search_path import PATH
from tsr_oracle.audit.audit import Audit
from tsr_oracle.audit.governed import Loaded
from tsr_oracle.audit.refused import place_of_source
from tsr_oracle.walks import judged_lines, shown_place
from tsr_spec.chapters import clauses


def of_path(audit: Audit, written: str) -> Iterator[str]:
    """A path as a builtin that runs in the directory would be judged: what is there, and the entry itself (FENCE-4)."""
    governed = audit.governed
    bounds = next((run.bounds for run in audit.runs if run.bounds is not None), fence.Bounds(governed.root_place))
    here = governed.here
    yield f"from {shown_place(place_of(here.files, here.cwd))}:"
    content = fence.content(here.files, here.cwd, bounds, path(written))
    yield from judged_lines(Judged("content", "FENCE-4", path(written), here.files, here.cwd, content))
    entry = fence.entry(here.files, here.cwd, bounds, path(written))
    yield from judged_lines(Judged("entry", "FENCE-4", path(written), here.files, here.cwd, entry))
    number = kernel.stat(here.files, here.cwd, without_slash(path(written)), follow=False)
    if written.endswith("/") and not isinstance(number, str) and isinstance(here.files.nodes[number], Link):
        yield "    a link, with a slash behind it: `rm` and `mv` take neither it nor what it leads to (FENCE-16)"


def of_variable(audit: Audit, name: str) -> Iterator[str]:
    """A variable: whether a config may set it, and where this one does. Its value is never shown."""
    yield f"{name}: {_rule(name)}"
    found = dict.fromkeys(line for run in audit.runs for line in _settings(audit, run, name))
    yield from found or (["no task of this workspace sets it"] if audit.runs else [])


def _rule(name: str) -> str:
    clause = guarded(name) or guarded(name, strict=True)
    if name == PATH:
        return "a config may extend it and not replace it (PATH-1, PATH-2; PATH-3 with --strict)"
    if clause is None:
        return "a config may set it (ENV-1 does not list it)"
    when = ", with --strict" if guarded(name) is None else ""
    return f"no config may set it{when} ({clause}: {clauses()[clause].title})"


def _settings(audit: Audit, run: Loaded, name: str) -> Iterator[str]:
    """Where a run of a task sets it, one layer after another."""
    if not run.files_are_read:
        yield f"what `{run.task}` sets is not known: it is refused before its variables are read"
        return
    yield from (_setting(audit, run, one) for one in run.assignments if one.name == name)


def _setting(audit: Audit, run: Loaded, one: Assignment) -> str:
    place, line = place_of_source(audit.governed, run, one.source, one.name)
    return f"set by {source_shown(one.source)}: {shown_place(place)}:{line}"
