"""`pyproject.toml`: the standard tables, and those of Poetry (PKG-3, PKG-10)."""

from __future__ import annotations

import re

from tsr_impl.manifests import Manifest
from tsr_impl.manifests.fields import table, text, texts
from tsr_impl.toml import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsr_impl.manifests.fields import Table

_LEADING_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")  # of a requirement (PEP 508)


def manifest(content: str) -> Manifest:
    """What it says. Raises `ValueError` and `RecursionError` for what is no TOML."""
    document = loads(content)
    project, poetry = table(document, "project"), table(document, "tool", "poetry")
    name = text(project.get("name")) or text(poetry.get("name"))
    requirements = [found[1] for found in map(_LEADING_NAME.match, _requirements(document, project)) if found]
    return Manifest(name, [*requirements, *_of_poetry(poetry)], is_python=True)


def _requirements(document: Table, project: Table) -> Iterator[str]:
    yield from texts(project.get("dependencies"))
    for group in [*table(project, "optional-dependencies").values(), *table(document, "dependency-groups").values()]:
        yield from texts(group)


def _of_poetry(poetry: Table) -> Iterator[str]:
    yield from table(poetry, "dependencies")
    yield from table(poetry, "dev-dependencies")
    for group in table(poetry, "group").values():
        yield from table(group, "dependencies")
