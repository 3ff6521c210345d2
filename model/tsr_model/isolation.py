"""Which children get a process group of their own, and what they read (TREE-1, TREE-7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Stdin: TypeAlias = Literal["as it is", "terminal", "null"]
"""What a child reads: what the runner was given, and where that is a terminal, this or the null device."""


def isolated(stdin_is_a_terminal: bool, parallel: Iterable[bool]) -> bool:
    """Whether each child gets a group of its own: unless standard input is a terminal, and no task that the run
    reaches, those named by `^` included, is `parallel` (TREE-1)."""
    return not stdin_is_a_terminal or any(parallel)


def stdin_of_a_child(stdin_is_a_terminal: bool, is_isolated: bool) -> Stdin:
    """A child in a group of its own never gets the terminal, which would stop it at its first read (TREE-7)."""
    if not stdin_is_a_terminal:
        return "as it is"
    return "null" if is_isolated else "terminal"
