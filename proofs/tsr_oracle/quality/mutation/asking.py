"""Asks mutants of the model, or of the runner's guards, one after the other, and records what became of each."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tsr_oracle.progress import Progress
from tsr_oracle.quality.mutation.fates import Judge, WrongAlready
from tsr_oracle.quality.mutation.mutants import Mutant
from tsr_oracle.quality.mutation.rates import What
from tsr_oracle.quality.mutation.record import MutantRecord, digest
from tsr_oracle.quality.mutation.runner import GUARDS, judging_runner

_JOBS = 2

__all__ = ["WrongAlready", "ask", "asked", "modules"]


def package(name: str) -> Path:
    """The directory of a package, which is not imported for it."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).resolve().parent


def modules(what: What) -> dict[str, Path]:
    """Where the modules are, by their names."""
    if what == "guards":
        top = package("tsr_impl")
        return {f"tsr_impl.{name}": top / f"{name}.py" for name in GUARDS}
    top = package("tsr_model")
    return {_dotted(path.relative_to(top.parent)): path for path in sorted(top.rglob("*.py"))}


def _dotted(path: Path) -> str:
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


def asked(what: What) -> str:
    """A digest of what the mutants are asked, but for generated cases."""
    files = sorted((package("tsr_spec") / "chapters").glob("*.md"))
    if what == "model":
        files += [*sorted(_tests().glob("*.py")), *sorted(package("tsr_proofs").rglob("*.py"))]
        files.append(package("tsr_oracle") / "quality" / "mutation" / "observations.py")
    return digest(files)


def ask(what: What, mutants: Sequence[Mutant], record: MutantRecord) -> None:
    """What has become of each that the record doesn't know yet. Raises WrongAlready."""
    left = [mutant for mutant in mutants if mutant.id not in record.fates]
    if not left:
        return
    with _judge(what) as judge:
        progress = Progress(what="asking", units="mutants")
        progress.start(len(left))
        for mutant in left:
            record.add(mutant, judge(mutant))
            progress.advance(1, Counter())
        progress.stop()


@contextmanager
def _judge(what: What) -> Iterator[Judge]:
    if what == "guards":
        with judging_runner(package("tsr_impl")) as judge:
            yield judge
        return
    from tsr_oracle.quality.mutation.model import Model  # here: the guards need no theorems
    from tsr_oracle.quality.mutation.observations import of_the_runner
    from tsr_oracle.quality.mutation.questions import of_the_spec, of_the_tests, of_the_theorems

    print("looking what the runner does …", file=sys.stderr, flush=True)
    seen = list(of_the_runner(_JOBS))
    print("looking which question calls which function …", file=sys.stderr, flush=True)
    yield Model(of_the_spec(), of_the_tests(_tests()), seen, of_the_theorems()).judge


def _tests() -> Path:
    """The tests of the model, in a checkout."""
    return package("tsr_model").parent.parent / "tests" / "model"
