"""Whether a smaller case stays within its world: what is taken out of a path may change where it leads.

A case that was made smaller is played with a runner of which it is known that something is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tsr_oracle.generator.generate import MOST_CLIMBS, climbs, keeps_within
from tsr_spec.case import File, Given, Link

_QUOTES = re.compile(r"""[\\"'`]""")
_ABSOLUTE = re.compile(r"(?<![^\s=:,;\[({|&<>])/+(?!@WORLD@|@OTHER@)[^\s,;\])}]*")
_REFERENCE = re.compile(r"""\$\{?(\w+)\}?(?=[\\"']*/)""")


def stays(smaller: Given, given: Given) -> bool:
    """Whether the smaller case names nothing outside its world that the case itself does not name.

    It climbs no higher than worlds are deep; no link and no bound of it leads out; it has no absolute path that is
    new; and what stands in front of a slash as a variable is still set by all that has set it.
    """
    if climbs(smaller) > max(MOST_CLIMBS, climbs(given)):
        return False
    before, now = _texts(given), _texts(smaller)
    if not _absolute(now) <= _absolute(before):
        return False
    for name in {found[1] for text in now for found in _REFERENCE.finditer(text)}:
        if _set(name, now) < _set(name, before):
            return False
    return keeps_within(smaller) or not keeps_within(given)


def _texts(given: Given) -> list[str]:
    return list(_every_text(given))


def _every_text(given: Given) -> Iterator[str]:
    yield from (given.cwd, given.home, *given.argv)
    yield from (f"{name}={value}" for name, value in given.env)
    for entry in given.tree:
        match entry:
            case File(data=data):
                yield data
            case Link(target=target):
                yield target


def _absolute(texts: list[str]) -> set[str]:
    """The absolute paths of the texts that neither begin in the world nor on the second file system: quotes are no
    part of them, so that nothing may be left of what stood in quotes in front of a slash."""
    return {found for text in texts for found in _ABSOLUTE.findall(_QUOTES.sub("", text))}


def _set(name: str, texts: list[str]) -> int:
    """How many times a variable is named otherwise than by a reference to it: so many may set it."""
    return sum(len(re.findall(rf"(?<![\w${{]){name}(?!\w)", text)) for text in texts)
