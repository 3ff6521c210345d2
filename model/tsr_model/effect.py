"""What a builtin is called with, and what it has done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tsr_model import fence
from tsr_model.choices import OURS, Choices
from tsr_model.fence import Allowed, Bounds, Judged, Refused
from tsr_model.filesystem import Errno, FileSystem, Number
from tsr_model.names import Path, Place
from tsr_model.resolver import TooManyLinks

Verb: TypeAlias = Literal["read", "list", "write", "make", "remove", "times"]


@dataclass(frozen=True, slots=True)
class Call:
    """The surroundings of a builtin: file system, working directory, bounds, umask, standard input."""

    files: FileSystem
    cwd: Number
    bounds: Bounds
    umask: int = 0o022
    stdin: str = ""
    choices: Choices = OURS


@dataclass(frozen=True, slots=True)
class Message:
    """One line on standard error: whose, about which path (None: none), and why: an error, a refusal, a sentence."""

    builtin: str
    path: str | None
    reason: Errno | Refused | str


@dataclass(slots=True)
class Effect:
    """What a builtin has done so far. It starts from the call's file system and ends as the builtin's result.

    `withheld`: something was found before anything was done, and so nothing is to be done (FENCE-22).
    """

    call: Call
    builtin: str
    files: FileSystem
    status: int = 0
    stdout: str = ""
    messages: list[Message] = field(default_factory=list)
    touched: list[tuple[Verb, Place]] = field(default_factory=list)
    clauses: dict[str, None] = field(default_factory=dict)
    optional: set[Place] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    judged: list[Judged] = field(default_factory=list)
    withheld: bool = False
    read_stdin: bool = False

    @property
    def refused(self) -> bool:
        """Whether an operand was refused: whether a line of FENCE-10 was said."""
        return any(isinstance(message.reason, Refused) for message in self.messages)

    def by(self, *clauses: str) -> None:
        """Notes the clauses that a step was taken by."""
        self.clauses.update(dict.fromkeys(clauses))

    def fail(self, path: str | None, reason: Errno | Refused | str, *clauses: str, status: int = 1) -> None:
        """Notes a failure: a message, the status, the clauses; a slash behind a name may be the reason (FENCE-16)."""
        self.messages.append(Message(self.builtin, path, reason))
        self.status = max(self.status, status)
        self.by(*clauses)
        if path is not None and path.endswith("/") and not isinstance(reason, Refused):
            self.by("FENCE-16")

    def usage(self, reason: str) -> Effect:
        """The builtin was called wrongly: nothing is done, status 2 (BUILTIN-2)."""
        self.fail(None, reason, "BUILTIN-2", status=2)
        return self

    def allows(self, written: str, decision: fence.Decision) -> bool:
        """Whether a path is allowed; if not, the refusal is noted (FENCE-2, FENCE-10)."""
        match decision:
            case Allowed():
                self.by(*decision.clauses)
                return True
            case Refused():
                self.withheld = True
                self.fail(written, decision, *decision.clauses)
            case TooManyLinks():
                self.withheld = True
                self.fail(written, "ELOOP", "FENCE-2")
        return False

    def choose(self, name: str) -> str:
        """The way taken where the clauses leave one open; notes that this choice was come upon."""
        self.open.add(name)
        way: str = getattr(self.call.choices, name)
        return way

    def content(self, path: Path) -> fence.Decision:
        """Judges a path in a content role as things stand now (FENCE-4)."""
        decision = fence.content(self.files, self.call.cwd, self.call.bounds, path)
        self.judged.append(Judged("content", "FENCE-4", path, self.files, self.call.cwd, decision))
        return decision

    def entry(self, path: Path) -> fence.Decision:
        """Judges a path in an entry role as things stand now (FENCE-4)."""
        decision = fence.entry(self.files, self.call.cwd, self.call.bounds, path)
        self.judged.append(Judged("entry", "FENCE-4", path, self.files, self.call.cwd, decision))
        return decision

    def called(self, path: Path, decision: fence.Decision) -> Path:
        """The path that the system calls get: as written, or the textual place where FENCE-3 leaves that open."""
        if isinstance(decision, Allowed) and decision.landing.popped and self.choose("missing_dots") == "textual":
            return Path(True, decision.landing.place)
        return path
