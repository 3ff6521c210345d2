"""Wrong versions of the path algebra, for the lemmas."""

from __future__ import annotations

from typing import Any

from tsr_model.fence import Bounds
from tsr_model.names import UP, beneath
from tsr_model.resolver import Stopped, walk
from tsr_proofs.seeding import Fault, Swap


def _strictly(place: Any, root: Any) -> bool:
    return len(place) > len(root) and beneath(place, root)


def _next_only(place: Any, root: Any) -> bool:
    return place in (root, (*root, *place[-1:]))


def _same_first(place: Any, root: Any) -> bool:
    return bool(place[:1] == root[:1])


def _exclusive(place: Any, bounds: Bounds) -> Any:
    last = (bounds.root, *bounds.allowed)[-1]
    return last if beneath(place, last) else None


def _parent_too(place: Any, bounds: Bounds) -> Any:
    every = (bounds.root, *(entry[:-1] for entry in bounds.allowed))
    return next((bound for bound in every if beneath(place, bound)), None)


def _reads_nothing(rest: Any) -> Any:
    return ((), rest) if UP in rest else (rest, ())


def _keeps_dots(rest: Any) -> Any:
    return rest, ()


def _gains_links(files: Any, start: int, parts: Any, *, links: int = 40) -> Any:
    found = walk(files, start, parts, links=links)
    if not isinstance(found, Stopped):
        return found
    return Stopped(found.holder, found.rest, found.blocked, links + 1, found.turned)


def _forgets_where(files: Any, start: int, parts: Any, *, links: int = 40) -> Any:
    return walk(files, 0, parts, links=links)


def _keeps_what_it_read(files: Any, start: int, parts: Any, *, links: int = 40) -> Any:
    found = walk(files, start, parts, links=links)
    if not isinstance(found, Stopped):
        return found
    return Stopped(found.holder, (*parts, *found.rest), found.blocked, found.links_left, found.turned)


def _fault(name: str, says: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap("tsr_proofs.fence.lemmas", attribute, replacement),))


STRICTLY = _fault("strictly", "a place isn't within itself", "beneath", _strictly)
NEXT_ONLY = _fault("next-only", "only what is directly in a bound is within it", "beneath", _next_only)
SAME_FIRST = _fault("same-first", "only the first name counts", "beneath", _same_first)
EXCLUSIVE = _fault("exclusive", "an entry replaces the others", "within", _exclusive)
PARENT_TOO = _fault("entry-parent", "an entry admits its parent", "within", _parent_too)
READS_NOTHING = _fault("reads-nothing", "text behind a missing name is never used up", "_textual", _reads_nothing)
KEEPS_DOTS = _fault("keeps-dots", "text behind a missing name keeps its `..`", "_textual", _keeps_dots)
GAINS_LINKS = _fault("gains-links", "a stop gives a link back", "walk", _gains_links)
FORGETS_WHERE = _fault("forgets-where", "a walk always starts at the root", "walk", _forgets_where)
KEEPS_READ = _fault("keeps-read", "a stop gives back what was read", "walk", _keeps_what_it_read)
