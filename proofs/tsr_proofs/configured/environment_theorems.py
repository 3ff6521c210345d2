"""ENV over whole runs: every assignment is judged, layers lie in order, guarded variables arrive as they were."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tsr_proofs.configured.setups import SOURCES, Assigned, Setup, Source

CLAUSES = {"BASH_ENV": "ENV-1", "TSR_X": "ENV-1", "LD_LIBRARY_PATH": "ENV-5"}
"""The guarded ones among the names."""
REPLACING = ("PATH", "/@WORLD@/bin")
"""Refused by PATH-1; of a name that a later assignment may set as it should be."""
ITEMS = (("PLAIN", "x"), *((name, "x") for name in CLAUSES), REPLACING, ("PATH", "$PATH:/x"))
BEFORE: tuple[tuple[tuple[str, str], ...], ...] = ((), (("BASH_ENV", "own"), ("LD_LIBRARY_PATH", "own")))
OPTIONS: tuple[tuple[str, ...], ...] = ((), ("--strict",), ("--allow-unsafe-env",), ("--strict", "--allow-unsafe-env"))


def assigning(most: int) -> Iterator[Setup]:
    """Every way in which up to `most` assignments are spread over the sources, and every choice of options."""
    one: list[Assigned] = [(source, name, value) for source in SOURCES for name, value in ITEMS]
    for count in range(most + 1):
        for assigned in product(one, repeat=count):
            keys = [(source, name) for source, name, _ in assigned if source not in ("dotenv", "file", "second file")]
            if len(set(keys)) < len(keys):
                continue  # a table has a name once
            for options, before in product(OPTIONS, BEFORE):
                yield Setup(assigned, options=options, environment=before)


def every_assignment_is_judged(setup: Setup) -> str | None:
    """ENV-1, ENV-4, ENV-5, PATH-1: the first assignment in the reach that is not allowed refuses the run, overridden or
    not, and no other does."""
    expected = _refused_by(setup)
    found = setup.predicted
    if expected is None:
        return None if found.exit == 0 else f"refused by {found.clauses}"
    clause, name = expected
    right = found.exit == 64 and clause in found.clauses and f"'{name}'" in (found.says or "")
    return None if right else f"{found.exit} by {found.clauses}, and should be refused by {clause} for {name}"


def _refused_by(setup: Setup) -> tuple[str, str] | None:
    """The clause and the name of the first assignment that counts."""
    if "--allow-unsafe-env" in setup.options:
        return None
    strict = "--strict" in setup.options
    for source in SOURCES[:-1]:
        for one, name, value in setup.assigned:
            clause = _clause(name, value) if one == source else None
            if clause is not None and (clause != "ENV-5" or strict):
                return clause, name
    return None


def _clause(name: str, value: str) -> str | None:
    return "PATH-1" if (name, value) == REPLACING else CLAUSES.get(name)


def guarded_arrive_as_they_were(setup: Setup) -> str | None:
    """ENV-G1: without `--allow-unsafe-env`, a guarded variable (one by its name, one by how it begins, one of the
    strict list) has in every child the value that it had before, or is unset if it was unset."""
    if "--allow-unsafe-env" in setup.options:
        return None
    return _changed(setup)


def guarded_arrive_always(setup: Setup) -> str | None:
    """Witness: guarded variables arrive as they were with `--allow-unsafe-env` too."""
    return _changed(setup)


def no_assignment_counts(setup: Setup) -> str | None:
    """Witness: no assignment refuses a run."""
    return None if setup.predicted.exit == 0 else f"refused by {setup.predicted.clauses}"


def _changed(setup: Setup) -> str | None:
    strict = "--strict" in setup.options
    before = dict(setup.environment)
    for child, environment in zip(setup.predicted.children, setup.predicted.environments, strict=True):
        for name, clause in CLAUSES.items():
            if (strict or clause == "ENV-1") and environment.get(name) != before.get(name):
                return f"{' '.join(child.argv)} gets {name}={environment.get(name)}, before: {before.get(name)}"
    return None


# --- a file that a task rewrites -------------------------------------------------------------------------------------

LINES = ("", "PLAIN=x", "BASH_ENV=x", "TSR_X=x", "export BASH_ENV='x'", "PLAIN=x\nBASH_ENV=x", "Q='")


def rewriting() -> Iterator[Setup]:
    """Runs whose first task copies a file over one that the second task's environment comes from."""
    for line, source, options, before in product(LINES, (".env", "a.env", "b.env"), OPTIONS, BEFORE):
        assigned: tuple[Assigned, ...] = (("dotenv", "OLD", "1"), ("file", "OLD", "2"), ("second file", "OLD", "3"))
        files = (("new.txt", f"{line}\n"),)
        for dep in (f"cp new.txt {source}", f"tool dep; cp new.txt {source}"):
            yield Setup(assigned, options=options, environment=before, dep=dep, files=files)


# --- layers ----------------------------------------------------------------------------------------------------------

MARKS: dict[Source, str] = {source: f"<{source.replace(' ', '-')}>" for source in SOURCES}
LAYERS: tuple[Source, ...] = ("dotenv", "table", "file", "second file", "task")
LAYERS_OF_DEP: tuple[Source, ...] = ("dotenv", "table", "dep")


def layered() -> Iterator[Setup]:
    """Every choice of sources, each of which adds its mark to one variable, which is set before or not."""
    for chosen in product((False, True), repeat=len(SOURCES)):
        sources = [source for source, taken in zip(SOURCES, chosen, strict=True) if taken]
        assigned = tuple((source, "A", f"${{A}}{MARKS[source]}") for source in sources)
        for before, options in product(((), (("A", "<before>"), ("B", "kept"))), OPTIONS):
            yield Setup(assigned, environment=before, options=options)


def layers_in_order(setup: Setup) -> str | None:
    """ENV-10: the process environment, `.env`, `[env]`, the files from left to right, the task's table: each layer sees
    those below, a task's own layers are for that task only, and what no source sets stays."""
    found = setup.predicted
    if [child.argv for child in found.children] != [("tool", "dep"), ("tool",)]:
        return f"the children: {found.children}"
    for environment, layers in zip(found.environments, (LAYERS_OF_DEP, LAYERS), strict=True):
        expected = _stacked(setup, layers)
        held = {name: environment[name] for name in ("A", "B") if name in environment}
        if held != expected:
            return f"a child gets {held}, and should get {expected}"
    return None


def one_layer_counts(setup: Setup) -> str | None:
    """Witness: of several sources one counts."""
    marked = [environment.get("A", "") for environment in setup.predicted.environments]
    return "several do" if any(value.count("<") > 1 for value in marked) else None


def _stacked(setup: Setup, layers: tuple[Source, ...]) -> dict[str, str]:
    before = dict(setup.environment)
    there = [MARKS[layer] for layer in layers if any(source == layer for source, _, _ in setup.assigned)]
    if there or "A" in before:
        before["A"] = before.get("A", "") + "".join(there)
    return before
