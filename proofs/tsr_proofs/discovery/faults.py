"""Wrong walks for a config."""

from __future__ import annotations

from dataclasses import replace

from tsr_model import discovery
from tsr_model.discovery import Discovered, NotDiscovered
from tsr_model.filesystem import Directory, FileSystem, Number
from tsr_proofs.seeding import Fault, Swap

# The right versions, kept before any is swapped.
_discover = discovery.discover
_discover_project = discovery.discover_project
_home = discovery._home
_governing = discovery._governing


def _git_ignored(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    return _discover(_without(files, ".git"), cwd, homes)


def _devices_ignored(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    return _discover(_one_device(files), cwd, homes)


def _git_before(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """A directory that holds `.git` is not looked at itself."""
    found = _discover(files, cwd, homes)
    if isinstance(found, Discovered) and ".git" in files.directory(found.root).entries:
        return NotDiscovered("DISC-1", "")
    return found


def _first_home(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    return _discover(files, cwd, homes[:1])


def _home_from_below(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """A home's own config counts from beneath it too."""
    return (
        _discover(files, cwd, ())
        if isinstance(_discover(files, cwd, homes), NotDiscovered)
        else _discover(files, cwd, homes)
    )


def _as_text(files: FileSystem, home: str) -> Number | None:
    """Homes are not resolved."""
    return None if home.startswith("/home") else _home(files, home)


def _relative_too(files: FileSystem, home: str) -> Number | None:
    return _home(files, home if home.startswith("/") else f"/{home}")


def _passed_over(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """What is no regular file is passed over for one above."""
    found = _discover(files, cwd, homes)
    while isinstance(found, NotDiscovered) and found.clause == "DISC-4" and cwd != 0:
        cwd = files.directory(cwd).parent
        found = _discover(files, cwd, homes)
    return found


def _farthest(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    found = _discover(files, cwd, homes)
    while isinstance(found, Discovered) and found.root != 0:
        higher = _discover(files, files.directory(found.root).parent, homes)
        if not isinstance(higher, Discovered):
            break
        found = higher
    return found


def _no_links(files: FileSystem, root: Number) -> Discovered | NotDiscovered:
    """A link to a regular file is none."""
    direct = Discovered(root, files.directory(root).entries["tasks.toml"])
    return direct if _governing(files, root) == direct else NotDiscovered("DISC-4", "")


def _unchecked(files: FileSystem, root: Number) -> Discovered | NotDiscovered:
    return Discovered(root, files.directory(root).entries["tasks.toml"])


# --- for a project's marker ------------------------------------------------------------------------------------------


def _any_git(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Number | NotDiscovered:
    return _discover_project(_without(files, ".git"), cwd, homes)


def _any_device(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Number | NotDiscovered:
    return _discover_project(_one_device(files), cwd, homes)


def _past_homes(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Number | NotDiscovered:
    return _discover_project(files, cwd, ())


def _where_it_starts(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Number | NotDiscovered:
    """Only the working directory is looked at."""
    found = _discover_project(files, cwd, homes)
    return found if found == cwd else NotDiscovered("CLI-12", "")


def _nearest_of_both(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """A marker that is nearer than the config goes first."""
    found, project = _discover(files, cwd, homes), _discover_project(files, cwd, homes)
    nearer = isinstance(found, Discovered) and not isinstance(project, NotDiscovered) and project != found.root
    return NotDiscovered("DISC-1", "") if nearer and project in _between(files, cwd, found) else found


def _between(files: FileSystem, at: Number, found: Discovered | NotDiscovered) -> list[Number]:
    """The directories from one up to that of the config, which is not among them."""
    ways = []
    while isinstance(found, Discovered) and at != found.root:
        ways.append(at)
        at = files.directory(at).parent
    return ways


def _falls_through(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """A `tasks.toml` that is no file is as good as none."""
    found = _discover(files, cwd, homes)
    return found if isinstance(found, Discovered) else NotDiscovered("DISC-1", "")


def _any_entry(files: FileSystem, directory: Number, name: str) -> bool:
    return name in files.directory(directory).entries


def _one_device(files: FileSystem) -> FileSystem:
    nodes = {n: replace(node, device=0) if isinstance(node, Directory) else node for n, node in files.nodes.items()}
    return FileSystem(nodes)


def _without(files: FileSystem, name: str) -> FileSystem:
    nodes = dict(files.nodes)
    for number, node in files.nodes.items():
        if isinstance(node, Directory):
            nodes[number] = replace(
                node, entries={other: held for other, held in node.entries.items() if other != name}
            )
    return FileSystem(nodes)


_PLACE = "tsr_proofs.discovery.theorems"


def _walk(name: str, says: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap(_PLACE, "discover", replacement),))


def _project(name: str, says: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap(_PLACE, "discover_project", replacement),))


def _part(name: str, says: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap("tsr_model.discovery", attribute, replacement),))


GIT_IGNORED = _walk("git-ignored", "`.git` is no bound", _git_ignored)
DEVICES_IGNORED = _walk("devices-ignored", "a file system's boundary is no bound", _devices_ignored)
GIT_BEFORE = _walk("git-before", "a directory that holds `.git` is not looked at itself", _git_before)
FIRST_HOME = _walk("first-home", "`HOME` alone is the home", _first_home)
HOME_FROM_BELOW = _walk("no-homes", "a home is no bound", _home_from_below)
AS_TEXT = _part("home-as-text", "a home that is a link is none", "_home", _as_text)
RELATIVE_TOO = _part("relative-home", "a relative `HOME` counts", "_home", _relative_too)
PASSED_OVER = _walk("passed-over", "what is no regular file is passed over", _passed_over)
FARTHEST = _walk("farthest", "the walk goes on above a config", _farthest)
NO_LINKS = _part("no-links", "a link to a config is none", "_governing", _no_links)
UNCHECKED = _part("unchecked", "whatever is called `tasks.toml` governs", "_governing", _unchecked)
PROJECT_PAST_GIT = _project("past-git", "`.git` is no bound for a marker", _any_git)
PROJECT_PAST_DEVICES = _project("past-devices", "a file system's boundary is no bound for a marker", _any_device)
PROJECT_PAST_HOMES = _project("past-homes", "a home is no bound for a marker", _past_homes)
PROJECT_HERE_ONLY = _project("here-only", "a marker above doesn't count", _where_it_starts)
PROJECT_ANY_ENTRY = _part("any-entry", "whatever has the name is a marker", "has_file", _any_entry)
NEAREST_OF_BOTH = Fault(
    "nearest-of-both",
    "a marker that is nearer goes before a config",
    (Swap("tsr_model.prediction", "discover", _nearest_of_both),),
)
FALLS_THROUGH = Fault(
    "falls-through",
    "a `tasks.toml` that is no file is as good as none",
    (Swap("tsr_model.prediction", "discover", _falls_through),),
)
MARKER_PAST_GIT = Fault(
    "marker-past-git",
    "`.git` is no bound for a marker",
    (Swap("tsr_model.prediction", "discover_project", _any_git),),
)
