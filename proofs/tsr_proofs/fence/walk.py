"""Where a path leads, written a second time: by recursion on the tree, as obvious as it can be.

A walk only ever stands at a place. `..` takes the last name of the place away; a name is put behind it, unless a link
is there, which is followed. Nothing else is needed: where nothing is, no link is found, so that what remains is joined
as text, and when `..` has led back to a directory, links are found again. Shares nothing with the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsr_proofs.trees import Dir, Link, Place, node_at

LINKS = 40


def lands(tree: Dir, here: Place, path: str, *, follow: bool = True) -> Place | None:
    """Where a path lands (FENCE-2, FENCE-3); without `follow`, a link in last place isn't followed.

    None: it leads through more than forty links.
    """
    return _lands(tree, () if path.startswith("/") else here, path.split("/"), LINKS, follow)


def _lands(tree: Dir, here: Place, parts: Sequence[str], links: int, follow: bool) -> Place | None:
    if not parts:
        return here
    first, rest = parts[0], parts[1:]
    if first in ("", "."):
        return _lands(tree, here, rest, links, follow)
    if first == "..":
        return _lands(tree, here[:-1], rest, links, follow)
    there = (*here, first)
    node = node_at(tree, there)
    if not isinstance(node, Link) or not (rest or follow):
        return _lands(tree, there, rest, links, follow)
    if links == 0:
        return None
    start = () if node.target.startswith("/") else here
    return _lands(tree, start, [*node.target.split("/"), *rest], links - 1, follow)


def entry_of(tree: Dir, here: Place, path: str) -> Place | None:
    """The place of the entry that a path names: its parent followed, its last name not (FENCE-4, FENCE-16)."""
    bare = path.rstrip("/")
    if bare.rpartition("/")[2] in ("", ".", ".."):
        return lands(tree, here, path)
    return lands(tree, here, bare, follow=False)


def inside(place: Place, bounds: Sequence[Place]) -> bool:
    """Whether a place is one of the bounds or below it (FENCE-1): some bound is among the place's own ancestors."""
    return any(place[:length] in bounds for length in range(len(place) + 1))
