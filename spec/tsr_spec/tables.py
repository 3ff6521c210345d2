"""The tables that each reading of the spec shares, from `data/`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a builtin, without its dashes: one letter, a long name, or both; and what it does."""

    short: str | None
    long: str | None
    does: str


@dataclass(frozen=True, slots=True)
class Builtin:
    """A builtin: whether FENCE judges its operands, how many it takes (`most` of None: any number), its options."""

    name: str
    does: str
    fenced: bool
    least: int
    most: int | None
    options: tuple[Option, ...]


@cache
def builtins() -> dict[str, Builtin]:
    """The builtins of `run` strings by name (BUILTIN-1). Raises ValueError or TOMLDecodeError for a broken table."""
    table = tomllib.loads((files("tsr_spec") / "data" / "builtins.toml").read_text("utf-8"))
    return {name: _builtin(name, entry) for name, entry in table.items()}


def _builtin(name: str, entry: dict[str, Any]) -> Builtin:
    _check(name, entry, {"does", "fenced", "operands", "options"}, set())
    _check(name, entry["operands"], {"least"}, {"most"})
    return Builtin(
        name=name,
        does=entry["does"],
        fenced=entry["fenced"],
        least=entry["operands"]["least"],
        most=entry["operands"].get("most"),
        options=tuple(_option(name, option) for option in entry["options"]),
    )


def _option(name: str, entry: dict[str, Any]) -> Option:
    _check(name, entry, {"does"}, {"short", "long"})
    return Option(entry.get("short"), entry.get("long"), entry["does"])


def _check(name: str, entry: dict[str, Any], needed: set[str], possible: set[str]) -> None:
    if not needed <= entry.keys() <= needed | possible:
        raise ValueError(
            f"builtins.toml: {name} has {sorted(entry)}, not {sorted(needed)} and some of {sorted(possible)}"
        )
