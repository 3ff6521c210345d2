"""Variables that a config sets: where from, and what a value refers to (ENV-10, ENV-11).

Values are text on our side, and bytes in an environment (see `calls`).
"""

from __future__ import annotations

from tsr_impl import calls
from tsr_impl.report import AS_TYPED, ConfigFault, printable, quoted
from tsr_impl.shell import NAME, NAME_START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Values can double themselves line by line, so there is an end to what one task's add up to: far
# beyond what Linux passes on to a process.
_MOST_TEXT = 16 << 20
_BARE = NAME | {"-"}


class Assignment:
    """A name and the value as it is written. `line` of a file, or 0; `literal`: nothing expands."""

    __slots__ = ("line", "literal", "name", "value")

    def __init__(self, name: str, value: str, line: int = 0, literal: bool = False) -> None:
        self.name = name
        self.value = value
        self.line = line
        self.literal = literal

    def parts(self) -> Iterator[tuple[str, bool]]:
        """The value in pieces: text, or the name of a variable that it refers to (then True)."""
        return iter([(self.value, False)]) if self.literal else _parts(self.value)


class Source:
    """A place of the config that sets variables, with its assignments in their written order."""

    __slots__ = ("_owner", "_title", "assignments")

    def __init__(self, title: str, owner: str = "", assignments: list[Assignment] | None = None) -> None:
        self._title = title
        self._owner = owner
        self.assignments = assignments or []

    def at(self, line: int = 0) -> str:
        """The source as it stands in a message, with a line of it if there is one."""
        return f"{self._title}{f' (line {line})' if line else ''}{self._owner}"


def of_config(env: Mapping[str, str]) -> Source:
    """The source that the table `[env]` is."""
    return Source("[env]", "", _assignments(env))


def of_task(name: str, env: Mapping[str, str]) -> Source:
    """The source that the `env` of a task is."""
    return Source(f"[tasks.{key(name)}.env]", "", _assignments(env))


def of_root_file() -> Source:
    """The source that the root `.env` is, still to be read."""
    return Source("the root '.env'")


def of_file(path: str, task: str) -> Source:
    """The source that an `env_file` of a task is, still to be read."""
    return Source(f"the env_file {quoted(path, AS_TYPED)}", f" of task {quoted(task, AS_TYPED)}")


def _assignments(table: Mapping[str, str]) -> list[Assignment]:
    return [Assignment(name, value) for name, value in table.items()]


def key(name: str) -> str:
    """A key as TOML has it: bare where that is possible."""
    if name and _BARE.issuperset(name):
        return name
    return '"' + printable(name.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    start = at = 0
    while (at := text.find("$", at)) >= 0:
        name, end = _reference(text, at)
        if name:
            yield text[start:at], False
            yield name, True
            start = end
        at = end
    yield text[start:], False


def _reference(text: str, at: int) -> tuple[str, int]:
    """The name that the `$` at this offset refers to, and the end of that; every other `$` is text."""
    braced = text.startswith("{", at + 1)
    start = end = at + 1 + braced
    if text[start : start + 1] not in NAME_START:
        return "", at + 1
    while text[end : end + 1] in NAME:
        end += 1
    if not braced:
        return text[start:end], end
    return (text[start:end], end + 1) if text.startswith("}", end) else ("", at + 1)


class Merger:
    """Sets one assignment after the other in an environment of its own."""

    __slots__ = ("_left", "environment")

    def __init__(self, environment: Mapping[bytes, bytes], left: int = _MOST_TEXT) -> None:
        self.environment = dict(environment)
        self._left = left

    def copy(self) -> Merger:
        """One that goes on from here, and leaves this one as it is."""
        return Merger(self.environment, self._left)

    def expanded(self, source: Source, assignment: Assignment, own: str | None = None) -> str:
        """The value, with what it refers to as it is at this point; `own` stands for the variable itself.

        Raises `ConfigFault` when the values get too long.
        """
        pieces = []
        left = self._left
        for text, is_name in assignment.parts():
            if is_name:
                text = own if own is not None and text == assignment.name else self._value(text)
            left -= len(text)
            if left < 0:
                message = f"{source.at(assignment.line)} sets {quoted(assignment.name)} to more than a process can have"
                raise ConfigFault(f"{message} — let fewer values refer to each other", "ENV-13")
            pieces.append(text)
        return "".join(pieces)

    def set(self, source: Source, assignment: Assignment) -> None:
        """Let the assignment count. Raises as `expanded`."""
        value = self.expanded(source, assignment)
        self._left -= len(value)
        self.environment[calls.encode(assignment.name)] = calls.encode(value)

    def _value(self, name: str) -> str:
        """What is merged at this point; what is not set is empty."""
        return calls.decode(self.environment.get(calls.encode(name), b""))
