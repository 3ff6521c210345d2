"""Which ecosystem a directory belongs to (PKG-2), and what its tool calls running a task (FORM-3)."""

from __future__ import annotations

from tsr_impl import config_paths, markers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory

_OF_MARKER = {"package.json": "npm", "Cargo.toml": "cargo", "go.mod": "go", "pyproject.toml": "python"}
_BUN_LOCKS = ("bun.lock", "bun.lockb")
_COMMANDS = {
    "npm": ("npm", "run"),
    "bun": ("bun", "run"),
    "cargo": ("cargo",),
    "go": ("go",),
    "python": ("uv", "run"),
}


class Found:
    """The ecosystem of a directory, and the marker that says so."""

    __slots__ = ("ecosystem", "marker")

    def __init__(self, ecosystem: str, marker: str) -> None:
        self.ecosystem = ecosystem
        self.marker = marker


def of(directory: Directory, path: str, bounds: Fence) -> Found | None:
    """What the directory, which has that path, belongs to; None if it has no marker.

    Raises `ConfigFault` for a file that decides it and lies outside the bounds (FENCE-1).
    """
    marker = markers.marker(directory)
    if marker is None:
        return None
    _judge(directory, path, marker, bounds)
    ecosystem = _OF_MARKER[marker]
    if ecosystem == "npm" and (_has_bun_lock(directory, path, bounds) or _has_bun_lock(bounds.root, ".", bounds)):
        ecosystem = "bun"
    return Found(ecosystem, marker)


def command(ecosystem: str, task: str) -> tuple[str, ...]:
    """The words that have its tool run the task of that name."""
    return (*_COMMANDS[ecosystem], task)


def _has_bun_lock(directory: Directory, path: str, bounds: Fence) -> bool:
    for name in _BUN_LOCKS:
        if markers.has_file(directory, name):
            _judge(directory, path, name, bounds)
            return True
    return False


def _judge(directory: Directory, path: str, name: str, bounds: Fence) -> None:
    with config_paths.content(bounds, config_paths.inner(path, name), name, start=directory):
        pass
