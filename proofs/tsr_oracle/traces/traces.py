"""What stands behind each clause: its place in the model and in the runner, theorems, cases, faults; and what lacks.

What a clause has to have depends on its kind:

| kind        | a case | a place in the model | a place in the runner | a theorem |
|-------------|--------|----------------------|-----------------------|-----------|
| `rule`      | yes    | yes                  | yes                   |           |
| `guarantee` | yes    |                      |                       | yes       |
| `non-goal`  | yes    |                      |                       |           |

A guarantee is what rules bring about together, so no single place enforces it, and a theorem is what the model says of
it. A non-goal is something that nobody does. Where one of these is missing, the clause says why, in a paragraph that
starts with `Unchecked:`, `Unmodelled:`, `Unenforced:` or `Unproved:`; a gap without a reason is an error of the spec.
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tsr_oracle import faults
from tsr_oracle.faults.catalogue import names
from tsr_oracle.traces.source_places import Place, places
from tsr_spec.case import Case
from tsr_spec.chapters import Clause, cases, clauses

MODEL = ("tsr_model",)
RUNNER = ("tsr_impl", "tsr_landlock")
EVIDENCE = (Path(__file__).parents[3] / "docs" / "evidence.json", Path(__file__).parents[1] / "evidence.json")
"""The report that comes with the oracle: in a checkout, and where it is installed."""


class TraceError(ValueError):
    """What the traces are made of can't be read: says what."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A theorem, as the committed evidence has it: its name, its status, and how far it goes."""

    name: str
    status: str
    scope: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the catalogue that has to be caught by the clause, and what is wrong with it."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Gap:
    """What a clause lacks, and the reason that it gives; None: it gives none."""

    lacks: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Trace:
    """All that stands behind one clause."""

    clause: Clause
    model: tuple[Place, ...]
    runner: tuple[Place, ...]
    theorems: tuple[Proved, ...]
    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What it has to have and does not."""
        clause = self.clause
        wanted = {
            "rule": ("case", "place in the model", "place in the runner"),
            "guarantee": ("case", "theorem"),
            "non-goal": ("case",),
        }[clause.kind]
        has = {
            "case": (self.cases, clause.unchecked),
            "place in the model": (self.model, clause.unmodelled),
            "place in the runner": (self.runner, clause.unenforced),
            "theorem": (self.theorems, clause.unproved),
        }
        return tuple(Gap(name, has[name][1]) for name in wanted if not has[name][0])


def traces(evidence: str | None = None) -> dict[str, Trace]:
    """The trace of every clause by its id, in order; `evidence` as for `theorems`. Raises TraceError."""
    model, runner = _places(MODEL), _places(RUNNER)
    proved, wrong = theorems(evidence), _faults()
    about: dict[str, list[Case]] = {}
    for case in cases().values():
        for one in case.clauses:
            about.setdefault(one, []).append(case)
    return {
        name: Trace(
            clause,
            tuple(model.get(name, ())),
            tuple(runner.get(name, ())),
            tuple(proved.get(name, ())),
            tuple(about.get(name, ())),
            tuple(wrong.get(name, ())),
        )
        for name, clause in clauses().items()
    }


def _places(packages: tuple[str, ...]) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for package in packages:
        for name, here in places(package).items():
            found.setdefault(name, []).extend(here)
    return found


def theorems(evidence: str | None = None) -> dict[str, list[Proved]]:
    """The theorems about each clause, as `evidence` has them, the report of `tsr-oracle prove`. Raises TraceError.

    Without a name the report that comes with the oracle is taken.
    """
    path = next((path for path in EVIDENCE if path.exists()), None) if evidence is None else Path(evidence)
    if path is None:
        return {}
    found: dict[str, list[Proved]] = {}
    try:
        report: Any = json.loads(path.read_text("utf-8"))
        for row in report["rows"]:
            for name in row["clauses"]:
                found.setdefault(name, []).append(Proved(row["name"], row["status"], row["scope"]))
    except OSError as error:
        raise TraceError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise TraceError(f"{path}: no report of `tsr-oracle prove --json`: {error!r}") from None
    return found


def _faults() -> dict[str, list[Fault]]:
    """The faults by the clauses that their ACCEPTED names: in their source, since they import the runner."""
    found: dict[str, list[Fault]] = {}
    for name in names():
        tree = ast.parse((Path(faults.__path__[0]) / f"{name}.py").read_text("utf-8"))
        what = (ast.get_docstring(tree) or "").split("\n\n")[0]
        for clause in dict.fromkeys(clause for _, clause in _accepted(tree)):
            found.setdefault(clause, []).append(Fault(name, what))
    return found


def _accepted(tree: ast.Module) -> list[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ACCEPTED":
            assert isinstance(node.value, ast.Call)
            return sorted(ast.literal_eval(node.value.args[0]))
    return []
