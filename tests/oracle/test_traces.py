"""For each clause it can be told what stands behind it, and what lacks has a written reason."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tsr_oracle import cli
from tsr_oracle.faults.catalogue import catalogue
from tsr_oracle.traces.source_places import ids_in, places
from tsr_oracle.traces.traces import Gap, Trace, TraceError, traces
from tsr_spec.chapters import clauses, parse_chapter

Main = Callable[[list[str]], int]


@pytest.fixture(name="every", scope="module")
def all_traces() -> dict[str, Trace]:
    return traces()


# --- the project's own -----------------------------------------------------------------------------------------------


def test_every_gap_has_a_written_reason(every: dict[str, Trace]) -> None:
    bare = [f"{name}: no {gap.lacks}" for name, trace in every.items() for gap in trace.gaps if gap.reason is None]
    assert bare == [], "give the clause a paragraph Unchecked:, Unmodelled:, Unenforced: or Unproved:"


def test_no_reason_is_given_where_nothing_lacks(every: dict[str, Trace]) -> None:
    for name, trace in every.items():
        clause = trace.clause
        for reason, there in (
            (clause.unmodelled, trace.model),
            (clause.unenforced, trace.runner),
            (clause.unproved, trace.theorems),
        ):
            assert not (reason and there), f"{name}: the reason is outdated"


def test_every_clause_that_source_or_evidence_names_is_one(every: dict[str, Trace]) -> None:
    for package in ("tsr_model", "tsr_impl", "tsr_landlock"):
        named = {name for name in places(package) if name.partition("-")[0] in {c.partition("-")[0] for c in every}}
        assert named <= every.keys(), package


def test_the_faults_of_a_clause_are_those_of_the_catalogue(every: dict[str, Trace]) -> None:
    told = {(fault.name, name) for name, trace in every.items() for fault in trace.faults}
    assert told == {(fault.name, clause) for fault in catalogue() for _, clause in fault.accepted}


def test_all_of_it_is_read_quickly() -> None:
    began = time.process_time()
    traces()
    assert time.process_time() - began < 1.0, "it takes a fifth of that"


def test_the_runner_is_not_imported_for_it() -> None:
    code = "import sys; from tsr_oracle.cli import main; main(['clauses']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "tsr_impl" not in done.stdout.splitlines()[-1].split()


# --- what is required ------------------------------------------------------------------------------------------------


def bare(kind: str, more: str = "") -> Trace:
    chapter = parse_chapter("FENCE", f"### FENCE-99 · title\n`{kind}` · `seed` · `always`\n\nA text.\n{more}")
    return Trace(chapter.clauses[0], (), (), (), (), ())


@pytest.mark.parametrize(
    ("kind", "lacks"),
    [
        ("rule", ["case", "place in the model", "place in the runner"]),
        ("guarantee", ["case", "theorem"]),
        ("non-goal", ["case"]),
    ],
)
def test_what_a_clause_has_to_have_depends_on_its_kind(kind: str, lacks: list[str]) -> None:
    assert [gap.lacks for gap in bare(kind).gaps] == lacks


def test_a_reason_is_a_paragraph_of_the_clause() -> None:
    reasons = "\nUnchecked: it can't\nbe seen.\n\nUnmodelled: of\n\nUnenforced: no\n\nUnproved: use\n"
    assert bare("rule", reasons).gaps == (
        Gap("case", "it can't be seen."),
        Gap("place in the model", "of"),
        Gap("place in the runner", "no"),
    )
    assert bare("guarantee", reasons).gaps == (Gap("case", "it can't be seen."), Gap("theorem", "use"))


def test_what_is_there_is_no_gap(every: dict[str, Trace]) -> None:
    trace = every["FENCE-1"]
    assert trace.gaps == ()
    assert [gap.lacks for gap in replace(trace, model=()).gaps] == ["place in the model"]


# --- places in source ------------------------------------------------------------------------------------------------


def test_ranges_and_endings_of_ids_are_read() -> None:
    assert sorted(ids_in("by FENCE-G1, FENCE-R and CLI-1 to CLI-4, not UTF-8")) == [
        *("CLI-1", "CLI-2", "CLI-3", "CLI-4", "FENCE-G1", "FENCE-R", "UTF-8"),
    ]


def test_modules_classes_functions_fields_comments_and_texts_are_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "placed_package"
    package.mkdir()
    (package / "__init__.py").write_text('"""All of it (FENCE-1)."""\nraise RuntimeError("not to be run")\n')
    (package / "inner.py").write_text(
        'class Kind:\n    """A class (FENCE-2)."""\n    field = 1\n    """A field (FENCE-3)."""\n\n'
        '    def method(self):\n        """A method (FENCE-4)."""\n        return said("FENCE-5")\n\n\n'
        'OTHER = "no FENCE-6 in a longer text # FENCE-6"  # but a comment (FENCE-7)\n\n\n'
        "def function():\n    pass  # FENCE-8\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {name: [(place.name, place.line) for place in here] for name, here in places("placed_package").items()}
    assert found == {
        "FENCE-1": [("placed_package", 1)],
        "FENCE-2": [("placed_package.inner.Kind", 1)],
        "FENCE-3": [("placed_package.inner.Kind", 1)],
        "FENCE-4": [("placed_package.inner.Kind.method", 6)],
        "FENCE-5": [("placed_package.inner.Kind.method", 6)],
        "FENCE-7": [("placed_package.inner", 1)],
        "FENCE-8": [("placed_package.inner.function", 14)],
    }


def test_a_package_that_is_not_installed_has_no_places() -> None:
    assert places("no_such_package") == {}


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture(name="main")
def command_that_leaves_signals_alone(monkeypatch: pytest.MonkeyPatch) -> Main:
    monkeypatch.setattr(cli, "_end_like_an_interrupt", list)
    return cli.main


def test_the_table_has_a_line_for_each_clause_and_the_sum(main: Main, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:-2]] == list(clauses())
    assert lines[-1].startswith(f"{len(clauses())} clauses, ")


def test_a_page_tells_all_about_a_clause(main: Main, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "FENCE-5", "DISC-1"]) == 0
    told = capsys.readouterr().out
    assert "FENCE-5 · `rm` never follows a link" in told
    assert "DISC-1 · " in told
    for part in ("model:\n", "runner:\n", "theorems:\n    only-the-named: exhausted up to", "cases (", "rm_follows: "):
        assert part in told


def test_an_unknown_clause_is_misuse_and_near_ones_are_named(main: Main, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "FENCE-5", "fence5"]) == 64
    told = capsys.readouterr()
    assert told.out == ""
    assert "fence5: there is no such clause; did you mean FENCE-5" in told.err


def test_evidence_that_is_none_is_misuse(main: Main, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report.json").write_text("{}")
    assert main(["clauses", "--evidence", str(tmp_path / "report.json")]) == 64
    assert "no report of `tsr-oracle prove --json`" in capsys.readouterr().err
    with pytest.raises(TraceError, match="No such file"):
        traces(str(tmp_path / "nowhere"))
