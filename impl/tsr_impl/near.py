"""What a name that is not known may have been meant to be (CLI-19). Loaded when there is an error to be told."""

from __future__ import annotations

import difflib

from tsr_impl.report import quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsr_impl.config import UnknownKey

_LIKENESS = 0.6  # of 1: beneath it a guess confuses more than it helps
_LIKENESS_OF_KEYS = 0.85  # what is no slip of a finger is mostly a key of something else
_LONGEST = 100  # characters: the comparison takes the product of both lengths
_WARNINGS = 5  # more would drown what the run has to say
_MOST = 2000  # names to compare with, so that an error is told at once

# What other tools call a field of a task.
_ELSEWHERE = {
    "run": ("cmd", "command", "commands", "script", "scripts"),
    "dir": ("cwd", "directory", "workdir", "working_directory"),
    "deps": ("dependencies", "depends", "depends_on", "needs"),
    "env": ("environment",),
    "env_file": ("dotenv",),
}


def miss(name: str, known: Iterable[str], likeness: float = _LIKENESS) -> str | None:
    """The known name that is most like `name`; None if none is like it."""
    if not name or len(name) > _LONGEST:
        return None
    candidates = [one for one in known if len(one) <= _LONGEST][:_MOST]
    slips = [one for one in candidates if one.casefold() == name.casefold() or _is_slip(one, name)]
    found = slips or difflib.get_close_matches(name, candidates, 1, likeness)
    return found[0] if found else None


def _is_slip(one: str, other: str) -> bool:
    """Whether a letter is missing, is another one, or has changed places with its neighbour."""
    if len(one) < 2 or len(other) < 2:
        return False
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) == 1 or (len(one) == 2 and one == other[::-1])


def _meant_by_key(key: str, known: Iterable[str]) -> str | None:
    """The same for a key of the file."""
    for field, names in _ELSEWHERE.items():
        if key in names and field in known:
            return field
    return miss(key, sorted(known), _LIKENESS_OF_KEYS)


def way_out(name: str, known: Iterable[str], otherwise: str) -> str:
    """The end of a message that has another way out, too, than the name that may be meant."""
    found = miss(name, known)
    return f" — did you mean {quoted(found)}? If not, {otherwise}" if found else f" — {otherwise}"


def warn_about(unknown: Iterable[UnknownKey]) -> None:
    """Say it of each key that has no effect, and may be meant to be one that has; most are of newer versions."""
    left = _WARNINGS
    for where, key, known in unknown:
        found = _meant_by_key(key, known)
        if found and left:
            warn(f"{where}: {quoted(key)} is not known and has no effect — did you mean {quoted(found)}?", "CLI-19")
            left -= 1
