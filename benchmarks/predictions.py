"""How many predictions a second `tsr-oracle serve` answers through its pipe, beside a floor of the same run.

    .venv/bin/python benchmarks/predictions.py [--requests 10000] [--runs 3]

The worlds are small ones (one config, three entries, one command), whose configs are nine texts that come again and
again, or a new text each; and those of the spec's cases. No two worlds of a kind are alike. The floor is a process that
does nothing with the same lines but `json.loads` and `json.dumps`. Requests are sent all at once, while the answers are
read; or one by one, each when the answer to the one before it has come. The best of all runs is printed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import IO

from tsr_spec.case import given_to_json
from tsr_spec.chapters import cases

SERVE = (sys.executable, "-m", "tsr_oracle", "serve")
ECHO = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.write(json.dumps(json.loads(line)) + "\\n")
    sys.stdout.flush()
"""
FLOOR = (sys.executable, "-c", ECHO)

COMMANDS = ("rm link", "cat link", "cp a b", "mkdir -p d/e", "echo hello", "mv a b", "touch new", "tool x", "rm -rf d")


def small(index: int, comment: str = "") -> object:
    """A small world; no other index has the same."""
    config = f'[tasks.t]\nrun = "{COMMANDS[index % len(COMMANDS)]}"{comment}\n'
    tree = [
        {"path": "ws/tasks.toml", "file": config},
        {"path": "ws/link", "link": "../out/f"},
        {"path": "ws/a", "file": f"text {index}"},
        {"path": "bin/tool", "program": 0},
    ]
    return {"argv": ["t"], "tree": tree}


def lines_of(worlds: Iterable[object]) -> list[bytes]:
    """The request for each."""
    asked = ({"id": at, "type": "predict", "given": given} for at, given in enumerate(worlds))
    return [json.dumps(one).encode() + b"\n" for one in asked]


def all_at_once(requests: IO[bytes], answers: IO[bytes], lines: list[bytes]) -> None:
    """Writes all requests while the answers are read."""
    writer = threading.Thread(target=lambda: (requests.writelines(lines), requests.flush()))
    writer.start()
    for _ in lines:
        answers.readline()
    writer.join()


def one_by_one(requests: IO[bytes], answers: IO[bytes], lines: list[bytes]) -> None:
    """Writes each request when the one before it is answered."""
    for line in lines:
        requests.write(line)
        requests.flush()
        answers.readline()


Way = Callable[[IO[bytes], IO[bytes], list[bytes]], None]


def a_second(words: tuple[str, ...], way: Way, lines: list[bytes], runs: int) -> float:
    """How many are answered a second, once the process is up."""
    least = float("inf")
    for _ in range(runs):
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            one_by_one(child.stdin, child.stdout, lines[:1])
            begun = time.perf_counter()
            way(child.stdin, child.stdout, lines)
            least = min(least, time.perf_counter() - begun)
            child.stdin.close()
    return len(lines) / least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--requests", type=int, default=10_000, help="how many small worlds (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="how often each is run (default: %(default)s)")
    arguments = parser.parse_args()
    count: int = arguments.requests
    kinds = {
        "small worlds": lines_of(small(index) for index in range(count)),
        "with new configs": lines_of(small(index, comment=f" # {index}") for index in range(count)),
        "cases of the spec": lines_of(given_to_json(case.given) for case in cases().values()),
    }
    print("answers a second            all at once             one by one")
    print("                         serve      floor        serve      floor")
    for name, lines in kinds.items():
        found = [
            a_second(words, way, lines, arguments.runs) for way in (all_at_once, one_by_one) for words in (SERVE, FLOOR)
        ]
        print(f"{name:<19} {found[0]:10,.0f} {found[1]:10,.0f}   {found[2]:10,.0f} {found[3]:10,.0f}")


if __name__ == "__main__":
    main()
