"""What is asked for on the command line (CLI)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Request:
    """Run this task; the arguments were typed behind `--`."""

    task: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """`--help`, `--version`, `--list`: something is printed, nothing is run."""

    needs_config: bool


@dataclass(frozen=True, slots=True)
class Misuse:
    """A command line that asks for nothing: by which clause."""

    clause: str


Asked: TypeAlias = Request | Told | Misuse


def request(argv: tuple[str, ...]) -> Asked:
    """What the words ask for: the first is a task or stands alone, arguments follow `--` (CLI-1 to CLI-4)."""
    if argv in (("--help",), ("-h",), ("--version",), ("-V",)):
        return Told(needs_config=False)
    if argv == ("--list",):
        return Told(needs_config=True)
    if not argv or argv[0].startswith("-"):
        return Misuse("CLI-3")
    if len(argv) > 1 and argv[1] != "--":
        return Misuse("CLI-3")
    return Request(argv[0], argv[2:])
