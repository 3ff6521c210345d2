"""Wrong ways to judge who may write what decides a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tsr_model import guards as guarding
from tsr_model import permissions
from tsr_model.filesystem import Directory, File, FileSystem, Number
from tsr_model.names import Path
from tsr_model.permissions import Step, Steps, Writable
from tsr_model.refusal import Refusal
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_walked = permissions.walked
_judge_step = permissions._judge_step
_judge_strictly = permissions.judge_strictly
_judge_file = permissions.judge_file


def _sticky_is_open(directory: Directory) -> bool:
    return bool(directory.mode & 0o002)


def _never_open(directory: Directory) -> bool:
    return False


def _group_is_open(directory: Directory) -> bool:
    return bool(directory.mode & 0o022) and not directory.mode & 0o1000


def _last_alone(files: FileSystem, cwd: Number, written: Path) -> Iterator[Step]:
    """Of several last components only the last is one."""
    steps = list(_walked(files, cwd, written))
    yield from (replace(step, last=False) for step in steps[:-1])
    yield steps[-1]


def _first_alone(files: FileSystem, cwd: Number, written: Path) -> Iterator[Step]:
    """The walk ends at a link."""
    yield next(iter(_walked(files, cwd, written)))


def _all_are_last(files: FileSystem, cwd: Number, written: Path) -> Iterator[Step]:
    yield from (replace(step, last=True) for step in _walked(files, cwd, written))


def _nothing_above(files: FileSystem, number: Number) -> Steps:
    return ()


def _where_it_lies_only(files: FileSystem, cwd: Number, steps: Steps) -> Writable | None:
    return _judge_strictly(files, cwd, steps[-1:])


def _any_owner(files: FileSystem, step: Step) -> Writable | None:
    found = files if step.entry is None else _owned(files, step.entry)
    return _judge_step(_owned(found, step.holder), step)


def _owned(files: FileSystem, number: Number) -> FileSystem:
    return FileSystem({**files.nodes, number: replace(files.nodes[number], owner="user")})


def _any_link_owner(files: FileSystem, step: Step) -> Writable | None:
    link = step.entry is not None and not isinstance(files.nodes[step.entry], File | Directory)
    return _judge_step(_owned(files, step.entry) if link and step.entry is not None else files, step)


def _any_group(files: FileSystem, step: Step) -> Writable | None:
    holder = files.directory(step.holder)
    changed = replace(holder, mode=holder.mode & ~0o020)
    return _judge_step(FileSystem({**files.nodes, step.holder: changed}), step)


def _sticky_is_enough(files: FileSystem, step: Step) -> Writable | None:
    holder = files.directory(step.holder)
    if not holder.mode & 0o1000:
        return _judge_step(files, step)
    closed = replace(holder, mode=0o755)
    return _judge_step(FileSystem({**files.nodes, step.holder: closed}), step)


def _sticky_helps_files(files: FileSystem, step: Step) -> Writable | None:
    node = None if step.entry is None else files.nodes[step.entry]
    there = node is not None and node.owner != "other"
    return _sticky_is_enough(files, step) if there else _judge_step(files, step)


def _sticky_is_refused(files: FileSystem, step: Step) -> Writable | None:
    holder = files.directory(step.holder)
    return _judge_step(FileSystem({**files.nodes, step.holder: replace(holder, mode=holder.mode & 0o777)}), step)


def _any_file_mode(file: File) -> bool:
    return False


def _missing_unjudged(guards: guarding.Guards, written: Path) -> Refusal | None:
    return None


def _owners_instead(files: FileSystem, cwd: Number, written: Path, strict: bool) -> Writable | None:
    if strict:
        return None
    return _judge_file(files, cwd, written, strict)


def _fault(name: str, says: str, attribute: str, replacement: object, module: str = "permissions") -> Fault:
    return Fault(name, says, (Swap(f"tsr_model.{module}", attribute, replacement),))


STICKY_IS_OPEN = _fault("sticky-refused", "a sticky directory is refused too", "_open_to_others", _sticky_is_open)
NEVER_OPEN = _fault("directory-unjudged", "the mode of a directory isn't judged", "_open_to_others", _never_open)
GROUP_IS_OPEN = _fault("group-refused", "a group-writable directory is refused", "_open_to_others", _group_is_open)
LAST_ALONE = _fault("target-only", "the directory of a link isn't judged", "walked", _last_alone)
FIRST_ALONE = _fault("entry-only", "what a link leads to isn't judged", "walked", _first_alone)
ALL_ARE_LAST = _fault(
    "all-the-way", "each directory on the way is judged, not only the last ones", "walked", _all_are_last
)
NOTHING_ABOVE = _fault("above-unjudged", "`--strict` doesn't look above", "above", _nothing_above)
LIES_ONLY = _fault(
    "end-only", "`--strict` judges where the file lies, no links before", "judge_strictly", _where_it_lies_only
)
ANY_OWNER = _fault("owner-unjudged", "`--strict` doesn't look at owners", "_judge_step", _any_owner)
ANY_LINK_OWNER = _fault("link-unjudged", "`--strict` doesn't look at whose a link is", "_judge_step", _any_link_owner)
ANY_GROUP = _fault("group-unjudged", "`--strict` accepts directories of a group", "_judge_step", _any_group)
STICKY_IS_ENOUGH = _fault("sticky-enough", "`--strict` accepts any sticky directory", "_judge_step", _sticky_is_enough)
STICKY_HELPS_FILES = _fault(
    "sticky-helps-files",
    "`--strict` excepts a sticky directory for files and links too",
    "_judge_step",
    _sticky_helps_files,
)
STICKY_IS_REFUSED = _fault("sticky-never", "`--strict` accepts no sticky directory", "_judge_step", _sticky_is_refused)
ANY_FILE_MODE = _fault("mode-unjudged", "`--strict` accepts files of a group", "_open_to_group", _any_file_mode)
MISSING_UNJUDGED = _fault(
    "missing-unjudged",
    "`--strict` doesn't look at where a missing file would be",
    "_judge_unread",
    _missing_unjudged,
    "guards",
)
STRICT_INSTEAD = _fault(
    "strict-instead", "`--strict` lifts what is judged without it", "judge_file", _owners_instead, "guards"
)
