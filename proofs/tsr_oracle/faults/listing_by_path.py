"""A directory in a tree is looked at, found to be one, and then entered by its path.

How it comes about: a tree is walked with `lstat` and `opendir` on paths that grow by a name each. It is the oldest of
these races: what was a directory a moment ago is a link to one when it is opened.
"""

from __future__ import annotations

import errno
import os
import stat

from tsr_impl import calls, handles
from tsr_impl.handles import Directory, fault_of
from tsr_impl.places import Place
from tsr_oracle.faults.patch import patch

BY = "race"
ACCEPTED = frozenset({("escape", "FENCE-R")})


def apply() -> None:
    """Open what a tree holds by where it is said to be."""

    def open_directory(self: Directory, name: str) -> Directory:
        place, label = Place(self.place, name, frozenset()), self.label_of(name)
        try:
            if not stat.S_ISDIR(calls.status_at(self.descriptor, name).st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            return Directory(os.open(place.path(), os.O_PATH | os.O_DIRECTORY), place, label)
        except OSError as error:
            raise fault_of(label, error) from error

    patch(handles.Directory, "open_directory", open_directory)
