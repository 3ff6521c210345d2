"""An audit: what governs a workspace, what its tasks would run, and what there is to say about it."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tsr_model import kernel
from tsr_model.discovery import CONFIG, NotDiscovered
from tsr_model.filesystem import ROOT, Directory, at_place, place_of
from tsr_model.names import Place, path
from tsr_model.world import World
from tsr_oracle.audit import programs, reach, refused, writers
from tsr_oracle.audit.finding import Finding, together
from tsr_oracle.audit.governed import Governed, Loaded, govern, loaded
from tsr_oracle.audit.live_files import Unseen, live_files
from tsr_oracle.audit.live_manifests import LiveManifests
from tsr_oracle.walks import shown_place

_OF_THE_CONFIG: tuple[Callable[[Governed], Iterator[Finding]], ...] = (
    refused.refused_config,
    writers.of_config,
    reach.linked_config,
    reach.linked_dotenv,
    reach.allowed,
)
_OF_A_TASK: tuple[Callable[[Governed, Loaded], Iterator[Finding]], ...] = (
    refused.refused,
    refused.missing_directories,
    writers.of_env_files,
    reach.linked_env_files,
    reach.directories,
    reach.nested_repositories,
    reach.operands,
    programs.search_path,
    programs.shadowed,
    programs.code_in_words,
    programs.longer_list,
    programs.scripts,
)
"""What is looked for, one rule each. Each gives what it finds, in the order in which it is written."""


class NothingToAudit(Exception):
    """No config governs there, and there is no project: says why."""


@dataclass(frozen=True, slots=True)
class Audit:
    """All that there is to say. `start`: where it was asked for. `stricter`: what `--strict` would refuse besides; None
    where that was asked for."""

    start: Place
    governed: Governed
    runs: tuple[Loaded, ...]
    findings: tuple[Finding, ...]
    stricter: tuple[Finding, ...] | None


def audit(directory: str, task: str | None, *, strict: bool) -> Audit:
    """The audit of a real directory. Nothing is run, and nothing is written. Raises `NothingToAudit`, `Unseen`."""
    files = live_files()
    cwd = kernel.stat(files, ROOT, path(os.path.abspath(directory)))
    if isinstance(cwd, str) or not isinstance(files.nodes[cwd], Directory):
        raise NothingToAudit(f"{directory!r} is no directory")
    home = os.environ.get("HOME", "")
    here = World(files, cwd, home, dict(os.environ), 0o022, "")
    return audit_of(here, (home, _home_in_database()), task, strict=strict)


def audit_of(here: World, homes: tuple[str, ...], task: str | None, *, strict: bool) -> Audit:
    """The audit of a world. Raises `NothingToAudit`, `Unseen`."""
    governed = govern(here, homes, strict=strict)
    if isinstance(governed, NotDiscovered):
        raise NothingToAudit(f"no {CONFIG} governs here, and there is no project: {governed.why} ({governed.clause})")
    if not here.declared:
        manifests = LiveManifests(here.files, governed.root_place)
        governed = replace(governed, here=replace(here, declared=manifests))
    options = ("--strict",) if strict else ()
    every = tuple(_loaded(governed, task, options)) if governed.config.tasks or not governed.refusal else ()
    runs = tuple(one for one in every if isinstance(one, Loaded))
    found = [
        *(one for one in every if isinstance(one, Finding)),
        *(one for rule in _OF_THE_CONFIG for one in rule(governed)),
        *(one for run in runs for rule in _OF_A_TASK for one in rule(governed, run)),
        *_about_home(governed, homes),
    ]
    stricter = None if strict else together(list(_stricter(governed, homes, runs)))
    return Audit(place_of(here.files, here.cwd), governed, runs, together(found), stricter)


def _loaded(governed: Governed, task: str | None, options: tuple[str, ...]) -> Iterator[Loaded | Finding]:
    """What a run of each task would be; a finding where something can't be looked at."""
    for name in governed.config.tasks if task is None else (task,):
        try:
            yield loaded(governed, name, *options)
        except Unseen as unseen:
            what, do = f"can't be looked at: {unseen.why}", "run the audit as whoever runs the tasks"
            yield Finding("error", "EXIT-4", unseen.place, 1, what, do, (name,))


def _stricter(governed: Governed, homes: tuple[str, ...], runs: tuple[Loaded, ...]) -> Iterator[Finding]:
    """What `--strict` would refuse of what is accepted without."""
    strictly = govern(governed.here, homes, strict=True)
    if isinstance(strictly, Governed) and strictly.refusal and not governed.refusal:
        yield from refused.refused_config(strictly)
    for run in runs:
        if run.refusal is None:
            yield from refused.refused(governed, loaded(governed, run.task, "--strict"))


def _about_home(governed: Governed, homes: tuple[str, ...]) -> Iterator[Finding]:
    """A config in a home directory governs there only, and so not what lies beneath it (DISC-2)."""
    files = governed.here.files
    start = place_of(files, governed.here.cwd)
    for home in dict.fromkeys(homes):
        number = kernel.stat(files, ROOT, path(home)) if home.startswith("/") else "ENOENT"
        if isinstance(number, str) or not isinstance(files.nodes[number], Directory):
            continue
        place = (*place_of(files, number), CONFIG)
        if place == governed.place:
            what = f"is the config of a home directory: it governs in {shown_place(place[:-1])} and not beneath it"
            yield Finding("note", "DISC-2", place, 1, what, "keep tasks in the project that they are for")
        elif governed.place is None and start[: len(place) - 1] == place[:-1] and at_place(files, place) is not None:
            what = f"does not govern {shown_place(start)}: a home directory's config counts only there"
            yield Finding("note", "DISC-2", place, 1, what, "write a config into the project")


def _home_in_database() -> str:
    """The home directory that the password database has (DISC-6), empty for a user without an entry."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return ""
