"""Where the user's file usually is (CONF-8). Loaded for every run, so next to nothing is needed for it."""

from __future__ import annotations

import pwd
import stat

from tsr_impl import calls

_FILE = ".config/tsr/config.toml"  # in the home directory


def home() -> str | None:
    """The home directory of the password database; None for a user who has none there."""
    try:
        directory = pwd.getpwuid(calls.user()).pw_dir
    except KeyError:  # as in many containers
        return None
    return directory if directory.startswith("/") else None


def file() -> str | None:
    """The file, whether it is there or not; None without a home directory."""
    at_home = home()
    return f"{at_home.rstrip('/')}/{_FILE}" if at_home else None


def may_be_there() -> bool:
    """Whether it is worth a look. A link on the way that leads to nothing is: somebody meant a file to be there."""
    path = file()
    if path is None:
        return False
    directory = path.rpartition("/")[0]
    return _is_there(path) or _is_link(directory) or _is_link(directory.rpartition("/")[0])


def _is_there(path: str) -> bool:
    """What can't be looked at may be."""
    try:
        calls.status_at(None, path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        pass
    return True


def _is_link(path: str) -> bool:
    try:
        return stat.S_ISLNK(calls.status_at(None, path).st_mode)
    except OSError:
        return False
