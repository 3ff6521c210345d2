"""One field of the wrong type makes a package.json say nothing at all: no name, no dependencies.

How it comes about: the manifest is read into a type, and what does not fit it is an error of the whole.
"""

from __future__ import annotations

from tsr_impl.manifests import Manifest, npm
from tsr_oracle.faults.patch import patch

SUBTLE = "only where one field of a package.json has the wrong type, and another one is needed"
ACCEPTED = frozenset(
    {(found, clause) for found in ("divergence", "stricter") for clause in ("PKG-11", "PKG-3")}
    | {("bypass", "PKG-13"), ("bypass", "PKG-11")}
)


def apply() -> None:
    """Refuse a name that is no string, and tables that are none of strings."""
    original = npm.manifest

    def manifest(content: str) -> Manifest:
        document = npm._document(content)
        if isinstance(document, dict):
            tables = [document.get(key, {}) for key in npm._TABLES]
            if not isinstance(document.get("name", ""), str) or not all(isinstance(one, dict) for one in tables):
                raise ValueError("invalid type")
        return original(content)

    patch(npm, "manifest", manifest)
