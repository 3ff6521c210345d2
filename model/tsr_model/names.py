"""The thin adapter between path text and the sequence of names that the resolver compares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Name: TypeAlias = str
Place: TypeAlias = tuple[Name, ...]
"""A physical place: the names from the root down. `()` is the root. No links, no dots."""

HERE = "."
UP = ".."
SLASH = ""
"""Stands last in a path that ends in a slash: what comes before has to be a directory."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path as it was written: where it starts, and its parts in order (`.`, `..` and a last SLASH kept)."""

    absolute: bool
    parts: tuple[Name, ...]

    @property
    def empty(self) -> bool:
        """Whether the text was empty: it names nothing (FENCE-17)."""
        return not self.absolute and not self.parts


@lru_cache(maxsize=65536)
def path(text: str) -> Path:
    """The path that the text writes. Repeated slashes count once."""
    parts = [part for part in text.split("/") if part]
    if text.endswith("/"):
        parts.append(SLASH)
    return Path(text.startswith("/"), tuple(parts))


def text(place: Place) -> str:
    """The absolute text of a place."""
    return "/" + "/".join(place)


def beneath(place: Place, root: Place) -> bool:
    """Whether `place` is `root` or lies below it: compared name by name, never letter by letter."""
    return place[: len(root)] == root


def without_slash(path: Path) -> Path:
    """The path without the slash that it ends in."""
    return Path(path.absolute, path.parts[:-1]) if path.parts[-1:] == (SLASH,) else path


def base_name(path: Path) -> Name:
    """The last component, a last slash left aside: the name under which a copy arrives in a directory."""
    parts = without_slash(path).parts
    return parts[-1] if parts else SLASH


def joined(path: Path, name: Name) -> Path:
    """The path of `name` in the directory that `path` names."""
    return Path(path.absolute, (*without_slash(path).parts, name))
