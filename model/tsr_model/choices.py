"""Where the clauses leave more than one way open: each choice, ours first.

A prediction is made under one set of choices and says which of them it came upon; the others are only
looked at when an implementation did not do what ours does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class Choices:
    """One admissible way through. A field's first value is what the bundled runner does."""

    missing_dots: Literal["kernel", "textual"] = "kernel"
    """FENCE-3: what happens behind a missing component: what the kernel does, or the textual place."""
    rm_link_slash: Literal["refuse", "remove"] = "refuse"
    """FENCE-16: `rm link/` fails, or removes the link."""
    cp_tree_link: Literal["follow", "refuse"] = "follow"
    """FENCE-6: a directory link met in a tree is followed, or is an error."""
    cp_dangling: Literal["refuse", "write"] = "refuse"
    """FENCE-12: `cp` onto a dangling link that stays inside is refused, or writes its target."""
    cp_existing_mode: Literal["source", "keep"] = "source"
    """BUILTIN-9: an existing destination gets the source's mode, or keeps its own."""
    rm_force_not_directory: Literal["error", "hidden"] = "error"
    """BUILTIN-4: whether `rm -f` counts a file in the middle of a path as "does not exist"."""
    mv_own_link: Literal["refuse", "replace"] = "refuse"
    """FENCE-7: `mv` of a file onto a link that leads to it is refused, or replaces the link."""
    mv_across_links: Literal["carry", "judge"] = "carry"
    """FENCE-7: across file systems links are carried as links, or each is judged and a bad one refuses."""
    mv_across_onto_link: Literal["replace", "refuse"] = "replace"
    """FENCE-7: across file systems a link at the destination is replaced, or is an error."""
    several_outside: Literal["misuse", "refuse"] = "misuse"
    """FENCE-4: several sources to something outside that is no directory: not understood, or refused."""
    several_empty: Literal["missing", "misuse"] = "missing"
    """FENCE-17: several sources to an empty operand: it is not there, or the command is not understood."""
    same_target: Literal["nothing", "first"] = "nothing"
    """FENCE-12: where two sources would arrive at one name, nothing is done, or the first is."""
    after_failure: Literal["go on", "stop"] = "go on"
    """BUILTIN-7: whether `cp` and `mv` go on with the other sources once one has failed."""
    env_single_quotes: Literal["literal", "expanded"] = "literal"
    """ENV-8: a value in single quotes is taken as it stands, or expanded."""
    env_several_lines: Literal["value", "error"] = "value"
    """ENV-8: a quoted value over several lines is one value, or an error."""
    env_comment: Literal["comment", "text"] = "comment"
    """ENV-8: ` #` in an unquoted value starts a comment, or is text."""
    env_file_swapped: Literal["refuse", "skip"] = "refuse"
    """FENCE-8: a file of variables that has come to lie outside ends the run, or is skipped."""
    fence_reach: Literal["run", "file"] = "run"
    """FENCE-1: `dir` and `env_file` are judged for what the run reaches, or for the whole file."""
    bun_lock: Literal["root too", "there"] = "root too"
    """PKG-2: the lock file that makes a package one of bun may lie in the workspace root, or not."""
    package_circle: Literal["needed", "any"] = "needed"
    """PKG-13: only those packages may not depend on each other in a circle whose order is needed, or no packages."""
    behind_done: Literal["run", "leave out"] = "run"
    """PKG-12: what only units that count as done wait for runs as ever, or is left out with them."""
    configless_dotenv: Literal["read", "unread"] = "read"
    """CLI-12: without a config, the `.env` beside the marker is read, or left unread."""
    behind_a_failure: Literal["run", "leave out"] = "run"
    """GRAPH-11: with `--no-bail` what depends on a unit that failed runs, or is left out."""
    static_refusal: Literal["run", "load"] = "run"
    """FENCE-10: a refused operand that is written out is refused when its command runs, or at load with 64."""


OURS = Choices()

WAYS: dict[str, tuple[Any, ...]] = {name: get_args(hint) for name, hint in get_type_hints(Choices).items()}
"""What each choice is between."""


def others(open: frozenset[str]) -> list[Choices]:
    """Every further set of choices that differs from ours in the open ones only."""
    if not open:
        return []
    names = [name for name in WAYS if name in open]
    ways = product(*(WAYS[name] for name in names))
    made = [replace(OURS, **dict(zip(names, way, strict=True))) for way in ways]
    return [choices for choices in made if choices != OURS]
