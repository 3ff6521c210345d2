"""How many cases a second, and where the time goes. Prints, asserts nothing.

python benchmarks/throughput.py [--workers N]
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable

from tsr_oracle.materialise import materialise
from tsr_oracle.observe import snapshot
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Command, Hosted, Subject
from tsr_oracle.worker_sandbox import confine, stay_on
from tsr_spec.case import Given
from tsr_spec.tree_text import parse_tree

_CONFIG = 'ws/tasks.toml: [tasks.t]\\nrun = "{run}"\\n\n'
_SIX = "ws/src/a: hello\nws/src/link -> ../../out\nout/f: precious\n"
SMALL = Given(argv=("t",), tree=parse_tree(_CONFIG.format(run="rm src/link") + _SIX))
CHILD = Given(argv=("t",), tree=parse_tree(_CONFIG.format(run="tool x") + _SIX + "bin/tool* 0"))


def microseconds(action: Callable[[], object], seconds: float = 1.0) -> float:
    """The mean time of the action, over as many as fit into the seconds."""
    action()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        action()
        count += 1
    return (time.perf_counter() - start) / count * 1e6


def parts() -> None:
    """What a case is made of, one by one."""
    with Area() as area:
        whole = microseconds(lambda: area.discard(materialise(SMALL, area)))
        world = materialise(SMALL, area)
        print(f"make and remove a world  {whole:8.0f} µs")
        print(f"look at it               {microseconds(lambda: snapshot(world)):8.0f} µs")
        print(f"look above it            {microseconds(lambda: area.strays(world)):8.0f} µs")


def worker(number: int) -> dict[str, float]:
    """Cases a second of each kind, in a worker as the oracle has them."""
    stay_on(number)
    with Area() as area, Hosted() as hosted:
        confine(area)
        kinds: dict[str, tuple[Given, Subject]] = {
            "/bin/true": (SMALL, Command(["/bin/true"])),
            "hosted runner, a builtin": (SMALL, hosted),
            "hosted runner, a program": (CHILD, hosted),
        }
        return {
            name: 1e6 / microseconds(lambda given=given, subject=subject: run_case(given, area, subject), 3.0)  # type: ignore[misc]
            for name, (given, subject) in kinds.items()
        }


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--workers", type=int, default=1)
    workers = options.parse_args().workers
    parts()
    with multiprocessing.get_context("spawn").Pool(workers, maxtasksperchild=1) as pool:
        rates = pool.map(worker, range(workers), chunksize=1)
    for name in rates[0]:
        each = [rate[name] for rate in rates]
        print(f"{name:24} {sum(each):8.0f} cases/s in all, {sum(each) / workers:.0f} a worker")


if __name__ == "__main__":
    main()
