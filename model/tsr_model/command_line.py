"""What is asked for on the command line (CLI)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Request:
    """Run this task; the arguments were typed behind `--`, the options before it."""

    task: str
    arguments: tuple[str, ...]
    options: frozenset[str] = frozenset()

    @property
    def strict(self) -> bool:
        """Whether the guards are tightened (CLI-13)."""
        return "--strict" in self.options

    @property
    def bail(self) -> bool:
        """Whether the first failure ends the run (GRAPH-5, GRAPH-11)."""
        return "--no-bail" not in self.options

    @property
    def dry_run(self) -> bool:
        """Whether nothing is to be run (PLAN-1)."""
        return "--dry-run" in self.options

    @property
    def unsafe_env(self) -> bool:
        """Whether the guards on variables and `PATH` are lifted (TIER-3)."""
        return "--allow-unsafe-env" in self.options


@dataclass(frozen=True, slots=True)
class Told:
    """`--help`, `--version`, `--list`: something is printed, nothing is run."""

    needs_config: bool


@dataclass(frozen=True, slots=True)
class Misuse:
    """A command line that asks for nothing, or for what is still to come (CLI-11): by which clause."""

    clause: str


OPTIONS = {"--dry-run", "--strict", "--allow-unsafe-env", "--no-bail"}

Asked: TypeAlias = Request | Told | Misuse


def request(argv: tuple[str, ...]) -> Asked:
    """What the words ask for: the first is a task or stands alone; options, then arguments behind `--` (CLI-1 to
    CLI-4, CLI-13)."""
    if argv in (("--help",), ("-h",), ("--version",), ("-V",)):
        return Told(needs_config=False)
    if argv == ("--list",):
        return Told(needs_config=True)
    if not argv or argv[0].startswith("-"):
        return Misuse("CLI-3")
    end = argv.index("--", 1) if "--" in argv[1:] else len(argv)
    if not set(argv[1:end]) <= OPTIONS:
        return Misuse("CLI-3")
    return Request(argv[0], argv[end + 1 :], frozenset(argv[1:end]))
