"""The cache root: the user's cache directory, or in it the private one of a project (CONF-2, CONF-8)."""

from __future__ import annotations

import errno

from tsr_impl import calls
from tsr_impl.confinement import private
from tsr_impl.confinement.way import Way
from tsr_impl.places import DIRECTORY, MISSING, Fault, is_within
from tsr_impl.report import AS_TYPED, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.confinement.policy import Policy

_NAME_LETTERS = 20  # of a digest: they leave room for sockets (CONF-3), and nobody finds a second path for them


class NoCache(Exception):
    """No cache directory is known, or can be made: it contributes nothing. Says why."""


def find(policy: Policy, project: str | None, make: bool) -> str:
    """The physical path of the cache root, of a `project` alone if one is named. Raises `NoCache`.

    Without `make` a directory that is missing stays so.
    """
    if policy.cache_root is None:
        raise NoCache("the password database has no home directory for this user")
    path = _directory(policy.cache_root, make)
    if project is not None:
        names = ("tsr", private_name(project))
        try:
            path = private.find(path, names, make)
        except private.NotPrivate as error:
            raise NoCache(str(error)) from error
    if any(is_within(place, path) for place in policy.out_of_reach):
        raise NoCache(f"{quoted(path, AS_TYPED)} has your own policy file beneath it")
    return path


def private_name(project: str) -> str:
    """What the private cache of a project is called: it follows from the physical path, and no other has it."""
    import hashlib

    return hashlib.sha256(calls.encode(project)).hexdigest()[:_NAME_LETTERS]


def _directory(path: str, make: bool) -> str:
    """Where the cache directory is physically; made, 0700, if only it itself is missing. Raises `NoCache`."""
    name = quoted(path, AS_TYPED)
    try:
        with Way(path) as way:
            kind = way.content.kind()
            if kind not in (DIRECTORY, MISSING):
                raise NoCache(f"{name} is no directory")
            if way.changeable():
                raise NoCache(f"{name} leads over a link that commands could change — name {way.place()} itself")
            if kind == MISSING and make:
                way.content.make_directory(private=True)
            return way.place()
    except Fault as fault:
        if fault.number == errno.EEXIST:  # somebody else has made it meanwhile
            return _directory(path, make=False)
        raise NoCache(f"{name} can't be used or made: {fault.reason}") from fault
    except OSError as error:
        raise NoCache(f"{name} can't be used or made: {error.strerror}") from error
