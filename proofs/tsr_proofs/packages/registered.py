"""The theorems of PKG, and of GIT-3 and GRAPH where they are about packages: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_model.packages import Ecosystem
from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.fence import faults as wrong_fence
from tsr_proofs.graph import faults as wrong_order
from tsr_proofs.packages import dependencies, markers, members, runs, selection
from tsr_proofs.packages import faults as wrong
from tsr_proofs.theorem import Exhaustive, Theorem, Tier
from tsr_proofs.trees import Scope, of

FEW_KINDS = ("file", "directory", "link outside")
MORE_KINDS = (*FEW_KINDS, "link", "dangling link")
NPM: tuple[Ecosystem, ...] = ("npm",)
NPM_AND_PYTHON: tuple[Ecosystem, ...] = ("npm", "python")


def _entries(count: int) -> str:
    return of(count, "entry").replace("entrys", "entries")


def _directories(count: int) -> str:
    return of(count, "directory").replace("directorys", "directories")


def _selecting(packages: int, entries: int) -> Box:
    says = f"up to {of(packages, 'package')} of {len(selection.PATHS)}, with and without a name, {_entries(entries)}"
    short = f"{of(packages, 'package')} {_entries(entries)}"
    return Enumerated(says, short, selection.selecting, (packages, entries))


def _grown(directories: int, parts: int, few: bool) -> Box:
    alphabet = selection.FEW_COMPONENTS if few else selection.COMPONENTS
    says = f"trees of {_directories(directories)}, patterns of {of(parts, 'component')} from {' '.join(alphabet)}"
    short = f"{_directories(directories)} {of(parts, 'component')} from {len(alphabet)}"
    return Enumerated(says, short, selection.grown, (directories, parts, few))


def _declaring(count: int, ecosystems: tuple[Ecosystem, ...], most: int) -> Box:
    says = f"{of(count, 'package')} of {' and '.join(ecosystems)}, that need up to {of(most, 'name')} each"
    short = f"{of(count, 'package')} of {' and '.join(ecosystems)} {of(most, 'name')}"
    return Enumerated(says, short, dependencies.declaring, (count, ecosystems, most))


def _chosen(count: int, most: int) -> Box:
    says = f"every graph of {of(count, 'package')}, up to {most} of which are chosen"
    return Enumerated(says, f"{of(count, 'package')} {most} chosen", dependencies.chosen, (count, most))


def _looked(scope: Scope, entries: int) -> Box:
    says = f"{scope}, each directory with a marker, {_entries(entries)} in `members`"
    return Enumerated(says, f"{scope.short} {_entries(entries)}", members.looked, (scope, entries))


def _holding(kinds: tuple[str, ...]) -> Box:
    says = f"directories with all choices of 4 markers and a lock file, each of {of(len(kinds), 'kind')}"
    return Enumerated(says, of(len(kinds), "kind"), markers.holding, (kinds,))


def _runs(most: int, packages: int, varied: runs.Varied) -> Box:
    more = {
        "parallel": "parallel or not",
        "resumed": "resumed or not",
        "all": "each task parallel or not, an aggregate or not, resumed or not",
    }[varied]
    says = f"runs of 2 tasks with up to {of(most, 'dep')} each, over {of(packages, 'package')}, {more}"
    short = f"2 tasks {of(most, 'dep')} {of(packages, 'package')}{', all ways' * (varied == 'all')}"
    return Enumerated(says, short, runs.runs, (most, packages, varied))


HELD: tuple[Box, ...] = (Enumerated("5 places for packages, 8 files", "5 packages", dependencies.held),)
GRAPHS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_chosen(3, 3), _chosen(4, 1)),
    "full": (_chosen(3, 3), _chosen(4, 4)),
}
HUNTED_GRAPHS: tuple[Box, ...] = (*(_chosen(count, count) for count in (1, 2, 3)), _chosen(4, 1))
MEMBERS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_looked(Scope(1, 1), 2), _looked(Scope(2, 1), 1)),
    "full": (_looked(Scope(2, 1), 2), _looked(Scope(2, 2), 1), _looked(Scope(3, 1), 1)),
}
HUNTED_MEMBERS: tuple[Box, ...] = (
    _looked(Scope(0, 1), 1),
    _looked(Scope(0, 1), 2),
    *(_looked(Scope(nodes, 1, exactly=True), 1) for nodes in (1, 2)),
)
RUNS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_runs(1, 2, "all"), _runs(2, 2, "parallel"), _runs(1, 3, "parallel")),
    "full": (_runs(2, 2, "all"), _runs(1, 3, "all"), _runs(2, 3, "parallel")),
}
RESUMED: dict[Tier, tuple[Box, ...]] = {
    "quick": (_runs(1, 2, "all"), _runs(1, 3, "resumed")),
    "full": (_runs(2, 2, "all"), _runs(1, 3, "all")),
}
HUNTED_RUNS: tuple[Box, ...] = (_runs(1, 1, "resumed"), _runs(1, 2, "all"), _runs(1, 3, "parallel"))
HUNTED_ORDERS: tuple[Box, ...] = (_runs(1, 1, "resumed"), _runs(2, 2, "parallel"), _runs(1, 3, "parallel"))

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "members-found",
        ("PKG-1", "FENCE-9"),
        members.found_alike,
        members.nothing_is_refused,
        MEMBERS,
        HUNTED_MEMBERS,
        (
            wrong.PREFIX_UNJUDGED,
            wrong.PREFIX_AS_TEXT,
            wrong.EXPANSIONS_UNJUDGED,
            wrong.LINKS_NOT_ENTERED,
            wrong.TWO_ARE_TWO,
            wrong.LAST_COUNTS,
            wrong.LINK_PASSED_OVER,
        ),
    ),
    Exhaustive(
        "packages-within",
        ("FENCE-9", "FENCE-1"),
        members.packages_are_within,
        members.packages_are_named,
        MEMBERS,
        HUNTED_MEMBERS,
        (wrong_fence.TEXT_ONLY, wrong_fence.BY_LETTERS, wrong.MANIFEST_UNJUDGED, wrong.TWO_ARE_TWO),
    ),
    Exhaustive(
        "markers",
        ("PKG-2", "FENCE-1"),
        markers.first_marker_counts,
        markers.one_marker_each,
        {"quick": (_holding(MORE_KINDS),), "full": (_holding(tuple(markers.KINDS)),)},
        (_holding(("file",)), _holding(FEW_KINDS)),
        (
            wrong.LAST_MARKER,
            wrong.LINK_PASSED_OVER,
            wrong.MANIFEST_UNJUDGED,
            wrong.LOCK_OF_ROOT,
            wrong.LOCK_UNJUDGED,
            wrong.ANY_ENTRY,
        ),
    ),
    Exhaustive(
        "selection",
        ("PKG-4", "PKG-3"),
        selection.selected_alike,
        selection.all_are_selected,
        {"quick": (_selecting(3, 2),), "full": (_selecting(4, 2), _selecting(3, 3))},
        (_selecting(1, 1), _selecting(2, 2), _selecting(3, 1)),
        (
            wrong.NAME_FIRST,
            wrong.AS_LISTED,
            wrong.ONE_OF_A_NAME,
            wrong.AS_WRITTEN,
            wrong.TWICE,
            wrong.BY_PATH_ALONE,
            wrong.EMPTY_PASSED,
            wrong.NO_ENTRY_IS_ALL,
            wrong.ACROSS_SLASHES,
            wrong.DOTS_TOO,
            wrong.LETTERS_ONLY,
        ),
    ),
    Exhaustive(
        "resumed-named",
        ("PKG-12",),
        selection.named_alike,
        selection.names_are_paths,
        {"quick": (_selecting(3, 1),), "full": (_selecting(4, 1),)},
        (_selecting(1, 1), _selecting(2, 1)),
        (wrong.LAST_OF_A_NAME, wrong.NAME_MEANT_FIRST, wrong.LETTERS_ONLY),
    ),
    Exhaustive(
        "selects-as-it-expands",
        ("PKG-4", "PKG-1"),
        selection.selects_as_it_expands,
        selection.everything_is_matched,
        {
            "quick": (_grown(3, 2, False), _grown(3, 3, True)),
            "full": (_grown(4, 3, False), _grown(3, 4, True)),
        },
        (_grown(1, 1, False), _grown(2, 2, False)),
        (wrong.ACROSS_IN_GLOBS, wrong.DOTS_IN_GLOBS, wrong.ONE_AT_LEAST),
    ),
    Exhaustive(
        "depends-by-names",
        ("PKG-6", "PKG-3"),
        dependencies.depends_by_names,
        dependencies.names_are_one_packages,
        {
            "quick": (_declaring(2, NPM_AND_PYTHON, 2), _declaring(3, NPM, 2)),
            "full": (_declaring(3, NPM_AND_PYTHON, 1), _declaring(3, NPM, 2)),
        },
        (_declaring(1, NPM_AND_PYTHON, 1), _declaring(2, NPM_AND_PYTHON, 1), _declaring(3, NPM, 1)),
        (
            wrong.ITSELF_TOO,
            wrong.FIRST_OF_A_NAME,
            wrong.OWN_KIND_ONLY,
            wrong.LETTERS_ONLY,
            wrong.FOLDED_EVERYWHERE,
        ),
    ),
    Exhaustive(
        "packages-ordered",
        ("PKG-12",),
        dependencies.ordered_alike,
        dependencies.by_path_alone,
        GRAPHS,
        HUNTED_GRAPHS,
        (wrong.SORTED_ALONE, wrong.IN_LAYERS, wrong.AS_A_WALK, wrong.CIRCLES_LAST),
    ),
    Exhaustive(
        "package-circles",
        ("PKG-13",),
        dependencies.circle_iff_there_is_one,
        dependencies.no_circle,
        GRAPHS,
        HUNTED_GRAPHS,
        (wrong.NO_CIRCLE, wrong.STARTS_ONLY, wrong.FIRST_START_ONLY, wrong.ANY_CIRCLE, wrong.MET_TWICE),
    ),
    Exhaustive(
        "affected",
        ("GIT-3",),
        dependencies.affected_alike,
        dependencies.only_what_changes,
        GRAPHS,
        HUNTED_GRAPHS,
        (wrong.DIRECT_ONLY, wrong.WHAT_IT_NEEDS, wrong.NOT_ITSELF),
    ),
    Exhaustive(
        "files-of-packages",
        ("GIT-3",),
        dependencies.deepest_holds,
        dependencies.root_holds_all,
        {"quick": HELD, "full": HELD},
        HELD,
        (wrong.SHALLOWEST, wrong.BY_LETTERS),
    ),
    Exhaustive(
        "refused-in-circles",
        ("PKG-13", "GRAPH-3"),
        runs.refused_iff_in_a_circle,
        runs.nothing_is_refused,
        RUNS,
        HUNTED_RUNS,
        (wrong.NO_ORDER_NEEDED, wrong.WHENEVER_ANY, wrong.CIRCLES_LAST, wrong.STARTS_ONLY),
    ),
    Exhaustive(
        "units-planned",
        ("GRAPH-7", "PKG-5", "GRAPH-4"),
        runs.reached_are_planned,
        runs.everything_runs,
        RUNS,
        HUNTED_RUNS,
        (
            wrong.SELECTED_ONLY,
            wrong.FANNED_ONLY,
            wrong_order.DIRECT_PACKAGES,
            wrong_order.ORDINARY_FORGOTTEN,
        ),
    ),
    Exhaustive(
        "units-in-order",
        ("PLAN-1", "GRAPH-7", "PKG-5"),
        runs.planned_as_written_out,
        runs.by_path_alone,
        RUNS,
        HUNTED_ORDERS,
        (wrong.SORTED_UPSTREAM, wrong.LAST_DEP_FIRST),
    ),
    Exhaustive(
        "resumed",
        ("PKG-12",),
        runs.resumed_runs_the_rest,
        runs.everything_runs,
        RESUMED,
        HUNTED_RUNS,
        (
            wrong.PASSED_RUNS,
            wrong.PASSED_UPSTREAM,
            wrong.PASSED_UNVISITED,
            wrong.START_PASSED,
            wrong.PASSED_BY_PATH,
            wrong.SORTED_ALONE,
        ),
    ),
    Exhaustive(
        "units-played",
        ("GRAPH-10", "GRAPH-7", "GRAPH-1"),
        runs.every_play_runs_all,
        runs.one_may_start,
        RUNS,
        HUNTED_RUNS,
        (wrong.ALL_MAY_START, wrong.PACKAGES_AT_ONCE, wrong.UPSTREAM_UNAWAITED),
    ),
    Exhaustive(
        "narrowed-keeps-upstream",
        ("GIT-3", "GRAPH-7"),
        runs.narrowed_keeps_upstream,
        runs.narrowed_is_all,
        RUNS,
        HUNTED_RUNS,
        (wrong.SELECTED_ONLY, wrong.FANNED_ONLY),
    ),
)
