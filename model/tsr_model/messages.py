"""The lines whose wording is fixed: those of builtins (FENCE-10, BUILTIN-3), and those of the guards (EXIT-9)."""

from __future__ import annotations

import re

from tsr_model.effect import Message
from tsr_model.environment import Source
from tsr_model.fence import Bounds, Refused
from tsr_model.guarded import reserved
from tsr_model.names import text
from tsr_model.permissions import Writable

WORDS = {
    "EBUSY": "Device or resource busy",
    "EEXIST": "File exists",
    "EINVAL": "Invalid argument",
    "EISDIR": "Is a directory",
    "ELOOP": "Too many levels of symbolic links",
    "ENOENT": "No such file or directory",
    "ENOTDIR": "Not a directory",
    "ENOTEMPTY": "Directory not empty",
    "ENXIO": "No such device or address",
    "EXDEV": "Invalid cross-device link",
}
"""How the C library of Linux says each error."""


def line(message: Message, bounds: Bounds) -> str:
    """The line for a message, without its newline."""
    match message.reason:
        case Refused(landing=landing):
            place, root = shown(text(landing.place)), shown(text(bounds.root))
            return (
                f"{message.builtin}: refusing to touch '{place}': outside the workspace at '{root}'"
                " — add it to `[security] allow_paths` if that is intended"
            )
        case str(reason) if message.path is not None:
            return f"{message.builtin}: '{shown(message.path)}': {WORDS.get(reason, reason)}"
        case str(reason):
            return f"{message.builtin}: {WORDS.get(reason, reason)}"


def shown(name: str) -> str:
    r"""A name as messages show it: the bytes of what drives a terminal or turns a line as `\xNN` (EXIT-8)."""
    return "".join(_shown(letter) for letter in name)


def in_unicode(name: str) -> str:
    """A name as JSON can hold it: each byte that is no UTF-8 as a replacement character (EVENT-5)."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def _shown(letter: str) -> str:
    if _UNSHOWN.fullmatch(letter):
        return "".join(f"\\x{byte:02x}" for byte in letter.encode())
    return letter


# --- the lines of the load-time guards (EXIT-9) ----------------------------------------------------------------------


def source_shown(source: Source) -> str:
    """How a message calls the place that sets a variable (ENV-6)."""
    if source.file is None:
        return "[env]" if source.task is None else f"[tasks.{_key(source.task)}.env]"
    if source.task is None:
        return f"the root '.env' (line {source.line})"
    return f"the env_file '{shown(source.file)}' (line {source.line}) of task '{source.task}'"


def _key(task: str) -> str:
    """A task's name as TOML writes it in a dotted key."""
    return task if re.fullmatch(r"[A-Za-z0-9_-]+", task) else f'"{task}"'


_SAYS = {
    "ENV-1": "which decides what code an unrelated program loads — pass `--allow-unsafe-env` if that is intended",
    "ENV-5": "which `--strict` guards — leave `--strict` away, or pass `--allow-unsafe-env`, if that is intended",
    "PATH-1": "without `$PATH`, so that it replaces the inherited one"
    " — write `$PATH` into it, or pass `--allow-unsafe-env` if that is intended",
    "PATH-2": "with an entry that is empty or `.`, which is whatever directory a task runs in"
    " — name the directory, or pass `--allow-unsafe-env` if that is intended",
    "PATH-3": "with an entry that is not absolute, without `$PATH` as an entry of its own,"
    " or with nothing inherited to extend, which `--strict` does not take"
    " — leave `--strict` away, or pass `--allow-unsafe-env`, if that is intended",
}
_RESERVED = "which is reserved for tsr itself — pass `--allow-unsafe-env` if that is intended"


def guard_line(clause: str, name: str, source: Source) -> str:
    """The line that refuses an assignment: its place and its variable, never its value (ENV-6)."""
    comma = "," if clause.startswith("ENV") else ""
    why = _RESERVED if reserved(name) else _SAYS[clause]
    return f"✗ config error: {source_shown(source)} sets '{shown(name)}'{comma} {why} [{clause}]"


def permission_line(writable: Writable, decides: str) -> str | None:
    """The line that refuses what everybody may write (PERM-1); what `--strict` refuses has no fixed wording."""
    place = shown(text(writable.place))
    if writable.clause == "PERM-3":
        return None
    word = place.replace("'", "'\"'\"'")
    mend = f"`chmod o-w '{word}'` before using it [{writable.clause}]"
    if writable.directory:
        what = "a world-writable directory without the sticky bit, and what lies in it decides"
        return f"✗ config error: '{place}' is {what} {decides} — {mend}"
    return f"✗ config error: '{place}' is world-writable, and it decides {decides} — {mend}"


def circle_line(path: tuple[str, ...]) -> str:
    """The line that shows tasks which depend on each other (GRAPH-3)."""
    return f"✗ config error: the tasks depend on each other in a circle: {' → '.join(path)} [GRAPH-3]"
