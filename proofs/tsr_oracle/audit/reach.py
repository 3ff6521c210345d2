"""What a config reaches beyond what it shows: places that `allow_paths` admits, links, other repositories, operands."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model import fence, kernel
from tsr_model.discovery import CONFIG
from tsr_model.fence import Allowed, Bounds, Landing, Refused
from tsr_model.filesystem import ROOT, Directory, Link, Number, place_of
from tsr_model.guards import DOTENV, directory_of, env_file_path
from tsr_model.messages import shown
from tsr_model.names import HERE, SLASH, UP, Name, Path, Place, beneath, path
from tsr_model.shell import Sequence, Text, Word, commands
from tsr_model.workload import Work
from tsr_oracle.audit.finding import Finding
from tsr_oracle.audit.governed import Governed, Loaded
from tsr_oracle.audit.programs import text_of
from tsr_oracle.walks import shown_place, walk_to

_FOLLOWED = {"cat": "content", "touch": "content", "cp": "content", "mkdir": "content", "rm": "entry", "mv": "entry"}
"""In which role a builtin's operands are judged (FENCE-4 to FENCE-8)."""


# --- allow_paths (FENCE-19) ------------------------------------------------------------------------------------------


def allowed(governed: Governed) -> Iterator[Finding]:
    """Entries of `allow_paths` that admit more than they seem to, or something else."""
    for number, written in enumerate(governed.config.allow_paths):
        landed = walk_to(governed.here.files, governed.root, path(written))
        if landed is None or governed.place is None:
            continue
        said = _wide(governed, landed) or _elsewhere(governed, written, landed)
        if said is not None:
            what, do = said
            line = governed.line("security", "allow_paths", str(number))
            yield Finding("warning", "FENCE-19", governed.place, line, f"`{shown(written)}` {what}", do)


def _wide(governed: Governed, place: Place) -> tuple[str, str] | None:
    """What is wrong with a place that has the workspace, or the home directory, beneath it."""
    home = kernel.stat(governed.here.files, ROOT, path(governed.here.home))
    home_place = None if isinstance(home, str) else _place_of_directory(governed, home)
    do = "name the directories that are meant"
    if not place:
        return "admits the whole file system: builtins are not fenced at all", do
    if beneath(governed.root_place, place) and place != governed.root_place:
        return f"admits {shown_place(place)}, with all that lies beside the workspace", do
    if home_place is not None and beneath(home_place, place):
        return f"admits {shown_place(place)}, the home directory of whoever runs it", do
    return None


def _elsewhere(governed: Governed, written: str, landed: Place) -> tuple[str, str] | None:
    """What is wrong with an entry that leads somewhere else than it reads."""
    if beneath(landed, governed.root_place) or landed == _as_text(governed.root_place, written):
        return None
    return f"leads over a link to {shown_place(landed)}", "name the place itself, or take the entry away"


def _as_text(root: Place, written: str) -> Place:
    """The place that a path seems to name."""
    entry = path(written)
    names: list[Name] = [] if entry.absolute else list(root)
    for part in entry.parts:
        if part == UP:
            names[-1:] = []
        elif part not in (HERE, SLASH):
            names.append(part)
    return tuple(names)


def _place_of_directory(governed: Governed, number: Number) -> Place | None:
    files = governed.here.files
    return place_of(files, number) if isinstance(files.nodes[number], Directory) else None


# --- links (PERM-2, FENCE-8, FENCE-20) -------------------------------------------------------------------------------


def linked_config(governed: Governed) -> Iterator[Finding]:
    """A config whose bytes lie elsewhere."""
    if governed.place is None:
        return
    landed = walk_to(governed.here.files, governed.root, path(CONFIG))
    if landed is not None and landed != governed.place:
        what = f"`{CONFIG}` is a link: what is read is {shown_place(landed)}"
        yield Finding("warning", "FENCE-20", governed.place, 1, what, "see who may change that file")


def linked_env_files(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Files of variables that are links to somewhere within bounds."""
    for task in loaded.tasks:
        for number, written in enumerate(task.env_files):
            place, target = governed.place, _target(governed, loaded.bounds, env_file_path(task, written))
            if place is not None and target is not None:
                line = governed.line("tasks", task.name, "env_file", str(number))
                what = f"`{shown(written)}` is a link: what is read is {shown_place(target)}"
                yield Finding("warning", "FENCE-8", place, line, what, "name the file itself", (task.name,))


def linked_dotenv(governed: Governed) -> Iterator[Finding]:
    """A `.env` that is a link to somewhere within bounds."""
    target = _target(governed, Bounds(governed.root_place), path(DOTENV))
    if target is not None:
        where = (*governed.root_place, DOTENV)
        yield Finding(
            "warning", "FENCE-8", where, 1, f"is a link: what is read is {shown_place(target)}", "make it a file"
        )


def _target(governed: Governed, bounds: Bounds | None, written: Path) -> Place | None:
    """Where a link in last place leads, if that is within bounds; None for what is no link."""
    files = governed.here.files
    number = kernel.stat(files, governed.root, written, follow=False)
    if bounds is None or isinstance(number, str) or not isinstance(files.nodes[number], Link):
        return None
    decision = fence.content(files, governed.root, bounds, written)
    return decision.landing.place if isinstance(decision, Allowed) else None


# --- other repositories (DISC-1) -------------------------------------------------------------------------------------


def nested_repositories(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Units that run within a repository of its own, beneath the workspace."""
    for work in loaded.works:
        inner = _repository_of(governed, work)
        if inner is None or governed.place is None:
            continue
        own = CONFIG in governed.here.files.directory(inner).entries
        other = f"its own {CONFIG} does not govern here" if own else f"it has no {CONFIG} of its own"
        what = f"runs within {shown_place(place_of(governed.here.files, inner))}, a repository of its own; {other}"
        keys = ("tasks", work.task.name, "packages" if work.package else "dir")
        do = "see whose that repository is, and what has been checked out there"
        yield Finding("warning", "DISC-1", governed.place, governed.line(*keys), what, do, (work.task.name,))


def _repository_of(governed: Governed, work: Work) -> Number | None:
    """The directory with a `.git`, at or above a unit's and below the workspace root."""
    files, number = governed.here.files, governed.directory_of(work)
    while number not in (None, governed.root, ROOT):
        assert number is not None
        if ".git" in files.directory(number).entries:
            return number
        number = files.directory(number).parent
    return None


# --- operands (FENCE-10) ---------------------------------------------------------------------------------------------


def operands(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Operands of builtins that are written out and lie outside: the run would stop there."""
    for work in loaded.works:
        if not isinstance(work.command, Sequence) or loaded.bounds is None or governed.place is None:
            continue
        for command in commands(work.command):
            for written, landed in _outside(governed, loaded.bounds, work, command):
                what = f"`{shown(written)}` leads to {shown_place(landed.place)}, outside: the builtin will refuse it"
                do = "write a path within the workspace, or name the place in `[security] allow_paths`"
                line = governed.line("tasks", work.task.name, "run")
                yield Finding("warning", "FENCE-10", governed.place, line, what, do, (work.task.name,))


def _outside(
    governed: Governed, bounds: Bounds, work: Work, command: tuple[Word, ...]
) -> Iterator[tuple[str, Landing]]:
    words = [_written_out(word) for word in command]
    role = _FOLLOWED.get(words[0])
    start = governed.directory_of(work)
    if role is None or start is None:
        return
    judge = fence.content if role == "content" else fence.entry
    for written in words[1:]:
        if written and not written.startswith("-"):
            decision = judge(governed.here.files, start, bounds, path(written))
            if isinstance(decision, Refused):
                yield written, decision.landing


def _written_out(word: Word) -> str:
    """The text of a word that is nothing but text; "" for one with a variable or a pattern in it."""
    patterns = (part for part in word if isinstance(part, Text) and not part.quoted and set(part.text) & set("*?["))
    return "" if any(patterns) else text_of(word)


def directories(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Directories of tasks that are reached over a link within bounds."""
    for task in loaded.tasks:
        if task.dir is None or loaded.bounds is None or governed.place is None:
            continue
        decision = fence.content(governed.here.files, governed.root, loaded.bounds, directory_of(task))
        if isinstance(decision, Allowed) and decision.landing.place != _as_text(governed.root_place, task.dir):
            what = f"`{shown(task.dir)}` leads over a link to {shown_place(decision.landing.place)}"
            line = governed.line("tasks", task.name, "dir")
            yield Finding("note", "FENCE-15", governed.place, line, what, "name the place itself", (task.name,))
