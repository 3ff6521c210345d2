"""The rules for a `PATH` that a config sets (PATH)."""

from __future__ import annotations

from collections.abc import Mapping

from tsr_model.environment import REFERENCE, expand_value

PATH = "PATH"
SEPARATOR = ":"
OPAQUE = "\0"
"""Stands for the inherited `PATH`, whatever it holds: one piece of text that no value has (PATH-2)."""


def judge_path(value: str, literal: bool, environment: Mapping[str, str], strict: bool) -> str | None:
    """The clause by which a config may not give `PATH` this value, as things are merged at that point; or None."""
    if literal or not references_path(value):
        return "PATH-1"
    written = entries(value, environment)
    if any(entry in ("", ".") for entry in written):
        return "PATH-2"
    if strict and not (environment.get(PATH) and OPAQUE in written and all(map(_is_definite, written))):
        return "PATH-3"
    return None


def references_path(value: str) -> bool:
    """Whether the value refers to the inherited `PATH`, as the expansion would take it (PATH-1)."""
    return any((found[1] or found[2]) == PATH for found in REFERENCE.finditer(value))


def entries(value: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """The entries that the value has once all is expanded but `$PATH`, which stays one OPAQUE piece (PATH-2)."""
    return tuple(expand_value(value, {**environment, PATH: OPAQUE}).split(SEPARATOR))


def _is_definite(entry: str) -> bool:
    """Whether the entry is the inherited `PATH`, or absolute and without it (PATH-3 under `--strict`)."""
    return entry == OPAQUE or (entry.startswith("/") and OPAQUE not in entry)
