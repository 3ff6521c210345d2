"""What has changed since a commit, as git sees it (GIT-2)."""

from __future__ import annotations

import os

from tsr_impl import calls
from tsr_impl.git import Git, Silent
from tsr_impl.report import Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.handles import Directory

# Each path by itself, whatever attributes and settings say; a submodule by its commit alone.
_PLAIN = ("-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=dirty")
_FILES = ("-z", "--full-name", "--modified", "--deleted", "--others", "--exclude-standard")


def changed(root: Directory, ref: str, environment: Mapping[bytes, bytes]) -> list[str]:
    """The paths of what has changed since the commit `ref`, relative to the workspace root, sorted by bytes.

    What lies outside of it begins with `../`. A rename has both of its names, and a repository within the
    one of the root is known by its path alone. `environment` is that of the process, and `ref` does
    not begin with `-`. Raises `Stop`.
    """
    try:
        git = Git(root, environment)
        paths = _changed(git, _commit(git, ref), _commit(git, "HEAD"))
    except Silent as silent:
        raise Stop(f"--since {quoted(ref)}: {silent.what} — {silent.way_out}", "GIT-4") from silent.__cause__
    return sorted((_from_root(path, git.prefix) for path in paths), key=calls.encode)


def _changed(git: Git, since: str, head: str) -> set[str]:
    """The paths from the top of the working tree."""
    what = "what has changed"
    top = "../" * git.prefix.count("/")  # whence it would list less than all
    return {
        *_paths(git.ask(what, "diff-tree", "-r", *_PLAIN, since, head)),
        *_paths(git.ask(what, "diff-index", "--cached", *_PLAIN, head)),
        *_paths(git.ask(what, "ls-files", *_FILES, *(["--", top] if top else []))),
    }


def _from_root(path: str, prefix: str) -> str:
    if path.startswith(prefix):
        return path[len(prefix) :]
    return os.path.relpath(f"/{path}", f"/{prefix}")


def _commit(git: Git, name: str) -> str:
    """The id of the commit that a name stands for."""
    named = _id(git, name)
    if not named.isalnum():  # as `^main` is not: all that it leads to is left out
        raise Stop(f"--since: {quoted(name)} is not one commit — name one, as in `--since main`", "GIT-2")
    return _id(git, f"{named}^{{commit}}")  # of a tag; to some names this can't be added


def _id(git: Git, name: str) -> str:
    return calls.decode(git.ask(f"which commit {quoted(name)} is", "rev-parse", "--verify", name)).strip()


def _paths(answer: bytes) -> list[str]:
    return [calls.decode(path).rstrip("/") for path in answer.split(b"\0") if path]
