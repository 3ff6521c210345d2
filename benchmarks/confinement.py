"""What a boundary costs: whole processes, beside the same command without one. Prints, asserts nothing.

python benchmarks/confinement.py [--rounds N] [--files N]

Each command is started by `env`, by a Python that does nothing but become it, by `tsr-confine exec` and by `tsr-confine
run`: one that does nothing, and two that compile many files. They take turns in one run; what is told is the median,
and its ratio to that of `env`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_MAIN = Path(__file__).resolve().parents[1] / "impl" / "tsr_impl" / "confinement" / "__main__.py"
_PYTHON = (sys.executable, "-I", "-S")
_BECOME = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"


def ways(project: Path, policy: Path) -> dict[str, tuple[str, ...]]:
    """The words in front of a command, by name. The first is the one to compare with."""
    return {
        "env": (program("env"),),
        "python": (*_PYTHON, "-c", _BECOME),
        "exec": (*_PYTHON, str(_MAIN), "exec", "--mode", "workspace-write", "--allow", str(project), "--"),
        "run": (*_PYTHON, str(_MAIN), "run", "--confine", "--user-config", str(policy), "--"),
    }


def program(name: str) -> str:
    """Where it is, so that no way has to search for it. Exits where it isn't."""
    return shutil.which(name) or sys.exit(f"`{name}` is not installed, and needed here")


def jobs(project: Path, files: int) -> dict[str, tuple[str, ...]]:
    """The commands, by name, with what they need in the project."""
    for number in range(files):
        (project / f"m{number}.py").write_text("def f(x):\n    return [y for y in x if y]\n" * 40)
        (project / f"m{number}.c").write_text("int f(int x) { return x; }\n")
    modules = (*_PYTHON, "-m", "compileall", "-q", "-f", str(project))
    found = {"true": (program("true"),), f"compileall, {files} modules": modules}
    if shutil.which("gcc"):
        sources = tuple(f"m{number}.c" for number in range(files))
        found[f"gcc, {files} files"] = (program("gcc"), "-c", "-pipe", *sources)
    return found


def seconds(words: tuple[str, ...], project: Path) -> float:
    """How long a command takes that succeeds."""
    start = time.perf_counter()
    subprocess.run(words, cwd=project, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def measure(started: dict[str, tuple[str, ...]], command: tuple[str, ...], project: Path, rounds: int) -> None:
    """Print a line for each way."""
    taken: dict[str, list[float]] = {name: [] for name in started}
    for _ in range(rounds):
        for name, words in started.items():
            taken[name].append(seconds((*words, *command), project))
    first = statistics.median(next(iter(taken.values())))
    for name, each in taken.items():
        median = statistics.median(each)
        print(
            f"  {name:<8} {median * 1e3:9.1f} ms   least {min(each) * 1e3:9.1f} ms   {median / first:6.2f} ×",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--rounds", type=int, default=100, help="of the command that does nothing; a tenth of the others"
    )
    parser.add_argument("--files", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        project, cache, policy = (Path(base).resolve() / name for name in ("ws", "cache", "policy"))
        project.mkdir()
        cache.mkdir()
        policy.write_text(f"[sandbox]\ncache_root = '{cache}'\n")
        print(f"{os.uname().release}, Python {sys.version.split()[0]}, {os.cpu_count()} processors")
        for name, command in jobs(project, asked.files).items():
            print(name)
            rounds = asked.rounds if name == "true" else max(asked.rounds // 10, 1)
            measure(ways(project, policy), command, project, rounds)


if __name__ == "__main__":
    main()
