"""TOML, by the library under the name that it has in this version of Python."""

from __future__ import annotations

import sys

from tsr_impl import interrupts

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_PARTS = 100  # of a dotted key: for each of them the library goes through all of the others

Invalid = tomllib.TOMLDecodeError


class LongKey(ValueError):
    """A dotted key of more parts than can be read in a moment; `at` is the offset of one of them."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def loads(text: str) -> Mapping[str, object]:
    """What the text says. Raises `Invalid`, `LongKey`, another `ValueError` and `RecursionError`."""
    if text.count(".") >= MOST_PARTS and any(line.count(".") >= MOST_PARTS for line in text.split("\n")):
        from tsr_impl import toml_tokens

        at = toml_tokens.long_key(text, MOST_PARTS)
        if at is not None:
            raise LongKey(at)
    with interrupts.AtOnce():
        return tomllib.loads(text)
