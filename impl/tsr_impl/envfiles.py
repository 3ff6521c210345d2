"""Files of variables: opened, judged and read through one handle (ENV-12, ENV-7, PERM)."""

from __future__ import annotations

from tsr_impl import config_paths, dotenv, permissions, report
from tsr_impl.places import DIRECTORY, FILE, MISSING, Fault
from tsr_impl.report import ConfigFault, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.fence import Fence
    from tsr_impl.roles import Content
    from tsr_impl.variables import Source

_MOST_BYTES = 16 << 20  # of a file: more than the system passes on to a process
_REMARKS = 5  # about the lines of one file; more would drown what the run has to say


class Reader:
    """Reads files of variables within the bounds. What is to be said about one is said once."""

    __slots__ = ("_bounds", "_said", "_strict")

    def __init__(self, bounds: Fence, strict: bool) -> None:
        self._bounds = bounds
        self._strict = strict
        self._said: set[str] = set()

    def read(self, source: Source, path: str, directory_is_none: bool = False) -> None:
        """Give the source what the file at `path` sets, nothing if it is missing.

        `directory_is_none`: a directory there counts as no file. Raises `ConfigFault` for what may
        not be read, or can't be.
        """
        trail = permissions.Trail(self._bounds.root)
        with config_paths.content(self._bounds, source.at(), path, "FENCE-8", trail) as content:
            try:
                kind = MISSING if content.broken else _kind(content)
            except Fault as fault:
                raise _unreadable(source, fault) from fault
            if kind == FILE:
                self._parse(source, self._content(source, content, trail))
            elif kind == MISSING:
                if self._strict:
                    permissions.judge_missing(trail, permissions.ENVIRONMENT)
            elif kind != DIRECTORY:
                message = f"{source.at()} is not a regular file, and is not opened"
                raise ConfigFault(f"{message} — replace it by one", "ENV-12")
            elif not directory_is_none:
                raise ConfigFault(f"{source.at()} is a directory — name a file, or remove it", "ENV-12")
            elif self._strict:
                self._judge_ignored(source, content, trail)

    def _judge_ignored(self, source: Source, content: Content, trail: permissions.Trail) -> None:
        try:
            permissions.judge_ignored(trail, content.place.path(), content.status(), permissions.ENVIRONMENT)
        except Fault as fault:
            raise _unreadable(source, fault) from fault

    def _content(self, source: Source, content: Content, trail: permissions.Trail) -> bytes:
        place = content.place.path()
        try:
            # Judged by its name first, so that one which can't be opened is judged too; then what
            # was opened is judged, and that is what is read.
            permissions.judge(trail, place, content.status(), permissions.ENVIRONMENT, self._strict)
            with content.open_file() as file:
                permissions.judge(trail, place, file.like, permissions.ENVIRONMENT, self._strict)
                text = file.read_all(_MOST_BYTES)
        except Fault as fault:
            raise _unreadable(source, fault) from fault
        if text is None:
            raise ConfigFault(f"{source.at()} is larger than {_MOST_BYTES >> 20} MiB — make it shorter", "ENV-12")
        return text

    def _parse(self, source: Source, text: bytes) -> None:
        try:
            source.assignments, ignored = dotenv.parse(text)
        except dotenv.Malformed as malformed:
            raise ConfigFault(f"{source.at(malformed.line)} {malformed.what}", malformed.clause) from malformed
        for line in ignored[:_REMARKS]:
            self._say(f"{source.at(line)} is no assignment, and is ignored")
        if len(ignored) > _REMARKS:
            self._say(f"{source.at()} has {len(ignored) - _REMARKS} more such lines")

    def _say(self, remark: str) -> None:
        if remark not in self._said:
            self._said.add(remark)
            report.warn(remark, "ENV-8")


def _unreadable(source: Source, fault: Fault) -> ConfigFault:
    message = f"{source.at()} cannot be read: {fault.reason}"
    return ConfigFault(f"{message} — correct its permissions, or remove it", "ENV-12")


def _kind(content: Content) -> str:
    """What is there; a `/` behind the name of a file makes it the name of nothing. Raises `Fault`."""
    try:
        return content.kind()
    except Fault as fault:
        if is_missing(fault):
            return MISSING
        raise
