"""One-step lemmas of the model's path algebra, for CrossHair: over all names, in paths of bounded length.

Names are whole numbers here. The model only compares names, so what holds for numbers holds for bytes. Each lemma is a
function that returns whether it holds; its witness, just below it, claims too much and has to be refuted. The only
contract is the line `post: __return__`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tsr_model.fence import Bounds, _textual, within
from tsr_model.filesystem import Directory, File, FileSystem, Link
from tsr_model.names import HERE, UP, beneath
from tsr_model.resolver import Reached, Stopped, TooManyLinks, walk


class _Entries(Mapping[Any, int]):
    """Entries that are found by comparing one name after the other, so that the names may stay open."""

    def __init__(self, *pairs: tuple[Any, int]) -> None:
        self._pairs = pairs

    def __getitem__(self, wanted: Any) -> int:
        for name, number in self._pairs:
            if name == wanted:
                return number
        raise KeyError

    def __iter__(self) -> Iterator[Any]:
        return (name for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)


def _place(length: int, a: int, b: int, c: int) -> Any:
    """The place of the first so many of three names; written out, so that its length is an ordinary number."""
    if length <= 0:
        return ()
    if length == 1:
        return (a,)
    return (a, b) if length == 2 else (a, b, c)


def _part(code: int) -> Any:
    """A component: `..` for 0, `.` for 1, and every other number is a name."""
    return UP if code == 0 else HERE if code == 1 else code


def _behind(first: int, p: int, q: int, r: int) -> Any:
    """What is left of a path behind a missing name: that name, and three components more."""
    return (first, _part(p), _part(q), _part(r))


# --- beneath is a partial order --------------------------------------------------------------------------------------


def beneath_is_reflexive(n: int, a: int, b: int, c: int) -> bool:
    """FENCE-1: every place is within itself.

    post: __return__
    """
    place = _place(n, a, b, c)
    return beneath(place, place)


def beneath_is_everything(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """Every place is within every other.

    post: __return__
    """
    return beneath(_place(n, a, b, c), _place(m, x, y, z))


def beneath_is_transitive(
    n: int, a: int, b: int, c: int, m: int, d: int, e: int, f: int, k: int, x: int, y: int, z: int
) -> bool:
    """FENCE-1: what is within a place that is within a bound is within that bound.

    post: __return__
    """
    low, middle, high = _place(n, a, b, c), _place(m, d, e, f), _place(k, x, y, z)
    return not (beneath(low, middle) and beneath(middle, high)) or beneath(low, high)


def siblings_are_beneath(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """Two places within one bound are within each other.

    post: __return__
    """
    one, other = _place(n, a, b, c), _place(m, x, y, z)
    bound = _place(min(n, 1), a, b, c)
    return not (beneath(one, bound) and beneath(other, bound)) or beneath(one, other)


def beneath_is_antisymmetric(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """FENCE-1: two places within each other are the same.

    post: __return__
    """
    one, other = _place(n, a, b, c), _place(m, x, y, z)
    return not (beneath(one, other) and beneath(other, one)) or (*one,) == (*other,)


def beneath_is_symmetric(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """A place within another holds that other.

    post: __return__
    """
    one, other = _place(n, a, b, c), _place(m, x, y, z)
    return not beneath(one, other) or beneath(other, one)


def beneath_respects_parents(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """FENCE-1: what is strictly within a bound has its parent within that bound.

    post: __return__
    """
    place, bound = _place(n, a, b, c), _place(m, x, y, z)
    return not beneath(place, bound) or (*place,) == (*bound,) or beneath(place[:-1], bound)


def beneath_holds_parents(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """What is within a bound has its parent within that bound, the bound itself not excepted.

    post: __return__
    """
    place, bound = _place(n, a, b, c), _place(m, x, y, z)
    return not beneath(place, bound) or beneath(place[:-1], bound)


def beneath_is_a_chain(n: int, a: int, b: int, c: int, m: int, k: int) -> bool:
    """FENCE-1: of two bounds that admit a place, one lies within the other.

    post: __return__
    """
    place = _place(n, a, b, c)
    one, other = _place(m, a, b, c), _place(k, a, b, c)
    both = beneath(place, one) and beneath(place, other)
    return not both or beneath(one, other) or beneath(other, one)


def bounds_are_a_chain(n: int, a: int, b: int, c: int, m: int, x: int, y: int, z: int) -> bool:
    """Of any two bounds, one lies within the other.

    post: __return__
    """
    one, other = _place(n, a, b, c), _place(m, x, y, z)
    return beneath(one, other) or beneath(other, one)


# --- bounds ----------------------------------------------------------------------------------------------------------


def wider_bounds_admit_more(n: int, a: int, b: int, m: int, x: int, y: int, k: int, d: int, e: int) -> bool:
    """TIER-G2: a place that is within bounds still is when an entry is added.

    post: __return__
    """
    place, root, entry = _place(min(n, 2), a, b, 0), _place(min(m, 2), x, y, 0), _place(min(k, 2), d, e, 0)
    return within(place, Bounds(root)) is None or within(place, Bounds(root, (entry,))) is not None


def wider_bounds_admit_the_same(n: int, a: int, b: int, m: int, x: int, y: int, k: int, d: int, e: int) -> bool:
    """A place that is within bounds was so before an entry was added.

    post: __return__
    """
    place, root, entry = _place(min(n, 2), a, b, 0), _place(min(m, 2), x, y, 0), _place(min(k, 2), d, e, 0)
    return within(place, Bounds(root, (entry,))) is None or within(place, Bounds(root)) is not None


def an_entry_admits_only_itself(n: int, a: int, b: int, m: int, x: int, y: int, k: int, d: int, e: int) -> bool:
    """FENCE-1: what an added entry admits lies at that entry or beneath it, name by name.

    post: __return__
    """
    place, root, entry = _place(min(n, 2), a, b, 0), _place(min(m, 2), x, y, 0), _place(min(k, 2), d, e, 0)
    if within(place, Bounds(root)) is not None or within(place, Bounds(root, (entry,))) is None:
        return True
    return len(place) >= len(entry) and all(place[at] == entry[at] for at in range(len(entry)))


def an_entry_admits_nothing(n: int, a: int, b: int, m: int, x: int, y: int, k: int, d: int, e: int) -> bool:
    """What is within bounds with an added entry lies beneath the root.

    post: __return__
    """
    place, root, entry = _place(min(n, 2), a, b, 0), _place(min(m, 2), x, y, 0), _place(min(k, 2), d, e, 0)
    return within(place, Bounds(root, (entry,))) is None or beneath(place, root)


# --- text behind a missing component ---------------------------------------------------------------------------------


def text_uses_up_names(first: int, p: int, q: int, r: int) -> bool:
    """FENCE-3: each round behind a missing name leaves fewer names to read, so that the walk ends.

    post: __return__
    """
    _, left = _textual(_behind(first, p, q, r))
    return len(left) < 4


def text_uses_up_all(first: int, p: int, q: int, r: int) -> bool:
    """One round behind a missing name reads all the names.

    post: __return__
    """
    _, left = _textual(_behind(first, p, q, r))
    return len(left) == 0


def text_never_rises(first: int, p: int, q: int, r: int) -> bool:
    """FENCE-3: what is joined as text holds no `..`, so it stays beneath the directory that the walk stopped in.

    post: __return__
    """
    kept, _ = _textual(_behind(first, p, q, r))
    return all(name != UP and name != HERE for name in kept)


def text_keeps_all(first: int, p: int, q: int, r: int) -> bool:
    """What is joined as text is all that was written.

    post: __return__
    """
    kept, _ = _textual(_behind(first, p, q, r))
    return len(kept) == 4


def text_resumes_only_when_used_up(first: int, p: int, q: int, r: int) -> bool:
    """FENCE-3: the walk is resumed at a directory only once `..` has taken away every name that was joined.

    post: __return__
    """
    parts = _behind(first, p, q, r)
    kept, left = _textual(parts)
    read = parts[: len(parts) - len(left)]
    ups = sum(1 for part in read if part == UP)
    downs = sum(1 for part in read if part != UP and part != HERE)
    return len(kept) == downs - ups and (not left or downs == ups)


def text_resumes_never(first: int, p: int, q: int, r: int) -> bool:
    """Something is always left joined.

    post: __return__
    """
    kept, _ = _textual(_behind(first, p, q, r))
    return len(kept) > 0


# --- one step of the walk --------------------------------------------------------------------------------------------


def _files(x: int, y: int, z: int) -> FileSystem:
    """A root with a directory `x` in it, which holds a link `y` to the root and a file `z`, all three names open."""
    return FileSystem(
        {
            0: Directory(_Entries((x, 1)), 0),
            1: Directory(_Entries((y, 2), (z, 3)), 0),
            2: Link("/"),
            3: File(""),
        }
    )


def a_walk_never_gains_links(x: int, y: int, z: int, links: int, p: int, q: int, r: int) -> bool:
    """FENCE-2: a walk ends with no more links left than it had, and none are left below zero.

    post: __return__
    """
    had = max(0, min(links, 2))
    found = walk(_files(x, y, z), 0, (_part(p), _part(q), _part(r)), links=had)
    return not isinstance(found, Stopped) or 0 <= found.links_left <= had


def a_walk_never_spends_links(x: int, y: int, z: int, links: int, p: int, q: int, r: int) -> bool:
    """A walk ends with the links that it had.

    post: __return__
    """
    had = max(0, min(links, 2))
    found = walk(_files(x, y, z), 0, (_part(p), _part(q), _part(r)), links=had)
    return not isinstance(found, Stopped) or found.links_left == had


def a_walk_goes_step_by_step(x: int, y: int, z: int, p: int, q: int, r: int) -> bool:
    """FENCE-2: a walk of three components is the walk of the first, and from where that ends the walk of the others.

    post: __return__
    """
    files = _files(x, y, z)
    first, rest = (_part(p),), (_part(q), _part(r))
    step = walk(files, 0, first)
    if not isinstance(step, Reached) or not isinstance(files.nodes[step.number], Directory):
        return True
    whole, after = walk(files, 0, first + rest), walk(files, step.number, rest)
    if isinstance(whole, Reached):
        return isinstance(after, Reached) and whole.number == after.number
    return isinstance(whole, Stopped) and isinstance(after, Stopped) and whole.holder == after.holder


def a_walk_goes_nowhere(x: int, y: int, z: int, p: int, q: int, r: int) -> bool:
    """A walk of three components ends where the walk of the first does.

    post: __return__
    """
    files = _files(x, y, z)
    step, whole = walk(files, 0, (_part(p),)), walk(files, 0, (_part(p), _part(q), _part(r)))
    return not (isinstance(step, Reached) and isinstance(whole, Reached)) or step.number == whole.number


def a_walk_reads_fewer_names(x: int, y: int, z: int, p: int, q: int, r: int) -> bool:
    """FENCE-2: with no link left to follow, a walk that stops has names left, and no more than it was given.

    post: __return__
    """
    found = walk(_files(x, y, z), 0, (_part(p), _part(q), _part(r)), links=0)
    return isinstance(found, Reached | TooManyLinks) or 1 <= len(found.rest) <= 3


def a_walk_reads_all_names(x: int, y: int, z: int, p: int, q: int, r: int) -> bool:
    """A walk never stops.

    post: __return__
    """
    found = walk(_files(x, y, z), 0, (_part(p), _part(q), _part(r)), links=0)
    return isinstance(found, Reached | TooManyLinks)
