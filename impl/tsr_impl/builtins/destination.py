"""The last operand of `cp` and `mv`: a name to be given, or a directory to go into (BUILTIN-6, BUILTIN-10)."""

from __future__ import annotations

import errno

from tsr_impl.fence import Refused
from tsr_impl.places import Fault, Label
from tsr_impl.report import AS_TYPED, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.builtins import Call, Named
    from tsr_impl.places import Place
    from tsr_impl.roles import Content, Entry


class Destination:
    """Where sources go. Whether that is a directory is asked once, links followed (FENCE-4).

    What is then said of it if it can't be told: links that lead over too many links are no directory.
    """

    __slots__ = ("_arrivals", "_call", "_fault", "is_directory", "operand")

    def __init__(self, call: Call, operand: str) -> None:
        self.operand = operand
        self._call = call
        self._arrivals: dict[object, str] = {}
        self._fault: Fault | None = None
        try:
            with call.content(operand) as content:
                self.is_directory = not (content.name or content.broken)
        except Refused as refused:
            self.is_directory = refused.is_directory
        except Fault as fault:
            self.is_directory, self._fault = False, fault if fault.number != errno.ELOOP else None

    def refusal(self, sources: list[str]) -> int:
        """The status of a command with several sources for what is no directory, which is said; else 0."""
        if len(sources) == 1 or self.is_directory:
            return 0
        if self._fault is not None:
            self._call.report(self._fault)
            return self._call.status()
        return self._call.misused(f"{quoted(self.operand)} is not a directory, so only one source can go there")

    def content(self, source: str) -> Content:
        """What is to hold the bytes of `source`, judged where it lands. Raises `Fault`."""
        return self._call.content(self._operand_for(source))

    def entry(self, source: str) -> Entry:
        """The entry that `source` becomes, judged where it is. Raises `Fault`."""
        return self._call.entry(self._operand_for(source))

    def judge(
        self,
        operand: str,
        source: Callable[[str], Named],
        target: Callable[[str], Named],
        check: Callable[[Named, Named], None],
    ) -> None:
        """Report all that is wrong with the two places of a source (FENCE-22); `check` raises `Fault`."""
        here = self._call.judged(source, operand)
        there = self._call.judged(target, operand)
        try:
            if here is not None and there is not None:
                check(here, there)
        except Fault as fault:
            self._call.report(fault)
        finally:
            for named in (here, there):
                if named is not None:
                    named.close()
        if there is not None:
            self._expect(operand, there.place)

    def _expect(self, source: str, place: Place) -> None:
        """Note what is to come to a place, and report it if an earlier source is (FENCE-12)."""
        if not self._base_name(source):
            return
        parent = place.parent and place.parent.identity
        arrival = (parent, place.name) if parent else place.path()
        if arrival in self._arrivals:
            earlier = quoted(self._arrivals[arrival], AS_TYPED)
            self._call.report(Fault(Label(source), f"would replace what {earlier} becomes"))
        self._arrivals.setdefault(arrival, source)

    def _operand_for(self, source: str) -> str:
        """The name that `source` gets: by its base name in the directory, or the operand itself. Raises `Fault`."""
        if self._fault is not None:
            raise self._fault
        base = self._base_name(source)
        return f"{self.operand.rstrip('/')}/{base}" if base else self.operand

    def _base_name(self, source: str) -> str:
        """By which `source` goes into the directory; empty if it does not.

        The inside of `src/.` goes into the directory itself; so an empty source does.
        """
        base = source.rstrip("/").rpartition("/")[2]
        return "" if not self.is_directory or base in (".", "..") else base
