"""How many cases a second the oracle judges, and where the time goes. Prints, asserts nothing.

python benchmarks/throughput.py [--cases N] [--rounds N]

The subject is a program that does nothing (tests/subjects/native.c, or /bin/true where there is no gcc), so what is
measured is the oracle. Everything is told in processor time, its own and that of what it starts, since other work on
the machine hardly shows in that; and as a multiple of what it takes to start the same program and wait for it, which is
measured in turn with the parts. Of several rounds the quickest counts.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from tsr_model.prediction import predict
from tsr_oracle.generator.generate import generate
from tsr_oracle.guarantees import tested
from tsr_oracle.judge import judge
from tsr_oracle.materialise import materialise
from tsr_oracle.observe import observe
from tsr_oracle.scratch import Area
from tsr_oracle.subject import Command
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_oracle.worker_sandbox import confine, stay_on
from tsr_spec.case import Case, CaseError

SOURCE = Path(__file__).resolve().parents[1] / "tests" / "subjects" / "native.c"
PLAIN = "start and wait"


def native(place: str) -> str:
    """A program that does nothing, made there if that can be done."""
    compiler, made = shutil.which("gcc"), os.path.join(place, "native")
    if compiler and subprocess.run([compiler, "-O2", "-static", "-o", made, SOURCE], check=False).returncode == 0:
        return made
    return "/bin/true"


def processor() -> float:
    """Seconds of it that this process has used, and all that it has started and waited for."""
    started = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + started.ru_utime + started.ru_stime


# --- the parts -------------------------------------------------------------------------------------------------------


def parts(program: str, cases: int, rounds: int) -> dict[str, float]:
    """Microseconds a case of each part, in a worker as the oracle has them, one case after the other."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_measured, (program, cases, rounds))


def _measured(program: str, cases: int, rounds: int) -> dict[str, float]:
    stay_on(0)
    with Area() as area:
        confine(area)
        subject = Command([program])
        each = [_round(subject, program, cases, area) for _ in range(rounds)]
    return {part: min(times[part] for times in each) * 1e6 / cases for part in each[0]}


def _round(subject: Command, program: str, cases: int, area: Area) -> dict[str, float]:
    spent: dict[str, float] = {}
    for index in range(cases):
        before = processor()
        for part in _one(subject, program, index, area):
            now = processor()
            spent[part] = spent.get(part, 0.0) + now - before
            before = processor()
    return spent


def _one(subject: Command, program: str, index: int, area: Area) -> Iterator[str]:
    """One case, part by part."""
    os.waitpid(os.posix_spawn(program, [program], {}), 0)
    yield PLAIN
    given = generate(1, index, other=area.other_root is not None)
    yield "generate, with a first prediction"
    case = Case("", (), given, ())
    try:
        foretold = predict(given)
        tested(foretold, ())
        world = materialise(given, area)
    except CaseError:
        return
    yield "make the world"
    ended = subject.run(given, world, area, 6.0)
    yield "run the subject"
    seen = observe(world, area, ended)
    yield "look at the world"
    judge(case, seen, "seed", foretold)
    yield "judge"
    area.discard(world)
    yield "remove the world"


# --- the whole -------------------------------------------------------------------------------------------------------


def whole(program: str, jobs: int, cases: int) -> tuple[float, float]:
    """Processor seconds that a team needs for so many more cases, and seconds by the clock for as many."""
    small, large = (_of_team(program, jobs, count) for count in (cases, 2 * cases))
    return large[0] - small[0], large[1] / 2


def _of_team(program: str, jobs: int, cases: int) -> tuple[float, float]:
    used = processor()
    batches = [Batch("generated", "binary", range(start, min(start + 10, cases))) for start in range(0, cases, 10)]
    with Team(Setting((program,), None, "seed", 1, 10.0), jobs) as team:
        began = time.perf_counter()
        done = sum(isinstance(one, Judged) for answer in team.ask(batches) for one in answer)
        took = time.perf_counter() - began
    assert done > cases * 0.9, "but for those that keep others waiting"
    return processor() - used, took


def main() -> None:
    """Print both tables."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=400)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        program = native(place)
        found = parts(program, given.cases, given.rounds)
        plain = found[PLAIN]
        print(f"the subject is {os.path.basename(program)}; a case takes")
        for part, each in found.items():
            print(f"  {each:6.0f} µs  {each / plain:5.2f} ×  {part}")
        print(f"  {sum(found.values()) - plain:6.0f} µs  {sum(found.values()) / plain - 1:5.2f} ×  in all")
        for jobs in (1, 2):
            tries = [whole(program, jobs, given.cases) for _ in range(given.rounds)]
            used, took = (min(one) / given.cases for one in zip(*tries, strict=True))
            rates = f"{1 / used:.0f} cases/s a core, {1 / took:.0f} cases/s by the clock"
            print(f"{jobs} worker(s), the whole check: {rates}; a case takes {used * 1e6 / plain:.2f} × {PLAIN}")


if __name__ == "__main__":
    main()
