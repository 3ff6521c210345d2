"""What a run consists of: units, and what one is ready to start with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Task
    from tsr_impl.packages import Package
    from tsr_impl.shell import Text


class Unit:
    """A task, or a task in one package (PKG-5): what runs, waits and ends as one.

    `waits_for` is in the order of the walk of GRAPH-10, and `parallel` says what that walk makes of
    it. `native` are the words of its command where a `delegate` or the ecosystem has them (FORM-1),
    None where that is the `run` of the task. One without a command is done when what it waits for is:
    an aggregate, a task that is its packages, and what counts as done. One without a label too only stands for what it
    waits for, and nobody sees it.
    """

    __slots__ = ("has_command", "label", "native", "package", "parallel", "task", "waits_for")

    def __init__(
        self, task: Task, label: str, package: Package | None = None, *, has_command: bool, parallel: bool
    ) -> None:
        self.task = task
        self.label = label
        self.package = package
        self.has_command = has_command
        self.parallel = parallel
        self.native: tuple[str, ...] | None = task.delegate
        self.waits_for: list[Unit] = []

    def directory(self) -> str:
        """Where its command runs, as a path from the root."""
        return self.package.path if self.package else self.task.directory or "."


def whole(task: Task) -> Unit:
    """The unit of a task that is not spread over packages here."""
    has_command = task.packages is None and not task.is_aggregate()
    return Unit(task, task.name, has_command=has_command, parallel=task.parallel)


class Step:
    """A command that is ready to run but for its patterns, and the operator in front of it.

    `program` is its first word as it is written; `is_task`: that is the name of another task. `native`: the
    words are those of a program, whatever they are, and no builtin answers to them (FORM-2).
    """

    __slots__ = ("is_task", "native", "operator", "program", "words")

    def __init__(
        self, operator: str, words: list[list[Text]], program: str, *, native: bool = False, is_task: bool = False
    ) -> None:
        self.operator = operator
        self.words = words
        self.program = program
        self.native = native
        self.is_task = is_task


class Ready:
    """A unit that may start: its steps, and the environment of its programs."""

    __slots__ = ("environment", "steps", "unit")

    def __init__(self, unit: Unit, steps: list[Step], environment: Mapping[bytes, bytes]) -> None:
        self.unit = unit
        self.steps = steps
        self.environment = environment
