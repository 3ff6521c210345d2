"""The user's file as bytes: walked to, judged and opened; and the places that lead to it (CONF-8)."""

from __future__ import annotations

from tsr_impl import calls, permissions
from tsr_impl.confinement.way import Way
from tsr_impl.places import FILE, MISSING, Fault
from tsr_impl.report import AS_TYPED, ConfigFault, is_missing, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.roles import Content

_MOST_BYTES = 1 << 20  # more than anybody writes
_DECIDES = "where commands may write"


class PolicyError(ConfigFault):
    """The user's file can't be followed, so no command runs. The message names the file, and what to do."""


class UserFile:
    """A look at the file at an absolute path.

    `text` is what it says, None if it isn't there. `places` are the physical places, existing or not, by which a run
    comes to it: its own, and that of each link on the way.
    """

    __slots__ = ("path", "places", "text")

    def __init__(self, path: str, needed: bool) -> None:
        """With `needed` it has to be there. Raises `PolicyError`."""
        self.path = path
        try:
            with Way(path) as way:
                self.places = way.places()
                is_absent = not needed and _is_missing(way.content) and not _dangles(way.links())
                self.text = None if is_absent else self._read(way)
        except Fault as fault:
            raise self._unreadable(fault.reason) from fault
        except OSError as error:
            raise self._unreadable(error.strerror or str(error)) from error

    def _read(self, way: Way) -> bytes:
        """The bytes of a regular file, which is judged first (PERM-1). Raises `Fault` and `PolicyError`."""
        name = quoted(self.path, AS_TYPED)
        if way.content.kind() not in (FILE, MISSING):  # nobody waits for the other end of a FIFO
            raise PolicyError(f"{name} is not a regular file — replace it by one", "CONF-8")
        with way.content.open_file() as file:
            try:
                permissions.judge(way.trail, way.place(), file.like, _DECIDES, strict=False)
            except ConfigFault as fault:
                raise PolicyError(fault.message, fault.clause) from fault
            if file.like.st_nlink > 1:
                message = f"{name} has another name, a hard link, by which a command could rewrite it"
                raise PolicyError(f"{message} — make a copy, and move that to its place", "CONF-8")
            text = file.read_all(_MOST_BYTES)
        if text is None:
            raise PolicyError(f"{name} is larger than {_MOST_BYTES >> 20} MiB — make it shorter", "CONF-8")
        return text

    def _unreadable(self, reason: str) -> PolicyError:
        message = f"{quoted(self.path, AS_TYPED)} cannot be read: {reason} — repair it or take it away"
        return PolicyError(message, "CONF-8")


def places_of(path: str) -> list[str]:
    """The `places` of a file that is not read; none where this user can't get to it."""
    try:
        with Way(path) as way:
            return way.places()
    except (Fault, OSError):
        return []


def _is_missing(content: Content) -> bool:
    """Whether nothing is there, nor can be. Raises `Fault`."""
    try:
        return content.kind() == MISSING
    except Fault as fault:
        if is_missing(fault):
            return True
        raise


def _dangles(links: list[str]) -> bool:
    """Whether one of them leads to nothing: somebody meant a file to be there."""
    for link in links:
        try:
            calls.status_at(None, link, follow=True)
        except OSError:
            return True
    return False
