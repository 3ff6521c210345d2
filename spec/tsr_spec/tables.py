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


@dataclass(frozen=True, slots=True)
class Guarded:
    """The variables that a config may not set: names, and beginnings of names; then those that `--strict` adds."""

    names: frozenset[str]
    prefixes: tuple[str, ...]
    strict_names: frozenset[str]
    strict_prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CacheVariable:
    """A variable that points a tool beneath the cache root: to which place, and what the tool loses by that.

    `also` are others that somebody may have set in its place.
    """

    tool: str
    beneath: str
    also: tuple[str, ...]
    loses: str


@cache
def guarded() -> Guarded:
    """The guarded variables (ENV-1, ENV-5). Raises ValueError or TOMLDecodeError for a broken table."""
    table = _read("guarded.toml")
    _check("guarded.toml", table, {"names", "prefixes", "strict_names", "strict_prefixes"}, set())
    return Guarded(
        frozenset(table["names"]),
        tuple(table["prefixes"]),
        frozenset(table["strict_names"]),
        tuple(table["strict_prefixes"]),
    )


@cache
def builtins() -> dict[str, Builtin]:
    """The builtins of `run` strings by name (BUILTIN-1). Raises ValueError or TOMLDecodeError for a broken table."""
    return {name: _builtin(name, entry) for name, entry in _read("builtins.toml").items()}


@cache
def caches() -> dict[str, CacheVariable]:
    """The variables of known tools, by name (CONF-7). Raises ValueError or TOMLDecodeError for a broken table."""
    return {name: _cache_variable(name, entry) for name, entry in _read("caches.toml").items()}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("tsr_spec") / "data" / name).read_text("utf-8"))


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


def _cache_variable(name: str, entry: dict[str, Any]) -> CacheVariable:
    _check(name, entry, {"tool", "beneath", "loses"}, {"also"})
    return CacheVariable(entry["tool"], entry["beneath"], tuple(entry.get("also", ())), entry["loses"])


def _check(name: str, entry: dict[str, Any], needed: set[str], possible: set[str]) -> None:
    if not needed <= entry.keys() <= needed | possible:
        raise ValueError(f"{name} has {sorted(entry)}, not {sorted(needed)} and some of {sorted(possible)}")
