"""Who else could have written what decides a run, where the guard is narrow on purpose (PERM-G1)."""

from __future__ import annotations

from collections.abc import Iterator

from tsr_model.discovery import CONFIG
from tsr_model.filesystem import Directory, File, FileSystem, Link, at_place
from tsr_model.names import Path, Place, path
from tsr_model.permissions import OTHERS, Writable, judge_file
from tsr_oracle.audit.finding import Finding, Level
from tsr_oracle.audit.governed import Governed, Loaded
from tsr_oracle.audit.refused import env_files
from tsr_oracle.walks import shown_place


def of_config(governed: Governed) -> Iterator[Finding]:
    """Who else could have written the config."""
    if governed.place is not None:
        yield from _of_file(governed, path(CONFIG), governed.place, "what commands run", ())


def of_env_files(governed: Governed, loaded: Loaded) -> Iterator[Finding]:
    """Who else could have written a file of variables."""
    for written, task in env_files(loaded):
        names = () if written.absolute else (*governed.root_place, *written.parts)
        where = names if at_place(governed.here.files, names) is not None else None
        if where is not None:
            yield from _of_file(governed, written, where, "what environment commands get", (task or loaded.task,))


def _of_file(
    governed: Governed, written: Path, where: Place, decides: str, tasks: tuple[str, ...]
) -> Iterator[Finding]:
    files = governed.here.files
    if judge_file(files, governed.root, written, False) is not None:
        return  # the guard refuses it
    found = judge_file(files, governed.root, written, True)
    if found is not None:
        level, who = _who(files, found)
        what = f"{who} could have written it, and so decided {decides}: {shown_place(found.place)}"
        yield Finding(level, "PERM-G1", where, 1, what, "see whose it is; `--strict` refuses it", tasks)


def _who(files: FileSystem, found: Writable) -> tuple[Level, str]:
    """Who, and how bad that is: a group is often the user's own."""
    number = at_place(files, found.place)
    node = None if number is None else files.nodes[number]
    if isinstance(node, Directory | File | Link) and node.owner == "other":
        return "warning", "another user"
    if isinstance(node, Directory | File) and node.mode & OTHERS:
        return "warning", "everybody"
    return "note", "a group"
