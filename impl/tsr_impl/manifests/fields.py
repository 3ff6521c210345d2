"""The fields of a manifest as far as they have the right type; one of another type gives nothing (PKG-11)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Table = Mapping[str, object]


def table(value: object, *path: str) -> Table:
    """The table at that path within `value`; an empty one if there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text(value: object) -> str:
    """A string, else the empty one."""
    return value if isinstance(value, str) else ""


def texts(value: object) -> list[str]:
    """The strings of a list."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
