"""`package.json` (PKG-3, PKG-7)."""

from __future__ import annotations

import json
import re

from tsr_impl.manifests import Manifest
from tsr_impl.manifests.fields import table, text

_HALF = re.compile("[\ud800-\udfff]")  # JSON can escape one of a pair
_TABLES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


def manifest(content: str) -> Manifest:
    """What it says. Raises `ValueError` and `RecursionError` for what is no JSON."""
    document = _document(content)
    requires = [name for key in _TABLES for name in table(document, key)]
    return Manifest(text(table(document).get("name")), requires)


def scripts(content: str) -> list[str]:
    """The names of its scripts; half of a character in one is U+FFFD. Raises as `manifest`."""
    return [_HALF.sub("\ufffd", name) for name in table(_document(content), "scripts") if name]


def _document(content: str) -> object:
    return json.loads(content, parse_constant=_refuse, parse_int=_some_number, parse_float=_some_number)


def _some_number(digits: str) -> object:
    """Nobody asks which one it is, and of those that are very long Python makes none."""
    return 0


def _refuse(constant: str) -> object:
    raise ValueError(f"JSON has no {constant}")
