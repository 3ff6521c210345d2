"""The paths that a config names, from names to judged places (FENCE-1, FENCE-2)."""

from __future__ import annotations

from tsr_impl.fence import Refused
from tsr_impl.places import Fault
from tsr_impl.report import AS_TYPED, ConfigFault, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory
    from tsr_impl.permissions import Trail
    from tsr_impl.roles import Content

ROOT_FILE = ".env"


def content(
    bounds: Fence,
    what: str,
    path: str,
    clause: str = "FENCE-1",
    trail: Trail | None = None,
    start: Directory | None = None,
) -> Content:
    """What the path leads to, from the root if no other `start` is given.

    Raises `ConfigFault`, which calls it `what`, and by `clause` if it leads out.
    """
    try:
        return bounds.content(start or bounds.root, path, trail=trail)
    except Refused as refused:
        message = (
            f"{what} leads to {quoted(refused.place, AS_TYPED)}, outside the workspace at "
            f"{quoted(refused.root, AS_TYPED)} — add it to `[security] allow_paths` if that is intended"
        )
        raise ConfigFault(message, clause) from refused
    except Fault as fault:
        message = f"{what}: {quoted(path)} cannot be resolved: {fault.reason} — correct it"
        raise ConfigFault(message, "FENCE-2") from fault


def from_directory(directory: str | None, path: str) -> str:
    """A path that is taken from the `dir` of its task, as one from the root (ENV-12)."""
    return path if path.startswith("/") or not directory else f"{directory}/{path}"


def inner(directory: str, name: str) -> str:
    """How a message shows what has that name in a directory of the workspace."""
    return quoted(name if directory == "." else f"{directory}/{name}", AS_TYPED)
