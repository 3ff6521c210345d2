"""`Cargo.toml` (PKG-3, PKG-8)."""

from __future__ import annotations

from tsr_impl.manifests import Manifest
from tsr_impl.manifests.fields import table, text
from tsr_impl.toml import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tsr_impl.manifests.fields import Table

_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")


def manifest(content: str, inherited: Callable[[], Table]) -> Manifest:
    """What it says; `inherited` is the `[workspace]` that it refers to.

    Raises `ValueError` and `RecursionError` for what is no TOML.
    """
    document = loads(content)
    return Manifest(text(table(document, "package").get("name")), _requires(document, inherited))


def workspace(content: str) -> Table | None:
    """Its `[workspace]`, if it has one. Raises as `manifest`."""
    found = loads(content).get("workspace")
    return found if isinstance(found, dict) else None


def _requires(document: Table, inherited: Callable[[], Table]) -> Iterator[str]:
    targets = [table(target) for target in table(document, "target").values()]
    for where in [document, *targets]:
        for key in _TABLES:
            for name, entry in table(where, key).items():
                yield _name(name, entry, inherited)


def _name(key: str, entry: object, inherited: Callable[[], Table]) -> str:
    """What the entry `key` of a table depends on: by another name if it has one, be that its own or the workspace's."""
    fields = table(entry)
    renamed = text(fields.get("package"))
    if not renamed and fields.get("workspace") is True:
        renamed = text(table(inherited(), "dependencies", key).get("package"))
    return renamed or key
