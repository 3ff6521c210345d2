"""Wrong packages: wrong in what is found, what is selected, what depends on what, or in which order it comes."""

from __future__ import annotations

import fnmatch
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from tsr_model import globs, graph, kernel, packages, workload
from tsr_model.command_line import Request
from tsr_model.filesystem import FileSystem, Number
from tsr_model.graph import Circle, Deps, Packages, Unit
from tsr_model.names import Place, path
from tsr_model.packages import Marker, Package, Workspace
from tsr_model.refusal import Refusal
from tsr_proofs.seeding import Fault, Swap

Depends = Mapping[str, tuple[str, ...]]

# The right versions, kept before any is swapped.
_select = packages.select
_selected = packages._selected
_selects = globs.selects
_depends = packages.depends
_named = packages.named
_circle = packages.circle
_topological = packages.topological
_affected = packages.affected
_outside = packages._outside
_expansions = packages._expansions
_marker_in = packages.marker_in
_matching = globs.matching
_awaited = graph._awaited
_units = graph.units
_upstream = graph.upstream
_passed = workload._passed
_judge_circles = workload._judge_circles
_has_file = packages.has_file


# --- selection -------------------------------------------------------------------------------------------------------


def _name_first(there: tuple[Package, ...], entry: str) -> list[str]:
    return sorted(one.path for one in there if one.name == entry) or _selected(there, entry)


def _as_listed(there: tuple[Package, ...], entry: str) -> list[str]:
    chosen = _selected(there, entry)
    return [one.path for one in there if one.path in chosen]


def _one_of_a_name(there: tuple[Package, ...], entry: str) -> list[str]:
    return _selected(there, entry) if globs.is_pattern(entry) else _selected(there, entry)[:1]


def _as_written(there: tuple[Package, ...], entry: str) -> list[str]:
    return _selected(there, entry) if entry == packages.normalised(entry) else []


def _twice(there: tuple[Package, ...], entries: tuple[str, ...]) -> tuple[str, ...] | None:
    each = [_select(there, (entry,)) for entry in entries]
    return None if None in each or not each else tuple(path for some in each for path in some or ())


def _by_path_alone(there: tuple[Package, ...], entries: tuple[str, ...]) -> tuple[str, ...] | None:
    found = _select(there, entries)
    return None if found is None else tuple(sorted(found))


def _empty_passed_over(there: tuple[Package, ...], entries: tuple[str, ...]) -> tuple[str, ...] | None:
    return _select(there, tuple(entry for entry in entries if _selected(there, entry)))


def _no_entry_is_all(there: tuple[Package, ...], entries: tuple[str, ...]) -> tuple[str, ...] | None:
    return _select(there, entries) if entries else tuple(one.path for one in there)


def _across_slashes(pattern: str, written: str) -> bool:
    return fnmatch.fnmatchcase(written, pattern)


def _dots_too(pattern: str, written: str) -> bool:
    return _selects(pattern, written.replace(".", "_")) or _selects(pattern, written)


def _one_at_least(pattern: str, written: str) -> bool:
    """`**` stands for one directory or more."""
    return _selects(pattern.replace("**/", "**/*/"), written)


def _last_of_a_name(there: tuple[Package, ...], written: str) -> str | None:
    return _named(tuple(reversed(there)), written)


def _name_meant_first(there: tuple[Package, ...], written: str) -> str | None:
    return next((one.path for one in there if one.name == written), _named(there, written))


# --- dependencies ----------------------------------------------------------------------------------------------------


def _itself_too(there: tuple[Package, ...]) -> dict[str, tuple[str, ...]]:
    return {
        one.path: tuple(sorted({*_depends(there)[one.path], *([one.path] if one.name in one.needs else [])}))
        for one in there
    }


def _first_of_a_name(there: tuple[Package, ...]) -> dict[str, tuple[str, ...]]:
    first = {one.name: one for one in reversed(there)}
    return {
        path: tuple(other for other in others if other in {one.path for one in first.values()})
        for path, others in _depends(there).items()
    }


def _letters_only(name: str) -> str:
    return name


def _folded_everywhere(package: Package, name: str) -> bool:
    return package.name is not None and packages._spelt(package.name) == packages._spelt(name)


def _own_kind_only(there: tuple[Package, ...]) -> dict[str, tuple[str, ...]]:
    kinds = {one.path: one.ecosystem for one in there}
    return {path: tuple(o for o in others if kinds[o] == kinds[path]) for path, others in _depends(there).items()}


def _sorted_alone(depends: Depends) -> tuple[str, ...]:
    return tuple(sorted(_topological(depends)))


def _in_layers(depends: Depends) -> tuple[str, ...]:
    """All that may come at once come before anything that they let come."""
    placed: list[str] = []
    while True:
        layer = sorted(one for one in depends if one not in placed and set(depends[one]) <= set(placed))
        if not layer:
            return tuple(placed)
        placed += layer


def _as_a_walk_leaves_them(depends: Depends) -> tuple[str, ...]:
    free = _topological(depends)
    return tuple(dict.fromkeys(two for one in sorted(free) for two in (*graph.upstream(depends, one), one)))


def _circles_last(depends: Depends) -> tuple[str, ...]:
    free = _topological(depends)
    return (*free, *sorted(one for one in depends if one not in free))


def _no_circle(depends: Depends, starts: Collection[str]) -> tuple[str, ...] | None:
    return None


def _through_starts_only(depends: Depends, starts: Collection[str]) -> tuple[str, ...] | None:
    within = {one: tuple(other for other in others if other in starts) for one, others in depends.items()}
    return _circle(within, starts)


def _first_start_only(depends: Depends, starts: Collection[str]) -> tuple[str, ...] | None:
    return _circle(depends, sorted(starts)[:1])


def _any_circle(depends: Depends, starts: Collection[str]) -> tuple[str, ...] | None:
    return _circle(depends, depends)


def _twice_is_a_circle(depends: Depends, starts: Collection[str]) -> tuple[str, ...] | None:
    found = _circle(depends, starts)
    again = [one for start in starts for other in depends[start] for one in depends[other] if one in depends[start]]
    return (again[0], again[0]) if again and found is None else found


def _direct_only(depends: Depends, changed: Collection[str]) -> frozenset[str]:
    return frozenset({*changed, *(one for one in depends if not set(depends[one]).isdisjoint(changed))})


def _what_it_needs(depends: Depends, changed: Collection[str]) -> frozenset[str]:
    """Affected is what a changed package depends on."""
    reversed_ = {one: tuple(other for other in depends if one in depends[other]) for one in depends}
    return _affected(reversed_, changed)


def _not_itself(depends: Depends, changed: Collection[str]) -> frozenset[str]:
    return _affected(depends, changed) - frozenset(changed)


def _shallowest(paths: Collection[str], file: str) -> str | None:
    above = [one for one in paths if one == "." or file.startswith(f"{one}/")]
    return min(above, key=lambda one: (one != ".", len(one)), default=None)


def _by_letters(paths: Collection[str], file: str) -> str | None:
    above = [one for one in paths if one == "." or file.startswith(one)]
    return max(above, key=lambda one: (one != ".", len(one)), default=None)


# --- members ---------------------------------------------------------------------------------------------------------


def _prefix_unjudged(space: Workspace, entry: str) -> Refusal | None:
    return None


def _expansions_unjudged(space: Workspace, written: str, clause: str) -> Refusal | None:
    return None if clause == "FENCE-9" else _outside(space, written, clause)


def _prefix_only_text(space: Workspace, entry: str) -> Refusal | None:
    """What is fixed in an entry is judged as text."""
    names = packages.normalised(entry).split("/")
    return Refusal(("FENCE-1",)) if entry.startswith("/") or names[0] == ".." else None


def _manifest_unjudged(space: Workspace, directory: Number, name: str) -> Place | Refusal:
    return ()


def _links_not_entered(space: Workspace, entry: str) -> Iterator[str]:
    for written in _expansions(space, entry):
        found = kernel.stat(space.files, space.root, path(written), follow=False)
        if not isinstance(found, str) and kernel.stat(space.files, space.root, path(written)) == found:
            yield written


def _two_paths_are_two(space: Workspace, members: tuple[str, ...]) -> tuple[Package, ...] | Refusal:
    found: dict[str, Package] = {}
    for entry in members:
        written = packages._expansions(space, packages.normalised(entry))
        for one in written:
            here = _find(space, (one,))
            if isinstance(here, Refusal):
                return here
            found |= {package.path: package for package in here}
    return tuple(found.values())


_find = packages.find_packages


def _last_path_counts(space: Workspace, members: tuple[str, ...]) -> tuple[Package, ...] | Refusal:
    return _find(space, tuple(reversed(members)))


def _last_marker(space: Workspace, directory: Number) -> Marker | Refusal | None:
    there = [name for name in packages.MARKERS if _has_file(space.files, directory, name)]
    return Marker(packages.MARKERS[there[-1]], ()) if there else None


def _link_passed_over(space: Workspace, directory: Number) -> Marker | Refusal | None:
    """A marker that leads outside is none."""
    found = _marker_in(space, directory)
    return None if isinstance(found, Refusal) else found


_landed = packages._landed


def _lock_of_root_unseen(space: Workspace, directory: Number) -> Place | Refusal | None:
    there = [name for name in packages.BUN_LOCKS if _has_file(space.files, directory, name)]
    return _landed(space, directory, there[0]) if there else None


def _lock_unjudged(space: Workspace, directory: Number, name: str) -> Place | Refusal:
    return () if name in packages.BUN_LOCKS else _landed(space, directory, name)


def _any_entry(files: FileSystem, directory: Number, name: str) -> bool:
    return name in files.directory(directory).entries


# --- runs ------------------------------------------------------------------------------------------------------------


def _selected_only(deps: Deps, there: Packages, unit: Unit) -> Iterator[Unit]:
    """`^` leads to the packages only that a task fans out over."""
    for other in _awaited(deps, there, unit):
        upstream = other.package is not None and unit.package is not None
        if not upstream or other.package in there.selected.get(other.task, ()):
            yield other


def _fanned_only(deps: Deps, there: Packages, unit: Unit) -> Iterator[Unit]:
    """A task without `packages` is run whole by `^`."""
    for other in _awaited(deps, there, unit):
        yield other if other.package is None or other.task in there.selected else Unit(other.task)


def _sorted_upstream(depends: Depends, package: str) -> tuple[str, ...]:
    return tuple(sorted(_upstream(depends, package)))


def _last_dep_first(deps: Deps, there: Packages, unit: Unit) -> Iterator[Unit]:
    return _awaited({task: tuple(reversed(its)) for task, its in deps.items()}, there, unit)


def _passed_runs(deps: Deps, there: Packages, named: str) -> tuple[Unit, ...] | Circle:
    return _units(deps, replace(there, passed=frozenset()), named)


def _passed_upstream_runs(deps: Deps, there: Packages, named: str) -> tuple[Unit, ...] | Circle:
    whole = _passed_runs(deps, there, named)
    if isinstance(whole, Circle):
        return whole
    selected = {(task, package) for task, packages in there.selected.items() for package in packages}
    return tuple(u for u in whole if u.package not in there.passed or (u.task, u.package) not in selected)


def _passed_unvisited(deps: Deps, there: Packages, unit: Unit) -> Iterator[Unit]:
    return (other for other in _awaited(deps, there, unit) if other.package not in there.passed)


def _start_passed_too(found: tuple[Package, ...], depends: Depends, asked: Request) -> frozenset[str] | Refusal:
    passed = _passed(found, depends, asked)
    return passed if isinstance(passed, Refusal) or not asked.resume_from else passed | {asked.resume_from}


def _passed_by_path(found: tuple[Package, ...], depends: Depends, asked: Request) -> frozenset[str] | Refusal:
    passed = _passed(found, depends, asked)
    before = frozenset(one.path for one in found if asked.resume_from and one.path < asked.resume_from)
    return passed if isinstance(passed, Refusal) else before


def _no_order_needed(space: Workspace, deps: Deps, there: Packages, asked: Request) -> Refusal | None:
    return None


def _whenever_upstream(space: Workspace, deps: Deps, there: Packages, asked: Request) -> Refusal | None:
    """Any circle counts, of which packages it may be, and without `^` too."""
    return Refusal(("PKG-13",)) if _circle(there.depends, there.depends) else None


def _all_may_start(deps: Deps, parallel: Collection[str], named: str, done: Collection[str]) -> tuple[str, ...]:
    """The walk goes on to all that isn't done, whether the task is parallel or not."""
    return _startable(deps, frozenset(deps), named, done)


_startable = graph.startable


def _packages_at_once(deps: Deps, parallel: Collection[str], named: str, done: Collection[str]) -> tuple[str, ...]:
    """A fan-out takes its packages side by side without `parallel`."""
    fans = {task for task, its in deps.items() if any(dep.task.startswith(f"{task} (") for dep in its)}
    return _startable(deps, {*parallel, *fans}, named, done)


def _upstream_unawaited(deps: Deps, parallel: Collection[str], named: str, done: Collection[str]) -> tuple[str, ...]:
    """A unit doesn't wait for others in packages."""
    loose = {
        unit: its if " (" not in unit else tuple(dep for dep in its if " (" not in dep.task)
        for unit, its in deps.items()
    }
    return _startable(loose, parallel, named, done)


def _fault(name: str, says: str, attribute: str, replacement: object, module: str = "packages") -> Fault:
    return Fault(name, says, (Swap(f"tsr_model.{module}", attribute, replacement),))


NAME_FIRST = _fault("name-first", "a name goes before a path", "_selected", _name_first)
AS_LISTED = _fault("as-listed", "an entry selects in the order of `members`", "_selected", _as_listed)
ONE_OF_A_NAME = _fault("one-of-a-name", "of several of one name the first is selected", "_selected", _one_of_a_name)
AS_WRITTEN = _fault("as-written", "entries are not normalised", "_selected", _as_written)
TWICE = _fault("twice", "what two entries select runs twice", "select", _twice)
BY_PATH_ALONE = _fault("by-path-alone", "the order of the entries doesn't count", "select", _by_path_alone)
EMPTY_PASSED = _fault("empty-passed", "an entry that selects nothing is passed over", "select", _empty_passed_over)
NO_ENTRY_IS_ALL = _fault("no-entry-is-all", "a list without entries selects all", "select", _no_entry_is_all)
ACROSS_SLASHES = _fault("across-slashes", "`*` matches slashes too", "selects", _across_slashes)
DOTS_TOO = _fault("dots-too", "a wildcard matches a leading dot", "selects", _dots_too)
ACROSS_IN_GLOBS = _fault("across-slashes", "`*` matches slashes too", "selects", _across_slashes, "globs")
DOTS_IN_GLOBS = _fault("dots-too", "a wildcard matches a leading dot", "selects", _dots_too, "globs")
ONE_AT_LEAST = _fault("one-at-least", "`**` is one directory at least", "selects", _one_at_least, "globs")
LAST_OF_A_NAME = _fault("last-of-a-name", "a name means the last package that has it", "named", _last_of_a_name)
NAME_MEANT_FIRST = _fault("name-meant-first", "a name goes before a path", "named", _name_meant_first)
ITSELF_TOO = _fault("itself-too", "a package that needs its own name depends on itself", "depends", _itself_too)
FIRST_OF_A_NAME = _fault("first-of-a-name", "a name means the first package that has it", "depends", _first_of_a_name)
OWN_KIND_ONLY = _fault("own-kind-only", "packages of two ecosystems never depend", "depends", _own_kind_only)
LETTERS_ONLY = _fault("as-it-stands", "names of python are compared as they stand", "_spelt", _letters_only)
FOLDED_EVERYWHERE = _fault("all-folded", "all names are compared as python's", "is_called", _folded_everywhere)
SORTED_ALONE = _fault("sorted-alone", "packages come by path alone", "topological", _sorted_alone)
IN_LAYERS = _fault("in-layers", "packages come in layers", "topological", _in_layers)
AS_A_WALK = _fault("as-a-walk", "packages come as a walk leaves them", "topological", _as_a_walk_leaves_them)
CIRCLES_LAST = _fault("circles-last", "packages in a circle come last", "topological", _circles_last)
NO_CIRCLE = _fault("no-circle", "circles are not looked for", "circle", _no_circle)
STARTS_ONLY = _fault("starts-only", "a circle is of the given packages only", "circle", _through_starts_only)
FIRST_START_ONLY = _fault("first-start", "a circle is looked for from the first package", "circle", _first_start_only)
ANY_CIRCLE = _fault("any-circle", "a circle counts that the given don't lead to", "circle", _any_circle)
MET_TWICE = _fault("met-twice", "a package that is met twice is a circle", "circle", _twice_is_a_circle)
DIRECT_ONLY = _fault("direct-only", "what depends on it through others isn't affected", "affected", _direct_only)
WHAT_IT_NEEDS = _fault("what-it-needs", "affected is what it depends on", "affected", _what_it_needs)
NOT_ITSELF = _fault("not-itself", "what has changed isn't affected itself", "affected", _not_itself)
SHALLOWEST = _fault("shallowest", "a file is of the outermost package", "holder", _shallowest)
BY_LETTERS = _fault("by-letters", "a file is of a package whose path it begins with", "holder", _by_letters)
PREFIX_UNJUDGED = _fault("prefix-unjudged", "what is fixed in an entry isn't judged", "judge_prefix", _prefix_unjudged)
PREFIX_AS_TEXT = _fault("prefix-as-text", "it is judged as text", "judge_prefix", _prefix_only_text)
EXPANSIONS_UNJUDGED = _fault("expansions-unjudged", "what is matched isn't judged", "_outside", _expansions_unjudged)
MANIFEST_UNJUDGED = _fault("manifest-unjudged", "a marker may lead outside", "_landed", _manifest_unjudged)
LINKS_NOT_ENTERED = _fault("links-passed-over", "a link to a package is none", "_expansions", _links_not_entered)
TWO_ARE_TWO = _fault("two-are-two", "two paths to a directory are two packages", "find_packages", _two_paths_are_two)
LAST_COUNTS = _fault("last-entry-first", "the last entry comes first", "find_packages", _last_path_counts)
LAST_MARKER = _fault("last-marker", "the last marker counts", "marker_in", _last_marker)
LINK_PASSED_OVER = _fault("link-is-none", "a marker that leads outside is none", "marker_in", _link_passed_over)
LOCK_OF_ROOT = _fault("lock-of-root", "bun's lock file in the root doesn't count", "_bun_lock", _lock_of_root_unseen)
LOCK_UNJUDGED = _fault("lock-unjudged", "bun's lock file may lead outside", "_landed", _lock_unjudged)
ANY_ENTRY = _fault("any-entry", "whatever has the name is a marker", "has_file", _any_entry)
SELECTED_ONLY = _fault("selected-only", "`^` leads to selected packages only", "_awaited", _selected_only, "graph")
FANNED_ONLY = _fault("whole-by-upstream", "`^` runs a task without packages whole", "_awaited", _fanned_only, "graph")
SORTED_UPSTREAM = _fault("upstream-by-path", "`^` goes by path alone", "upstream", _sorted_upstream, "graph")
LAST_DEP_FIRST = _fault("last-dep-first", "deps are gone through backwards", "_awaited", _last_dep_first, "graph")
PASSED_RUNS = _fault("passed-runs", "what counts as done runs", "units", _passed_runs, "graph")
PASSED_UPSTREAM = _fault("passed-upstream", "what counts as done runs by `^`", "units", _passed_upstream_runs, "graph")
PASSED_UNVISITED = _fault(
    "passed-unvisited",
    "what only a unit that counts as done waits for is left out",
    "_awaited",
    _passed_unvisited,
    "graph",
)
START_PASSED = _fault("start-passed", "the package itself counts as done", "_passed", _start_passed_too, "workload")
PASSED_BY_PATH = _fault("passed-by-path", "done is what is before it by path", "_passed", _passed_by_path, "workload")
NO_ORDER_NEEDED = _fault("no-order", "`^` asks for no order", "_judge_circles", _no_order_needed, "workload")
WHENEVER_ANY = _fault("whenever-any", "any circle refuses any run", "_judge_circles", _whenever_upstream, "workload")
ALL_MAY_START = _fault("all-may-start", "everything runs side by side", "startable", _all_may_start, "graph")
PACKAGES_AT_ONCE = _fault("packages-at-once", "packages run side by side", "startable", _packages_at_once, "graph")
UPSTREAM_UNAWAITED = _fault("unawaited", "a unit waits for no package", "startable", _upstream_unawaited, "graph")
