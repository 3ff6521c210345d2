"""What is asked for on the command line (CLI)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

FLAGS = ("--dry-run", "--strict", "--allow-unsafe-env", "--no-bail", "--confine", "--no-confine")
VALUED = ("--since", "--resume-from", "--reporter", "--reporter-file", "--user-config")
REPORTERS = ("human", "ndjson")


@dataclass(frozen=True, slots=True)
class Request:
    """Run this task; the arguments were typed behind `--`, the options before it, some of them with a value."""

    task: str
    arguments: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def strict(self) -> bool:
        """Whether the guards are tightened (CLI-14)."""
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

    @property
    def confine(self) -> bool | None:
        """Whether commands are to be confined, None where nothing is said (CONF-1)."""
        return None if self.options.isdisjoint({"--confine", "--no-confine"}) else "--confine" in self.options

    @property
    def user_config(self) -> str | None:
        """The file that takes the place of the user's (CONF-8)."""
        return self.values.get("--user-config")

    @property
    def since(self) -> str | None:
        """The commit since which a package has to have changed (GIT-3)."""
        return self.values.get("--since")

    @property
    def resume_from(self) -> str | None:
        """The package before which all others count as done (PKG-12)."""
        return self.values.get("--resume-from")

    @property
    def ndjson(self) -> bool:
        """Whether standard error gets a line for each event, and no table (EVENT-1)."""
        return self.values.get("--reporter") == "ndjson"

    @property
    def reporter_file(self) -> str | None:
        """The file that gets a line for each event (EVENT-2)."""
        return self.values.get("--reporter-file")


@dataclass(frozen=True, slots=True)
class Told:
    """`--help`, `--version`, `--list`, `--init`, `--config`: no task is run."""

    what: Literal["about", "list", "init", "config"]


@dataclass(frozen=True, slots=True)
class Misuse:
    """A command line that asks for nothing: by which clause."""

    clause: str


Asked: TypeAlias = Request | Told | Misuse

_ALONE: dict[tuple[str, ...], Told] = {
    **{(word,): Told("about") for word in ("--help", "-h", "--version", "-V")},
    ("--list",): Told("list"),
    ("--list", "--json"): Told("list"),
    ("--init",): Told("init"),
    ("--config",): Told("config"),
}


def request(argv: tuple[str, ...]) -> Asked:
    """What the words ask for: the first is a task or stands alone; options, then arguments behind `--` (CLI-1 to
    CLI-4, CLI-13, CLI-18)."""
    if argv in _ALONE:
        return _ALONE[argv]
    if argv[:1] in _ALONE:
        return Misuse("CLI-2")
    if not argv or argv[0].startswith("-"):
        return Misuse("CLI-3")
    end = argv.index("--", 1) if "--" in argv[1:] else len(argv)
    options: set[str] = set()
    values: dict[str, str] = {}
    words = argv[1:end]
    while words:
        name, equals, value = words[0].partition("=")
        if words[0] in FLAGS:
            options.add(name)
            words = words[1:]
            continue
        if name not in VALUED:
            return Misuse("CLI-3")
        if name in values or not (equals or (words[1:] and not words[1].startswith("-"))):
            return Misuse("CLI-18")
        values[name] = value if equals else words[1]
        words = words[1:] if equals else words[2:]
    misuse = Misuse("CLI-11") if {"--confine", "--no-confine"} <= options else _misused_value(values)
    return misuse or Request(argv[0], argv[end + 1 :], frozenset(options), values)


def _misused_value(values: Mapping[str, str]) -> Misuse | None:
    """A value that its option can't have."""
    if values.get("--reporter", "human") not in REPORTERS:
        return Misuse("EVENT-1")
    if values.get("--reporter-file") == "":
        return Misuse("EVENT-2")
    if values.get("--resume-from") == "":
        return Misuse("PKG-12")
    if values.get("--user-config") == "":
        return Misuse("CLI-11")
    since = values.get("--since", "HEAD")
    return Misuse("GIT-2") if not since or since.startswith("-") else None
