"""The last operand of `cp` and `mv`: a name to be given, or a directory to go into (§8.5)."""

from __future__ import annotations

from tsr_impl.fence import Refused
from tsr_impl.places import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.builtins import Call
    from tsr_impl.places import Content, Entry


class Destination:
    """Where sources go. Whether that is a directory is asked once, links followed (FENCE-4)."""

    __slots__ = ("_call", "is_directory", "operand")

    def __init__(self, call: Call, operand: str) -> None:
        self.operand = operand
        self._call = call
        try:
            with call.content(operand) as content:
                self.is_directory = not (content.name or content.broken)
        except Refused as refused:
            self.is_directory = refused.is_directory
        except Fault:
            self.is_directory = False

    def content(self, source: str) -> Content:
        """What is to hold the bytes of `source`, judged where it lands. Raises `Fault`."""
        return self._call.content(self._operand_for(source))

    def entry(self, source: str) -> Entry:
        """The entry that `source` becomes, judged where it is. Raises `Fault`."""
        return self._call.entry(self._operand_for(source))

    def _operand_for(self, source: str) -> str:
        """The name that `source` gets: by its base name in the directory, or the operand itself.

        The inside of `src/.` goes into the directory itself; so an empty source does.
        """
        base = source.rstrip("/").rpartition("/")[2]
        if not self.is_directory or base in ("", ".", ".."):
            return self.operand
        return f"{self.operand.rstrip('/')}/{base}"
