"""A relative entry of `PATH` is looked for from the workspace root, also for a task with a `dir`.

How it comes about: `./bin` stands in the tasks.toml of the root, and so it was taken for a directory there.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards, process
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a relative entry and a `dir` meet"
ACCEPTED = frozenset(
    {
        ("divergence", "PATH-3"),
        ("stricter", "PATH-3"),
        ("bypass", "PATH-3"),
        ("divergence", "SHELL-41"),
        ("stricter", "SHELL-41"),
    }
)


def apply() -> None:
    """Join relative entries to the root."""
    admit, candidates = guards.admit, process._candidates
    roots: list[str] = []

    def remembered(config: Any, asked: Any, root: Any, environment: Any) -> Any:
        roots.append(root.place.path())
        return admit(config, asked, root, environment)

    def from_the_top(program: str, environment: Any) -> list[str]:
        found = candidates(program, environment)
        if "/" in program:
            return found
        return [path if path.startswith("/") or path == f"./{program}" else f"{roots[-1]}/{path}" for path in found]

    patch(guards, "admit", remembered)
    patch(process, "_candidates", from_the_top)
