r"""The tree notation of the chapters: an entry a line, in the marks that `ls -F` made familiar.

    ws/src/                  a directory
    ws/empty                 an empty file
    ws/note: hello\n         a file and its bytes
    [0600] ws/key: k         a mode, where it is not 0755 or 0644
    [other] ws/theirs: t     another user's; with a mode: [0666 other]
    ws/mnt/ mounted          a directory that a file system of its own is mounted on
    ws/link -> ../out        a symbolic link
    ws/same == ws/note       a further name for a file (a hard link)
    ws/pipe|                 a FIFO
    ws/sock=                 a socket
    bin/tool* 3              a program that records its start and exits with 3
    bin/late* 3 after slow   … as soon as the program `slow` is up
    bin/asks* 0 reads        … once it has read a line of its standard input
    bin/slow* waits          a program that a signal has to end; `waits stopped`: that has stopped itself
    bin/lead* 0 leaves       … that leaves a process behind in its group; `leaves apart`: in a session of its own
    … on TERM 7              what SIGTERM does to the one left behind, or to the program: ends it with 7;
    … on TERM slowly         ends it with 0 after a second of cleaning up;
    … on TERM ignored        nothing
    … on INT slowly          what SIGINT does to a program that waits

In paths, targets and texts `\n`, `\t`, `\\` and `\xNN` stand for the byte; in a path also for a blank or a mark.
"""

from __future__ import annotations

import re

from tsr_spec.case import (
    DIRECTORY_MODE,
    FILE_MODE,
    CaseError,
    Directory,
    Entry,
    File,
    HardLink,
    Link,
    Mount,
    Owner,
    Program,
    Special,
)
from tsr_spec.conduct import conduct_text, parse_program
from tsr_spec.read_json import path_of

_LINE = re.compile(
    r"(?:\[(?!\])(?P<mode>[0-7]{4})?(?P<other>(?:(?<=\d) |(?<=\[))other)?\] )?(?P<path>[^\s:|=*]+?)"
    r"(?P<mark>/ mounted|/|\||=|\* (?P<conduct>.+)|: (?P<data>.*)| -> (?P<target>.*)| == (?P<to>\S+))?"
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|(.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "\\": "\\"}


def parse_tree(text: str) -> tuple[Entry, ...]:
    """The entries that the lines describe. Blank lines are skipped. Raises CaseError with the line."""
    return tuple(parse_entry(line.strip()) for line in text.splitlines() if line.strip())


def parse_entry(line: str) -> Entry:
    """The entry that one line describes. Raises CaseError."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise CaseError(f"{line!r} is no line of the tree notation")
    path = path_of(unescape(found["path"]))
    mode = None if found["mode"] is None else int(found["mode"], 8)
    owner: Owner = "user" if found["other"] is None else "other"
    mark = found["mark"] or ""
    if mark == "/":
        return Directory(path, DIRECTORY_MODE if mode is None else mode, owner)
    if mark == "" or mark.startswith(":"):
        return File(path, unescape(found["data"] or ""), FILE_MODE if mode is None else mode, owner)
    if mode is not None:
        raise CaseError(f"{line!r}: only files and directories have a mode here")
    if found["target"] is not None:
        return Link(path, unescape(found["target"]), owner)
    if owner != "user":
        raise CaseError(f"{line!r}: only files, directories and links have an owner here")
    if mark == "/ mounted":
        return Mount(path)
    if found["to"] is not None:
        return HardLink(path, path_of(unescape(found["to"])))
    if found["conduct"] is not None:
        return parse_program(path, found["conduct"])
    return Special(path, "fifo" if mark == "|" else "socket")


def print_entry(entry: Entry) -> str:
    """The line that describes the entry; `parse_entry` reads it back."""
    path = escape(entry.path, blanks=True)
    match entry:
        case Directory(mode=mode, owner=owner):
            return _about(mode, DIRECTORY_MODE, owner) + path + "/"
        case Mount():
            return f"{path}/ mounted"
        case File(data=data, mode=mode, owner=owner):
            return _about(mode, FILE_MODE, owner) + path + (f": {escape(data)}" if data else "")
        case Link(target=target, owner=owner):
            return f"{_about(0, 0, owner)}{path} -> {escape(target)}"
        case HardLink(to=to):
            return f"{path} == {escape(to, blanks=True)}"
        case Special(kind=kind):
            return path + ("|" if kind == "fifo" else "=")
        case Program():
            return f"{path}* {conduct_text(entry)}"


def _about(mode: int, default: int, owner: Owner) -> str:
    words = ([] if mode == default else [f"{mode:04o}"]) + ([] if owner == "user" else [owner])
    return f"[{' '.join(words)}] " if words else ""


def unescape(text: str) -> str:
    r"""The bytes that a text with `\n`, `\t`, `\\` and `\xNN` stands for (surrogate escapes beyond UTF-8)."""

    if "\\" not in text:
        return text
    pieces = _ESCAPE.split(text)  # text, hex or None, letter or None, text, …
    raw = b""
    for index in range(0, len(pieces), 3):
        raw += pieces[index].encode("utf-8", "surrogateescape")
        if index + 2 < len(pieces):
            byte, letter = pieces[index + 1], pieces[index + 2]
            if byte is not None:
                raw += bytes([int(byte, 16)])
            elif letter in _NAMED:
                raw += _NAMED[letter].encode()
            else:
                raise CaseError(f"'\\{letter}' is no escape; there are \\n, \\t, \\\\ and \\xNN")
    return raw.decode("utf-8", "surrogateescape")


def escape(text: str, *, blanks: bool = False) -> str:
    """The text on one line; with `blanks`, also what ends a path in the notation is written as bytes."""
    result = []
    for character in text:
        code = ord(character)
        if character == "\\":
            result.append("\\\\")
        elif character == "\n":
            result.append("\\n")
        elif character == "\t":
            result.append("\\t")
        elif 0xDC80 <= code <= 0xDCFF:
            result.append(f"\\x{code - 0xDC00:02x}")
        elif (
            code < 0x20
            or code == 0x7F
            or (character.isspace() and character != " ")  # some of these end a line, or are stripped from it
            or (blanks and character in " :|=*[")
        ):
            result.extend(f"\\x{byte:02x}" for byte in character.encode())
        else:
            result.append(character)
    text = "".join(result)
    # A leading or trailing blank would be lost to the stripping of lines.
    if text[:1] == " ":
        text = "\\x20" + text[1:]
    if text[-1:] == " ":
        text = text[:-1] + "\\x20"
    return text
