"""Whether what the model foretells is what a case of the spec has written down."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from tsr_model.choices import others
from tsr_model.messages import line
from tsr_model.prediction import Prediction, predict
from tsr_model.world import world
from tsr_oracle.expected import Expected, is_of_table, tree, tree_before
from tsr_oracle.processes import side_by_side
from tsr_spec.case import Case, Entry, File, Given, HardLink, Outcome, Program
from tsr_spec.chapters import clauses

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def is_modelled(case: Case) -> bool:
    """Every case is but those that rest on modes: the model carries modes and does not enforce them."""
    return "user" not in case.needs


def agrees(case: Case) -> bool:
    """Whether the model does what the case writes first, and whatever it may do is one of the case's outcomes."""
    foretold = predict(case.given)
    if any((*wrong_in_ours(case, foretold), *unwritten(case, foretold))):
        return False
    return case.id in known_as_unforetold() or not any(unforetold(case, foretold))


def wrong_in_ours(case: Case, foretold: Prediction) -> Iterator[str]:
    """Every way in which a prediction is not the first outcome, or is silent about what it should foretell."""
    outcome = case.admissible[0]
    yield from differs(case, outcome, foretold)
    refusal = foretold.stage == "load" and any(text.startswith("✗ ") for text in outcome.says or ())
    if refusal and foretold.says is None and "PKG-13" not in (*case.clauses, *foretold.refusal):  # circles of packages
        yield f"does not foretell what is said, written {outcome.says}"
    listed = "CLI-2" in foretold.clauses  # a list of tasks is for people
    if outcome.stdout and foretold.stdout is None and not (listed or side_by_side(foretold)):
        yield f"does not foretell stdout, written {outcome.stdout!r}"
    if outcome.says is not None and foretold.stage == "run" and foretold.bounds is None:
        yield f"does not foretell what builtins say, written {outcome.says}"
    if outcome.events and foretold.events is None and not foretold.partial and len(foretold.interrupts) < 2:
        yield f"does not foretell events, written {outcome.events}"


def unwritten(case: Case, foretold: Prediction) -> Iterator[str]:
    """Every admissible choice that leads to none of the case's outcomes."""
    for choices in others(foretold.open):
        other = predict(case.given, choices)
        found = [list(differs(case, outcome, other)) for outcome in case.admissible]
        if [] not in found:
            yield f"{choices}: {found}"


def unforetold(case: Case, foretold: Prediction) -> Iterator[str]:
    """Every outcome that the model does not come to."""
    if foretold.optional or len(case.admissible) > 1:
        ways = [foretold, *(predict(case.given, choices) for choices in others(foretold.open))]
        for outcome in case.admissible:
            if all(any(differs(case, outcome, way)) for way in ways):
                yield f"does not come to {outcome}"


@cache
def known_as_unforetold() -> Mapping[str, str]:
    """`unforetold.toml`: the ids of the cases with an outcome that the model does not come to, each with the reason."""
    groups = tomllib.loads(Path(__file__).with_name("unforetold.toml").read_text(encoding="utf-8"))["unforetold"]
    return {case: group["reason"] for group in groups for case in group["cases"]}


def differs(case: Case, outcome: Outcome, foretold: Prediction) -> Iterator[str]:
    """Every way in which a prediction is not the outcome, or speaks of a clause that there is not."""
    of_steps = (clause for step in foretold.steps for clause in step.clauses)
    for clause in {*foretold.clauses, *foretold.refusal, *of_steps} - clauses().keys():
        yield f"names {clause}, which is no clause"
    if foretold.exit != outcome.exit:
        yield f"exit {foretold.exit}, written {outcome.exit}"
    if outcome.stdout is not None and foretold.stdout is not None and foretold.stdout != outcome.stdout:
        yield f"stdout {foretold.stdout!r}, written {outcome.stdout!r}"
    children = [(child.argv, child.cwd) for child in outcome.children]
    found = [(child.argv, child.cwd) for child in foretold.children]
    if side_by_side(foretold):
        if sorted(found) != sorted(children) and not foretold.partial:
            yield f"children {foretold.children}, written {outcome.children} in any order"
    elif found != children:
        yield f"children {foretold.children}, written {outcome.children}"
    else:
        for child, environment in zip(outcome.children, foretold.environments, strict=True):
            handed = tuple((name, environment.get(name)) for name, _ in child.env)
            if handed != child.env:
                yield f"{child.argv} got {handed}, written {child.env}"
    if outcome.says is not None and foretold.stage == "load" and foretold.says not in (None, *outcome.says):
        yield f"says {foretold.says!r}, written {outcome.says}"
    if outcome.says is not None and foretold.bounds is not None and foretold.stage == "run":
        says = sorted(line(message, foretold.bounds) for message in foretold.messages)
        written_says = sorted(text for text in outcome.says if not is_of_table(text))
        rows = {text for text in outcome.says if is_of_table(text)}
        if says != written_says and (written_says or not rows):
            yield f"says {says}, written {written_says}"
        if foretold.table is not None and not rows <= {*foretold.table}:
            yield f"the table {foretold.table}, written {rows}"
    if outcome.events is not None and foretold.events not in (None, outcome.events):
        yield f"events {foretold.events}, written {outcome.events}"
    yield from differs_in_processes(outcome, foretold)
    after, wanted = tree(foretold.files, foretold.optional), written(case, outcome)
    for path in sorted(after.keys() | wanted.keys()):
        expected = after.get(path)
        if not same(expected, wanted.get(path)):
            yield f"{path}: {expected and expected.entry}, written {wanted.get(path)}"


def differs_in_processes(outcome: Outcome, foretold: Prediction) -> Iterator[str]:
    if outcome.marks is not None and not side_by_side(foretold):
        of_tear_down = {mark for mark in outcome.marks if mark.partition(" ")[2] in ("TERM", "INT", "clean")}
        if not of_tear_down <= {*foretold.marks}:
            yield f"marks {foretold.marks}, written {outcome.marks}"
    if not {*outcome.unsaid} <= {*foretold.unsaid} or not {*foretold.unsaid}.isdisjoint(outcome.marks or ()):
        yield f"unsaid {foretold.unsaid}, written {outcome.unsaid}"
    if foretold.survivors != {*outcome.survivors}:
        yield f"survivors {foretold.survivors}, written {outcome.survivors}"
    if outcome.isolated not in (None, foretold.isolated):
        yield f"isolated {foretold.isolated}, written {outcome.isolated}"


def same(expected: Expected | None, wanted: Entry | None) -> bool:
    if expected is None or wanted is None:
        return (expected is None and wanted is None) or (expected is not None and expected.optional)
    return expected.entry == wanted


def written(case: Case, outcome: Outcome) -> dict[str, Entry]:
    """The tree after an outcome, as the case writes it."""
    before = {path: expected.entry for path, expected in tree_before(case.given).items()}
    gone = set(outcome.gone)
    left = {path: entry for path, entry in before.items() if not any(is_at(path, other) for other in gone)}
    after = tree(world(Given(case.given.argv, outcome.made, cwd=".", home=".")).files) if outcome.made else {}
    made = {entry.path: after[entry.path].entry for entry in outcome.made if not isinstance(entry, HardLink)}
    links = {
        entry.path: made.get(entry.to, left.get(entry.to)) for entry in outcome.made if isinstance(entry, HardLink)
    }
    return left | made | {path: moved(entry, path) for path, entry in links.items() if entry is not None}


def is_at(path: str, top: str) -> bool:
    return path == top or path.startswith(top + "/")


def moved(entry: Entry, path: str) -> Entry:
    if isinstance(entry, File):
        return File(path, entry.data, entry.mode, entry.owner)
    assert isinstance(entry, Program)
    return replace(entry, path=path)
