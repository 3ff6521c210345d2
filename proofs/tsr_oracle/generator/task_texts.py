"""A config that is put together: tasks with what the guards look at, and their text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tsr_spec.example import toml

_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(slots=True)
class Task:
    """A task to be written down. `run` of None: it has none. `more`: further lines, as they are.

    `delegate`: a program's name, or the words of a table's `bin` and `args`. `packages` of None: it has none.
    """

    name: str
    run: str | None = None
    deps: list[str] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    env_files: list[str] = field(default_factory=list)
    dir: str | None = None
    args: list[str] = field(default_factory=list)
    parallel: bool = False
    packages: list[str] | None = None
    delegate: str | tuple[str, ...] | None = None
    more: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Its table, and that of its variables."""
        lines = [f"[tasks.{_key(self.name)}]"]
        lines += [f"{name} = {toml(value)}" for name, value in self._fields() if value]
        lines += [] if self.packages is None else [f"packages = {toml(self.packages)}"]
        lines += [] if self.delegate is None else [f"delegate = {_delegate(self.delegate)}"]
        lines += ["parallel = true"] * self.parallel + self.more
        if self.env:
            lines += [f"[tasks.{_key(self.name)}.env]", *map(_assignment, self.env.items())]
        return "\n".join(lines) + "\n"

    def _fields(self) -> list[tuple[str, str | list[str] | None]]:
        files: str | list[str] = self.env_files[0] if len(self.env_files) == 1 else self.env_files
        return [("run", self.run), ("deps", self.deps), ("dir", self.dir), ("args", self.args), ("env_file", files)]


@dataclass(slots=True)
class Tasks:
    """A whole config to be written down."""

    tasks: dict[str, Task] = field(default_factory=dict)
    env: dict[str, str] = field(default_factory=dict)
    allow: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)

    def add(self, *tasks: Task) -> None:
        """Have these tasks too."""
        self.tasks.update((task.name, task) for task in tasks)

    def text(self) -> str:
        """The text of the file."""
        parts = ["".join(f"{line}\n" for line in self.more)]
        if self.members:
            parts.append(f"[workspace]\nmembers = {toml(self.members)}\n")
        if self.allow:
            parts.append(f"[security]\nallow_paths = {toml(self.allow)}\n")
        if self.env:
            parts.append("[env]\n" + "".join(f"{_assignment(pair)}\n" for pair in self.env.items()))
        return "".join([*parts, *(task.text() for task in self.tasks.values())])


def _delegate(words: str | tuple[str, ...]) -> str:
    """A program's name as a string, else a table (FORM-2)."""
    if isinstance(words, str):
        return toml(words)
    args = f", args = {toml([*words[1:]])}" if words[1:] else ""
    return f"{{ bin = {toml(words[0])}{args} }}"


def _assignment(pair: tuple[str, str]) -> str:
    return f"{_key(pair[0])} = {toml(pair[1])}"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else toml(name)
