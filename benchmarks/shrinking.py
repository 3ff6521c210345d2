"""How small failing cases become, and what that takes. Prints a table, asserts nothing.

For each known fault: the first case of the spec that it fails, and the first few generated ones, each made smaller.

python benchmarks/shrinking.py [--jobs N] [--generated N] [--kept N] [--json FILE] [FAULT…]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import mean, median

from tsr_oracle.faults.catalogue import Fault, catalogue
from tsr_oracle.programs import is_patient
from tsr_oracle.quality.hunt import files
from tsr_oracle.scratch import Area
from tsr_oracle.worker import Batch, CaseWorker, Judged, Setting
from tsr_oracle.worker_sandbox import confine
from tsr_spec.case import File, Given, case_to_json
from tsr_spec.chapters import cases

SEED = 5
AT_ONCE = 6
"""How many faults a process takes before another begins."""
_WORD = re.compile(r"[^\s=\"'\[\]{},;&|/]+")


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What became of one failing case."""

    fault: str
    source: str
    files_before: int
    files: int
    lines: int
    words: int
    tries: int
    seconds: float
    case: dict[str, object]


def lines(given: Given) -> int:
    """How many lines the files have."""
    return sum(len(entry.data.splitlines()) for entry in given.tree if isinstance(entry, File))


def words(given: Given) -> int:
    """How many words the files and the command line have."""
    texts = [entry.data for entry in given.tree if isinstance(entry, File)]
    return len(given.argv) + sum(len(_WORD.findall(text)) for text in texts)


class Counting(CaseWorker):
    """A worker that knows how often it was asked."""

    asked = 0

    def judge(self, *question: object) -> Judged | None:
        """As every worker, and counted."""
        self.asked += 1
        return super().judge(*question)  # type: ignore[arg-type]


def failing(worker: Counting, fault: Fault, generated: int, kept: int) -> Iterator[Judged]:
    """One failing case of the spec, and some generated ones."""
    named = {clause for _, clause in fault.accepted}
    of_spec = sorted(cases().values(), key=lambda case: (not named & set(case.clauses), is_patient(case.given)))
    spec = (worker.judge(Batch("spec", "hosted", range(0)), at, case) for at, case in enumerate(of_spec))
    batch = Batch("generated", "hosted", range(generated))
    others = (worker.judge(batch, at, case) for at, case in worker.cases(batch) if not is_patient(case.given))
    for judged, most in ((spec, 1), (others, kept)):
        left = most
        for one in judged if most else ():
            if one is not None and one.verdict is not None and one.verdict.worst != "agree":
                yield one
                left -= 1
                if left == 0:
                    break


def measure(asked: tuple[tuple[str, ...], int, int]) -> list[Shrunk]:
    """What becomes of the cases that these faults fail."""
    names, generated, kept = asked
    found = []
    with Area() as area:
        confine(area)
        for fault in catalogue():
            if fault.name in names:
                worker = Counting(Setting((), fault.name, "ours", SEED, fault.limit), area)
                found += [shrunk(worker, fault, judged) for judged in failing(worker, fault, generated, kept)]
                worker.close()
    return found


def shrunk(worker: Counting, fault: Fault, judged: Judged) -> Shrunk:
    """What becomes of one failing case."""
    before, began = worker.asked, time.monotonic()
    small = worker.shrink(judged)
    seconds, given = time.monotonic() - began, small.case.given
    return Shrunk(
        fault.name,
        judged.source,
        files(judged.case.given),
        files(given),
        lines(given),
        words(given),
        worker.asked - before,
        round(seconds, 3),
        case_to_json(small.case, ""),  # type: ignore[arg-type]
    )


def shares(names: list[str]) -> list[tuple[str, ...]]:
    """The names, some for each process."""
    return [tuple(names[at : at + AT_ONCE]) for at in range(0, len(names), AT_ONCE)]


def table(every: list[Shrunk]) -> Iterator[str]:
    """The figures, for all cases and by where they are from."""
    yield f"{'cases':24} {'':>7} {'files':>16} {'lines':>12} {'words':>12} {'tries':>12} {'seconds':>14}"
    yield f"{'':24} {'':>7} {'before':>6} {'median':>6} {'90 %':>4}" + f" {'median':>6} {'90 %':>5}" * 3 + "    mean"
    for name in ("spec", "generated", "all"):
        some = [one for one in every if name in (one.source, "all")]
        if some:
            before = f"{median(one.files_before for one in some):>6.0f}"
            values = "  ".join(
                _row([getattr(one, field) for one in some]) for field in ("files", "lines", "words", "tries")
            )
            yield f"{name:24} {len(some):>7} {before} {values} {mean(one.seconds for one in some):>8.2f}"


def line(one: Shrunk) -> str:
    """What became of one case."""
    size = f"{one.files_before:>3} → {one.files:<3} files"
    return f"{one.fault:32} {one.source:10} {size} {one.tries:>4} tries {one.seconds:>7.2f} s"


def _row(values: list[int]) -> str:
    return f"{median(values):>5.0f} {sorted(values)[int(0.9 * (len(values) - 1))]:>5}"


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("fault", nargs="*", metavar="FAULT", help="only these")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--generated", type=int, default=1500, help="how many are looked through (default: 1500)")
    options.add_argument("--kept", type=int, default=3, help="how many of those that fail (default: 3)")
    options.add_argument("--json", metavar="FILE")
    arguments = options.parse_args()
    names = [
        fault.name for fault in catalogue() if fault.by == "check" and fault.name in (arguments.fault or [fault.name])
    ]
    every: list[Shrunk] = []
    asked = [(share, arguments.generated, arguments.kept) for share in shares(names)]
    with multiprocessing.get_context("spawn").Pool(arguments.jobs, maxtasksperchild=1) as pool:
        for some in pool.imap_unordered(measure, asked):
            every += some
            print("\n".join(map(line, some)), flush=True)
    print("\n".join(table(every)))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump([asdict(one) for one in sorted(every, key=lambda one: (one.fault, one.source))], file, indent=1)


if __name__ == "__main__":
    main()
