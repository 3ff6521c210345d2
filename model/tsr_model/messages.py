"""The lines that a builtin says on standard error (FENCE-10, BUILTIN-3)."""

from __future__ import annotations

from tsr_model.effect import Message
from tsr_model.fence import Bounds, Refused
from tsr_model.names import text

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
    r"""A name as messages show it: the bytes of control characters as `\xNN`, every other as it is (EXIT-8)."""
    return "".join(_shown(letter) for letter in name)


def _shown(letter: str) -> str:
    if letter < " " or "\x7f" <= letter <= "\x9f":
        return "".join(f"\\x{byte:02x}" for byte in letter.encode())
    return letter
