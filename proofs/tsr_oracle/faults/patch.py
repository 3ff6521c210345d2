"""Replaces a piece of the bundled runner, and only one that is there."""

from __future__ import annotations


def patch(target: object, name: str, value: object) -> None:
    """Put `value` in the place of `target.name`. Raises AttributeError where there is no such piece any more."""
    getattr(target, name)
    setattr(target, name, value)
