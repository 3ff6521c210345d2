"""Plainer surroundings: fewer words, variables and signals, and a process that starts as most do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tsr_oracle.smaller.pieces import shorter_path, without, without_lines, without_words
from tsr_spec.case import Given

_PLAIN = Given((), ())
_ROWS = ("ignored", "env", "argv")
_PLAIN_FIELDS = ("cwd", "home", "umask", "stdin", "terminal")


def fewer(given: Given) -> Iterator[Given]:
    """The case without some of its words, variables, signals, or with one of the fields that it shares with most."""
    for field in _PLAIN_FIELDS:
        if getattr(given, field) != getattr(_PLAIN, field):
            yield _with(given, field, getattr(_PLAIN, field))
    for field in _ROWS:
        for left in without(getattr(given, field)):
            yield _with(given, field, tuple(left))
    for kept in range(len(given.signals)):  # those in front alone: what one of them is sent at, an earlier one may do
        yield replace(given, signals=given.signals[:kept])


def shorter(given: Given) -> Iterator[Given]:
    """The case with a shorter word, value or standard input, or that starts nearer to the world."""
    for at, word in enumerate(given.argv):
        for text in shorter_path(word):
            yield replace(given, argv=(*given.argv[:at], text, *given.argv[at + 1 :]))
    for at, (name, value) in enumerate(given.env):
        for text in ("", *shorter_path(value), *without_words(value)):
            yield replace(given, env=(*given.env[:at], (name, text), *given.env[at + 1 :]))
    for text in without_lines(given.stdin):
        yield replace(given, stdin=text)
    for field in ("cwd", "home"):
        for text in shorter_path(getattr(given, field)):
            yield _with(given, field, text)


def _with(given: Given, field: str, value: Any) -> Given:
    return replace(given, **{field: value})
