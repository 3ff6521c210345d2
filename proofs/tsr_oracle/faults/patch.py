"""Replaces a piece of the bundled runner, and only one that is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def patch(target: object, name: str, value: object) -> None:
    """Put `value` in the place of `target.name`. Raises AttributeError where there is no such piece any more."""
    getattr(target, name)
    setattr(target, name, value)


def leave_out(target: object, name: str, when: Callable[..., bool]) -> None:
    """Let `target.name`, which returns nothing, do nothing where `when` says so of what it is given."""
    original = getattr(target, name)

    def unless(*given: Any) -> None:
        if not when(*given):
            original(*given)

    patch(target, name, unless)
