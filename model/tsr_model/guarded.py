"""The guarded variables: which names a config may not set (ENV)."""

from __future__ import annotations

from tsr_spec.tables import guarded as table


def guarded(name: str, *, strict: bool = False, caseless: bool = False) -> str | None:
    """The clause by which no config may set the variable, or None (ENV-1; with `strict` also ENV-5).

    Names compare exactly, or without case where the platform's do (ENV-2).
    """
    if _listed(name, table().names, table().prefixes, caseless):
        return "ENV-1"
    if strict and _listed(name, table().strict_names, table().strict_prefixes, caseless):
        return "ENV-5"
    return None


def reserved(name: str, *, caseless: bool = False) -> bool:
    """Whether the variable is the runner's own by the beginning of its name (ENV-1)."""
    return _listed(name, frozenset(), table().prefixes, caseless)


def _listed(name: str, names: frozenset[str], prefixes: tuple[str, ...], caseless: bool) -> bool:
    """Whether a list has the name, or the beginning of it (ENV-2)."""
    if caseless:
        name, names = name.upper(), frozenset(listed.upper() for listed in names)
        prefixes = tuple(prefix.upper() for prefix in prefixes)
    return name in names or name.startswith(prefixes)
