"""A key that the runner does not know is an error of the file.

How it comes about: the library that reads the config into its types refuses what has no place in them.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "CLI-6")})


def apply() -> None:
    """Refuse the first of them."""
    original = config._unknown_keys

    def unknown_keys(document: Any, sections: Any) -> Any:
        for where, key, _ in original(document, sections):
            raise ConfigFault(f"{where}: {key!r} is not known — remove it", "CLI-6")
        return []

    patch(config, "_unknown_keys", unknown_keys)
