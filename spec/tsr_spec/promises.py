"""What the two published descriptions say, sentence by sentence, and which clauses each sentence became.

`promises.toml` holds them, in our own words and in the order of the descriptions.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.resources import files

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_NONE = "none: "


@dataclass(frozen=True, slots=True)
class Promise:
    """A sentence, and its clauses; or `none`, the reason why it promises nothing."""

    says: str
    clauses: tuple[str, ...] = ()
    none: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a description: of `security`, what the runner guards; or of `confinement`."""

    of: str
    title: str
    promises: tuple[Promise, ...]


def sections() -> tuple[Section, ...]:
    """All of both descriptions, in order."""
    table = tomllib.loads(files("tsr_spec").joinpath("promises.toml").read_text(encoding="utf-8"))
    return tuple(
        Section(section["of"], section["title"], tuple(_promise(*pair) for pair in section["says"]))
        for section in table["section"]
    )


def _promise(says: str, means: str) -> Promise:
    if means.startswith(_NONE):
        return Promise(says, none=means.removeprefix(_NONE))
    return Promise(says, tuple(means.split()))
