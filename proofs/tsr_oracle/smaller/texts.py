"""Shorter texts of files: configs, whose values keep their form, files of variables, and all others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from tsr_model.packages import MARKERS
from tsr_oracle.smaller.pieces import (
    shorter_command,
    strings,
    without,
    without_items,
    without_lines,
    without_words,
)
from tsr_oracle.smaller.trees import with_entry
from tsr_spec.case import File, Given

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLES = re.compile(r"^(?=\[)", re.MULTILINE)


def shorter_texts(given: Given) -> Iterator[Given]:
    """The case with less in one of its files. Manifests are left to those who know what they declare."""
    for entry in given.tree:
        if isinstance(entry, File):
            name = entry.path.rpartition("/")[2]
            texts = _config(entry.data) if name == "tasks.toml" else () if name in MARKERS else _plain(entry.data)
            for text in texts:
                yield with_entry(given, replace(entry, data=text))


def _plain(text: str) -> Iterator[str]:
    """A text without some of its lines, then of their words."""
    yield from without_lines(text)
    yield from without_words(text)


def _config(text: str) -> Iterator[str]:
    """A config without some of its tables, lines or items, or with a shorter string: TOML, if it was that before."""
    toml = is_toml(text)
    for shorter in _shorter_config(text):
        if not toml or is_toml(shorter):
            yield shorter


def _shorter_config(text: str) -> Iterator[str]:
    yield from ("".join(left) for left in without(_TABLES.split(text)))
    yield from without_lines(text)
    yield from without_items(text)
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        for start, end in strings(line):
            for inner in shorter_command(line[start + 1 : end - 1]):
                lines_now = [*lines[:at], line[: start + 1] + inner + line[end - 1 :], *lines[at + 1 :]]
                yield "".join(lines_now)


def is_toml(text: str) -> bool:
    """Whether the text can be read as TOML."""
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
