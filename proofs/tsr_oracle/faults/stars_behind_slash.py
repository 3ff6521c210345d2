"""`**` stands for no directory only where a pattern begins with it; behind a slash it stands for at least one.

How it comes about: a pattern becomes a regular expression, in which `**/` is `(.*/)?` and `/**/` is `/.*/`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "`**` stands in the middle of a pattern, and what the rest matches lies right there"
ACCEPTED = frozenset({("divergence", "SHELL-11"), ("loss", "SHELL-11")})


def apply() -> None:
    """Leave out the directory in which a `**` starts, save in last place."""
    step = globs._step

    def deeper(prefixes: Iterable[str], component: globs._Component, tree: globs._Tree) -> list[str]:
        here = list(prefixes)
        return [path for path in step(here, component, tree) if not (component.tree and path and path in here)]

    def last_step(prefixes: Iterable[str], component: globs._Component, tree: globs._Tree) -> Iterable[str]:
        return globs._named(step(prefixes, component, tree) if component.tree else prefixes, component, tree)

    patch(globs, "_step", deeper)
    patch(globs, "_last_step", last_step)
