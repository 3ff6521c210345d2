"""The roots: what a confined command, and a builtin in the same run, may write beneath (CONF-2)."""

from __future__ import annotations

from tsr_impl import calls
from tsr_impl.confinement import cache_root
from tsr_impl.confinement.way import Way
from tsr_impl.places import DIRECTORY, FILE, Fault, identity_of, is_within, kind_of
from tsr_impl.report import AS_TYPED, Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsr_impl.confinement.policy import Policy

PROJECT, USER, CACHE = "project", "user", "cache"  # where a root comes from


class RootsError(Stop):
    """A root can't be one, so no command runs."""


class Root:
    """A physical path, of a directory or of a regular file, and its origin: `project`, `user` or `cache`."""

    __slots__ = ("origin", "path")

    def __init__(self, path: str, origin: str) -> None:
        self.path = path
        self.origin = origin


class Roots:
    """The list; the `cache` root, which may lie beneath another and so not be listed, or None; and what to say."""

    __slots__ = ("cache", "listed", "remarks")

    def __init__(self, listed: list[Root], cache: str | None, remarks: list[str]) -> None:
        self.listed = listed
        self.cache = cache
        self.remarks = remarks

    def paths(self) -> list[str]:
        return [root.path for root in self.listed]


def roots(project: str, policy: Policy, authority: str, allowed: Iterable[str] = (), make: bool = True) -> Roots:
    """The roots of a run that is confined by that `authority` (CONF-1).

    `allowed` are the physical paths that the project's `allow_paths` names. Without `make` no cache directory is made:
    for those who only ask. Raises `RootsError`.
    """
    top = _project(project, policy)
    users = [_User(path, policy) for path in policy.writable_roots]
    found = [Root(top, PROJECT), *(Root(root.path, USER) for root in users)]
    cache, remarks = None, []
    try:
        cache = cache_root.find(policy, top if authority == PROJECT else None, make)
        found.append(Root(cache, CACHE))
    except cache_root.NoCache as reason:
        remarks.append(f"no cache is writable: {reason}")
    listed = _outermost(found)
    remarks += [_not_admitted(path) for path in allowed if not any(is_within(path, root.path) for root in listed)]
    return Roots(listed, cache, remarks)


def admitted(policy: Policy) -> list[str]:
    """The physical paths of the user's own roots, as far as they are there: what the fence has without a boundary."""
    found = []
    for path in policy.writable_roots:
        try:
            physical, kind, _ = _resolved(path, quoted(path, AS_TYPED), "make it")
        except RootsError:
            continue
        if kind in (DIRECTORY, FILE):
            found.append(physical)
    return found


def _outermost(found: list[Root]) -> list[Root]:
    """Each root once, and none that lies beneath another; of two names of one the first stays."""
    once = {root.path: root for root in reversed(found)}
    return [
        root
        for root in found
        if once[root.path] is root and not any(path != root.path and is_within(root.path, path) for path in once)
    ]


def _not_admitted(path: str) -> str:
    what = f"`allow_paths` admits {quoted(path, AS_TYPED)}, and confined commands and builtins can't write there"
    return f"{what} — if they have to, name it in `[sandbox] writable_roots` of your own file"


def _project(path: str, policy: Policy) -> str:
    """Where the project root is physically. Raises `RootsError`."""
    what = f"the project root {quoted(path, AS_TYPED)}"
    if not path.startswith("/"):
        raise RootsError(f"{what} is not absolute — write it from `/`", "CONF-2")
    physical, kind, _ = _resolved(path, what, "change into a directory that is there")
    if kind != DIRECTORY:
        raise RootsError(f"{what} is no directory — change into one", "CONF-2")
    if _holds_policy(physical, policy):
        message = f"{what} has your own policy file, or its place, beneath it, where commands could rewrite it"
        raise RootsError(f"{message} — work in a directory further down, or pass `--no-confine`", "CONF-8")
    return physical


class _User:
    """A root that the user has named: its physical `path`. Everything in here raises `RootsError`."""

    __slots__ = ("_what", "path")

    def __init__(self, name: str, policy: Policy) -> None:
        self._what = f"{quoted(policy.path or '', AS_TYPED)}: `[sandbox] writable_roots`: {quoted(name, AS_TYPED)}"
        self.path, kind, links = _resolved(name, self._what, "make it, or take it out of the list")
        if kind not in (DIRECTORY, FILE):
            message = "is neither a directory nor a regular file — name one, or take it out of the list"
            raise RootsError(f"{self._what} {message}", "CONF-2")
        if _holds_policy(self.path, policy):
            message = "has that file beneath it, where commands could rewrite it — name what is further down"
            raise RootsError(f"{self._what} {message}", "CONF-8")
        for link in links:
            message = f"leads over the link {quoted(link, AS_TYPED)}, which commands could change"
            raise RootsError(f"{self._what} {message} — name {quoted(self.path, AS_TYPED)} itself", "CONF-8")


def _resolved(path: str, what: str, way_out: str) -> tuple[str, str, list[str]]:
    """Where a path leads physically (FENCE-2), its kind, and the links others could change. Raises `RootsError`."""
    try:
        with Way(path) as way:
            status, physical, links = way.content.status(), way.place(), way.changeable()
        # What the kernel itself is led to: some links, as those in /proc, say something else than they do.
        if identity_of(calls.status_at(None, path, follow=True)) != identity_of(status):
            raise RootsError(f"{what} leads to something else each time — name the place itself", "CONF-2")
    except Fault as fault:
        raise RootsError(f"{what} cannot be used: {fault.reason} — {way_out}", "CONF-2") from fault
    except OSError as error:
        raise RootsError(f"{what} cannot be used: {error.strerror} — {way_out}", "CONF-2") from error
    return physical, kind_of(status), links


def _holds_policy(root: str, policy: Policy) -> bool:
    return any(is_within(place, root) for place in policy.out_of_reach)
