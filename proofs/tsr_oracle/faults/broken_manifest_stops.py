"""A manifest that can't be parsed ends the run.

How it comes about: it is read like the config, and what is wrong there has to be mended first.
"""

from __future__ import annotations

from tsr_impl.handles import Directory
from tsr_impl.manifests import Manifest, Reader
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "PKG-11"), ("divergence", "PKG-11")})


def apply() -> None:
    """Refuse it."""

    def manifest(self: Reader, directory: Directory, path: str, marker: str) -> Manifest:
        try:
            return self._parsed(directory, path, marker, self._text(directory, path, marker))
        except (ValueError, RecursionError) as error:
            raise ConfigFault(f"{path}/{marker} can't be read — correct it", "PKG-11") from error

    patch(Reader, "manifest", manifest)
