"""How long a dry run takes as workspaces grow, and how much memory: time and size should grow alike.

    .venv/bin/python benchmarks/planning.py [--runs 5]

Three kinds of workspace: a chain of tasks, many tasks that share their deps, and packages that depend on each other,
with `^build` over all of them. Each is planned with 100, 1,000 and 10,000 units (packages: 20, 200 and 2,000). The
exponent is the slope of time against size, both as logarithms, between the two larger sizes, with what an empty
workspace takes subtracted: 1 is linear.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TSR = [sys.executable, "-I", "-m", "tsr_impl", "t", "--dry-run"]


def chain(root: Path, size: int) -> None:
    """Each task depends on the one before it."""
    tasks = [f'[tasks.t{at}]\nrun = "true"\n' + (f'deps = ["t{at - 1}"]\n' if at else "") for at in range(size)]
    config = "".join(tasks) + f'[tasks.t]\ndeps = ["t{size - 1}"]\n'
    (root / "tasks.toml").write_text(config)


def shared(root: Path, size: int) -> None:
    """Layers of ten tasks, each of which depends on all of the layer before."""
    tasks = []
    for at in range(size):
        before = (at // 10 - 1) * 10
        deps = [f"t{before + other}" for other in range(10)] if before >= 0 else []
        tasks.append(f'[tasks.t{at}]\nrun = "true"\ndeps = {json.dumps(deps)}\n')
    last = [f"t{at}" for at in range(size - size % 10 - 10, size)]
    (root / "tasks.toml").write_text("".join(tasks) + f"[tasks.t]\nparallel = true\ndeps = {json.dumps(last)}\n")


def packages(root: Path, size: int) -> None:
    """Packages that depend on up to three others each, a chain of all of them among that."""
    (root / "tasks.toml").write_text(
        '[workspace]\nmembers = ["packages/*"]\n[tasks.t]\npackages = ["*/*"]\ndeps = ["^t"]\nrun = "true"\n'
    )
    for at in range(size):
        directory = root / "packages" / f"p{at}"
        directory.mkdir(parents=True)
        needs = {f"p{other}": "workspace:*" for other in {at - 1, at // 2, at // 3} if 0 <= other < at}
        (directory / "package.json").write_text(json.dumps({"name": f"p{at}", "dependencies": needs}))


KINDS: dict[str, tuple[Callable[[Path, int], None], tuple[int, int, int]]] = {
    "chain of tasks": (chain, (100, 1_000, 10_000)),
    "shared deps": (shared, (100, 1_000, 10_000)),
    "packages": (packages, (20, 200, 2_000)),
}


def planned(root: Path, runs: int) -> tuple[float, float]:
    """The least time of a dry run in seconds, which is the least disturbed, and its most memory in MiB."""
    times, most = [], 0.0
    for _ in range(runs):
        begun = time.perf_counter()
        with subprocess.Popen(TSR, cwd=root, stdout=subprocess.DEVNULL) as child:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        times.append(time.perf_counter() - begun)
        most = max(most, usage.ru_maxrss / 1024)
        if child.returncode:
            sys.exit(f"the dry run in {root} ended with {child.returncode}")
    return min(times), most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="how often each is planned (default: %(default)s)")
    runs: int = parser.parse_args().runs
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as scratch:
        empty = Path(scratch, "empty")
        empty.mkdir()
        (empty / "tasks.toml").write_text('[tasks.t]\nrun = "true"\n')
        floor, least = planned(empty, runs)
        print(f"one task                {floor * 1000:8.0f} ms  {least:6.1f} MiB")
        for name, (make, sizes) in KINDS.items():
            found = []
            for size in sizes:
                root = Path(scratch, f"{name}-{size}")
                root.mkdir()
                make(root, size)
                took, most = planned(root, runs)
                found.append(took - floor)
                print(f"{name:<16} {size:6} {took * 1000:8.0f} ms  {most:6.1f} MiB")
            slope = math.log(found[2] / found[1]) / math.log(sizes[2] / sizes[1])
            print(f"{name:<16} exponent {slope:.2f}")


if __name__ == "__main__":
    main()
