"""The commands that the runner performs itself (BUILTIN).

A builtin is a function from a `Call` to an exit status: 0 done, 1 failed, 2 usage (EXIT-5). It sees the
file system only through the fence of its call: nothing in this package imports `os` or `calls`.
"""

from __future__ import annotations

from tsr_impl import report, streams
from tsr_impl.fence import Refused, is_name
from tsr_impl.places import Fault, Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory
    from tsr_impl.roles import Content, Entry

    Named = TypeVar("Named", Content, Entry)
    Builtin = Callable[["Call"], int]

DONE, FAILED, USAGE = 0, 1, 2

_PARENTS = 4  # directories of operands that are kept open
NAMES = frozenset(("echo", "pwd", "true", "false", "rm", "cp", "mv", "mkdir", "touch", "cat"))


class Call:
    """One command to be performed: its name and words, in a directory, behind the fence.

    Afterwards, `failed` and `refused` say whether anything failed, and was refused by the fence.
    """

    __slots__ = ("_parents", "directory", "failed", "fence", "name", "refused", "words")

    def __init__(self, words: list[str], directory: Directory, fence: Fence) -> None:
        self.name = words[0]
        self.words = words[1:]
        self.directory = directory
        self.fence = fence
        self.failed = False
        self.refused = False
        self._parents: dict[str, Directory | None] = {}

    def entry(self, operand: str) -> Entry:
        """The entry that an operand names, judged. Raises `Fault`."""
        start, name = self._start(operand)
        return self.fence.entry(start, name, Label(operand))

    def content(self, operand: str) -> Content:
        """What an operand leads to, judged. Raises `Fault`."""
        start, name = self._start(operand)
        return self.fence.content(start, name, Label(operand))

    def _start(self, operand: str) -> tuple[Directory, str]:
        """Where to walk from, and what is left to walk.

        Operands mostly lie in the directory of one before, which is kept open for that if no link led there,
        so that nothing but the removal or the move of a directory takes its name away.
        """
        head, _, name = operand.rpartition("/")
        if not head or not is_name(name):
            return self.directory, operand
        if head not in self._parents:
            if len(self._parents) == _PARENTS:
                self.forget()
            self._parents[head] = self.fence.plain_directory(self.directory, head)
        parent = self._parents[head]
        return (parent, name) if parent is not None else (self.directory, operand)

    def forget(self) -> None:
        """To be called before a directory is removed or moved, and in the end."""
        for parent in self._parents.values():
            if parent is not None:
                parent.close()
        self._parents.clear()

    def judged(self, judge: Callable[[str], Named], operand: str) -> Named | None:
        """What an operand names, if it may be touched in that role; if not, it is said why."""
        try:
            return judge(operand)
        except Fault as fault:
            self.report(fault)
            return None

    def report(self, fault: Fault) -> None:
        """Say what went wrong with an operand; the command will have failed."""
        self.failed = True
        if isinstance(fault, Refused):
            self.refused = True
            place, root = (report.quoted(path, report.AS_TYPED) for path in (fault.place, fault.root))
            report.say(
                f"{self.name}: refusing to touch {place}: outside the workspace at {root}"
                " — add it to `[security] allow_paths` if that is intended"
            )
        else:
            operand = report.quoted(str(fault.label), report.AS_TYPED)
            report.say(f"{self.name}: {operand}: {fault.reason}")

    def misused(self, text: str) -> int:
        """Say how the command was misused; the status for that (BUILTIN-2)."""
        report.say(f"{self.name}: {report.printable(text)}")
        return USAGE

    def print(self, text: str) -> None:
        """Write to standard output; what can't be written makes the command fail."""
        try:
            streams.write_text(1, text)
        except OSError as error:
            self._lost(error)

    def pass_on(self, data: bytes) -> bool:
        """The same for bytes; False if there is no use in going on."""
        try:
            streams.write_all(1, data)
        except OSError as error:
            self._lost(error)
            return False
        return True

    def _lost(self, error: OSError) -> None:
        self.failed = True
        if not isinstance(error, BrokenPipeError):  # a reader that left knows why
            report.say(f"{self.name}: standard output: {error.strerror}")

    def status(self) -> int:
        """The status of a command that has done what it could."""
        return FAILED if self.failed else DONE


def find(name: str) -> Builtin | None:
    """The builtin of that name. Its module is loaded only now: most runs need few of them."""
    if name in ("echo", "pwd", "true", "false"):
        from tsr_impl.builtins import plain

        return plain.BUILTINS[name]
    if name == "rm":
        from tsr_impl.builtins.rm import rm as found
    elif name == "cp":
        from tsr_impl.builtins.cp import cp as found
    elif name == "mv":
        from tsr_impl.builtins.mv import mv as found
    elif name == "mkdir":
        from tsr_impl.builtins.mkdir import mkdir as found
    elif name == "touch":
        from tsr_impl.builtins.touch import touch as found
    elif name == "cat":
        from tsr_impl.builtins.cat import cat as found
    else:
        return None
    return found
